//! The case files, rules and schemas of the FlowDrop conformance suite, embedded.
