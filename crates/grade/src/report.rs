//! What a report is made of: checks, each with its verdict and what shows it.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::Message;

use crate::scale::Scale;

/// What was found of one sentence of the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As the subject says.
    Right,
    /// Right, laid out differently.
    Layout,
    /// Right, given the right helper.
    Helped,
    /// Not as the subject says.
    Wrong,
    /// An exception, or the end of its process.
    Crashed,
    /// No answer in time.
    Hung,
    /// Not handed in.
    Absent,
    /// A tool is missing.
    Unjudged,
    /// The subject does not say: never counts.
    Silent,
}

impl Verdict {
    /// The key of its name in the catalogues.
    pub fn key(self) -> &'static str {
        match self {
            Self::Right => "grade-right",
            Self::Layout => "grade-layout",
            Self::Helped => "grade-helped",
            Self::Wrong => "grade-wrong",
            Self::Crashed => "grade-crashed",
            Self::Hung => "grade-hung",
            Self::Absent => "grade-absent",
            Self::Unjudged => "grade-unjudged",
            Self::Silent => "grade-silent",
        }
    }

    /// Whether the function does what the subject asks of it, as far as it depends on itself.
    pub fn passes(self) -> bool {
        matches!(self, Self::Right | Self::Layout | Self::Helped)
    }

    /// Whether it takes part in the points.
    pub fn counts(self) -> bool {
        !matches!(self, Self::Unjudged | Self::Silent)
    }

    /// The share of a check's points that it earns.
    fn share(self, scale: &Scale) -> f64 {
        match self {
            Self::Right | Self::Helped => 1.0,
            Self::Layout => scale.layout,
            Self::Wrong
            | Self::Crashed
            | Self::Hung
            | Self::Absent
            | Self::Unjudged
            | Self::Silent => 0.0,
        }
    }
}

/// One sentence of the subject, judged.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// Where the subject says it: `Q7`, `exercice 4`.
    pub id: String,
    /// The function it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// What was found.
    pub verdict: Verdict,
    /// What it earns.
    pub points: f64,
    /// What it would earn if it were right.
    #[serde(skip)]
    pub worth: f64,
    /// The smallest input found that shows it: the arguments, and what is typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Json>,
    /// What the subject says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Json>,
    /// What came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<Json>,
    /// What shows it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What the subject says of it, in its words.
    #[serde(skip)]
    pub says: Option<Message>,
    /// How it fell, for people.
    #[serde(skip)]
    pub fall: Option<Message>,
    /// What was recognised on the way, for people.
    #[serde(skip)]
    pub notes: Vec<Message>,
}

impl Check {
    /// Where the subject says it, and what it is about.
    pub fn title(&self) -> String {
        let function = self.function.as_deref().unwrap_or_default();
        format!("{} {function}", self.id)
    }

    /// What it costs.
    fn lost(&self) -> f64 {
        self.worth - self.points
    }

    /// Whether it costs points.
    pub fn fails(&self) -> bool {
        self.verdict.counts() && !self.verdict.passes()
    }
}

/// All that was found of what one student handed in.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Which subject.
    pub subject: &'static str,
    /// What was judged.
    pub path: String,
    /// `earlier` when its words are those of an earlier edition of the subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<&'static str>,
    /// The sum of the checks' points.
    pub points: f64,
    /// The most there is.
    pub out_of: f64,
    /// In the order of the subject.
    pub checks: Vec<Check>,
    /// What of the files could not be read or run, for people.
    #[serde(skip)]
    pub faults: Vec<Message>,
}

/// Checks that are worth mending first.
const FIRST: usize = 3;

impl Report {
    /// The few failing checks that cost most, in the order of the subject where they cost alike.
    pub fn first(&self) -> Vec<&Check> {
        let mut failing: Vec<_> = self.checks.iter().filter(|it| it.fails()).collect();
        failing.sort_by(|a, b| b.lost().total_cmp(&a.lost()));
        failing.truncate(FIRST);
        failing
    }

    /// Shares the total of a scale among the checks that count, by what each is worth.
    pub fn score(&mut self, scale: &Scale) {
        self.out_of = scale.out_of;
        let counting = |check: &&Check| check.verdict.counts();
        let all: f64 = (self.checks.iter().filter(counting))
            .map(|check| scale.worth(check))
            .sum();
        let each = if all > 0.0 { scale.out_of / all } else { 0.0 };
        let mut earned = 0.0;
        for check in &mut self.checks {
            let counts = f64::from(u8::from(check.verdict.counts()));
            let worth = each * counts * scale.worth(check);
            let points = worth * check.verdict.share(scale);
            earned += points;
            (check.worth, check.points) = (hundredths(worth), hundredths(points));
        }
        self.points = hundredths(earned);
    }
}

fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}
