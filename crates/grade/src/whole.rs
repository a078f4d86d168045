//! A report with everything in it, as it is kept and sent: what a [`Report`] serialises to is for
//! people's scripts, and leaves out what is worded.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;
use table::{Arg, Message};

use crate::verdict::{Check, Report, Verdict};

/// Words of messages that are read, and letters of one: the catalogues have fewer and shorter ones.
const MOST_WORDS: usize = 4000;
const LONGEST_WORD: usize = 64;

/// A word that no catalogue has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no word of a report")]
pub struct UnknownWord(String);

/// A whole report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Whole {
    subject: String,
    path: String,
    edition: Option<String>,
    points: f64,
    out_of: f64,
    checks: Vec<WholeCheck>,
    faults: Vec<Said>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct WholeCheck {
    id: String,
    function: Option<String>,
    verdict: Verdict,
    points: f64,
    worth: f64,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    input: Option<Json>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    expected: Option<Json>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    got: Option<Json>,
    command: Option<String>,
    says: Option<Said>,
    fall: Option<Said>,
    notes: Vec<Said>,
}

/// What is there, be it `null`, which is what Python's `None` is.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(from).map(Some)
}

/// A message as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Said {
    key: String,
    args: Vec<(String, Value)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Value {
    Number(i64),
    Text(String),
    Said(Box<Said>),
}

impl Whole {
    /// The report.
    ///
    /// # Errors
    /// When a word of it cannot be one of a catalogue.
    pub fn report(self) -> Result<Report, UnknownWord> {
        let checks = self.checks.into_iter().map(WholeCheck::check);
        Ok(Report {
            subject: word(self.subject)?,
            path: self.path,
            edition: self.edition.map(word).transpose()?,
            points: self.points,
            out_of: self.out_of,
            checks: checks.collect::<Result<_, _>>()?,
            faults: messages(self.faults)?,
        })
    }
}

impl From<&Report> for Whole {
    fn from(report: &Report) -> Self {
        Self {
            subject: report.subject.to_owned(),
            path: report.path.clone(),
            edition: report.edition.map(str::to_owned),
            points: report.points,
            out_of: report.out_of,
            checks: report.checks.iter().map(Into::into).collect(),
            faults: report.faults.iter().map(Into::into).collect(),
        }
    }
}

impl WholeCheck {
    fn check(self) -> Result<Check, UnknownWord> {
        Ok(Check {
            id: self.id,
            function: self.function,
            verdict: self.verdict,
            points: self.points,
            worth: self.worth,
            input: self.input,
            expected: self.expected,
            got: self.got,
            command: self.command,
            says: self.says.map(Said::message).transpose()?,
            fall: self.fall.map(Said::message).transpose()?,
            notes: messages(self.notes)?,
        })
    }
}

impl From<&Check> for WholeCheck {
    fn from(check: &Check) -> Self {
        Self {
            id: check.id.clone(),
            function: check.function.clone(),
            verdict: check.verdict,
            points: check.points,
            worth: check.worth,
            input: check.input.clone(),
            expected: check.expected.clone(),
            got: check.got.clone(),
            command: check.command.clone(),
            says: check.says.as_ref().map(Into::into),
            fall: check.fall.as_ref().map(Into::into),
            notes: check.notes.iter().map(Into::into).collect(),
        }
    }
}

impl Said {
    fn message(self) -> Result<Message, UnknownWord> {
        let args = self.args.into_iter();
        let args = args.map(|(name, value)| Ok((word(name)?, value.arg()?)));
        Ok(Message {
            key: word(self.key)?,
            args: args.collect::<Result<_, _>>()?,
        })
    }
}

impl From<&Message> for Said {
    fn from(message: &Message) -> Self {
        let args = message.args.iter();
        let args = args.map(|(name, arg)| ((*name).to_owned(), arg.into()));
        Self {
            key: message.key.to_owned(),
            args: args.collect(),
        }
    }
}

impl Value {
    fn arg(self) -> Result<Arg, UnknownWord> {
        Ok(match self {
            Self::Number(number) => Arg::Number(number),
            Self::Text(text) => Arg::Text(text),
            Self::Said(said) => Arg::Message(Box::new(said.message()?)),
        })
    }
}

impl From<&Arg> for Value {
    fn from(arg: &Arg) -> Self {
        match arg {
            Arg::Number(number) => Self::Number(*number),
            Arg::Text(text) => Self::Text(text.clone()),
            Arg::Message(message) => Self::Said(Box::new(message.as_ref().into())),
        }
    }
}

fn messages(said: Vec<Said>) -> Result<Vec<Message>, UnknownWord> {
    said.into_iter().map(Said::message).collect()
}

/// A word that lives as long as the program, as keys and names of messages do.
fn word(text: String) -> Result<&'static str, UnknownWord> {
    static WORDS: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(word) = words.get(text.as_str()) {
        return Ok(word);
    }
    if words.len() >= MOST_WORDS || text.len() > LONGEST_WORD {
        let shown = text.chars().take(LONGEST_WORD).collect();
        return Err(UnknownWord(shown));
    }
    let word: &'static str = Box::leak(text.into_boxed_str());
    words.insert(word);
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Report {
        let says = Message::new("grade-unreadable").with("path", "x");
        let fall = Message::new("grade-crashed").with("why", says.clone());
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
            says: Some(says.clone()),
            fall: Some(fall),
            notes: vec![says],
        };
        Report {
            subject: "421",
            path: "devoir.py".to_owned(),
            edition: None,
            points: 1.5,
            out_of: 20.0,
            checks: vec![check],
            faults: vec![Message::new("grade-absent").with("count", 3)],
        }
    }

    fn through_json(whole: &Whole) -> Result<Report, UnknownWord> {
        let text = serde_json::to_string(whole).expect("it has a JSON form");
        let read: Whole = serde_json::from_str(&text).expect("it was written so");
        read.report()
    }

    #[test]
    fn a_report_reads_back_whole() {
        let report = sample();
        let back = through_json(&(&report).into());
        assert_eq!(
            format!("{back:?}"),
            format!("{:?}", Ok::<_, UnknownWord>(report))
        );
    }

    #[test]
    fn a_word_that_no_catalogue_has_is_not_kept() {
        let mut whole = Whole::from(&sample());
        whole.faults[0].key = "x".repeat(LONGEST_WORD + 1);
        assert!(through_json(&whole).is_err());
    }
}
