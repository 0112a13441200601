//! Invoking one batch of calls.

use flowdrop_conformance::adapter::FakeTools;
use flowdrop_conformance::scenario::{Failure, Scripted, ToolCall};
use futures_executor::block_on;
use futures_util::future::join_all;

use super::{Calls, Done, Repeats, Run};

/// Invokes a pass's calls and records what came of them.
pub(super) fn invoke<'a>(run: &mut Run<'a>, pass: usize, tools: &FakeTools<'a>) {
    let calls = &run.scenario.passes[pass].tool_calls;
    let first = run.done.len();
    for (index, call) in calls.iter().enumerate() {
        let repeat_of = repeated(run, call);
        run.done.push(Done {
            pass,
            index,
            call,
            id: (run.wiring.own_id)(run, call),
            result: None,
            finished: index,
            repeat_of,
        });
    }
    if together(run, first) {
        at_once(run, first, tools);
    } else {
        one_by_one(run, first, tools);
    }
    rank(run, first, tools);
    answer_repeats(run, first);
    abort(run, first);
}

fn repeated(run: &Run<'_>, call: &ToolCall) -> Option<usize> {
    let id = call.tool_call_id.given()?;
    if run.wiring.repeats == Repeats::Invoked {
        return None;
    }
    run.done
        .iter()
        .position(|done| done.call.tool_call_id.given() == Some(id))
}

fn together(run: &Run<'_>, first: usize) -> bool {
    let fresh = || {
        run.done[first..]
            .iter()
            .filter(|done| done.repeat_of.is_none())
    };
    let finishes = |done: &Done<'_>| {
        let result = run.scenario.result_of(done.call);
        result.is_some_and(|result| result.finishes.is_some())
    };
    match run.wiring.calls {
        Calls::OneByOne => false,
        Calls::Together => fresh().count() > 1 && fresh().any(finishes),
        Calls::Pooled => true,
    }
}

/// Every call is begun before any is waited for.
fn at_once<'a>(run: &mut Run<'a>, first: usize, tools: &FakeTools<'a>) {
    let scenario = run.scenario;
    let answers = block_on(join_all(run.done[first..].iter().map(async |done| {
        let call = done.repeat_of.is_none().then_some(done.call);
        let available = call.filter(|call| available(scenario, call))?;
        tools.answer(&available.args.script).await
    })));
    for (done, answer) in run.done[first..].iter_mut().zip(answers) {
        done.result = answer;
    }
}

fn one_by_one<'a>(run: &mut Run<'a>, first: usize, tools: &FakeTools<'a>) {
    for at in first..run.done.len() {
        let call = run.done[at].call;
        if run.done[at].repeat_of.is_none() && available(run.scenario, call) {
            run.done[at].result = tools.call(&call.args.script);
        }
        if (run.wiring.ends)(&run.done[at]) {
            run.done.truncate(at + 1);
            return;
        }
    }
}

fn available(scenario: &flowdrop_conformance::scenario::Scenario, call: &ToolCall) -> bool {
    scenario.tools.is_empty() || scenario.tools.iter().any(|tool| tool.name == call.name)
}

/// Gives each call its place among the completions.
fn rank(run: &mut Run<'_>, first: usize, tools: &FakeTools<'_>) {
    let invoked = tools.invoked();
    let mut ranked = vec![false; run.done.len()];
    for (place, invoked) in invoked.iter().enumerate() {
        let at = (first..run.done.len())
            .find(|at| !ranked[*at] && run.done[*at].call.args.script == invoked.script);
        if let Some(at) = at {
            ranked[at] = true;
            run.done[at].finished = place;
        }
    }
}

fn answer_repeats(run: &mut Run<'_>, first: usize) {
    for at in first..run.done.len() {
        if let Some(earlier) = run.done[at].repeat_of {
            let stored: Option<&Scripted> = run.done[earlier].result;
            run.done[at].result = stored;
        }
    }
}

fn abort(run: &mut Run<'_>, first: usize) {
    let ending = run.done[first..]
        .iter()
        .find(|done| (run.wiring.ends)(done));
    run.aborted = ending.and_then(Done::failure).map(|failure| match failure {
        Failure::Reported(message) | Failure::Raised(message) => message.to_owned(),
    });
}
