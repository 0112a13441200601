//! The suite against the reference runtime, one trial a case.

fn main() -> std::process::ExitCode {
    flowdrop_conformance::main(flowdrop_reference::adapter)
}
