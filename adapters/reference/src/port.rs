//! A node's output ports, and which of them an editor sees.

use serde_json::{Map, Value};

/// An output port that a node declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Port {
    /// Its id, which is also its key in the node's result.
    pub id: &'static str,
    /// Whether it is exposed where the author says nothing.
    pub exposed_by_default: bool,
}

/// A node instance's stored exposure overrides, its `data.config.ports`. An input and an
/// output of the same name are separate ports (EXPO-3), so each direction has its own
/// list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Overrides of input ports.
    pub inputs: Vec<Override>,
    /// Overrides of output ports.
    pub outputs: Vec<Override>,
}

/// What the author stored about one port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The port's id.
    pub id: String,
    /// Whether the author exposed it. An override may be silent about that.
    pub exposed: Option<bool>,
}

impl Port {
    /// Whether this output is exposed: the author's word if there is one, else the
    /// default (EXPO-2).
    #[must_use]
    pub fn exposed(&self, overrides: &Overrides) -> bool {
        overrides
            .outputs
            .iter()
            .filter(|stored| stored.id == self.id)
            .find_map(|stored| stored.exposed)
            .unwrap_or(self.exposed_by_default)
    }
}

/// Removes the hidden ones of the declared ports from a node's result. A key that is no
/// declared port stays (EXPO-11).
pub fn strip(result: &mut Map<String, Value>, ports: &[Port], overrides: &Overrides) {
    for port in ports.iter().filter(|port| !port.exposed(overrides)) {
        result.remove(port.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const HIDDEN: Port = Port {
        id: "p",
        exposed_by_default: false,
    };

    fn says(id: &str, exposed: Option<bool>) -> Override {
        let id = id.to_owned();
        Override { id, exposed }
    }

    #[test]
    fn the_authors_word_decides_and_silence_leaves_the_default() {
        let mut overrides = Overrides::default();
        assert!(!HIDDEN.exposed(&overrides));
        overrides.outputs = vec![says("other", Some(true)), says("p", None)];
        assert!(!HIDDEN.exposed(&overrides));
        overrides.outputs.push(says("p", Some(true)));
        assert!(HIDDEN.exposed(&overrides));
    }

    #[test]
    fn an_inputs_override_is_not_an_outputs() {
        let overrides = Overrides {
            inputs: vec![says("p", Some(true))],
            outputs: Vec::new(),
        };
        assert!(!HIDDEN.exposed(&overrides));
    }

    #[test]
    fn only_declared_hidden_ports_are_stripped() {
        let mut result = Map::from_iter([("p".into(), json!(1)), ("dynamic".into(), json!(2))]);
        strip(&mut result, &[HIDDEN], &Overrides::default());
        assert_eq!(Value::Object(result), json!({ "dynamic": 2 }));
    }
}
