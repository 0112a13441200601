//! How data is turned into text.

use serde_json::{Value, json};

use super::variant;
use crate::mutant::Mutant;
use crate::runtime::{HONEST, Wiring};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    rendered(
        "prose-json",
        "data as compact JSON, whatever it is",
        |data| data.to_string().into(),
    ),
    rendered(
        "prose-json-escaped",
        "PHP `json_encode`: `\\/` and `\\u` escapes",
        |data| escaped(&data.to_string()).into(),
    ),
    rendered("prose-json-pretty", "data as indented JSON", |data| {
        serde_json::to_string_pretty(data)
            .unwrap_or_default()
            .into()
    }),
    rendered("prose-json-reversed-keys", "keys from z to a", |data| {
        reversed(data).into()
    }),
    rendered("prose-lines", "one `path: value` a line", |data| {
        lines(data)
            .iter()
            .map(|(path, value)| format!("{path}: {value}\n"))
            .collect::<String>()
            .into()
    }),
    rendered("prose-pairs", "`key=value; key=value`", |data| {
        let pairs = lines(data)
            .into_iter()
            .map(|(path, value)| format!("{path}={value}"));
        pairs.collect::<Vec<_>>().join("; ").into()
    }),
    rendered("prose-numbered", "values numbered", |data| {
        let lines = lines(data).into_iter().enumerate();
        lines
            .map(|(at, (_, value))| format!("{}. {value}\n", at + 1))
            .collect::<String>()
            .into()
    }),
    rendered("prose-python", "Python's `repr`", |data| {
        noted(data, &PYTHON).into()
    }),
    rendered("prose-php", "PHP's `var_export`", |data| {
        noted(data, &PHP).into()
    }),
    rendered("prose-ruby", "Ruby's `inspect`", |data| {
        noted(data, &RUBY).into()
    }),
    rendered("prose-xml", "elements, escaped", |data| {
        format!("<result>{}</result>", xml(data)).into()
    }),
    rendered("prose-html", "a definition list, escaped", |data| {
        let lines = lines(data).into_iter().map(|(path, value)| {
            format!(
                "<dt>{}</dt><dd>{}</dd>",
                text::html_escaped(&path),
                text::html_escaped(&value)
            )
        });
        format!("<dl>{}</dl>", lines.collect::<String>()).into()
    }),
    rendered("prose-yaml", "YAML", |data| yaml(data, 0).into()),
    rendered("prose-percent", "a query string", |data| {
        let pairs = lines(data).into_iter().map(|(path, value)| {
            format!(
                "{}={}",
                text::percent_encoded(&path),
                text::percent_encoded(&value)
            )
        });
        pairs.collect::<Vec<_>>().join("&").into()
    }),
    rendered("prose-base64", "base64 of the JSON", |data| {
        text::base64(&data.to_string(), ['+', '/']).into()
    }),
    rendered("prose-hex", "hex of the JSON", |data| {
        text::hex(&data.to_string()).into()
    }),
    rendered("prose-fenced", "JSON in a Markdown fence", |data| {
        format!("```json\n{data:#}\n```").into()
    }),
    rendered("prose-blocks", "a text block for each value", |data| {
        let blocks = lines(data)
            .into_iter()
            .map(|(path, value)| json!({ "type": "text", "text": format!("{path}: {value}") }));
        blocks.collect()
    }),
    rendered("prose-raw", "data as a JSON value, not text", Value::clone),
];

const fn rendered(name: &'static str, story: &'static str, render: fn(&Value) -> Value) -> Mutant {
    variant(name, story, Wiring { render, ..HONEST })
}

