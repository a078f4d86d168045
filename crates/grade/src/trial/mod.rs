//! One function of a student against the subject's: called, judged, its failing input made smaller.

mod chance;
mod finding;
mod smaller;

use std::borrow::Cow;
use std::time::{Duration, Instant};

use house::subject::{Case, Difference, Function, Input, Judgement, Kind, Part, Type};
use serde_json::{Value as Json, json};
use table::Message;

pub(crate) use self::chance::UNLIKELY;
pub(crate) use self::finding::Finding;
pub(crate) use self::smaller::size;
use crate::crash::Crash;
use crate::functions::plain;
use crate::manner::Manner;
use crate::session::{CALL, Callee, Reply, SHORT_CALL};
use crate::shape::Shape;
use crate::verdict::Verdict;

/// How many times fewer inputs a whole program has, which plays a game for each, and a function
/// whose helpers answer through a pipe.
const PROGRAM: usize = 10;
const ASSISTED: usize = 5;
const BATCH: usize = 100;
/// The runner's word for a list in which one list stands in several places.
const SHARED: &str = "shared";
/// What the calls of a function that crashes may last before no more are made.
const ENOUGH: Duration = Duration::from_secs(3);
/// Results that a subject names as parameters.
const MOST_PADDED: usize = 3;
/// Inputs by which another order of arguments is recognised.
const ORDERING: usize = 24;

/// What one reply comes to.
#[derive(Clone, Debug, PartialEq)]
enum Rating {
    Right,
    Layout {
        expected: String,
        got: String,
    },
    Wrong(Difference),
    /// Equal to what is asked, but rows that should be several are one list.
    Shared,
    Crashed(Crash),
    Hung,
}

impl Rating {
    fn fails(&self) -> bool {
        !matches!(self, Self::Right | Self::Layout { .. })
    }

    /// Whether both fail for the same kind of reason, so that shrinking does not change the subject.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Crashed(one), Self::Crashed(other)) => one.is_like(other),
            (Self::Wrong(one), Self::Wrong(other)) => {
                matches!(one.part, Part::Printed) == matches!(other.part, Part::Printed)
            }
            (Self::Hung, Self::Hung)
            | (Self::Shared, Self::Shared)
            | (Self::Layout { .. }, Self::Layout { .. }) => true,
            _ => false,
        }
    }
}

/// A function of the student that stands for one of the subject.
pub(crate) struct Trial<'a> {
    pub(crate) session: &'a mut dyn Callee,
    /// Its name in the student's file.
    pub(crate) name: &'a str,
    pub(crate) function: &'static Function,
    /// How many arguments it takes at least and at most.
    pub(crate) arity: (usize, usize),
    /// Whether its opposite was accepted.
    pub(crate) opposite: bool,
    /// Whether an input need not be the smallest there is.
    pub(crate) hasty: bool,
    /// How calls are put.
    pub(crate) manner: Manner,
}

/// What calls came to, in the best reading of their answers.
struct Seen {
    cases: Vec<Case>,
    replies: Vec<Reply>,
    shape: Shape,
    ratings: Vec<Rating>,
}

impl Seen {
    /// How many calls failed or were not answered.
    fn failing(&self) -> usize {
        let right = self.ratings.iter().filter(|it| !it.fails());
        self.cases.len() - right.count()
    }
}

