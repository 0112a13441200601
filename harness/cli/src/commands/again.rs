//! Commands that run something again, as a user would type them.

use crate::args::{Choice, Target};

/// The canonical command of a run, without output options.
pub(crate) fn canonical(target: &Target, choice: &Choice, seed: u64) -> String {
    let mut words = vec!["flowdrop-conformance".to_owned(), "run".to_owned()];
    for rule in &choice.rules {
        words.extend(["--rule".to_owned(), rule.clone()]);
    }
    for clause in &choice.clauses {
        words.extend(["--clause".to_owned(), clause.to_string()]);
    }
    for case in &choice.cases {
        words.extend(["--case".to_owned(), case.clone()]);
    }
    for folder in &choice.folders {
        words.extend(["--cases".to_owned(), folder.display().to_string()]);
    }
    words.extend(["--seed".to_owned(), seed.to_string()]);
    finish(words, target)
}

/// The command that runs one case alone.
pub(crate) fn one_case(id: &str, target: &Target, choice: &Choice, seed: u64) -> String {
    let mut words = vec![
        "flowdrop-conformance".to_owned(),
        "run".to_owned(),
        "--case".to_owned(),
        id.to_owned(),
    ];
    for folder in &choice.folders {
        words.extend(["--cases".to_owned(), folder.display().to_string()]);
    }
    if seed != 0 {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    finish(words, target)
}

/// The command that explores as far as a scenario, with all that comes before it.
pub(crate) fn exploring(target: &Target, seed: u64, count: u64) -> String {
    let words = ["flowdrop-conformance", "explore", "--keep-going", "--seed"].map(str::to_owned);
    let numbers = [seed.to_string(), "--count".to_owned(), count.to_string()];
    finish(words.into_iter().chain(numbers).collect(), target)
}

fn finish(mut words: Vec<String>, target: &Target) -> String {
    if target.command.is_empty() {
        if target.adapter != "reference" {
            words.extend(["--adapter".to_owned(), target.adapter.clone()]);
        }
    } else {
        words.push("--".to_owned());
        words.extend(
            target
                .command
                .iter()
                .map(|word| word.to_string_lossy().into_owned()),
        );
    }
    let quoted: Vec<String> = words
        .iter()
        .map(|word| {
            shlex::try_quote(word)
                .map_or_else(|_| format!("{word:?}"), std::borrow::Cow::into_owned)
        })
        .collect();
    quoted.join(" ")
}
