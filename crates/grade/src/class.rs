//! A class: what every student of a folder handed in, judged side by side, and its tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use arena::Cage;
use house::Language;
use house::subject::Subject;
use table::{Explain, Message};

use crate::archive;
use crate::functions::{GradeError, Options, grade};
use crate::likeness::Rows;
use crate::submission::{Submission, SubmissionError};
use crate::verdict::{Check, Report};

/// More students than any course has.
const MOST_STUDENTS: usize = 2000;

/// All reports of a class.
#[derive(Debug)]
pub struct Class {
    /// Each student, in the order of their names.
    pub students: Vec<Student>,
    /// Pairs of students whose sources are nearly equal, and the share they have in common: for the
    /// teacher to look at, never a verdict.
    pub pairs: Vec<(usize, usize, f64)>,
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
    /// Judges every folder and file of a folder or an archive, on as many threads as the machine has
    /// cores; `done` is told after each.
    ///
    /// # Errors
    /// When it cannot be read, holds nobody or too many. What one student did wrong is in that
    /// student's report.
    pub fn grade(
        cage: &Cage,
        subject: &'static Subject,
        folder: &Path,
        options: &Options,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Self, SubmissionError> {
        let unpacked = archive::is_archive(folder)
            .then(|| archive::unpack(folder))
            .transpose()?;
        let opened = unpacked.as_ref().map(|it| within(it.path()));
        let gathered = tempfile::tempdir().map_err(|reason| SubmissionError::Unreadable {
            path: folder.display().to_string(),
            reason,
        })?;
        let paths = handed_in(opened.as_deref().unwrap_or(folder))?;
        let paths = gather(paths, gathered.path());
        let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let mut judged = Vec::new();
            while let Some((index, path)) = take(&next, &paths) {
                let (name, number) = named(path);
                let report = grade(cage, subject, path, options);
                let source = Submission::of(subject, path).ok();
                let rows = source.map(|source| Rows::of(&source));
                let student = Student {
                    name,
                    number,
                    report,
                };
                judged.push((index, student, rows));
                done(finished.fetch_add(1, Ordering::Relaxed) + 1, paths.len());
            }
            judged
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut judged = thread::scope(|scope| {
            let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            let judged = threads.into_iter().filter_map(|thread| thread.join().ok());
            judged.flatten().collect::<Vec<_>>()
        });
        judged.sort_by_key(|(index, ..)| *index);
        let (students, rows): (Vec<_>, Vec<_>) = judged
            .into_iter()
            .map(|(_, student, rows)| (student, rows))
            .unzip();
        Ok(Self {
            students,
            pairs: alike(&rows),
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

    /// With the columns of Moodle's worksheet of grades.
    pub fn csv(&self, language: Language) -> String {
        let mut text = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n".to_owned();
        for student in &self.students {
            let number = student.number.as_ref();
            let number = number.map(|number| format!("Participant {number}"));
            let (points, out_of) = student
                .report
                .as_ref()
                .map_or((0.0, 20.0), |report| (report.points, report.out_of));
            let fields = [
                number.unwrap_or_default(),
                student.name.clone(),
                points.to_string(),
                out_of.to_string(),
                student.told(language),
            ];
            text += &fields.map(|field| quoted(&field)).join(",");
            text.push('\n');
        }
        text
    }

    /// A suite a student, a case a check, as continuous integration reads it.
    pub fn junit(&self, language: Language) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
        for student in &self.students {
            let cases = student.cases(language);
            let failing = cases
                .iter()
                .filter(|case| case.contains("<failure"))
                .count();
            let _ = writeln!(
                text,
                "<testsuite name=\"{}\" tests=\"{}\" failures=\"{failing}\">",
                escaped(&student.name),
                cases.len(),
            );
            text += &cases.concat();
            text += "</testsuite>\n";
        }
        text + "</testsuites>\n"
    }

    /// A page without script: who passes what, then a report a student, each on a page of its own
    /// when it is printed.
    pub fn html(&self, language: Language) -> String {
        let title = escaped(&language.word("grade-class-title"));
        let mut text = format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<h1>{title}</h1>\n",
        );
        text += &self.table(language);
        if !self.pairs.is_empty() {
            let _ = writeln!(text, "<pre>{}</pre>", escaped(&self.likenesses(language)));
        }
        for student in &self.students {
            let _ = writeln!(
                text,
                "<section>\n<h2>{}</h2>\n<pre>{}</pre>\n</section>",
                escaped(&student.name),
                escaped(&student.told(language)),
            );
        }
        text + "</html>\n"
    }

    fn table(&self, language: Language) -> String {
        let checks: Vec<String> = self.failures().into_iter().map(|(name, _)| name).collect();
        let mut text = "<table>\n<tr><th></th><th></th>".to_owned();
        for check in &checks {
            let _ = write!(text, "<th>{}</th>", escaped(check));
        }
        text += "</tr>\n";
        for student in &self.students {
            let _ = write!(text, "<tr><th>{}</th>", escaped(&student.name));
            let Ok(report) = &student.report else {
                text += "<td></td></tr>\n";
                continue;
            };
            let _ = write!(text, "<td>{}</td>", report.points);
            for name in &checks {
                let check = report.checks.iter().find(|check| check.title() == *name);
                let (class, word) = check.map_or(("", String::new()), |check| {
                    let class = if check.verdict.passes() {
                        "passes"
                    } else {
                        "fails"
                    };
                    (class, language.word(check.verdict.key()))
                });
                let _ = write!(text, "<td class=\"{class}\">{}</td>", escaped(&word));
            }
            text += "</tr>\n";
        }
        text + "</table>\n"
    }
}

const STYLE: &str = "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse;\
                     font-size:small}td,th{border:1px solid #999;padding:.2em .4em;text-align:left}\
                     .passes{background:#dfd}.fails{background:#fdd}pre{white-space:pre-wrap}\
                     @media print{section{break-before:page}}";

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

    fn cases(&self, language: Language) -> Vec<String> {
        let failure = |text: &str| format!("<failure message=\"{}\"/>", escaped(text));
        let report = match &self.report {
            Ok(report) => report,
            Err(error) => {
                let why = failure(&language.say(&error.explain()));
                return vec![format!("<testcase name=\"grade\">{why}</testcase>\n")];
            }
        };
        let case = |check: &Check| {
            let inside = if check.fails() {
                failure(&check.text(language))
            } else if check.verdict.counts() {
                String::new()
            } else {
                "<skipped/>".to_owned()
            };
            let name = escaped(&check.title());
            format!("<testcase name=\"{name}\">{inside}</testcase>\n")
        };
        report.checks.iter().map(case).collect()
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

fn take<'a>(next: &AtomicUsize, paths: &'a [PathBuf]) -> Option<(usize, &'a PathBuf)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    paths.get(index).map(|path| (index, path))
}

/// The folder of a class in an archive that holds it as its only folder.
fn within(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder).map(|it| it.flatten().map(|entry| entry.path()));
    let entries: Vec<PathBuf> = entries.map_or_else(|_| vec![], Iterator::collect);
    match entries.as_slice() {
        [only] if only.is_dir() && named(only).1.is_none() => only.clone(),
        _ => folder.to_owned(),
    }
}

/// Files that Moodle puts side by side, of which several are one student's, in a folder each.
fn gather(paths: Vec<PathBuf>, into: &Path) -> Vec<PathBuf> {
    let mut of_student: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut gathered = Vec::new();
    for path in paths {
        match named(&path) {
            (name, Some(number)) if path.is_file() => {
                let folder = format!("{name}_{number}_assignsubmission_file_");
                of_student.entry(folder).or_default().push(path);
            }
            _ => gathered.push(path),
        }
    }
    for (name, files) in of_student {
        let folder = into.join(name);
        let copied = files.iter().all(|file| {
            let own = file.file_name().unwrap_or_default().to_string_lossy();
            let own = own
                .split("assignsubmission_file_")
                .last()
                .unwrap_or_default();
            let made = fs::create_dir_all(&folder).is_ok();
            made && fs::copy(file, folder.join(own)).is_ok()
        });
        match files.as_slice() {
            // One file is judged where it lies, and what cannot be copied as well.
            [one] => gathered.push(one.clone()),
            _ if copied => gathered.push(folder),
            several => gathered.extend(several.iter().cloned()),
        }
    }
    gathered.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    gathered
}

/// What is in the folder of a class, without what is hidden.
fn handed_in(folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let shown = || folder.display().to_string();
    let unreadable = |reason| SubmissionError::Unreadable {
        path: shown(),
        reason,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let hidden = entry.file_name().to_string_lossy().starts_with(['.', '_']);
        if !hidden && paths.len() <= MOST_STUDENTS {
            paths.push(entry.path());
        }
    }
    if paths.len() > MOST_STUDENTS {
        return Err(SubmissionError::TooLarge(shown()));
    }
    paths.sort();
    Ok(paths)
}

/// `Nom Prénom_123456_assignsubmission_file_` as Moodle names it, or any name.
fn named(path: &Path) -> (String, Option<String>) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut parts = stem.splitn(3, '_');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), Some(number), Some(rest)) if rest.starts_with("assignsubmission") => {
            (name.to_owned(), Some(number.to_owned()))
        }
        _ => (stem.into_owned(), None),
    }
}

/// A field of a table; one that a spreadsheet would compute is text.
fn quoted(field: &str) -> String {
    let computed = field.starts_with(['=', '+', '-', '@']);
    let guard = if computed { "'" } else { "" };
    format!("\"{guard}{}\"", field.replace('"', "\"\""))
}

/// A text inside HTML or XML, without what neither can hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_moodle() {
        let moodle = named(Path::new("x/Ana Dupont_123456_assignsubmission_file_"));
        assert_eq!(moodle, ("Ana Dupont".to_owned(), Some("123456".to_owned())));
        assert_eq!(
            named(Path::new("x/ana_dupont.py")),
            ("ana_dupont".to_owned(), None)
        );
    }

    #[test]
    fn a_field_cannot_leave_its_cell_nor_compute() {
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(quoted("=1+1"), "\"'=1+1\"");
    }

    #[test]
    fn what_a_student_writes_is_no_markup() {
        assert_eq!(escaped("<b>&\"\u{7}"), "&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
