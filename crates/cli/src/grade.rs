//! `brelan grade`: homework judged against its subject.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use clap::ArgMatches;
use games::subject;
use grade::{
    Class, GradeOptions, Homework, HomeworkJudge, LocalJudge, Report, ReportCache, Scale, Student,
    grade, homework_for,
};
use indicatif::ProgressBar;
use queue::QueueJudge;
use sandbox::{Cage, Launcher, Strictness};
use serde_json::json;
use subject::Case;
use table::{Explain, Message, Stop, key, message};
use text::Language;

use crate::command_error::{CommandError, ERROR, cannot_read};
use crate::interrupt::{INTERRUPTED, stop_on_interrupt};
use crate::tournament::QUEUED_JOBS;
use crate::worker::queue_access;

/// Grades one submission, or with `--each` every submission of a folder.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let text = |name| given.get_one::<String>(name).map(String::as_str);
    let subject = subject(text("subject").expect("clap requires a subject"))?;
    let homework = homework_for(subject).map_err(CommandError::explain)?;
    let options = options(given, homework)?;
    if let Some(folder) = text("each") {
        return class(given, homework, Path::new(folder), &options, language);
    }
    let cage = cage()?;
    let path = Path::new(text("path").expect("clap requires a path or --each"));
    if given.get_flag("watch") {
        return watch(path, || {
            one(given, &cage, homework, path, &options, language)
        });
    }
    one(given, &cage, homework, path, &options, language)
}

fn cage() -> Result<Cage, CommandError> {
    let cage = Cage::build(Launcher::this_program(), Strictness::Best);
    cage.map_err(CommandError::explain)
}

/// Grades one submission and prints its report. The exit code is 0 only when every check was judged
/// and passes.
fn one(
    given: &ArgMatches,
    cage: &Cage,
    homework: &'static Homework,
    path: &Path,
    options: &GradeOptions,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let is_json = given.get_flag("json");
    let report = match grade(cage, homework, path, options) {
        Ok(report) => report,
        Err(error) if is_json => {
            let path = path.display().to_string();
            let error = language.say(&error.explain());
            writeln!(io::stdout(), "{}", json!({"path": path, "error": error}))?;
            return Ok(ExitCode::from(ERROR));
        }
        Err(error) => return Err(CommandError::explain(error)),
    };
    if let Some(file) = given.get_one::<String>("html") {
        let class = Class::with_one_student(homework, path, report.clone());
        fs::write(file, class.html(language))?;
    }
    let shown = if is_json {
        serde_json::to_string_pretty(&report.json()).map_err(io::Error::from)? + "\n"
    } else {
        report.text(language)
    };
    io::stdout().lock().write_all(shown.as_bytes())?;
    Ok(ExitCode::from(u8::from(!report.passes())))
}

/// Grades again each time a file at the path changes, until the path no longer exists.
fn watch(
    path: &Path,
    grade: impl Fn() -> Result<ExitCode, CommandError>,
) -> Result<ExitCode, CommandError> {
    loop {
        let before = stamps(path);
        let code = grade()?;
        loop {
            thread::sleep(WATCH_INTERVAL);
            match stamps(path) {
                None => return Ok(code),
                now if now != before => break,
                _ => {}
            }
        }
        io::stdout().lock().write_all(b"\n")?;
    }
}

/// Time between two looks at a watched path.
const WATCH_INTERVAL: Duration = Duration::from_millis(300);
/// Maximum number of files that are watched; changes of others go unnoticed.
const MOST_FILES: usize = 2000;
/// Maximum depth of folders that are watched.
const DEEPEST: usize = 8;

/// Name, time of change and length of each file at the path; `None` when the path does not exist.
fn stamps(path: &Path) -> Option<Vec<(PathBuf, Option<SystemTime>, u64)>> {
    let mut stamps = Vec::new();
    let mut waiting = vec![(path.to_owned(), 0)];
    while let Some((path, depth)) = waiting.pop() {
        let Ok(data) = fs::metadata(&path) else {
            continue;
        };
        if stamps.len() == MOST_FILES {
            break;
        }
        if data.is_dir() && depth < DEEPEST {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            waiting.extend(entries.map(|entry| (entry.path(), depth + 1)));
        }
        stamps.push((path, data.modified().ok(), data.len()));
    }
    stamps.sort();
    (!stamps.is_empty()).then_some(stamps)
}

/// Grades every submission of a folder, here or over a queue, with a progress bar when standard error
/// is a terminal, and writes the tables of `--csv`, `--junit` and `--html`.
fn class(
    given: &ArgMatches,
    homework: &'static Homework,
    folder: &Path,
    options: &GradeOptions,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let cache = given.get_one::<String>("output").map(|output| {
        let fresh = given.get_flag("fresh");
        ReportCache::new(Path::new(output), fresh, homework, options)
    });
    let cache = cache.transpose()?;
    let bar = ProgressBar::new(0);
    let done = |count: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(count as u64);
    };
    let grade =
        |judge: &dyn HomeworkJudge| Class::grade(judge, homework, folder, cache.as_ref(), &done);
    let judged = if let Some(url) = given.get_one::<String>("queue") {
        let stop = Stop::default();
        let places = usize::from(QUEUED_JOBS);
        let access = queue_access(url.clone(), given);
        // Only a report that no second worker can check needs a cage here.
        let cage = cage().ok();
        let papers = QueueJudge::open(
            &access,
            cage,
            homework.subject,
            folder,
            options,
            places,
            stop.clone(),
        )?;
        stop_on_interrupt(stop.clone())?;
        let class = with_remarks(&papers, &bar, language, || grade(&papers));
        if stop.pulled() {
            bar.finish_and_clear();
            return interrupted(cache.is_some(), language);
        }
        class
    } else {
        let cage = &cage()?;
        grade(&LocalJudge {
            cage,
            homework,
            options,
        })
    };
    bar.finish_and_clear();
    let class = judged.map_err(CommandError::explain)?;
    print(given, &class, language)
}

