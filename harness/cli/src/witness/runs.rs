//! The runs that are open, and what was asked of none of them.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use flowdrop_conformance::adapter::{ChatModel, ChatReply};
use flowdrop_conformance::scenario::Scenario;

/// How many requests to no open run are remembered.
const STRAYS: usize = 16;

/// The model of one run, shared with its session.
pub(super) type Shared = Arc<Mutex<ChatModel>>;

/// The runs that are open, by token.
#[derive(Debug, Default)]
pub(super) struct Runs {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    opened: u64,
    models: HashMap<String, Shared>,
    strays: VecDeque<String>,
    /// How many strays there ever were.
    strayed: usize,
}

/// Where a request's path leads.
#[derive(Debug)]
pub(super) enum Place {
    /// To a run, and the way from its base on.
    Run(Shared, String),
    /// To no run that is open.
    Nowhere,
}

impl Runs {
    /// Opens a run: its token, its model, and how many strays there were before.
    pub(super) fn open(&self, scenario: &Scenario) -> (String, Shared, usize) {
        let model = Arc::new(Mutex::new(ChatModel::new(scenario)));
        let mut state = lock(&self.state);
        state.opened += 1;
        let token = format!("{}-{:016x}", state.opened, chance());
        state.models.insert(token.clone(), Arc::clone(&model));
        (token, model, state.strayed)
    }

    /// Closes a run. What is asked of it from now on goes nowhere.
    pub(super) fn close(&self, token: &str) {
        lock(&self.state).models.remove(token);
    }

    /// Finds the run that a request is for.
    pub(super) fn find(&self, path: &str) -> Place {
        let found = split(path).and_then(|(token, way)| {
            let model = lock(&self.state).models.get(token).cloned();
            Some((model?, way))
        });
        found.map_or(Place::Nowhere, |(model, way)| Place::Run(model, way))
    }

    /// Remembers a request that went nowhere.
    pub(super) fn stray(&self, method: &str, path: &str) -> ChatReply {
        let told = match split(path) {
            Some((_, way)) => {
                format!("{method} {way}, of the model of a run that is not open")
            }
            None => format!("{method} {path}, which is no run's"),
        };
        let told: String = told.chars().take(200).collect();
        let reply = ChatReply::refusal(404, "witness-no-run", &told);
        let mut state = lock(&self.state);
        state.strayed += 1;
        state.strays.push_back(told);
        if state.strays.len() > STRAYS {
            state.strays.pop_front();
        }
        reply
    }

    /// What went nowhere since there were so many strays; the first of it.
    pub(super) fn strays_since(&self, before: usize) -> Option<String> {
        let state = lock(&self.state);
        let new = state.strayed.saturating_sub(before).min(state.strays.len());
        state.strays.get(state.strays.len() - new).cloned()
    }
}

/// A run's base URL without the host.
pub(super) fn base(token: &str) -> String {
    format!("/run/{token}/v1")
}

/// A path's token, and the way from the base on.
fn split(path: &str) -> Option<(&str, String)> {
    let (token, rest) = path.strip_prefix("/run/")?.split_once('/')?;
    let way = match rest.strip_prefix("v1") {
        Some(way) if way.is_empty() || way.starts_with('/') => way.to_owned(),
        // Beside the base: the run's own mistake.
        _ => format!("../{rest}"),
    };
    Some((token, way))
}

/// Not to be guessed by another program on this machine, nor by a stale one.
fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A request that panicked has changed nothing by halves.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_its_run_and_nowhere_else() {
        let way = |path| split(path).map(|(token, way)| format!("{token} {way}"));
        assert_eq!(
            way("/run/t/v1/chat/completions").unwrap(),
            "t /chat/completions"
        );
        assert_eq!(
            way("/run/t/chat/completions").unwrap(),
            "t ../chat/completions"
        );
        assert_eq!(way("/run/t/v1").unwrap(), "t ");
        assert_eq!(way("/run/t/v1x/y").unwrap(), "t ../v1x/y");
        assert_eq!(way("/v1/chat/completions"), None);
    }

    #[test]
    fn a_run_that_is_closed_is_no_longer_found() {
        let runs = Runs::default();
        let scenario: Scenario = serde_json::from_str("{}").unwrap();
        let (one, _, _) = runs.open(&scenario);
        let (two, _, before) = runs.open(&scenario);
        assert_ne!(one, two);
        assert!(
            matches!(runs.find(&format!("{}/models", base(&one))), Place::Run(_, way) if way == "/models")
        );
        runs.close(&one);
        assert!(matches!(
            runs.find(&format!("{}/models", base(&one))),
            Place::Nowhere
        ));
        assert_eq!(runs.strays_since(before), None);
        runs.stray("GET", &format!("{}/models", base(&one)));
        assert_eq!(
            runs.strays_since(before).unwrap(),
            "GET /models, of the model of a run that is not open"
        );
        for _ in 0..2 * STRAYS {
            runs.stray("GET", "/");
        }
        assert_eq!(
            runs.strays_since(before).unwrap(),
            "GET /, which is no run's"
        );
    }
}
