//! The reference runtime as a program that speaks protocol 1.

fn main() -> std::io::Result<()> {
    flowdrop_conformance::serve(flowdrop_reference::adapter)
}
