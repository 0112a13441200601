//! URLs and paths that come out changed.

use serde_json::Value;

use crate::mutant::{Mutant, maps, texts};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    texts(
        "url-host-lowercased",
        "JS `new URL(…).href` lower-cases scheme and host",
        |text| {
            changed(text, |url| {
                Some(Url {
                    scheme: url.scheme.to_lowercase(),
                    host: url.host.to_lowercase(),
                    ..url
                })
            })
        },
    ),
    texts(
        "url-default-port-dropped",
        "JS `new URL(…).href` drops :443 and :80",
        |text| {
            changed(text, |url| {
                let port = if url.scheme == "https" { ":443" } else { ":80" };
                let host = url.host.strip_suffix(port)?.to_owned();
                Some(Url { host, ..url })
            })
        },
    ),
    texts(
        "url-slash-added",
        "JS `new URL(…).href` adds the slash of an empty path",
        |text| {
            changed(text, |url| match url.path.as_str() {
                "" => Some(Url {
                    path: "/".to_owned(),
                    ..url
                }),
                _ => None,
            })
        },
    ),
    texts("url-slash-removed", "PHP `rtrim($url, \"/\")`", |text| {
        changed(text, |url| {
            Some(Url {
                path: url.path.trim_end_matches('/').to_owned(),
                ..url
            })
        })
    }),
    texts(
        "url-reencoded",
        "Python `quote`: spaces and other characters in a URL are encoded",
        |text| {
            changed(text, |url| {
                let path = url
                    .path
                    .split('/')
                    .map(text::percent_encoded)
                    .collect::<Vec<_>>();
                Some(Url {
                    path: path.join("/"),
                    ..url
                })
            })
        },
    ),
    texts(
        "url-percent-uppercased",
        "Go `url.Parse(…).String()` rewrites percent escapes in upper case",
        |text| {
            changed(text, |url| {
                Some(Url {
                    path: escapes_raised(&url.path),
                    query: escapes_raised(&url.query),
                    ..url
                })
            })
        },
    ),
    texts(
        "url-query-sorted",
        "Go `Values.Encode` sorts the query",
        |text| {
            changed(text, |url| {
                let mut pairs: Vec<&str> = url.query.strip_prefix('?')?.split('&').collect();
                pairs.sort_unstable();
                Some(Url {
                    query: format!("?{}", pairs.join("&")),
                    ..url
                })
            })
        },
    ),
    texts("url-fragment-stripped", "Python `urldefrag`", |text| {
        changed(text, |url| {
            Some(Url {
                fragment: String::new(),
                ..url
            })
        })
    }),
    texts("url-query-stripped", "PHP `strtok($url, \"?\")`", |text| {
        changed(text, |url| {
            Some(Url {
                query: String::new(),
                ..url
            })
        })
    }),
    texts("url-to-https", "JS: http becomes https", |text| {
        changed(text, |url| {
            Some(Url {
                scheme: "https".to_owned(),
                ..url
            })
        })
    }),
    texts(
        "url-tracking-stripped",
        "JS: `utm_…` parameters go",
        |text| {
            changed(text, |url| {
                let pairs = url.query.strip_prefix('?')?.split('&');
                let kept: Vec<&str> = pairs.filter(|pair| !pair.starts_with("utm_")).collect();
                let query = if kept.is_empty() {
                    String::new()
                } else {
                    format!("?{}", kept.join("&"))
                };
                Some(Url { query, ..url })
            })
        },
    ),
    texts(
        "url-userinfo-stripped",
        "Java: the user and password go",
        |text| {
            changed(text, |url| {
                let (_, host) = url.host.split_once('@')?;
                Some(Url {
                    host: host.to_owned(),
                    ..url
                })
            })
        },
    ),
    texts(
        "url-dots-resolved",
        "JS `new URL(…).href` resolves `..`",
        |text| {
            changed(text, |url| {
                Some(Url {
                    path: dots_resolved(&url.path),
                    ..url
                })
            })
        },
    ),
    texts(
        "url-ampersand-escaped",
        "PHP `http_build_query` with `&amp;`",
        |text| {
            changed(text, |url| {
                Some(Url {
                    query: url.query.replace('&', "&amp;"),
                    ..url
                })
            })
        },
    ),
    maps(
        "url-resolved",
        "JS: a relative url is resolved against the site's base",
        |mut map| {
            if let Some(Value::String(url)) = map.get_mut("url")
                && url.starts_with('/')
            {
                url.insert_str(0, "https://example.com");
            }
            map
        },
    ),
    texts(
        "url-data-dropped",
        "Python: data: URLs are replaced by a reference",
        |text| match text.starts_with("data:") {
            true => "attachment:1".into(),
            false => text.into(),
        },
    ),
    maps(
        "path-to-basename",
        "Java `File.getName()` on a payload's path",
        |mut map| {
            for key in ["path", "file", "filename", "name"] {
                if let Some(Value::String(path)) = map.get_mut(key) {
                    *path = path.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
                }
            }
            map
        },
    ),
];

/// A URL in parts that make it again when they are put side by side.
struct Url {
    scheme: String,
    host: String,
    path: String,
    query: String,
    fragment: String,
}

/// A text that is a URL, changed; any other, as it is.
fn changed(text: &str, change: impl Fn(Url) -> Option<Url>) -> Value {
    let changed = parsed(text).and_then(change).map(|url| {
        let Url {
            scheme,
            host,
            path,
            query,
            fragment,
        } = url;
        format!("{scheme}://{host}{path}{query}{fragment}")
    });
    changed.unwrap_or(text.to_owned()).into()
}

fn parsed(text: &str) -> Option<Url> {
    let (scheme, rest) = text.split_once("://")?;
    let known = ["http", "https"].contains(&scheme.to_lowercase().as_str());
    let (rest, fragment) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
    let (rest, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    known.then(|| Url {
        scheme: scheme.to_owned(),
        host: host.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        fragment: fragment.to_owned(),
    })
}

fn escapes_raised(text: &str) -> String {
    let mut left = 0;
    text.chars()
        .map(|c| {
            left = if c == '%' { 2 } else { i32::max(left - 1, -1) };
            if left >= 0 { c.to_ascii_uppercase() } else { c }
        })
        .collect()
}

fn dots_resolved(path: &str) -> String {
    let mut resolved: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(resolved.pop()),
            _ => resolved.push(part),
        }
    }
    resolved.join("/")
}
