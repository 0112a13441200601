//! When an exploration is over.

use std::time::{Duration, Instant};

use crate::args::ExploreArgs;

/// How many scenarios are judged where nobody says.
const COUNT: u64 = 1000;

/// When to stop.
pub(super) struct Limit {
    pub(super) count: u64,
    until: Option<Instant>,
}

impl Limit {
    pub(super) fn new(args: &ExploreArgs) -> Self {
        let time = args.time.map(Duration::from_secs_f64);
        Limit {
            count: args.count.unwrap_or(match time {
                Some(_) => u64::MAX,
                None => COUNT,
            }),
            until: time.map(|time| Instant::now() + time),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}
