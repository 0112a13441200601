//! The suite as a `harness = false` test: `cargo test` and nextest run one trial a case.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::adapter::{Adapter, Description, Local};
use crate::case::{Case, Suite};
use crate::check::Outcome;
use crate::report::{Paint, case_report_text};
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
            let message = faults.to_string();
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
        description.adapter.name,
        description.adapter.version,
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
