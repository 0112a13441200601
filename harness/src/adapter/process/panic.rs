//! A program that panics leaves no adapter behind.

use std::panic::{set_hook, take_hook};

use super::group::end_all;

/// Lets a panic end every adapter that this process has started, after it was told as
/// usual. For a program's `main`; where panics of adapters in process are expected and
/// caught, they would end the others too.
pub fn end_all_on_panic() {
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        usual(panic);
        end_all();
    }));
}
