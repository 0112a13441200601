//! Whether a rule's text has changed since its cases were written.
//!
//! The suite records hashes, never the text. Hashes and clauses are the specification's
//! own: SHA-256 of the text with white space folded, the first 12 hexadecimal digits; a
//! clause ends at `.`, `?` or `!` outside of a code span, before white space and a
//! capital, a digit, a back-tick, a quote or a bracket.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Rule;

/// How a copy of a rule's text compares with what the suite records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextChange {
    /// The copy does not hold the rule.
    Absent,
    /// The text is the one that the cases were written for.
    Same,
    /// It has changed.
    Changed {
        /// The hash of the copy's text.
        rule_hash: String,
        /// The clauses whose text differs, is new, or is gone, by number.
        clauses: Vec<u8>,
    },
}

/// Looks for a rule in a copy of the specification's `rules.json`, or of one of its rule
/// files: any object whose `id` is the rule's and that has `clauses`, a list of strings,
/// or the whole text under `text`, `normative` or `statement`.
#[must_use]
pub fn text_change(rule: &Rule, copy: &Value) -> TextChange {
    let Some(clauses) = find(&rule.rule, copy) else {
        return TextChange::Absent;
    };
    let rule_hash = hash(&clauses.join(" "));
    if rule_hash == rule.rule_hash {
        return TextChange::Same;
    }
    let recorded: Vec<&str> = rule
        .clauses
        .iter()
        .map(|clause| clause.clause_hash.as_str())
        .collect();
    let hashes: Vec<String> = clauses.iter().map(|clause| hash(clause)).collect();
    let changed = (0..recorded.len().max(hashes.len()))
        .filter(|at| recorded.get(*at).copied() != hashes.get(*at).map(String::as_str))
        .filter_map(|at| u8::try_from(at + 1).ok())
        .collect();
    TextChange::Changed {
        rule_hash,
        clauses: changed,
    }
}

fn find(rule: &str, copy: &Value) -> Option<Vec<String>> {
    match copy {
        Value::Array(items) => items.iter().find_map(|item| find(rule, item)),
        Value::Object(members) if members.get("id").and_then(Value::as_str) == Some(rule) => {
            let listed = members
                .get("clauses")
                .and_then(Value::as_array)
                .map(|clauses| {
                    clauses
                        .iter()
                        .filter_map(Value::as_str)
                        .map(str::to_owned)
                        .collect()
                });
            let whole = ["text", "normative", "statement"]
                .iter()
                .find_map(|key| members.get(*key)?.as_str())
                .map(split_clauses);
            listed.or(whole)
        }
        Value::Object(members) => members.values().find_map(|member| find(rule, member)),
        _ => None,
    }
}

/// The specification's hash of a text.
#[must_use]
pub fn hash(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let digest = Sha256::digest(folded);
    digest
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A rule's text, cut into its clauses.
#[must_use]
pub fn split_clauses(text: &str) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut clauses = Vec::new();
    let (mut start, mut in_code) = (0, false);
    for (at, c) in text.char_indices() {
        in_code ^= c == '`';
        let mut rest = text[at + c.len_utf8()..].chars();
        let ends = !in_code
            && matches!(c, '.' | '?' | '!')
            && rest.next() == Some(' ')
            && rest.next().is_some_and(begins_clause);
        if ends {
            clauses.push(text[start..=at].to_owned());
            start = at + 2;
        }
    }
    if start < text.len() {
        clauses.push(text[start..].to_owned());
    }
    clauses
}

fn begins_clause(c: char) -> bool {
    c.is_uppercase()
        || c.is_ascii_digit()
        || matches!(c, '`' | '"' | '\'' | '“' | '‘' | '(' | '[' | '{')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::case::Clause;

    fn rule(text: &str) -> Rule {
        let clauses = split_clauses(text);
        let number = |at: usize| u8::try_from(at + 1).unwrap();
        Rule {
            schema: None,
            rule: "RT-X-1".to_owned(),
            level: "core".to_owned(),
            about: String::new(),
            url: String::new(),
            specification: String::new(),
            rule_hash: hash(text),
            clauses: clauses
                .iter()
                .enumerate()
                .map(|(at, clause)| Clause {
                    number: number(at),
                    obligation: String::new(),
                    limit: None,
                    clause_hash: hash(clause),
                })
                .collect(),
        }
    }

    #[test]
    fn a_clause_ends_where_the_specification_says() {
        let text = "One `a. B` ends. Two e.g. goes on? `Three` ends! 4 is a number. \"Five\".";
        let clauses = split_clauses(text);
        assert_eq!(
            clauses,
            [
                "One `a. B` ends.",
                "Two e.g. goes on?",
                "`Three` ends!",
                "4 is a number.",
                "\"Five\"."
            ]
        );
    }

    #[test]
    fn white_space_is_no_change_and_a_word_is() {
        let rule = rule("A port is hidden. It is a list. It stays.");
        let same = json!([{ "id": "other" }, { "id": "RT-X-1", "text": "A port  is\nhidden. It is a list. It stays." }]);
        assert_eq!(text_change(&rule, &same), TextChange::Same);
        let listed = json!({ "rules": { "x": { "id": "RT-X-1", "clauses": ["A port is hidden.", "It is a map.", "It stays."] } } });
        let TextChange::Changed { clauses, .. } = text_change(&rule, &listed) else {
            panic!("it changed")
        };
        assert_eq!(clauses, [2]);
        let longer = json!({ "id": "RT-X-1", "text": "A port is hidden. It is a list. It stays. It is new." });
        let TextChange::Changed { clauses, .. } = text_change(&rule, &longer) else {
            panic!("it changed")
        };
        assert_eq!(clauses, [4]);
        assert_eq!(text_change(&rule, &json!({})), TextChange::Absent);
    }
}
