//! What the command line says.

/// How rig is run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    /// `tool_concurrency`: a batch's calls run at the same time.
    pub(crate) concurrent: bool,
    /// `stream`: the model's answer comes in pieces.
    pub(crate) streaming: bool,
    /// The negative control.
    pub(crate) naive: bool,
}

const USAGE: &str =
    "usage: flowdrop-rig-bridge [--configuration tool-concurrency|streaming]… [--naive]";

impl Options {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--naive" => options.naive = true,
                "--configuration" => match words.next().as_deref() {
                    Some("tool-concurrency") => options.concurrent = true,
                    Some("streaming") => options.streaming = true,
                    _ => return Err(USAGE.to_owned()),
                },
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(options)
    }

    pub(crate) fn name(self) -> String {
        let named = [
            (self.naive, "naive"),
            (self.concurrent, "tool-concurrency"),
            (self.streaming, "streaming"),
        ];
        let names: Vec<&str> = named
            .into_iter()
            .filter_map(|(on, name)| on.then_some(name))
            .collect();
        if names.is_empty() {
            "default".to_owned()
        } else {
            names.join("+")
        }
    }
}
