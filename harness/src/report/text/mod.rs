//! What a person sees in a terminal or a log.

mod case;
mod diff;
mod known;
mod paint;
mod summary;

pub use case::case_text;
pub use known::known_text;
pub use paint::Paint;
pub use summary::summary_text;
