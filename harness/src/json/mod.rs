//! Reading JSON exactly, and comparing it with the latitude that the rule leaves.
//!
//! `serde_json::Value` has already forgotten duplicate keys and where things stood. The
//! [`read`] function keeps both: it returns a [`Tree`] whose nodes know their place in
//! the text, and it refuses, each with a code of its own, what no JSON reader can carry
//! faithfully (lone surrogates, numbers out of range, nesting without end).
//!
//! Numbers are compared by [`same`], never by `Value`'s own equality, which changes with
//! serde_json's features.

mod place;
mod pointer;
mod read;
mod same;
mod strings;

pub(crate) use place::Place;
pub(crate) use pointer::{Pointer, Step};
pub(crate) use read::{Kind, ReadCode, ReadError, Tree, read};
pub(crate) use same::{canonical, canonical_unified, same};
pub(crate) use strings::{Way, each_string, leaf_strings, sorted, strings_by_key, text_of};
