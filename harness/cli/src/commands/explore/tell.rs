//! What an exploration tells: each finding like any failure, and what was covered.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use flowdrop_conformance::adapter::Description;
use flowdrop_conformance::case::{Rule, Suite};
use flowdrop_conformance::explore::{Coverage, Groups, Investigation, case_text};
use flowdrop_conformance::report::{case_report_text, safe};
use flowdrop_conformance::scenario::{Node, Scenario};
use serde_json::json;

use crate::args::{Choice, ExploreArgs};
use crate::commands::again;
use crate::diagnostics;
use crate::exit::Problem;
use crate::output;
use crate::pending::Pending;

/// How many traits are named at either end of the coverage.
const NAMED: usize = 6;

/// Tells of findings, and writes their case files.
pub(super) struct Teller<'a> {
    args: &'a ExploreArgs,
    rule: Option<Rule>,
    name: String,
}

impl<'a> Teller<'a> {
    pub(super) fn new(args: &'a ExploreArgs, description: &Description) -> Result<Self, Problem> {
        let suite = Suite::embedded().map_err(|faults| diagnostics::problem(&faults))?;
        let about = &description.implementation;
        Ok(Teller {
            args,
            rule: suite.rule("RT-TOOL-3").cloned(),
            name: format!("{} {}", about.name, about.version),
        })
    }

    /// Tells of one finding and writes its case file.
    pub(super) fn found(&self, investigation: &Investigation) -> Result<(), Problem> {
        let found = &investigation.shrunk.found;
        let file = self.file(&found.case.id);
        let choice = Choice {
            folders: vec![self.args.out.clone()],
            ..Choice::default()
        };
        let again = again::one_case(&found.case.id, &self.args.target, &choice, 0);
        let rule = self.rule.as_ref();
        let paint = output::paint();
        let mut text = case_report_text(&found.case, rule, &found.result, &again, paint);
        let _ = writeln!(text, "  shrunk   {}", how(investigation));
        let _ = writeln!(text, "  scenario {}", brief(&found.case.scenario));
        let _ = writeln!(text, "  written  {}\n", safe(&file.display().to_string()));
        output::out(&text);
        self.write(&file, &case_text(&found.case))
    }

    fn file(&self, id: &str) -> PathBuf {
        self.args.out.join(format!("{id}.json"))
    }

    fn write(&self, file: &std::path::Path, text: &str) -> Result<(), Problem> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                Problem::usage(format!("{} cannot be made: {error}", folder.display()))
                    .to_do("name another folder with --out")
            })?;
        }
        Pending::open(file)?.finish(text.as_bytes())
    }

    /// What was found, and what was tried.
    pub(super) fn end(&self, coverage: &Coverage, groups: &Groups) {
        let mut text = String::new();
        for group in groups.all() {
            let found = &group.smallest;
            let causes: Vec<&str> = group
                .cause
                .iter()
                .map(flowdrop_conformance::explore::Trait::text)
                .collect();
            let _ = writeln!(
                text,
                "{}  {}  seen in {} scenario{}\n  needs  {}",
                found.signature.name(),
                safe(&found.case.id),
                group.seen,
                if group.seen == 1 { "" } else { "s" },
                match causes.is_empty() {
                    true => "nothing in particular".to_owned(),
                    false => causes.join("; "),
                }
            );
        }
        let _ = writeln!(
            text,
            "{} in {} scenarios ({} runs) of {}, seed {}",
            match groups.all().len() {
                0 => "nothing found".to_owned(),
                1 => "1 finding".to_owned(),
                many => format!("{many} findings"),
            },
            coverage.scenarios,
            coverage.runs,
            safe(&self.name),
            self.args.seed
        );
        covered(coverage, self.args.coverage, &mut text);
        output::out(&text);
    }
}

fn how(investigation: &Investigation) -> String {
    let shrunk = &investigation.shrunk;
    let mut text = format!(
        "from {} to {} bytes in {} tries",
        investigation.from, investigation.to, shrunk.tried
    );
    if !investigation.alone {
        text.push_str(
            "; an adapter that was just started does not show it: state is kept from run to run",
        );
    } else if !shrunk.minimal {
        text.push_str("; ended early, so that it may not be the smallest");
    }
    text
}

/// What was called and what was returned, on one line.
fn brief(scenario: &Scenario) -> String {
    const WIDEST: usize = 1200;
    let mut told = json!({ "passes": scenario.passes, "script": scenario.script });
    if scenario.node != Node::default() {
        told["node"] = json!(scenario.node);
    }
    let text = told.to_string();
    let text = safe(&text);
    match text.chars().count() > WIDEST {
        true => format!("{} …", text.chars().take(WIDEST).collect::<String>()),
        false => text.into_owned(),
    }
}

fn covered(coverage: &Coverage, all: bool, text: &mut String) {
    let counts = coverage.counts();
    let tried = counts.iter().filter(|(_, count)| *count > 0).count();
    let (met, pairs) = coverage.pairs();
    let _ = writeln!(
        text,
        "  covered  {tried} of {} traits, {met} of {pairs} pairs of them in one scenario",
        counts.len()
    );
    if coverage.unjudged > 0 {
        let _ = writeln!(
            text,
            "  unjudged {} scenarios allowed no judgement",
            coverage.unjudged
        );
    }
    if all {
        for (one, count) in &counts {
            let _ = writeln!(text, "  {count:>9}  {}", one.text());
        }
        return;
    }
    let rare = counts.iter().rev().take(NAMED);
    let rare: Vec<String> = rare
        .map(|(one, count)| format!("{} ({count})", one.text()))
        .collect();
    let _ = writeln!(text, "  rarest   {}", rare.join(", "));
}
