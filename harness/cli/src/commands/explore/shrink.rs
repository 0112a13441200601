//! Shrinking a case that is given.

use std::path::Path;

use flowdrop_conformance::case::{Case, Suite};
use flowdrop_conformance::explore::{Found, Groups, JUDGE_SEED, Signature, investigate, synthetic};
use flowdrop_conformance::run::judge_case;

use super::progress::Progress;
use super::session::ended_early;
use super::tell::Teller;
use crate::args::ExploreArgs;
use crate::commands::run::{not_started, start};
use crate::diagnostics;
use crate::exit::{Problem, Status};
use crate::output;

/// Shrinks what a case file, or a case of the suite, shows.
pub(super) fn run(args: &ExploreArgs, named: &str) -> Result<Status, Problem> {
    let given = load(named)?;
    let mut start = || start(&args.target, args.timeout);
    let mut driver = start().map_err(|fault| not_started(&fault))?;
    let teller = Teller::new(args, driver.description())?;
    // The name stays, since it decides the order of the variants.
    let case = Case {
        id: given.id.clone(),
        ..synthetic(given.scenario.clone())
    };
    let result = judge_case(&case, driver.as_mut(), JUDGE_SEED);
    let mut progress = Progress::new(args);
    let mut groups = Groups::default();
    for signature in Signature::all(&result) {
        progress.shrinking(signature.name());
        let found = Found {
            signature,
            case: case.clone(),
            result: result.clone(),
        };
        let origin = format!("shrinking {}", given.id);
        let mut go_on = || {
            progress.tried();
            true
        };
        let about = investigate(found, &origin, &mut start, &mut go_on);
        if groups.add(&about) {
            let again = teller.again(&about.shrunk.found.case.id);
            progress.hidden(|| teller.found(&about, &again))?;
        }
        if let Some(fault) = &about.lost {
            return Err(ended_early(fault));
        }
        if !args.keep_going {
            break;
        }
    }
    progress.finish();
    if groups.all().is_empty() {
        output::out(&format!(
            "{} shows nothing that could be shrunk\n",
            given.id
        ));
        return Ok(Status::Fine);
    }
    Ok(Status::NotFine)
}

fn load(named: &str) -> Result<Case, Problem> {
    if Path::new(named).is_file() {
        return Suite::one(Path::new(named)).map_err(|faults| diagnostics::problem(&faults));
    }
    let suite = Suite::embedded().map_err(|faults| diagnostics::problem(&faults))?;
    let found = suite.cases.into_iter().find(|case| case.id == named);
    found.ok_or_else(|| {
        Problem::usage(format!("{named} is neither a file nor the id of a case"))
            .to_do("`cases list` shows the ids")
    })
}
