//! What an exploration tells: each finding like any failure, and what was covered.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use flowdrop_conformance::adapter::{Description, Fault};
use flowdrop_conformance::case::{Rule, Suite};
use flowdrop_conformance::explore::{Coverage, Groups, Investigation, case_text};
use flowdrop_conformance::report::{case_report_text, safe};

use super::words::{brief, how, needs};
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

    /// The command that runs the case of a finding.
    pub(super) fn again(&self, id: &str) -> String {
        let choice = Choice {
            folders: vec![self.args.out.clone()],
            ..Choice::default()
        };
        again::one_case(id, &self.args.target, &choice, 0)
    }

    /// Tells of one finding and writes its case file. `again` shows it again.
    pub(super) fn found(&self, investigation: &Investigation, again: &str) -> Result<(), Problem> {
        let found = &investigation.shrunk.found;
        let file = self.file(&found.case.id);
        let rule = self.rule.as_ref();
        let paint = output::paint();
        let mut text = case_report_text(&found.case, rule, &found.result, again, paint);
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

    /// What was found, what was tried, and why it ended, if it ended early.
    pub(super) fn end(&self, coverage: &Coverage, groups: &Groups, lost: Option<&Fault>) {
        let mut text = String::new();
        for group in groups.all() {
            let found = &group.smallest;
            let _ = writeln!(
                text,
                "{}  {}  seen in {} scenario{}\n  needs  {}",
                found.signature.name(),
                safe(&found.case.id),
                group.seen,
                if group.seen == 1 { "" } else { "s" },
                needs(group)
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
        if let Some(fault) = lost {
            let _ = writeln!(
                text,
                "  ended    early: the adapter could not be kept running [{}]",
                fault.code
            );
        }
        covered(coverage, self.args.coverage, &mut text);
        output::out(&text);
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
