//! A class: what every student of a folder handed in, judged side by side.

mod handed_in;
mod judge;
mod kept;
mod page;
mod tables;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use house::Language;
use house::subject::Subject;
use table::{Explain, Message};

use crate::archive;
use crate::grade::GradeError;
use crate::likeness::Rows;
use crate::submission::Submission;
use crate::verdict::Report;
use handed_in::{gather, handed_in, named, within};
pub use judge::{Here, Judge};
pub use kept::Keeper;

/// All reports of a class.
#[derive(Debug)]
pub struct Class {
    /// Each student, in the order of their names.
    pub students: Vec<Student>,
    /// Pairs of students whose sources are nearly equal, and the share they have in common: for the
    /// teacher to look at, never a verdict.
    pub pairs: Vec<(usize, usize, f64)>,
    /// Why some reports are not kept for the next run, if they are not.
    pub unkept: Option<io::Error>,
}

/// One student of a class.
#[derive(Debug)]
pub struct Student {
    /// The name of the folder or file, without what Moodle appends.
    pub name: String,
    /// Moodle's number of the participant.
    pub number: Option<String>,
    /// What was found, or why nothing could be.
    pub report: Result<Report, GradeError>,
}

impl Class {
    /// Lets every folder and file of a folder or an archive be judged; `done` is told at first and
    /// after each. With a keeper, those whose report is kept are not judged again.
    ///
    /// # Errors
    /// When it cannot be read, holds nobody or too many, or when whoever judges is away. What one
    /// student did wrong is in that student's report.
    pub fn grade(
        judge: &dyn Judge,
        subject: &'static Subject,
        folder: &Path,
        keeper: Option<&Keeper>,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Self, GradeError> {
        let unpacked = archive::is_archive(folder)
            .then(|| archive::unpack(folder))
            .transpose()?;
        let opened = unpacked.as_ref().map(|it| within(it.path()));
        let gathered = tempfile::tempdir()?;
        let paths = handed_in(opened.as_deref().unwrap_or(folder))?;
        let paths = gather(paths, gathered.path());
        done(0, paths.len());
        let unkept = OnceLock::new();
        let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || -> Result<Vec<_>, GradeError> {
            let mut judged = Vec::new();
            while let Some((number, path)) = take(&next, &paths) {
                let report = report(judge, keeper, &unkept, number, path);
                if let Err(away @ GradeError::Away(_)) = report {
                    // Nobody takes another.
                    next.store(paths.len(), Ordering::Relaxed);
                    return Err(away);
                }
                let (name, moodle) = named(path);
                let student = Student {
                    name,
                    number: moodle,
                    report,
                };
                let source = Submission::of(subject, path).ok();
                let rows = source.map(|source| Rows::of(&source));
                judged.push((number, student, rows));
                done(finished.fetch_add(1, Ordering::Relaxed) + 1, paths.len());
            }
            Ok(judged)
        };
        let places = judge.places().min(paths.len());
        let judged: Result<Vec<_>, GradeError> = thread::scope(|scope| {
            let threads: Vec<_> = (0..places).map(|_| scope.spawn(work)).collect();
            let judged = threads.into_iter().filter_map(|thread| thread.join().ok());
            judged.collect()
        });
        let mut judged: Vec<_> = judged?.into_iter().flatten().collect();
        judged.sort_by_key(|(number, ..)| *number);
        let (students, rows): (Vec<_>, Vec<_>) = judged
            .into_iter()
            .map(|(_, student, rows)| (student, rows))
            .unzip();
        Ok(Self {
            students,
            pairs: alike(&rows),
            unkept: unkept.into_inner(),
        })
    }

    /// The page of one student alone.
    pub fn of_one(name: String, report: Report) -> Self {
        let student = Student {
            name,
            number: None,
            report: Ok(report),
        };
        Self {
            students: vec![student],
            pairs: vec![],
            unkept: None,
        }
    }

    /// How many fail each check, those that most fail first.
    pub fn failures(&self) -> Vec<(String, usize)> {
        let mut order = Vec::new();
        let mut failing: BTreeMap<String, usize> = BTreeMap::new();
        let reports = self
            .students
            .iter()
            .filter_map(|it| it.report.as_ref().ok());
        for check in reports.flat_map(|report| &report.checks) {
            let name = check.title();
            if !order.contains(&name) {
                order.push(name.clone());
            }
            *failing.entry(name).or_default() += usize::from(check.fails());
        }
        let mut failures: Vec<_> = order
            .into_iter()
            .map(|name| {
                let count = failing[&name];
                (name, count)
            })
            .collect();
        failures.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        failures
    }

    /// For people: a line a student, then which checks most fail.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        for student in &self.students {
            text += &language.say(&student.line(language));
            text.push('\n');
        }
        text.push('\n');
        for (check, count) in self.failures().into_iter().filter(|(_, count)| *count > 0) {
            let line = Message::new("grade-class-failures")
                .with("check", check)
                .with("count", count as u32)
                .with("of", self.students.len() as u32);
            text += &language.say(&line);
            text.push('\n');
        }
        text + &self.likenesses(language)
    }

    /// A line a pair of nearly equal sources.
    fn likenesses(&self, language: Language) -> String {
        let line = |(one, other, share): &(usize, usize, f64)| {
            let message = Message::new("grade-class-alike")
                .with("one", self.students[*one].name.as_str())
                .with("other", self.students[*other].name.as_str())
                .with("share", (100.0 * share).round() as u32);
            language.say(&message) + "\n"
        };
        self.pairs.iter().map(line).collect()
    }
}

impl Student {
    /// Name and points, or why there are none.
    fn line(&self, language: Language) -> Message {
        match &self.report {
            Ok(report) => Message::new("grade-class-student")
                .with("name", self.name.as_str())
                .with("points", report.points.to_string())
                .with("out-of", report.out_of.to_string()),
            Err(error) => Message::new("grade-class-error")
                .with("name", self.name.as_str())
                .with("reason", language.say(&error.explain())),
        }
    }

    /// The whole report.
    fn told(&self, language: Language) -> String {
        match &self.report {
            Ok(report) => report.text(language),
            Err(error) => language.say(&error.explain()),
        }
    }
}

/// Every pair that is nearly equal, the most alike first.
fn alike(rows: &[Option<Rows>]) -> Vec<(usize, usize, f64)> {
    let mut pairs = Vec::new();
    for (other, its) in rows.iter().enumerate() {
        for (one, own) in rows[..other].iter().enumerate() {
            let share = own.as_ref().zip(its.as_ref());
            let share = share.and_then(|(own, its)| own.likeness(its));
            pairs.extend(share.map(|share| (one, other, share)));
        }
    }
    pairs.sort_by(|a, b| b.2.total_cmp(&a.2));
    pairs
}

/// The report of one student, kept or new; why it is not kept is said once.
fn report(
    judge: &dyn Judge,
    keeper: Option<&Keeper>,
    unkept: &OnceLock<io::Error>,
    number: usize,
    path: &Path,
) -> Result<Report, GradeError> {
    let (key, kept) = keeper.map_or((None, None), |keeper| keeper.look(path));
    if let Some(report) = kept {
        return Ok(report);
    }
    let report = judge.judge(number, path)?;
    if let Some(Err(error)) = key.map(|key| key.keep(&report)) {
        // Somebody before was the first to say so.
        let _ = unkept.set(error);
    }
    judge.kept(number);
    Ok(report)
}

fn take<'a>(next: &AtomicUsize, paths: &'a [PathBuf]) -> Option<(usize, &'a PathBuf)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    paths.get(index).map(|path| (index, path))
}