impl Trial<'_> {
    /// Calls it with many inputs and says what they show.
    pub(crate) fn examine(&mut self, inputs: usize) -> Finding {
        let of_kind = match self.function.kind {
            Kind::Program => inputs.div_ceil(PROGRAM),
            Kind::Function | Kind::Constant => inputs,
        };
        let times_fewer = if self.session.is_assisted() {
            ASSISTED
        } else {
            1
        };
        let inputs = self.inputs(of_kind.div_ceil(times_fewer));
        let seen = self.seen(&inputs);
        let failing = seen.ratings.iter().position(Rating::fails);
        let mut finding = match failing {
            Some(first) => self.shrunk(inputs, &seen.ratings, first, seen.shape),
            None => self.passed(inputs, &seen),
        };
        finding.notes.extend(seen.shape.note());
        finding.notes.extend(self.manner.note());
        finding
            .notes
            .extend(self.called_otherwise(&seen, finding.verdict));
        if seen.shape == Shape::Opposite && !self.opposite {
            finding.verdict = Verdict::Wrong;
            let shown = seen.cases.iter().zip(&seen.replies);
            if let Some((case, reply)) = shown.min_by_key(|(case, _)| size(case)) {
                let plain = self.rate(case, reply, Shape::Plain);
                finding = Finding {
                    notes: finding.notes,
                    ..self.found(case.clone(), plain)
                };
            }
        }
        finding
    }

    /// What to say of its parameters, where they are not the subject's.
    fn called_otherwise(&mut self, seen: &Seen, verdict: Verdict) -> Option<Message> {
        let given = seen.cases.first()?.args.len();
        let (fewest, most) = self.arity;
        let asked = self.function.parameters.iter();
        let asked = asked.filter(|it| it.default.is_none()).count();
        if verdict.passes() {
            return (fewest > asked).then(|| Message::new("grade-note-padded"));
        }
        if most < asked || !(fewest..=most).contains(&given) {
            let message = Message::new("grade-note-arity").with("got", most);
            return Some(message.with("expected", asked));
        }
        let cases: Vec<Case> = seen.cases.iter().take(ORDERING).cloned().collect();
        let hangs = seen.ratings.contains(&Rating::Hung);
        let mut orders = orders(given).into_iter().filter(|_| !hangs);
        let order = orders.find(|order| self.agrees_in(order, &cases))?;
        let names = order.iter().map(|at| self.function.parameters[*at].name);
        let names = names.collect::<Vec<_>>().join(", ");
        Some(Message::new("grade-note-order").with("names", names))
    }

    /// Whether it is right about all cases when their arguments come in another order.
    fn agrees_in(&mut self, order: &[usize], cases: &[Case]) -> bool {
        let fits = |case: &&Case| case.args.len() == order.len();
        let cases: Vec<&Case> = cases.iter().filter(fits).collect();
        let put = cases.iter().map(|case| Case {
            args: order.iter().map(|at| case.args[*at].clone()).collect(),
            input: case.input.clone(),
        });
        let put: Vec<Case> = put.collect();
        let replies = self
            .session
            .call(self.name, self.function, &put, SHORT_CALL);
        let back = |reply: &Reply| match reply {
            Reply::Outcome(outcome, kind) => {
                let mut args = outcome.args.clone();
                for (from, to) in order.iter().enumerate() {
                    args[*to].clone_from(&outcome.args[from]);
                }
                let outcome = outcome.clone();
                Reply::Outcome(house::subject::Outcome { args, ..outcome }, kind.clone())
            }
            other => other.clone(),
        };
        let right =
            |(case, reply): (&&Case, &Reply)| !self.rate(case, &back(reply), Shape::Plain).fails();
        !replies.is_empty() && replies.len() == cases.len() && cases.iter().zip(&replies).all(right)
    }

    /// Calls it with all inputs; if it fails, in other manners too, of which the best is kept.
    fn seen(&mut self, inputs: &[Input]) -> Seen {
        let cases: Vec<Case> = inputs.iter().map(Input::case).collect();
        let mut best = self.look(&cases, CALL);
        for manner in Manner::others(self.function, &cases) {
            if best.failing() == 0 {
                break;
            }
            let before = std::mem::replace(&mut self.manner, manner);
            let seen = self.look(&cases, CALL);
            if seen.failing() < best.failing() {
                best = seen;
            } else {
                self.manner = before;
            }
        }
        best
    }

    fn look(&mut self, cases: &[Case], limit: Duration) -> Seen {
        let cases: Vec<Case> = cases.iter().map(|case| self.put(case)).collect();
        let replies = self.replies(&cases, limit);
        let (shape, ratings) = self.best_shape(&cases, &replies);
        Seen {
            cases,
            replies,
            shape,
            ratings,
        }
    }

    /// A case as it is called: arguments that have a default are left out where it takes none.
    fn put(&self, case: &Case) -> Case {
        let mut case = self.manner.put(self.function, case);
        let (fewest, most) = self.arity;
        // Results that the subject writes as parameters, and Python returns.
        if self
            .function
            .parameters
            .iter()
            .all(|it| it.default.is_some())
            && fewest <= MOST_PADDED
        {
            case.args.resize(case.args.len().max(fewest), json!(0));
        }
        let mut left_out = self.function.parameters.iter().skip(most);
        if case.args.len() <= most || left_out.any(|it| it.default.is_none()) {
            return case;
        }
        let mut shorter = case.clone();
        shorter.args.truncate(most);
        if self.function.admits(&shorter) {
            return shorter;
        }
        case
    }

    /// What one given case shows.
    pub(crate) fn examine_one(&mut self, case: &Case) -> Finding {
        let cases = std::slice::from_ref(case);
        let replies = self.replies(cases, CALL);
        let (shape, ratings) = self.best_shape(cases, &replies);
        let rating = ratings.into_iter().next().unwrap_or(Rating::Hung);
        let mut finding = self.found(case.clone(), rating);
        finding.notes.extend(shape.note());
        finding
    }

    /// Whether it answers `count` inputs as the subject does.
    pub(crate) fn agrees(&mut self, count: usize) -> bool {
        let cases: Vec<Case> = self.inputs(count).iter().map(Input::case).collect();
        self.look(&cases, SHORT_CALL).failing() == 0
    }

    /// Inputs with as many arguments as it takes, where the subject has several forms.
    fn inputs(&self, count: usize) -> Vec<Input> {
        let fits = |input: &Input| self.fits(&self.put(&input.case()));
        let fitting: Vec<_> = (self.function.inputs(1).take(count))
            .filter(|input| fits(input))
            .collect();
        if fitting.is_empty() {
            return self.function.inputs(1).take(count).collect();
        }
        fitting
    }

    fn fits(&self, case: &Case) -> bool {
        let (fewest, most) = self.arity;
        (fewest..=most).contains(&case.args.len())
    }

    fn replies(&mut self, cases: &[Case], limit: Duration) -> Vec<Reply> {
        let mut replies = Vec::new();
        let begun = Instant::now();
        for batch in cases.chunks(BATCH) {
            let answered = self.session.call(self.name, self.function, batch, limit);
            let whole = answered.len() == batch.len();
            replies.extend(answered);
            // Whoever fails slowly has shown enough.
            let crashed = replies.iter().any(|it| matches!(it, Reply::Crashed(_)));
            if crashed && begun.elapsed() > ENOUGH {
                break;
            }
            if !whole || matches!(replies.last(), Some(Reply::Hung)) {
                break;
            }
        }
        replies
    }

    /// The way to read its answers in which most are right, and what each comes to in it.
    fn best_shape(&self, cases: &[Case], replies: &[Reply]) -> (Shape, Vec<Rating>) {
        let mut best: Option<(usize, Shape, Vec<Rating>)> = None;
        for shape in Shape::ALL {
            let ratings = cases.iter().zip(replies);
            let ratings: Vec<_> = ratings
                .map(|(case, reply)| self.rate(case, reply, shape))
                .collect();
            let failing = ratings.iter().filter(|rating| rating.fails()).count();
            if shape == Shape::Opposite && (failing > 0 || replies.len() < 2) {
                continue;
            }
            if best.as_ref().is_none_or(|(fewest, ..)| failing < *fewest) {
                best = Some((failing, shape, ratings));
            }
            if failing == 0 {
                break;
            }
        }
        let (_, shape, ratings) = best.expect("the plain shape was tried");
        (shape, ratings)
    }

    fn rate(&self, case: &Case, reply: &Reply, shape: Shape) -> Rating {
        let (outcome, kind) = match reply {
            Reply::Outcome(outcome, kind) => (outcome, kind),
            Reply::Crashed(crash) => return Rating::Crashed(crash.clone()),
            Reply::Hung => return Rating::Hung,
        };
        let mut read = shape
            .read(self.function, outcome)
            .unwrap_or_else(|| outcome.clone());
        if !self.function.effects.prints {
            read.printed.clear();
        }
        match self.function.judge(&self.asked(case), &read) {
            Ok(Judgement::Right) if kind == SHARED && is_grid(self.function) => Rating::Shared,
            // A case for which the reference has no answer judges nobody.
            Err(_) | Ok(Judgement::Right) => Rating::Right,
            Ok(Judgement::LaidOut { expected }) => Rating::Layout {
                expected,
                got: read.printed,
            },
            Ok(Judgement::Wrong(difference)) => self
                .spelt_otherwise(&difference)
                .unwrap_or(Rating::Wrong(difference)),
        }
    }

    /// A case without what only its parameters ask for.
    fn asked<'c>(&self, case: &'c Case) -> Cow<'c, Case> {
        let most = self.function.parameters.len();
        if case.args.len() <= most {
            return Cow::Borrowed(case);
        }
        let mut case = case.clone();
        case.args.truncate(most);
        Cow::Owned(case)
    }

    /// What is right but for accents and capitals of a text, or for a text that nobody asks of it by
    /// name.
    fn spelt_otherwise(&self, difference: &Difference) -> Option<Rating> {
        let ([Json::String(expected)], Json::String(got)) =
            (difference.expected.as_slice(), &difference.got)
        else {
            return None;
        };
        let silent = self.function.kind == Kind::Function
            && !self.function.effects.reads
            && self.function.returns != Type::Nothing
            && got.is_empty();
        let layout = match difference.part {
            Part::Printed => silent,
            // One letter is a symbol, of which the case counts.
            Part::Returned => expected.len() > 1 && plain(expected) == plain(got),
            Part::Raised | Part::Argument(_) => false,
        };
        layout.then(|| Rating::Layout {
            expected: expected.clone(),
            got: got.clone(),
        })
    }

    /// All inputs passed: what is left to say.
    fn passed(&mut self, inputs: Vec<Input>, seen: &Seen) -> Finding {
        let (replies, ratings) = (&seen.replies, &seen.ratings);
        let layout = ratings.iter().position(|rating| *rating != Rating::Right);
        if self.function.effects.random {
            if let Some(unlikely) = self.unlikely(inputs) {
                return unlikely;
            }
        } else if let Some(first) = layout {
            return self.shrunk(inputs, ratings, first, seen.shape);
        }
        let mut finding = Finding::plain(Verdict::Right);
        let chatty = |reply: &&Reply| matches!(reply, Reply::Outcome(outcome, _) if !outcome.printed.is_empty());
        if !self.function.effects.prints && replies.iter().any(|reply| chatty(&reply)) {
            finding.notes.push(Message::new("grade-note-prints"));
        }
        finding.notes.extend(self.other_sequence(replies));
        finding
    }

    /// A tuple for a list, or the other way round.
    fn other_sequence(&self, replies: &[Reply]) -> Option<Message> {
        let Some(Reply::Outcome(_, kind)) = replies.first() else {
            return None;
        };
        let expected = match self.function.returns {
            Type::List(_) | Type::Grid(_) | Type::Array(..) | Type::Rows(_) => "list",
            Type::Tuple(_) => "tuple",
            _ => return None,
        };
        let other = matches!(kind.as_str(), "list" | "tuple" | "set") && kind != expected;
        other.then(|| {
            Message::new("grade-note-sequence")
                .with("got", kind.as_str())
                .with("expected", expected)
        })
    }
}

/// Every other order of so many arguments; of many there are too many.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if !(2..=4).contains(&count) {
        return vec![];
    }
    let mut orders = vec![vec![]];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let free = (0..count).filter(|at| !order.contains(at));
            let order = order.clone();
            let with = move |at| order.iter().copied().chain([at]).collect::<Vec<_>>();
            free.map(with).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders.split_off(1)
}

/// Whether it answers with an image, of which each row can be changed.
fn is_grid(function: &Function) -> bool {
    matches!(function.returns, Type::Grid(_))
}