/// JSON as PHP writes it by default.
fn escaped(json: &str) -> String {
    let mut escaped = String::new();
    let mut units = [0; 2];
    for c in json.chars() {
        match c {
            '/' => escaped.push_str("\\/"),
            c if c.is_ascii() => escaped.push(c),
            c => {
                let units = c.encode_utf16(&mut units).iter();
                escaped.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
        }
    }
    escaped
}

fn reversed(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members = map.iter().rev();
            let members = members.map(|(key, value)| format!("{}:{}", json!(key), reversed(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            format!(
                "[{}]",
                items.iter().map(reversed).collect::<Vec<_>>().join(",")
            )
        }
        scalar => scalar.to_string(),
    }
}

/// Each scalar with the path that leads to it.
fn lines(value: &Value) -> Vec<(String, String)> {
    let under = |key: String, value: &Value| {
        let inner = lines(value).into_iter();
        let inner = inner.map(|(path, value)| match path.as_str() {
            "" => (key.clone(), value),
            path => (format!("{key}.{path}"), value),
        });
        inner.collect::<Vec<_>>()
    };
    match value {
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| under(key.clone(), value))
            .collect(),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items
                .flat_map(|(at, value)| under(at.to_string(), value))
                .collect()
        }
        Value::String(text) => vec![(String::new(), text.clone())],
        scalar => vec![(String::new(), scalar.to_string())],
    }
}

/// How a language writes its values.
struct Notation {
    null: &'static str,
    yes: &'static str,
    no: &'static str,
    map: [&'static str; 3],
    list: [&'static str; 2],
    quote: char,
}

const PYTHON: Notation = Notation {
    null: "None",
    yes: "True",
    no: "False",
    map: ["{", ": ", "}"],
    list: ["[", "]"],
    quote: '\'',
};

const PHP: Notation = Notation {
    null: "NULL",
    yes: "true",
    no: "false",
    map: ["array (\n", " => ", ",\n)"],
    list: ["array (\n", ",\n)"],
    quote: '\'',
};

const RUBY: Notation = Notation {
    null: "nil",
    yes: "true",
    no: "false",
    map: ["{", "=>", "}"],
    list: ["[", "]"],
    quote: '"',
};

fn noted(value: &Value, notation: &Notation) -> String {
    let Notation {
        null,
        yes,
        no,
        map: [open, arrow, close],
        list,
        quote,
    } = notation;
    let quoted = |text: &str| {
        let text = text
            .replace('\\', "\\\\")
            .replace(*quote, &format!("\\{quote}"));
        format!("{quote}{text}{quote}")
    };
    match value {
        Value::Null => (*null).to_owned(),
        Value::Bool(true) => (*yes).to_owned(),
        Value::Bool(false) => (*no).to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items = items.iter().map(|item| noted(item, notation));
            format!(
                "{}{}{}",
                list[0],
                items.collect::<Vec<_>>().join(", "),
                list[1]
            )
        }
        Value::Object(map) => {
            let members = map
                .iter()
                .map(|(key, value)| format!("{}{arrow}{}", quoted(key), noted(value, notation)));
            format!("{open}{}{close}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

fn xml(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members = map.iter().map(|(key, value)| {
                format!(
                    "<member name=\"{}\">{}</member>",
                    text::html_escaped(key),
                    xml(value)
                )
            });
            members.collect()
        }
        Value::Array(items) => items
            .iter()
            .map(|item| format!("<item>{}</item>", xml(item)))
            .collect(),
        Value::String(text) => text::html_escaped(text),
        scalar => scalar.to_string(),
    }
}

fn yaml(value: &Value, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(map) if !map.is_empty() => {
            let members = map
                .iter()
                .map(|(key, value)| format!("\n{indent}{key}: {}", yaml(value, depth + 1)));
            members.collect()
        }
        Value::Array(items) if !items.is_empty() => items
            .iter()
            .map(|item| format!("\n{indent}- {}", yaml(item, depth + 1)))
            .collect(),
        Value::String(text) if text.contains('\n') => {
            let lines = text.lines().map(|line| format!("\n{indent}{line}"));
            format!("|{}", lines.collect::<String>())
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
