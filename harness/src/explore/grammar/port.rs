//! What the author stored about other ports.

use super::{Interest, Maker, pools};
use crate::scenario::{PortOverride, Ports};

impl Maker<'_> {
    /// Overrides of every port but the output `tool_artifacts`, whose exposure is the
    /// harness's to vary.
    pub(super) fn ports(&mut self) -> Ports {
        let mut ports = Ports::default();
        if self.likes(Interest::Outputs) {
            ports.outputs = self.overrides(&pools::OUTPUTS);
        }
        if self.likes(Interest::Inputs) {
            ports.inputs = self.overrides(&pools::INPUTS);
        }
        ports
    }

    fn overrides(&mut self, names: &[&str]) -> Vec<PortOverride> {
        let mut overrides: Vec<PortOverride> = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let id = (*self.random.pick(names)).to_owned();
            let exposed = self.random.chance(50);
            if overrides.iter().all(|port| port.id != id) {
                overrides.push(PortOverride { id, exposed });
            }
        }
        overrides
    }
}
