//! Colour, where there is somebody to see it.

/// Paints text, or leaves it alone. Nothing that is shown depends on colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    colour: bool,
}

impl Paint {
    /// Paints if `colour`.
    #[must_use]
    pub fn new(colour: bool) -> Self {
        Paint { colour }
    }

    /// Leaves text alone.
    #[must_use]
    pub fn plain() -> Self {
        Paint { colour: false }
    }

    /// Emphasised.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.wrap(text, "1")
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.wrap(text, "2")
    }

    /// As something bad.
    #[must_use]
    pub fn red(self, text: &str) -> String {
        self.wrap(text, "31;1")
    }

    pub(super) fn green(self, text: &str) -> String {
        self.wrap(text, "32")
    }

    /// As something to look at.
    #[must_use]
    pub fn yellow(self, text: &str) -> String {
        self.wrap(text, "33")
    }

    pub(super) fn marked(self, text: &str) -> String {
        self.wrap(text, "31;4")
    }

    fn wrap(self, text: &str, code: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
