//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::exit::Problem;

static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Takes away every file that is being made, for a program that exits at once.
pub(crate) fn abandon() {
    for path in temporary().drain(..) {
        // What is not there needs no taking away.
        let _ = fs::remove_file(path);
    }
}

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is being made under a temporary name beside its own. Opening it tells an
/// unwritable path before any work is done; dropping it unfinished leaves nothing.
#[derive(Debug)]
pub(crate) struct Pending {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<File>,
}

impl Pending {
    pub(crate) fn open(path: &Path) -> Result<Self, Problem> {
        let name = path.file_name().ok_or_else(|| {
            Problem::usage(format!("{} is no name of a file", path.display()))
                .to_do("name a file, or `-` for standard output")
        })?;
        if path.is_dir() {
            return Err(Problem::usage(format!("{} is a folder", path.display()))
                .to_do("name a file in it"));
        }
        // A device or a pipe is written to; a rename would put a file in its place.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let file = File::options()
                .write(true)
                .open(path)
                .map_err(|error| unwritable(path, &error))?;
            return Ok(Pending {
                path: path.to_path_buf(),
                temporary: path.to_path_buf(),
                file: Some(file),
            });
        }
        let temporary = path.with_file_name(format!(
            ".{}.{}.part",
            name.to_string_lossy(),
            std::process::id()
        ));
        match File::create(&temporary) {
            Ok(file) => {
                self::temporary().push(temporary.clone());
                Ok(Pending {
                    path: path.to_path_buf(),
                    temporary,
                    file: Some(file),
                })
            }
            Err(error) => Err(unwritable(path, &error)),
        }
    }

    /// Writes the whole text and gives the file its name.
    pub(crate) fn finish(mut self, bytes: &[u8]) -> Result<(), Problem> {
        let direct = self.temporary == self.path;
        let written = match self.file.take() {
            Some(mut file) if direct => {
                return file
                    .write_all(bytes)
                    .map_err(|error| unwritable(&self.path, &error));
            }
            Some(mut file) => file.write_all(bytes).and_then(|()| file.sync_all()),
            None => Ok(()),
        };
        written
            .and_then(|()| fs::rename(&self.temporary, &self.path))
            .map_err(|error| unwritable(&self.path, &error))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if self.temporary == self.path {
            return;
        }
        // After a rename there is nothing left to take away.
        let _ = fs::remove_file(&self.temporary);
        temporary().retain(|path| *path != self.temporary);
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Problem {
    Problem::usage(format!("{} cannot be written: {error}", path.display()))
        .to_do("name a place that can be written")
}
