//! Reports: every format, reading, checking, comparing and publishing.

mod bad_files;
mod compare;
mod formats;
mod hostile;
mod site;
mod support;
mod verify;
