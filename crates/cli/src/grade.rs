//! `brelan grade`: what a student hands in, judged against the subject.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use arena::{Cage, Launcher, Strictness};
use clap::ArgMatches;
use grade::{Options, grade};
use house::Language;
use house::subject::{Case, subject};
use table::{Explain, Message};

use crate::failure::Failure;

/// Grades one path: for people, or as JSON.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let text = |name| given.get_one::<String>(name).map(String::as_str);
    let subject = subject(text("subject").expect("clap requires a subject"))?;
    let options = options(given)?;
    let path = Path::new(text("path").expect("clap requires a path"));
    let cage = Cage::build(Launcher::this_program(), Strictness::Best)
        .map_err(|error| Failure::error(error.explain()))?;
    let report =
        grade(&cage, subject, path, &options).map_err(|error| Failure::error(error.explain()))?;
    let shown = if given.get_flag("json") {
        serde_json::to_string_pretty(&report).map_err(io::Error::from)? + "\n"
    } else {
        report.text(language)
    };
    io::stdout().lock().write_all(shown.as_bytes())?;
    let passes = report
        .checks
        .iter()
        .all(|check| check.verdict.passes() || !check.verdict.counts());
    Ok(ExitCode::from(u8::from(!passes)))
}

fn options(given: &ArgMatches) -> Result<Options, Failure> {
    let only = given.get_one::<String>("only").cloned();
    let case = case(given)?;
    if case.is_some() && only.is_none() {
        return Err(Failure::error(Message::new("grade-args-only")));
    }
    let map = given.get_many::<String>("map").into_iter().flatten();
    let map = map.map(|text| {
        let pair = text.split_once('=');
        let pair = pair.map(|(theirs, subject)| (theirs.to_owned(), subject.to_owned()));
        pair.ok_or_else(|| {
            Failure::error(Message::new("grade-bad-map").with("text", text.as_str()))
        })
    });
    Ok(Options {
        map: map.collect::<Result<_, _>>()?,
        only,
        case,
        ..Options::default()
    })
}

/// One call, from `--args` and `--typed`.
fn case(given: &ArgMatches) -> Result<Option<Case>, Failure> {
    let (args, typed) = (
        given.get_one::<String>("args"),
        given.get_one::<String>("typed"),
    );
    if args.is_none() && typed.is_none() {
        return Ok(None);
    }
    let text = args.map_or("[]", String::as_str);
    let args = serde_json::from_str(text)
        .map_err(|_| Failure::error(Message::new("grade-bad-args").with("text", text)))?;
    let words = typed.map_or("", String::as_str).split_whitespace();
    Ok(Some(Case::answered(args, words)))
}
