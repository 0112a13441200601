//! A bar on standard error, for long runs that somebody watches.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::run::Event;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output;

/// How long a run takes before the bar is shown.
const LONG: Duration = Duration::from_secs(1);
/// How often it is drawn, so that the time goes on while an adapter hangs.
const TICK: Duration = Duration::from_millis(200);

/// Hears a run's events and shows how far it is. Dropping it takes the bar away.
pub(crate) struct Progress {
    bar: ProgressBar,
    failed: usize,
    troubled: usize,
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A bar that comes up once the run is long, if standard error is a terminal and
    /// nobody asked for quiet.
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = "{bar:32} {pos} of {len} cases, {elapsed}{msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style.progress_chars("━━╌"));
        }
        let shown = !quiet && output::is_watched();
        Progress {
            waiting: shown.then(|| show_later(bar.clone())),
            bar,
            failed: 0,
            troubled: 0,
        }
    }

    /// Takes in what happened.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Started { cases } => self.bar.set_length(*cases as u64),
            Event::Finished(result) => {
                match result.worst() {
                    Outcome::Failed => self.failed += 1,
                    Outcome::Errored | Outcome::TimedOut => self.troubled += 1,
                    _ => {}
                }
                self.bar.set_message(self.message());
                self.bar.inc(1);
            }
            _ => {}
        }
    }

    fn message(&self) -> String {
        let told = |count: usize, what: &str| match count {
            0 => String::new(),
            count => format!(", {count} {what}"),
        };
        told(self.failed, "failed") + &told(self.troubled, "in trouble")
    }
}

fn show_later(bar: ProgressBar) -> (Sender<()>, JoinHandle<()>) {
    let (send, receive) = mpsc::channel();
    let thread = thread::spawn(move || {
        if receive.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
        }
    });
    (send, thread)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((send, thread)) = self.waiting.take() {
            drop(send);
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
