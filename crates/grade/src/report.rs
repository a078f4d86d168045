//! The report of one submission: its checks with their verdicts, and the points.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;
use table::{Key, Message, key};
use text::Language;

use crate::command_line::{input_json, quoted};
use crate::finding::Finding;
use crate::grade::GradeOptions;
use crate::homework::{Homework, SubjectCheck};
use crate::report_text;
use crate::scale::Scale;

/// Result of one check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The answer is the one the subject asks for.
    Right,
    /// The answer is right but its layout differs.
    Layout,
    /// The function is right once the reference replaces the failing functions that it calls.
    Helped,
    /// The answer is not the one the subject asks for.
    Wrong,
    /// The code raised an exception or its process ended.
    Crashed,
    /// The call did not return within its time limit.
    Hung,
    /// The function was not submitted.
    Absent,
    /// The check could not run, for example because a tool is missing. It earns nothing until the
    /// teacher leaves it out.
    Unjudged,
    /// The check could not run, and the teacher left it out with `--without`. It does not count.
    Excluded,
    /// The subject does not define the right answer. It does not count.
    Silent,
}

impl Verdict {
    /// Key of the message that names the verdict.
    pub fn key(self) -> Key {
        match self {
            Self::Right => key!("grade-right"),
            Self::Layout => key!("grade-layout"),
            Self::Helped => key!("grade-helped"),
            Self::Wrong => key!("grade-wrong"),
            Self::Crashed => key!("grade-crashed"),
            Self::Hung => key!("grade-hung"),
            Self::Absent => key!("grade-absent"),
            Self::Unjudged => key!("grade-unjudged"),
            Self::Excluded => key!("grade-excluded"),
            Self::Silent => key!("grade-silent"),
        }
    }

    /// `Layout` for an answer that differs only by its layout, else `Wrong`.
    pub(crate) fn for_difference(only_layout: bool) -> Self {
        let layout = only_layout.then_some(Self::Layout);
        layout.unwrap_or(Self::Wrong)
    }

    /// Whether the submitted code meets the requirement, its helpers aside.
    pub fn passes(self) -> bool {
        matches!(self, Self::Right | Self::Layout | Self::Helped)
    }

    /// Whether the check takes part in the points.
    pub fn counts(self) -> bool {
        !matches!(self, Self::Excluded | Self::Silent)
    }

    /// Share of the check's points that this verdict earns, from 0 to 1.
    fn share(self, scale: &Scale) -> f64 {
        match self {
            Self::Right | Self::Helped => 1.0,
            Self::Layout => scale.layout,
            _ => 0.0,
        }
    }
}

/// One requirement of the subject with its verdict and the smallest example that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Number of the question or section: `Q7`, `exercice 4`.
    pub id: String,
    /// Name of the function or requirement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Result of the check.
    pub verdict: Verdict,
    /// Points earned.
    pub points: f64,
    /// Points earned if the verdict were `Right`.
    pub worth: f64,
    /// Smallest input found that shows the verdict: the arguments, and the typed lines if any.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub input: Option<Json>,
    /// Answer that the subject asks for.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub expected: Option<Json>,
    /// Answer that the submitted code gave.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub got: Option<Json>,
    /// Command line that repeats this one call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The call and its answers as the student's language writes them, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<ShownCall>,
    /// Module or tool without which the check is unjudged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// Sentence that repeats what the subject asks.
    pub says: Option<Message>,
    /// Description of the exception or of the end of the process.
    pub crash: Option<Message>,
    /// Remarks for the reader, for example another form of a right answer.
    pub notes: Vec<Message>,
}

/// A call and its answers as the student's language writes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownCall {
    /// The call with its arguments: `doubles([[1, 1]])`.
    pub call: String,
    /// The words that were typed during the call, separated by blanks.
    pub typed: String,
    /// The answer that the subject asks for.
    pub expected: Option<String>,
    /// The answer that the submitted code gave.
    pub got: Option<String>,
}

