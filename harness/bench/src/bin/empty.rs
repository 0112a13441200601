//! The empty program: what starting and ending a process costs.

fn main() {}
