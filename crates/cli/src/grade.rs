//! `brelan grade`: what a student hands in, judged against the subject.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use clap::ArgMatches;
use grade::{
    Check, Class, GradeOptions, Homework, HomeworkJudge, LocalJudge, ReportCache, Scale, grade,
    homework_for,
};
use house::Language;
use house::subject::{Case, subject};
use indicatif::ProgressBar;
use queue::QueueJudge;
use sandbox::{Cage, Launcher, Strictness};
use table::{Explain, Message, Stop};

use crate::failure::Failure;
use crate::tournament::{HANDED_OUT, INTERRUPTED, watch as watch_for_interruption};

/// Grades one path: for people, or as JSON.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let text = |name| given.get_one::<String>(name).map(String::as_str);
    let subject = subject(text("subject").expect("clap requires a subject"))?;
    let homework = homework_for(subject).map_err(|error| Failure::error(error.explain()))?;
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

fn cage() -> Result<Cage, Failure> {
    let cage = Cage::build(Launcher::this_program(), Strictness::Best);
    cage.map_err(|error| Failure::error(error.explain()))
}

/// Grades one path.
fn one(
    given: &ArgMatches,
    cage: &Cage,
    homework: &'static Homework,
    path: &Path,
    options: &GradeOptions,
    language: Language,
) -> Result<ExitCode, Failure> {
    let report =
        grade(cage, homework, path, options).map_err(|error| Failure::error(error.explain()))?;
    if let Some(file) = given.get_one::<String>("html") {
        let class = Class::with_one_student(homework, path.display().to_string(), report.clone());
        fs::write(file, class.html(language))?;
    }
    let shown = if given.get_flag("json") {
        serde_json::to_string_pretty(&report.json()).map_err(io::Error::from)? + "\n"
    } else {
        report.text(language)
    };
    io::stdout().lock().write_all(shown.as_bytes())?;
    let fails = report.checks.iter().any(Check::fails);
    Ok(ExitCode::from(u8::from(fails)))
}

/// Grades again whenever what lies at the path has changed, until it is gone.
fn watch(path: &Path, grade: impl Fn() -> Result<ExitCode, Failure>) -> Result<ExitCode, Failure> {
    loop {
        let before = stamps(path);
        let code = grade()?;
        loop {
            thread::sleep(LOOKING);
            match stamps(path) {
                None => return Ok(code),
                now if now != before => break,
                _ => {}
            }
        }
        io::stdout().lock().write_all(b"\n")?;
    }
}

/// How often a path is looked at, how many files, and how deep.
const LOOKING: Duration = Duration::from_millis(300);
const MOST_FILES: usize = 2000;
const DEEPEST: usize = 8;

/// When each file was written, and how long it is; none when there is nothing.
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

/// Grades every student of a folder, with a bar at a terminal, and writes the tables asked for.
fn class(
    given: &ArgMatches,
    homework: &'static Homework,
    folder: &Path,
    options: &GradeOptions,
    language: Language,
) -> Result<ExitCode, Failure> {
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
        let places = usize::from(HANDED_OUT);
        let papers = QueueJudge::open(url, subject, folder, options, places, stop.clone())?;
        watch_for_interruption(stop.clone())?;
        let class = remarked(&papers, &bar, language, || grade(&papers));
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
    let class = judged.map_err(|error| Failure::error(error.explain()))?;
    tell(given, &class, language)
}

/// Writes the tables asked for, and says how everybody did.
fn tell(given: &ArgMatches, class: &Class, language: Language) -> Result<ExitCode, Failure> {
    if let Some(error) = &class.unsaved {
        let unkept = Message::new("grade-unkept").with("reason", error.explain());
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
        let reports = class
            .students
            .iter()
            .filter_map(|it| it.report.as_ref().ok());
        let lines = reports.map(|report| Ok(serde_json::to_string(&report.json())? + "\n"));
        lines
            .collect::<Result<String, serde_json::Error>>()
            .map_err(io::Error::from)?
    } else {
        class.text(language)
    };
    io::stdout().lock().write_all(shown.as_bytes())?;
    let all_pass = class.students.iter().all(|student| {
        let report = student.report.as_ref();
        report.is_ok_and(|report| !report.checks.iter().any(Check::fails))
    });
    Ok(ExitCode::from(u8::from(!all_pass)))
}

/// How often whoever waits is told what happened.
const TOLD: Duration = Duration::from_millis(200);

/// Says what happens at the queue while something waits for it.
fn remarked<T>(
    papers: &QueueJudge,
    bar: &ProgressBar,
    language: Language,
    wait: impl FnOnce() -> T,
) -> T {
    let say = || {
        for remark in papers.take_notices() {
            let line = language.say(&remark) + "\n";
            // A reader that has gone does not end the work.
            let _ = bar.suspend(|| io::stderr().write_all(line.as_bytes()));
        }
    };
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                say();
                thread::sleep(TOLD);
            }
            say();
        });
        let waited = wait();
        over.store(true, Ordering::Relaxed);
        waited
    })
}

fn interrupted(kept: bool, language: Language) -> Result<ExitCode, Failure> {
    let key = if kept {
        "grade-class-interrupted"
    } else {
        "grade-class-interrupted-unkept"
    };
    let line = language.word(key) + "\n";
    io::stderr().write_all(line.as_bytes())?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn options(given: &ArgMatches, homework: &Homework) -> Result<GradeOptions, Failure> {
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
    Ok(GradeOptions {
        map: map.collect::<Result<_, _>>()?,
        only,
        case,
        scale: scale(given, homework)?,
        run: given.get_one::<String>("run").cloned(),
        tests: given.get_one::<String>("tests").map(PathBuf::from),
        ..GradeOptions::default()
    })
}

/// Bytes of a scale that anybody writes.
const LONGEST_SCALE: u64 = 64 << 10;

fn scale(given: &ArgMatches, homework: &Homework) -> Result<Option<Scale>, Failure> {
    let Some(file) = given.get_one::<String>("scale") else {
        return Ok(None);
    };
    let mut text = String::new();
    let read = fs::File::open(file).and_then(|it| it.take(LONGEST_SCALE).read_to_string(&mut text));
    read.map_err(|error| {
        let message = Message::new("grade-unreadable")
            .with("path", file.as_str())
            .with("reason", error.explain());
        Failure::error(message)
    })?;
    let scale = Scale::parse(&text, homework);
    scale
        .map(Some)
        .map_err(|error| Failure::error(error.explain()))
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
