//! Which cases and clauses of a suite are run.

use std::fmt;

use wildmatch::WildMatch;

use crate::case::{Case, Status, Suite};

/// What the user asked for. Empty lists ask for everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Rules, by identifier.
    pub rules: Vec<String>,
    /// Clauses, by number.
    pub clauses: Vec<u8>,
    /// Case ids; `*` stands for any text and `?` for one character.
    pub cases: Vec<String>,
}

/// A part of a selection that matches nothing, which is never a green run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptySelection {
    /// What matches nothing.
    pub what: String,
}

impl fmt::Display for EmptySelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} selects nothing; `cases list` shows what there is",
            self.what
        )
    }
}

impl std::error::Error for EmptySelection {}

impl Selection {
    /// Whether everything is asked for.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == Selection::default()
    }

    /// Whether a case is asked for.
    #[must_use]
    pub fn takes(&self, case: &Case) -> bool {
        self.takes_id(&case.id, case.status, &case.clauses)
    }

    /// Whether a case is asked for, by what a report says of it.
    #[must_use]
    pub fn takes_id(&self, id: &str, status: Status, clauses: &[u8]) -> bool {
        let rule = id.split('/').next().unwrap_or_default();
        status != Status::Withdrawn
            && (self.rules.is_empty() || self.rules.iter().any(|asked| asked == rule))
            && (self.clauses.is_empty() || clauses.iter().any(|own| self.clauses.contains(own)))
            && (self.cases.is_empty()
                || (self.cases.iter()).any(|glob| WildMatch::new(glob).matches(id)))
    }

    /// Whether a clause counts.
    #[must_use]
    pub fn counts(&self, clause: u8) -> bool {
        self.clauses.is_empty() || self.clauses.contains(&clause)
    }

    /// The cases that are asked for.
    ///
    /// # Errors
    ///
    /// A rule, a clause or a glob matches nothing, or all of them together do.
    pub fn of<'a>(&self, suite: &'a Suite) -> Result<Vec<&'a Case>, EmptySelection> {
        let nothing = |what: String| Err(EmptySelection { what });
        for rule in &self.rules {
            if suite.rule(rule).is_none() {
                return nothing(format!("--rule {rule}"));
            }
        }
        for clause in &self.clauses {
            if !suite.cases.iter().any(|case| case.clauses.contains(clause)) {
                return nothing(format!("--clause {clause}"));
            }
        }
        for glob in &self.cases {
            if !suite
                .cases
                .iter()
                .any(|case| WildMatch::new(glob).matches(&case.id))
            {
                return nothing(format!("--case {glob}"));
            }
        }
        let cases: Vec<&Case> = suite.cases.iter().filter(|case| self.takes(case)).collect();
        if cases.is_empty() {
            nothing("the selection as a whole".to_owned())
        } else {
            Ok(cases)
        }
    }
}
