//! A page's head: its policy and its style, which the policy names by digest.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flowdrop_conformance::report::safe;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

const STYLE: &str = include_str!("style.css");

/// The head of a page of ours.
pub(crate) fn head(title: &str) -> Markup {
    let digest = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    );
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="referrer" content="no-referrer";
            title { (safe(title)) }
            style { (PreEscaped(STYLE)) }
        }
    }
}
