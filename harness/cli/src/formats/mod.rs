//! The formats that a report is written in, one room each. All are made from the one
//! report, tell it in the same words, and make every text safe to show.

pub(crate) mod badge;
pub(crate) mod html;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(crate) mod words;
