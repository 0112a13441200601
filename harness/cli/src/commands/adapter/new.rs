//! `adapter new`: a starting point that works as it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::commands::Language;
use crate::exit::{Problem, Status};
use crate::output;
use crate::starter::{self, File};

/// Writes a starting point and says what to do next.
pub(super) fn run(language: Language, folder: &Path) -> Result<Status, Problem> {
    let files = starter::files(language)?;
    let is_new = must_be_free(folder)?;
    let mut written = Written::default();
    written.all(folder, &files, is_new).map_err(|error| {
        Problem::usage(format!("{} cannot be written: {error}", folder.display()))
            .to_do("name a place that can be written; nothing was left there")
    })?;
    written.keep();
    let names: Vec<&str> = files.iter().map(|file| file.name).collect();
    output::out(&format!(
        "wrote {} to {}\n\nnext:\n",
        names.join(", "),
        folder.display()
    ));
    for command in starter::next(language, folder) {
        output::out(&format!("  {command}\n"));
    }
    Ok(Status::Fine)
}

/// Whether the folder is still to be made. One that holds anything is refused.
fn must_be_free(folder: &Path) -> Result<bool, Problem> {
    let refused = |what: String| {
        Err(Problem::usage(what).to_do("name a new or an empty folder; nothing was written"))
    };
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            refused(format!("{} is no folder", folder.display()))
        }
        Err(error) => refused(format!("{} cannot be read: {error}", folder.display())),
        Ok(mut entries) => match entries.next() {
            None => Ok(false),
            Some(_) => refused(format!("{} is not empty", folder.display())),
        },
    }
}

/// What was written so far; taken away again unless it is kept.
#[derive(Debug, Default)]
struct Written {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Written {
    fn all(&mut self, folder: &Path, files: &[File], is_new: bool) -> io::Result<()> {
        if is_new {
            self.folder(folder)?;
        }
        for file in files {
            let path = folder.join(file.name);
            if let Some(parent) = path.parent().filter(|parent| !parent.exists()) {
                self.folder(parent)?;
            }
            self.files.push(path.clone());
            fs::write(path, &file.text)?;
        }
        Ok(())
    }

    /// Makes a folder and those above it, and remembers which it made.
    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        let missing = folder.ancestors();
        let missing: Vec<&Path> = missing
            .take_while(|path| !path.as_os_str().is_empty() && !path.exists())
            .collect();
        for path in missing.into_iter().rev() {
            fs::create_dir(path)?;
            self.folders.push(path.to_path_buf());
        }
        Ok(())
    }

    fn keep(mut self) {
        self.files.clear();
        self.folders.clear();
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        // What could not be written need not be taken away.
        for path in &self.files {
            let _ = fs::remove_file(path);
        }
        for path in self.folders.iter().rev() {
            let _ = fs::remove_dir(path);
        }
    }
}
