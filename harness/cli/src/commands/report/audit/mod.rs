//! Whether a report can be what the program wrote: a report that was edited by hand is
//! told by what no longer fits. Each reason is a sentence of its own.
//!
//! This proves that a report fits itself and its suite, not that the run took place: that
//! is what running it again is for.

mod case;
mod itself;
mod suite;

use flowdrop_conformance::case::Suite;

use super::described::drawn_again;
use super::read::ReportFile;
use crate::exit::Problem;

/// How many reasons are told.
const TOLD: usize = 20;

/// Refuses a report that does not fit itself, or the suite that it names.
pub(super) fn refuse_edited(file: &ReportFile, suite: Option<&Suite>) -> Result<(), Problem> {
    let mut reasons: Vec<String> = file
        .unknown
        .iter()
        .map(|member| format!("{member} is a member that this program does not write"))
        .collect();
    let drawn = drawn_again(&file.report);
    reasons.extend(itself::reasons(&file.report, &drawn));
    reasons.extend(
        suite
            .into_iter()
            .flat_map(|suite| suite::reasons(&file.report, suite)),
    );
    reasons.extend(case::all(&file.report, &drawn));
    if reasons.is_empty() {
        return Ok(());
    }
    let count = reasons.len();
    if count > TOLD {
        reasons.truncate(TOLD);
        reasons.push(format!("… and {} more", count - TOLD));
    }
    Err(Problem::usage(format!("{} is refused: it is not as the program wrote it", file.name))
        .detail(reasons)
        .to_do("publish the file that `run --report json=FILE` wrote, unmodified; where a later version wrote it, use that"))
}
