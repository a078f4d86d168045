//! What is found out about a function, and how it is put to whoever reads it.

use house::subject::{Case, Difference, Kind, Part};
use serde_json::Value as Json;
use table::{Explain, Message, Seeded};

use super::{Rating, Trial};
use crate::crash::Crash;
use crate::verdict::Verdict;

/// What was found of one function.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    pub(crate) case: Option<Case>,
    pub(crate) expected: Option<Json>,
    pub(crate) got: Option<Json>,
    /// How it fell, for people.
    pub(crate) fall: Option<Message>,
    pub(crate) notes: Vec<Message>,
}

impl Finding {
    pub(crate) fn plain(verdict: Verdict) -> Self {
        Self {
            verdict,
            case: None,
            expected: None,
            got: None,
            fall: None,
            notes: vec![],
        }
    }

    pub(crate) fn crashed(case: Option<Case>, crash: &Crash) -> Self {
        if crash.is_of_the_machine() {
            return Self {
                notes: vec![crash.explain()],
                ..Self::plain(Verdict::Unjudged)
            };
        }
        Self {
            case,
            got: Some(crash.json()),
            fall: Some(crash.explain()),
            ..Self::plain(Verdict::Crashed)
        }
    }
}

impl Trial<'_> {
    pub(super) fn found(&self, case: Case, rating: Rating) -> Finding {
        match rating {
            Rating::Right => Finding {
                case: Some(case),
                ..Finding::plain(Verdict::Right)
            },
            Rating::Layout { expected, got } => Finding {
                case: Some(case),
                expected: Some(expected.into()),
                got: Some(got.into()),
                ..Finding::plain(Verdict::Layout)
            },
            Rating::Shared => Finding {
                case: Some(case),
                notes: vec![Message::new("grade-note-shared")],
                ..Finding::plain(Verdict::Wrong)
            },
            Rating::Crashed(crash) if crash.is_of_the_machine() => Finding::crashed(None, &crash),
            Rating::Crashed(crash) => Finding {
                expected: self.example(&case, Part::Returned),
                ..Finding::crashed(Some(case), &crash)
            },
            Rating::Hung => Finding {
                expected: self.example(&case, Part::Returned),
                case: Some(case),
                ..Finding::plain(Verdict::Hung)
            },
            Rating::Wrong(difference) => self.wrong(case, difference),
        }
    }

    fn wrong(&self, case: Case, difference: Difference) -> Finding {
        let expected = match difference.expected.as_slice() {
            [] => self.example(&case, difference.part),
            [one] => Some(one.clone()),
            several => Some(several.iter().cloned().collect()),
        };
        let mut notes = Vec::new();
        if let Part::Argument(index) = difference.part {
            let name = self.function.parameters.get(index).map_or("", |it| it.name);
            notes.push(Message::new("grade-note-argument").with("name", name));
        }
        if difference.expected.len() > 1 {
            notes.push(Message::new("grade-note-one-of"));
        }
        Finding {
            case: Some(case),
            expected,
            got: Some(difference.got),
            notes,
            ..Finding::plain(Verdict::Wrong)
        }
    }

    /// A right answer where several are.
    fn example(&self, case: &Case, part: Part) -> Option<Json> {
        let right = self.function.call(case, &mut Seeded::new(0)).ok()?;
        Some(match part {
            Part::Printed => right.printed.into(),
            Part::Argument(index) => right.args.get(index)?.clone(),
            Part::Returned | Part::Raised if self.function.kind == Kind::Program => {
                right.printed.into()
            }
            Part::Returned | Part::Raised => right.returned,
        })
    }
}
