//! The suite as a `harness = false` test: `cargo test` and nextest run one trial a case.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::adapter::{Adapter, Description, Local};
use crate::case::{Case, Diagnostics, Suite};
use crate::check::Outcome;
use crate::report::{Paint, case_report_text, safe};
use crate::run::{judge_case, plan_case};

/// The whole of a `harness = false` test.
///
/// One trial judges one case alone, its variants included. A case that the adapter does
/// not support is ignored when trials are listed, never passed. The trial `standing`
/// fails where nothing at all can be judged. `factory` makes one adapter for each worker.
///
/// ```no_run
/// # use flowdrop_conformance::{Adapter, AdapterError, Description, Observation, Scenario};
/// # struct MyAdapter;
/// # impl Adapter for MyAdapter {
/// #     fn describe(&self) -> Description { Description::native("mine", "1") }
/// #     fn run(&mut self, _: &Scenario) -> Result<Observation, AdapterError> { Ok(Observation::default()) }
/// # }
/// // tests/conformance.rs, with `harness = false` in Cargo.toml
/// fn main() -> std::process::ExitCode {
///     flowdrop_conformance::main(|| MyAdapter)
/// }
/// ```
pub fn main<A: Adapter + Send + 'static>(
    factory: impl Fn() -> A + Send + Sync + 'static,
) -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Zero would wait for ever.
    arguments.test_threads = arguments.test_threads.map(|threads| threads.max(1));
    let trials = match Suite::embedded() {
        Ok(suite) => trials(suite, factory),
        Err(faults) => {
            let message = bad_suite(&faults);
            vec![Trial::test("suite", move || Err(Failed::from(message)))]
        }
    };
    if let Some(name) = arguments
        .filter
        .as_ref()
        .filter(|_| arguments.exact && !arguments.list)
        && !trials.iter().any(|trial| trial.name() == name)
    {
        let trial = Trial::test(name.clone(), || {
            Err(Failed::from("no case has this name; `--list` shows them"))
        });
        return libtest_mimic::run(&arguments, vec![trial]).exit_code();
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// What is wrong with the suite, a line each.
fn bad_suite(faults: &Diagnostics) -> String {
    let lines = faults.0.iter().map(|fault| {
        let (line, column) = fault.place();
        let (code, file) = (fault.code.name(), safe(&fault.file));
        let (message, to_do) = (safe(&fault.message), safe(&fault.to_do));
        format!("{file}:{line}:{column}: {message} [{code}]; to do: {to_do}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Adapters that are free, so that each worker needs one only.
struct Pool<A, F> {
    factory: F,
    free: Mutex<Vec<Local<A>>>,
}

impl<A: Adapter, F: Fn() -> A> Pool<A, F> {
    fn take(&self) -> Local<A> {
        let free = self
            .free
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        free.unwrap_or_else(|| Local::new((self.factory)()))
    }

    fn put_back(&self, driver: Local<A>) {
        self.free
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(driver);
    }
}

fn trials<A: Adapter + Send + 'static>(
    suite: Suite,
    factory: impl Fn() -> A + Send + Sync + 'static,
) -> Vec<Trial> {
    let first = Local::new(factory());
    let description = crate::adapter::Driver::description(&first).clone();
    let pool = Arc::new(Pool {
        factory,
        free: Mutex::new(vec![first]),
    });
    let rules = Arc::new(suite.rules);
    let mut trials = Vec::new();
    let mut judged = 0;
    for case in suite.cases {
        let ignored = plan_case(&case, &description, 0).is_err();
        judged += usize::from(!ignored);
        let (pool, rules) = (Arc::clone(&pool), Arc::clone(&rules));
        let name = case.id.clone();
        let trial = Trial::test(name, move || {
            let mut driver = pool.take();
            let result = judge_case(&case, &mut driver, 0);
            pool.put_back(driver);
            let rule = rules.iter().find(|rule| rule.rule == case.rule());
            verdict(&case, rule, &result)
        });
        trials.push(trial.with_ignored_flag(ignored));
    }
    trials.push(standing(judged, &description));
    trials
}

fn verdict(
    case: &Case,
    rule: Option<&crate::case::Rule>,
    result: &crate::run::CaseResult,
) -> Result<(), Failed> {
    if result.worst().is_fine() || result.status == crate::case::Status::Provisional {
        return Ok(());
    }
    let again = format!("cargo test --test NAME -- --exact {}", case.id);
    let text = case_report_text(case, rule, result, &again, Paint::plain());
    let words: Vec<String> = result
        .outcomes
        .iter()
        .filter(|(_, outcome)| !outcome.is_fine())
        .map(|(clause, outcome)| format!("¶{clause} {outcome}"))
        .collect();
    Err(Failed::from(format!("{}\n\n{text}", words.join(", "))))
}

fn standing(judged: usize, description: &Description) -> Trial {
    let message = format!(
        "no case can be judged over {} {}: every one is {} or cannot be observed; \
         see `facets` and `supports` in its description",
        safe(&description.adapter.name),
        safe(&description.adapter.version),
        Outcome::Inapplicable
    );
    Trial::test("standing", move || {
        if judged > 0 {
            Ok(())
        } else {
            Err(Failed::from(message))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::{AdapterError, Observation, ObservedPass, ToolMessage};
    use crate::case::{DiagCode, Diagnostic};
    use crate::scenario::Scenario;

    const HOSTILE: &str = "\u{1b}[31mred\n::error::x\r##[error]\u{202e}\0]]>";

    /// Says hostile things in an error, or in what it delivers.
    struct Hostile {
        fails: bool,
    }

    impl Adapter for Hostile {
        fn describe(&self) -> Description {
            let mut description = Description::native(HOSTILE, HOSTILE);
            description.adapter.name = HOSTILE.to_owned();
            description
        }

        fn run(&mut self, _: &Scenario) -> Result<Observation, AdapterError> {
            if self.fails {
                return Err(AdapterError::failed(HOSTILE));
            }
            let message = ToolMessage {
                tool_call_id: HOSTILE.into(),
                content: HOSTILE.into(),
            };
            let pass = ObservedPass {
                tool_messages: vec![message],
                ..ObservedPass::default()
            };
            Ok(Observation {
                passes: vec![pass],
                tool_artifacts: Some(serde_json::json!([{ HOSTILE: HOSTILE }])),
                ..Observation::default()
            })
        }
    }

    fn assert_harmless(text: &str) {
        assert!(text.contains("[31mred"), "{text}");
        for line in text.lines() {
            let start = line.trim_start();
            assert!(
                !start.starts_with("::") && !start.starts_with("##"),
                "{line}"
            );
            assert!(
                !line.contains(|c: char| c.is_control() || c == '\u{202e}'),
                "{line:?}"
            );
        }
    }

    #[test]
    fn what_a_failing_trial_says_is_harmless() {
        let suite = Suite::embedded().unwrap();
        for fails in [true, false] {
            let mut driver = Local::new(Hostile { fails });
            let case = suite.cases.iter().find(|case| {
                let result = judge_case(case, &mut driver, 0);
                verdict(case, suite.rule(case.rule()), &result).is_err()
            });
            let case = case.unwrap();
            let result = judge_case(case, &mut driver, 0);
            let failed = verdict(case, suite.rule(case.rule()), &result).unwrap_err();
            assert_harmless(failed.message().unwrap());
        }
    }

    #[test]
    fn what_is_wrong_with_a_suite_is_harmless() {
        let fault = Diagnostic {
            code: DiagCode::BadName,
            message: HOSTILE.to_owned(),
            file: HOSTILE.to_owned(),
            text: String::new(),
            span: 0..0,
            label: String::new(),
            to_do: HOSTILE.to_owned(),
        };
        assert_harmless(&bad_suite(&Diagnostics(vec![fault])));
    }
}
