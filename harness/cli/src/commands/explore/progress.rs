//! A bar on a terminal, with a rate; nothing elsewhere.

use flowdrop_conformance::explore::Coverage;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::ExploreArgs;
use crate::exit::Problem;
use crate::output;

pub(super) struct Progress {
    bar: ProgressBar,
    tried: u64,
}

impl Progress {
    pub(super) fn new(args: &ExploreArgs) -> Self {
        let bar = match (output::is_watched(), args.count) {
            (false, _) => ProgressBar::hidden(),
            (true, Some(count)) => ProgressBar::new(count),
            (true, None) => ProgressBar::new_spinner(),
        };
        if output::is_watched() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        }
        let pattern = match args.count {
            Some(_) => "{wide_bar} {human_pos}/{human_len} scenarios  {per_sec}  {msg}",
            None => "{spinner} {human_pos} scenarios  {per_sec}  {elapsed}  {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(pattern) {
            bar.set_style(style);
        }
        Progress { bar, tried: 0 }
    }

    /// One more scenario was judged.
    pub(super) fn step(&mut self, coverage: &Coverage, found: usize) {
        self.bar.set_position(coverage.scenarios);
        if found > 0 {
            self.bar.set_message(format!("{found} found"));
        }
    }

    /// Something is being shrunk.
    pub(super) fn shrinking(&mut self, name: &str) {
        self.tried = 0;
        self.bar.set_prefix(name.to_owned());
    }

    /// One more candidate is tried.
    pub(super) fn tried(&mut self) {
        self.tried += 1;
        let message = format!("shrinking {}: {} tried", self.bar.prefix(), self.tried);
        self.bar.set_message(message);
        self.bar.tick();
    }

    /// Writes something while the bar is away.
    pub(super) fn hidden(
        &self,
        write: impl FnOnce() -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        self.bar.suspend(write)
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