/// Reads a value that is present, where `null` is a value (Python's `None`) and not an absence.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(from).map(Some)
}

impl Check {
    /// A check without an example; its points are set by [`Report::score`].
    pub(crate) fn new(check: SubjectCheck, verdict: Verdict) -> Self {
        Self::from_finding(check, Finding::new(verdict), None)
    }

    /// A check with what was found; `command` repeats the call that shows it.
    pub(crate) fn from_finding(
        check: SubjectCheck,
        finding: Finding,
        command: Option<String>,
    ) -> Self {
        Self {
            id: check.id.to_owned(),
            function: Some(check.name.to_owned()),
            verdict: finding.verdict,
            points: 0.0,
            worth: 0.0,
            input: finding.case.as_ref().map(input_json),
            expected: finding.expected,
            got: finding.got,
            command,
            shown: finding.shown,
            needs: finding.needs,
            says: check.says(),
            crash: finding.crash,
            notes: finding.notes,
        }
    }

    /// The number of the question and the name of the function: `Q7 max_presence`.
    pub fn title(&self) -> String {
        let function = self.function.as_deref().unwrap_or_default();
        format!("{} {function}", self.id)
    }

    /// Whether one exception, whatever its line, makes both checks fail.
    fn has_cause_of(&self, other: &Self) -> bool {
        let cause = |check: &Self| {
            let mut crash = check.crash.clone()?;
            crash
                .args
                .retain(|(name, _)| !["line", "cell"].contains(&name.as_ref()));
            Some(crash)
        };
        cause(self).is_some_and(|own| cause(other) == Some(own))
    }

    pub(crate) fn lost(&self) -> f64 {
        self.worth - self.points
    }

    /// Whether the check was judged, counts and does not pass.
    pub fn fails(&self) -> bool {
        self.verdict.counts() && !self.verdict.passes() && self.verdict != Verdict::Unjudged
    }

    /// The check as lines of text for a person.
    pub fn text(&self, language: Language) -> String {
        report_text::check(self, language)
    }
}

/// Everything that was found about one submission. It serialises whole, to be stored and sent;
/// [`Report::json`] is the documented form for scripts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Name of the subject.
    pub subject: String,
    /// Path of the submission as the user gave it.
    pub path: String,
    /// `earlier` when the program uses the wording of an earlier edition of the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Sum of the points of all checks.
    pub points: f64,
    /// Maximum number of points.
    pub out_of: f64,
    /// Points of the checks that could not be judged, which the total contains.
    #[serde(default)]
    pub unjudged: f64,
    /// Checks in the order of the subject.
    pub checks: Vec<Check>,
    /// Files that could not be read or run, explained.
    pub faults: Vec<Message>,
}

impl Report {
    /// A scored report of the submission at `path`.
    pub(crate) fn new(
        homework: &Homework,
        path: String,
        checks: Vec<Check>,
        faults: Vec<Message>,
        options: &GradeOptions,
    ) -> Self {
        let mut report = Self {
            subject: homework.subject.name.to_owned(),
            path,
            edition: None,
            points: 0.0,
            out_of: 0.0,
            unjudged: 0.0,
            checks,
            faults,
        };
        report.score(&options.scale(homework));
        report
    }

    /// The failing checks with the cause that costs most; of equal costs the first in the subject's order.
    pub(crate) fn to_mend_first(&self) -> Vec<&Check> {
        let mut causes: Vec<Vec<&Check>> = vec![];
        for check in self.checks.iter().filter(|it| it.fails()) {
            let same = |checks: &&mut Vec<&Check>| checks[0].has_cause_of(check);
            match causes.iter_mut().find(same) {
                Some(checks) => checks.push(check),
                None => causes.push(vec![check]),
            }
        }
        let lost = |checks: &[&Check]| checks.iter().map(|it| it.lost()).sum::<f64>();
        let most = causes.into_iter().rev();
        let most = most.max_by(|one, other| lost(one).total_cmp(&lost(other)));
        most.unwrap_or_default()
    }

