//! A small runtime that keeps RT-TOOL-3, and its conformance adapter.
