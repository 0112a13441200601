//! What the model reads about a call: built from the answer, and from nothing else.
//!
//! RT-TOOL-3 ¶3 is kept by what [`of`] is given. An [`Answer`] has no artifacts, so no
//! way of wording it can leak one. How it is worded is this runtime's own choice.

use serde_json::Value;

use crate::tool::Answer;

/// The text of the message that answers a call.
#[must_use]
pub fn of(answer: &Answer) -> String {
    if answer.success {
        return of_data(&answer.data);
    }
    let error = answer.error.as_deref().unwrap_or("the tool failed");
    if is_empty(&answer.data) {
        format!("Error: {error}")
    } else {
        format!("Error: {error}\n{}", of_data(&answer.data))
    }
}

/// A text is its own prose, and so is a text under the lone key `result`. Everything
/// else is told as JSON.
fn of_data(data: &Value) -> String {
    match data {
        Value::String(text) => text.clone(),
        Value::Object(map) if map.len() == 1 => match map.get("result") {
            Some(Value::String(text)) => text.clone(),
            _ => data.to_string(),
        },
        _ => data.to_string(),
    }
}

fn is_empty(data: &Value) -> bool {
    match data {
        Value::Null => true,
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(success: bool, data: Value) -> String {
        let error = (!success).then(|| "no such node".to_owned());
        of(&Answer {
            success,
            data,
            error,
        })
    }

    #[test]
    fn a_lone_result_text_is_told_as_it_is() {
        assert_eq!(told(true, json!({ "result": "Created." })), "Created.");
        assert_eq!(told(true, json!("Created.")), "Created.");
    }

    #[test]
    fn any_other_data_is_told_as_json() {
        assert_eq!(told(true, json!({ "ok": true })), r#"{"ok":true}"#);
        assert_eq!(told(true, json!({ "result": 5 })), r#"{"result":5}"#);
        assert_eq!(told(true, json!([1, "a"])), r#"[1,"a"]"#);
        assert_eq!(told(true, Value::Null), "null");
    }

    #[test]
    fn a_failure_is_told_with_the_data_that_came_with_it() {
        assert_eq!(told(false, Value::Null), "Error: no such node");
        assert_eq!(
            told(false, json!({ "node": 5 })),
            "Error: no such node\n{\"node\":5}"
        );
    }
}