    /// Shows the submission under another path, in its commands too.
    pub(crate) fn show_path(&mut self, path: &str) {
        let [old, new] = [&self.path, path].map(quoted);
        for command in self.checks.iter_mut().filter_map(|it| it.command.as_mut()) {
            *command = command.replacen(&old, &new, 1);
        }
        path.clone_into(&mut self.path);
    }

    /// Sets the points: the scale's total is shared among the checks that count, by their worth.
    pub fn score(&mut self, scale: &Scale) {
        self.out_of = scale.out_of;
        for check in &mut self.checks {
            if matches!(check.verdict, Verdict::Unjudged | Verdict::Excluded) {
                let left_out = scale.leaves_out(check);
                check.verdict = [Verdict::Unjudged, Verdict::Excluded][usize::from(left_out)];
            }
        }
        let weight = |check: &Check| {
            let counts = check.verdict.counts();
            if counts { scale.worth(check) } else { 0.0 }
        };
        let all: f64 = self.checks.iter().map(weight).sum();
        let each = if all > 0.0 { scale.out_of / all } else { 0.0 };
        let (mut earned, mut unjudged) = (0.0, 0.0);
        for check in &mut self.checks {
            let worth = each * weight(check);
            let points = worth * check.verdict.share(scale);
            earned += points;
            if check.verdict == Verdict::Unjudged {
                unjudged += worth;
            }
            (check.worth, check.points) = (hundredths(worth), hundredths(points));
        }
        self.points = hundredths(earned);
        self.unjudged = hundredths(unjudged);
    }

    /// Whether every check that counts was judged and passes.
    pub fn passes(&self) -> bool {
        let mut counting = self.checks.iter().filter(|it| it.verdict.counts());
        counting.all(|it| it.verdict.passes())
    }

    /// The documented JSON report: without the sentences, which depend on a language.
    pub fn json(&self) -> Json {
        let mut json = serde_json::to_value(self).expect("every field of a report has a JSON form");
        remove(&mut json, &["faults"]);
        for check in json["checks"].as_array_mut().into_iter().flatten() {
            remove(check, &["shown", "says", "crash", "notes"]);
        }
        json
    }

    /// The report as text for a person.
    pub fn text(&self, language: Language) -> String {
        report_text::report(self, language)
    }
}

fn remove(json: &mut Json, keys: &[&str]) {
    if let Some(fields) = json.as_object_mut() {
        fields.retain(|key, _| !keys.contains(&key.as_str()));
    }
}

pub(crate) fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use table::message;

    use super::*;

    #[test]
    fn a_stored_report_is_read_back_unchanged() {
        let says = message!("grade-fault", text = "x");
        let check = Check {
            id: "Q7".to_owned(),
            function: Some("tri_decr".to_owned()),
            verdict: Verdict::Helped,
            points: 1.5,
            worth: 2.0,
            input: Some(Json::from(vec![1, 2])),
            expected: None,
            got: Some(Json::Null),
            command: Some("brelan grade".to_owned()),
            shown: Some(ShownCall {
                call: "tri_decr([[1, 2]])".to_owned(),
                typed: String::new(),
                expected: None,
                got: Some("None".to_owned()),
            }),
            needs: Some("pygame".to_owned()),
            crash: Some(message!("grade-fault", text = says.clone())),
            says: Some(says.clone()),
            notes: vec![says],
        };
        let report = Report {
            subject: "421".to_owned(),
            path: "devoir.py".to_owned(),
            edition: None,
            points: 1.5,
            out_of: 20.0,
            unjudged: 2.0,
            checks: vec![check],
            faults: vec![message!("grade-note-code", code = 3)],
        };
        let text = serde_json::to_string(&report).expect("a report has a JSON form");
        let read: Report = serde_json::from_str(&text).expect("the text was just written");
        assert_eq!(read, report);
    }
}
