//! What a run may collect, and what happens past it (RT-TOOL-6).

use flowdrop_reference::artifact::Artifact;
use flowdrop_reference::collect::{Collector, Limits};
use flowdrop_reference::model::Call;
use serde_json::{Map, Value, json};

/// An artifact whose payload has this many bytes as JSON.
fn sized(bytes: usize) -> Artifact {
    let text = "x".repeat(bytes - r#"{"a":""}"#.len());
    Artifact {
        kind: "blob".to_owned(),
        payload: Map::from_iter([("a".to_owned(), Value::from(text))]),
    }
}

/// Collects artifacts of these sizes, and tells how many were kept and what was said of
/// the rest.
fn collect(sizes: impl IntoIterator<Item = usize>) -> (usize, Vec<String>) {
    let call = Call::new(Some("c1"), "export", json!({}));
    let mut collector = Collector::open("r1".to_owned(), Limits::default());
    for bytes in sizes {
        collector.collect(&call, sized(bytes));
    }
    let (kept, dropped) = collector.release();
    (
        kept.len(),
        dropped.iter().map(ToString::to_string).collect(),
    )
}

#[test]
fn fifty_artifacts_are_kept_and_no_more() {
    let (kept, dropped) = collect([16; 52]);
    assert_eq!((kept, dropped.len()), (50, 2));
}

#[test]
fn a_payload_of_512_kb_is_kept_and_a_larger_one_is_dropped_with_a_warning() {
    let (kept, dropped) = collect([512 * 1024, 512 * 1024 + 1]);
    assert_eq!(kept, 1);
    assert_eq!(
        dropped,
        ["run r1, call c1: artifact \"blob\" of `export` dropped: its payload is too large"]
    );
}

#[test]
fn two_mb_are_kept_and_a_later_smaller_artifact_still_fits() {
    let large = 512 * 1024;
    let (kept, dropped) = collect([large, large, large, large - 16, 17, 16]);
    assert_eq!((kept, dropped.len()), (5, 1));
}
