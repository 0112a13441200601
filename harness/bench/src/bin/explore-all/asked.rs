//! What was asked for.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

/// The command line.
pub(crate) struct Asked {
    pub(crate) what: String,
    pub(crate) seed: u64,
    pub(crate) seeds: u64,
    pub(crate) budget: u64,
    pub(crate) after: u64,
    pub(crate) count: u64,
    pub(crate) jobs: usize,
    pub(crate) only: Vec<String>,
    pub(crate) write: Option<PathBuf>,
}

impl Asked {
    pub(crate) fn of(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut asked = Asked {
            what: words.next().unwrap_or_default(),
            seed: 1,
            seeds: 5,
            budget: 2_000,
            after: 0,
            count: 2_000,
            jobs: available_parallelism().map_or(1, NonZero::get),
            only: Vec::new(),
            write: None,
        };
        while let Some(word) = words.next() {
            let value = words
                .next()
                .ok_or_else(|| format!("{word} needs a value"))?;
            asked.set(&word, value)?;
        }
        Ok(asked)
    }

    fn set(&mut self, word: &str, value: String) -> Result<(), String> {
        let number = || {
            value
                .parse::<u64>()
                .map_err(|error| format!("{word}: {error}"))
        };
        match word {
            "--seed" => self.seed = number()?,
            "--seeds" => self.seeds = number()?,
            "--budget" => self.budget = number()?,
            "--after" => self.after = number()?,
            "--count" => self.count = number()?,
            "--jobs" => self.jobs = usize::try_from(number()?).unwrap_or(1).max(1),
            "--only" => self.only.extend(value.split(',').map(str::to_owned)),
            "--write" => self.write = Some(PathBuf::from(value)),
            other => return Err(format!("{other} is unknown")),
        }
        Ok(())
    }

    /// Whether a runtime is asked for.
    pub(crate) fn takes(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }
}