/// Writes the tables that were asked for and prints the result of each student. The exit code is 0
/// only when every student has a report, and every check of it was judged and passes.
fn print(given: &ArgMatches, class: &Class, language: Language) -> Result<ExitCode, CommandError> {
    if let Some(error) = &class.unsaved {
        let unkept = message!("cli-grade-unsaved", reason = error.explain());
        writeln!(io::stderr(), "{}", language.say(&unkept))?;
    }
    let tables: [(&str, &dyn Fn() -> String); 3] = [
        ("csv", &|| class.csv(language)),
        ("junit", &|| class.junit(language)),
        ("html", &|| class.html(language)),
    ];
    for (name, table) in tables {
        if let Some(file) = given.get_one::<String>(name) {
            fs::write(file, table())?;
        }
    }
    let shown = if given.get_flag("json") {
        let line = |student: &Student| student.json(language).to_string() + "\n";
        class.students.iter().map(line).collect()
    } else {
        class.text(language)
    };
    io::stdout().lock().write_all(shown.as_bytes())?;
    let passes = |student: &Student| student.report.as_ref().is_ok_and(Report::passes);
    let all_pass = class.students.iter().all(passes);
    Ok(ExitCode::from(u8::from(!all_pass)))
}

/// Time between two looks for remarks of the queue.
const REMARK_INTERVAL: Duration = Duration::from_millis(200);

/// Prints the remarks of the queue to standard error while `wait` runs.
fn with_remarks<T>(
    papers: &QueueJudge,
    bar: &ProgressBar,
    language: Language,
    wait: impl FnOnce() -> T,
) -> T {
    let print = || {
        for remark in papers.take_notices() {
            let line = language.say(&remark) + "\n";
            // Grading goes on when standard error is closed.
            let _ = bar.suspend(|| io::stderr().write_all(line.as_bytes()));
        }
    };
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                print();
                thread::sleep(REMARK_INTERVAL);
            }
            print();
        });
        let waited = wait();
        over.store(true, Ordering::Relaxed);
        waited
    })
}

/// Prints how to continue an interrupted class; `kept` says whether reports were saved.
fn interrupted(kept: bool, language: Language) -> Result<ExitCode, CommandError> {
    let key = if kept {
        key!("cli-grade-interrupted")
    } else {
        key!("cli-grade-interrupted-unsaved")
    };
    writeln!(io::stderr(), "{}", language.word(key))?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn options(given: &ArgMatches, homework: &Homework) -> Result<GradeOptions, CommandError> {
    let only = given.get_one::<String>("only").cloned();
    let case = case(given)?;
    if case.is_some() && only.is_none() {
        return Err(message!("cli-grade-args-only").into());
    }
    let map = given.get_many::<String>("map").into_iter().flatten();
    let map = map.map(|text| {
        let pair = text.split_once('=');
        let pair = pair.map(|(theirs, subject)| (theirs.to_owned(), subject.to_owned()));
        pair.ok_or_else(|| message!("cli-grade-bad-map", text = text.as_str()))
    });
    let helpers = given.get_many::<String>("with").into_iter().flatten();
    let without = given.get_many::<String>("without").into_iter().flatten();
    Ok(GradeOptions {
        map: map.collect::<Result<_, Message>>()?,
        only,
        case,
        scale: scale(given, homework)?,
        run: given.get_one::<String>("run").cloned(),
        tests: given.get_one::<String>("tests").map(PathBuf::from),
        helpers: helpers.cloned().collect(),
        without: without.cloned().collect(),
        ..GradeOptions::default()
    })
}

/// Maximum size of a scale file in bytes; what follows is not read.
const LONGEST_SCALE: u64 = 64 << 10;

fn scale(given: &ArgMatches, homework: &Homework) -> Result<Option<Scale>, CommandError> {
    let Some(file) = given.get_one::<String>("scale") else {
        return Ok(None);
    };
    let mut text = String::new();
    let read = fs::File::open(file).and_then(|it| it.take(LONGEST_SCALE).read_to_string(&mut text));
    read.map_err(|error| cannot_read(file, &error))?;
    let scale = Scale::parse(&text, homework);
    scale.map(Some).map_err(CommandError::explain)
}

/// The single call that `--args` and `--typed` describe.
fn case(given: &ArgMatches) -> Result<Option<Case>, CommandError> {
    let [args, typed] = ["args", "typed"].map(|name| given.get_one::<String>(name));
    if args.is_none() && typed.is_none() {
        return Ok(None);
    }
    let text = args.map_or("[]", String::as_str);
    let args = serde_json::from_str(text).map_err(|_| message!("cli-grade-bad-args", text))?;
    let words = typed.map_or("", String::as_str).split_whitespace();
    Ok(Some(Case::answered(args, words)))
}
