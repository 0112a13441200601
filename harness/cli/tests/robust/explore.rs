//! Exploring an adapter that is lost part-way, or that keeps state from run to run.

use crate::support::{Folder, Ran};

const ADAPTER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/robust/explored_adapter.py"
);

fn explore(folder: &Folder, mode: &str, number: &str) -> Ran {
    let ran = folder.command(&[
        "explore",
        "--keep-going",
        "--count",
        "60",
        "--",
        "python3",
        ADAPTER,
        mode,
        number,
        folder.tag(),
    ]);
    folder.assert_gone();
    ran
}

/// The case files that were told of, each of which is there.
fn written(folder: &Folder, ran: &Ran) -> usize {
    let lines = ran
        .out
        .lines()
        .filter_map(|line| line.split_once("written  "));
    lines
        .map(|(_, file)| assert!(folder.has(file.trim()), "{file}"))
        .count()
}

#[test]
fn what_was_found_before_the_adapter_was_lost_is_told_and_written() {
    // Before the finding is looked at, in the midst of shrinking it, and long after.
    for (runs, shrunk) in [("3", "not at all"), ("14", "was lost"), ("120", "tries\n")] {
        let folder = Folder::new();
        let ran = explore(&folder, "dies", runs);
        let early = "ended    early: the adapter could not be kept running";
        ran.assert(3, &["not-arrived", early, shrunk, "exploring ended early"]);
        // Its end is a finding too, where it came in the midst of a scenario.
        assert!((1..=2).contains(&written(&folder, &ran)), "{}", ran.out);
    }
}

#[test]
fn what_needs_other_scenarios_is_told_once_with_the_exploration_that_shows_it() {
    let folder = Folder::new();
    let ran = explore(&folder, "ages", "50");
    let again = "again    flowdrop-conformance explore --keep-going --seed 0 --count";
    ran.assert(
        1,
        &[
            "it does not show on its own",
            again,
            "needs  other scenarios before it",
        ],
    );
    let told = ran.out.matches("it does not show on its own").count();
    assert_eq!((told, written(&folder, &ran)), (1, 1), "{}", ran.out);
}
