//! `Class`: all submissions of a folder or archive, graded in parallel.

mod exports;
mod grading;
mod html;
mod judge;
mod report_cache;
mod sheet;
mod submissions;

use std::cmp::Reverse;
use std::io;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;

use serde_json::{Value as Json, json};
use table::{Explain, Message, message};
use text::Language;

use crate::archive;
use crate::grade::GradeError;
use crate::homework::Homework;
use crate::report::Report;
use crate::similarity::SourceFingerprint;
use grading::ClassGrading;
pub use judge::{HomeworkJudge, LocalJudge};
pub use report_cache::ReportCache;
use submissions::{class_folder, group_by_student, list_submissions, owner};

/// The reports of all students of a class.
#[derive(Debug)]
pub struct Class {
    /// Subject of the submissions.
    pub homework: &'static Homework,
    /// Students in the order of their names.
    pub students: Vec<Student>,
    /// Pairs of students whose sources are nearly equal, as indices into `students`, with the share
    /// that the sources have in common. No verdict depends on it.
    pub similar: Vec<(usize, usize, f64)>,
    /// The first error while saving reports, if any.
    pub unsaved: Option<io::Error>,
}

/// One student of a class.
#[derive(Debug)]
pub struct Student {
    /// Name of the student, or of the submitted folder or file.
    pub name: String,
    /// Moodle's participant number.
    pub number: Option<String>,
    /// The report, or the reason why there is none.
    pub report: Result<Report, GradeError>,
}

impl Class {
    /// Grades every folder and file of a folder or archive. `progress` is called with the number of
    /// graded submissions and their total, at the start and after each. Submissions whose report is
    /// in the cache are not graded again. An error of one student is in [`Student::report`].
    pub fn grade(
        judge: &dyn HomeworkJudge,
        homework: &'static Homework,
        folder: &Path,
        cache: Option<&ReportCache>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Self, GradeError> {
        let unpacked = archive::unpack_class(folder, &owner)?;
        let opened = unpacked.as_ref().map(|it| class_folder(it.folder.path()));
        let copies = tempfile::tempdir()?;
        let paths = list_submissions(opened.as_deref().unwrap_or(folder))?;
        let grading = ClassGrading {
            judge,
            homework,
            cache,
            paths: group_by_student(paths, copies.path()),
            too_large: unpacked.as_ref().map(|it| &it.too_large),
            next: AtomicUsize::new(0),
            unsaved: OnceLock::new(),
        };
        let judged = grading.run(progress)?;
        let (students, fingerprints): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
        Ok(Self {
            homework,
            students,
            similar: similar_pairs(&fingerprints),
            unsaved: grading.unsaved.into_inner(),
        })
    }

    /// A class of one student, who is named by the submission without the folders that lead to it.
    pub fn with_one_student(homework: &'static Homework, path: &Path, mut report: Report) -> Self {
        let own = path.file_name().unwrap_or(path.as_os_str());
        let name = own.to_string_lossy().into_owned();
        report.show_path(&name);
        let student = Student {
            name,
            number: None,
            report: Ok(report),
        };
        Self {
            homework,
            students: vec![student],
            similar: vec![],
            unsaved: None,
        }
    }

    /// Title of each check and number of students who fail it, most failed first.
    pub fn failures(&self) -> Vec<(String, usize)> {
        let mut failures: Vec<(String, usize)> = Vec::new();
        let reports = self.students.iter().flat_map(|it| &it.report);
        for check in reports.flat_map(|report| &report.checks) {
            let (title, fails) = (check.title(), usize::from(check.fails()));
            match failures.iter_mut().find(|(known, _)| *known == title) {
                Some((_, count)) => *count += fails,
                None => failures.push((title, fails)),
            }
        }
        failures.sort_by_key(|(_, count)| Reverse(*count));
        failures
    }

    /// Text for a person: one line per student, then one per failed check, then similar sources.
    pub fn text(&self, language: Language) -> String {
        let line = |message: Message| language.say(&message) + "\n";
        let students = self.students.iter().map(|student| line(student.line()));
        let failed = self.failures().into_iter().filter(|(_, count)| *count > 0);
        let of = self.students.len();
        let failed =
            failed.map(|(check, count)| line(message!("grade-class-failures", check, count, of)));
        let blank = "\n".to_owned();
        let lines = students.chain([blank]).chain(failed);
        lines.collect::<String>() + &self.similar_lines(language)
    }

    /// The CSV worksheet that Moodle imports.
    pub fn csv(&self, language: Language) -> String {
        exports::csv(self, language)
    }

    /// `JUnit` XML for continuous integration.
    pub fn junit(&self, language: Language) -> String {
        exports::junit(self, language)
    }

    /// An HTML page without scripts, to read offline or to print.
    pub fn html(&self, language: Language) -> String {
        html::page(self, language)
    }

    /// One line per pair of nearly equal sources.
    fn similar_lines(&self, language: Language) -> String {
        let line = |(one, other, share): &(usize, usize, f64)| {
            let [one, other] = [*one, *other].map(|index| self.students[index].name.as_str());
            let share = (100.0 * share).round() as u32;
            let message = message!("grade-class-alike", one, other, share);
            language.say(&message) + "\n"
        };
        self.similar.iter().map(line).collect()
    }
}

impl Student {
    /// The documented JSON report, or an object with the student's name and the error.
    pub fn json(&self, language: Language) -> Json {
        match &self.report {
            Ok(report) => report.json(),
            Err(error) => json!({"name": self.name, "error": language.say(&error.explain())}),
        }
    }

    /// The student's name with the points, or with the reason why there are none.
    fn line(&self) -> Message {
        let name = self.name.as_str();
        match &self.report {
            Ok(report) => {
                let [points, out_of] = [report.points, report.out_of].map(|it| it.to_string());
                if report.unjudged > 0.0 {
                    let unjudged = report.unjudged.to_string();
                    return message!("grade-class-unjudged", name, points, out_of, unjudged);
                }
                message!("grade-class-student", name, points, out_of)
            }
            Err(error) => message!("grade-class-error", name, reason = error.explain()),
        }
    }
}

/// Every pair of nearly equal sources, the most similar first.
fn similar_pairs(fingerprints: &[Option<SourceFingerprint>]) -> Vec<(usize, usize, f64)> {
    let mut pairs = Vec::new();
    for (other, its) in fingerprints.iter().enumerate() {
        for (one, own) in fingerprints[..other].iter().enumerate() {
            let share = own.as_ref().zip(its.as_ref());
            let share = share.and_then(|(own, its)| own.similarity(its));
            pairs.extend(share.map(|share| (one, other, share)));
        }
    }
    pairs.sort_by(|a, b| b.2.total_cmp(&a.2));
    pairs
}
