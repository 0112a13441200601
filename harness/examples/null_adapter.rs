//! The smallest adapter that there is: it observes nothing. It shows what an adapter in
//! Rust needs, and measures what a run costs over pipes.

use flowdrop_conformance::{Adapter, AdapterError, Description, Observation, Scenario, serve};

struct Null;

impl Adapter for Null {
    fn describe(&self) -> Description {
        Description::native("null", "1")
    }

    fn run(&mut self, _: &Scenario) -> Result<Observation, AdapterError> {
        Ok(Observation::default())
    }
}

fn main() -> std::io::Result<()> {
    serve(|| Null)
}
