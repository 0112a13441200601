//! `report site`: all reports of a folder as one page, and a page of each.

mod matrix;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use flowdrop_conformance::case::Suite;
use flowdrop_conformance::report::{Report, safe};

use super::audit::refuse_edited;
use super::read::read;
use crate::args::SiteArgs;
use crate::exit::{Problem, Status};
use crate::formats::html;
use crate::output;
use crate::pending::Pending;

/// A report on the page.
pub(super) struct Entry {
    /// The name of its own page.
    pub(super) page: String,
    pub(super) report: Report,
}

/// Writes the pages, or looks whether they are what the reports give.
pub(super) fn site(args: &SiteArgs) -> Result<Status, Problem> {
    let entries = entries(&args.folder)?;
    let groups = groups(&args.folder, &entries, args.by_suite)?;
    let index = match &args.out {
        Some(out) => out.clone(),
        None => args.folder.join("index.html"),
    };
    let beside = index.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut pages = vec![(index, page::page(&groups))];
    for entry in &entries {
        pages.push((beside.join(&entry.page), html::page(&entry.report)));
    }
    if let Some((path, _)) = pages[1..].iter().find(|(path, _)| *path == pages[0].0) {
        return Err(Problem::usage(format!(
            "{} would be both the page of all and of one report",
            path.display()
        ))
        .to_do("name the report otherwise, or give another --out"));
    }
    write(&pages, args.check)
}

fn write(pages: &[(PathBuf, String)], check: bool) -> Result<Status, Problem> {
    let mut stale = Vec::new();
    for (path, text) in pages {
        if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        stale.push(path.display().to_string());
        if !check {
            Pending::open(path)?.finish(text.as_bytes())?;
        }
    }
    if check && !stale.is_empty() {
        return Err(Problem::usage("pages are not what the reports give")
            .with_status(Status::NotFine)
            .detail(stale)
            .to_do("run `report site` again without --check, and commit what it wrote"));
    }
    output::out(&format!(
        "{} pages, {} written\n",
        pages.len(),
        if check { 0 } else { stale.len() }
    ));
    Ok(Status::Fine)
}

/// Every report of the folder, in order of its file's name.
fn entries(folder: &Path) -> Result<Vec<Entry>, Problem> {
    let unreadable =
        |error| Problem::usage(format!("{} cannot be read: {error}", folder.display()));
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(unreadable)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    let own = Suite::embedded().ok();
    let mut entries = Vec::new();
    for path in files {
        if !is_report(&path) {
            output::out(&format!(
                "left out, it is no report: {}\n",
                safe(&path.display().to_string())
            ));
            continue;
        }
        let file = read(&path)?;
        let suite = own
            .as_ref()
            .filter(|own| own.digest == file.report.suite.digest);
        refuse_edited(&file, suite)?;
        entries.push(Entry {
            page: page_name(&path)?,
            report: file.report,
        });
    }
    if entries.is_empty() {
        return Err(Problem::usage(format!("no report in {}", folder.display()))
            .to_do("put reports that `run --report json=FILE` wrote into the folder"));
    }
    Ok(entries)
}

/// Whether a file calls itself a report: other tables may lie in the folder. One that
/// cannot be read is told by whoever reads it.
fn is_report(path: &Path) -> bool {
    let text = fs::read(path).unwrap_or_default();
    let read: Result<serde_json::Map<String, serde_json::Value>, _> = serde_json::from_slice(&text);
    read.map_or(true, |members| members.contains_key("report_version"))
}

/// A name that needs no escaping in a link.
fn page_name(path: &Path) -> Result<String, Problem> {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if stem.chars().all(plain) && !stem.starts_with('.') {
        return Ok(format!("{stem}.html"));
    }
    Err(
        Problem::usage(format!("{} cannot be the name of a page", path.display()))
            .to_do("name report files with letters, digits, `-`, `_` and `.` only"),
    )
}

/// The reports by suite; those of several suites stand side by side only if asked for.
fn groups<'e>(
    folder: &Path,
    entries: &'e [Entry],
    by_suite: bool,
) -> Result<Vec<Vec<&'e Entry>>, Problem> {
    let mut groups: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        groups
            .entry(entry.report.suite.digest.as_str())
            .or_default()
            .push(entry);
    }
    if groups.len() == 1 || by_suite {
        let mut groups: Vec<Vec<&Entry>> = groups.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        return Ok(groups);
    }
    let detail = groups.iter().map(|(digest, group)| {
        let pages: Vec<String> = group
            .iter()
            .map(|entry| entry.page.replace(".html", ".json"))
            .collect();
        let suite = &group[0].report.suite;
        format!(
            "{} {} {}: {}",
            safe(&suite.name),
            safe(&suite.version),
            safe(digest),
            pages.join(", ")
        )
    });
    Err(Problem::usage(format!(
        "the reports in {} are of {} suites, which cannot be compared",
        folder.display(),
        groups.len()
    ))
    .detail(detail.collect())
    .to_do("run the suite again for the older ones, or show each suite's apart with --by-suite"))
}
