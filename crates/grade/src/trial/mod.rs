//! `FunctionTrial`: one function of a student, compared with the subject's on many inputs.

mod frequency;
mod shrink;

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Value as Json, json};
use subject::{
    After, CallOutcome, Case, Difference, Function, FunctionKind, Input, Judgement, Part, Type,
};
use table::{Message, Seeded, message};

pub(crate) use self::frequency::unlikely_frequencies;
pub(crate) use self::shrink::case_size;
use crate::answer_form::AnswerForm;
use crate::call_form::CallForm;
use crate::callable::{CALL_LIMIT, CallReply, CallableCode, Calls, SHORT_CALL_LIMIT};
use crate::crash::CodeCrash;
use crate::finding::Finding;
use crate::function_grading::plain_name;
use crate::notation::Notation;
use crate::report::{ShownCall, Verdict};

/// Divisor of the number of inputs for a whole program, which plays a game per input.
const PROGRAM_DIVISOR: usize = 10;
/// Divisor of the number of inputs for a function with replaced helpers, which answer over a pipe.
const ASSISTED_DIVISOR: usize = 5;
/// Calls in one request to the student's process: the runner of Fortran has room for no more.
const BATCH: usize = 100;
/// Type that the Python runner reports for a list that holds one inner list several times.
const SHARED: &str = "shared";
/// Processor time after which a function that crashes is called no more.
const CRASHING_BUDGET: Duration = Duration::from_secs(3);
/// Maximum number of zeros passed for results that the subject writes as parameters.
const MOST_PADDED: usize = 3;
/// Maximum number of characters of a value in a report.
const LONGEST_VALUE: usize = 16 << 10;
/// Key of the note under which several expected answers are listed.
const ONE_OF: &str = "grade-note-one-of";
/// One call in this many may fail in an answer form that is not the subject's.
const FORM_SHARE: usize = 4;
/// Number of inputs by which another order of the arguments is recognised.
const ORDER_INPUTS: usize = 24;

/// The verdict on one reply.
#[derive(Clone, Debug, PartialEq)]
enum Rating {
    Right,
    Layout {
        expected: String,
        got: String,
    },
    Wrong(Difference),
    /// The value is right, but several rows of a grid are one and the same list.
    Shared,
    Crashed(CodeCrash),
    Hung,
}

impl Rating {
    fn fails(&self) -> bool {
        !matches!(self, Self::Right | Self::Layout { .. })
    }

    /// Whether more calls of the same kind would take long.
    fn is_costly(&self) -> bool {
        match self {
            Self::Hung => true,
            Self::Crashed(crash) => crash.is_costly(),
            _ => false,
        }
    }

    /// Whether both fail for one kind of reason. Shrinking keeps the reason.
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

/// A function of the student that is compared with a function of the subject.
pub(crate) struct FunctionTrial<'a> {
    code: &'a mut dyn CallableCode,
    /// Name of the function in the student's file.
    name: &'a str,
    function: &'static Function,
    /// Minimum and maximum number of arguments.
    pub(crate) arity: (usize, usize),
    /// Whether `--map '!NAME=…'` accepts the opposite of a truth value.
    pub(crate) accepts_opposite: bool,
    /// Whether shrinking tries few inputs, because the example is not shown.
    pub(crate) quick: bool,
    call_form: CallForm,
}

/// Calls with their replies, in the answer form in which the fewest fail.
struct CallResults {
    cases: Vec<Case>,
    replies: Vec<CallReply>,
    answer_form: AnswerForm,
    ratings: Vec<Rating>,
}

impl CallResults {
    /// Number of calls that failed or got no reply.
    fn failing(&self) -> usize {
        let right = self.ratings.iter().filter(|it| !it.fails());
        self.cases.len() - right.count()
    }
}

impl<'a> FunctionTrial<'a> {
    /// A trial of the student's function `name` that accepts any number of arguments.
    pub(crate) fn new(
        code: &'a mut dyn CallableCode,
        name: &'a str,
        function: &'static Function,
    ) -> Self {
        Self {
            code,
            name,
            function,
            arity: (0, usize::MAX),
            accepts_opposite: false,
            quick: false,
            call_form: CallForm::Plain,
        }
    }

    /// The worst finding for `inputs` inputs, fewer for slow code, with its smallest input.
    pub(crate) fn examine(&mut self, inputs: usize) -> Finding {
        let of_kind = match self.function.kind {
            FunctionKind::Program => inputs.div_ceil(PROGRAM_DIVISOR),
            FunctionKind::Function | FunctionKind::Constant => inputs,
        };
        let assisted = self.code.is_assisted();
        let times_fewer = if assisted { ASSISTED_DIVISOR } else { 1 };
        let inputs = self.inputs(of_kind.div_ceil(times_fewer));
        let results = self.call_in_all_forms(&inputs);
        let failing = results.ratings.iter().position(Rating::fails);
        let mut finding = match failing {
            Some(first) => shrink::shrunk(self, inputs, &results, first),
            None => self.passed(inputs, &results),
        };
        let parameters = self.parameters_note(&results, finding.verdict);
        let notes = [
            results.answer_form.note(),
            self.call_form.note(),
            parameters,
        ];
        finding.notes.extend(notes.into_iter().flatten());
        if results.answer_form == AnswerForm::Opposite && !self.accepts_opposite {
            let shown = results.cases.iter().zip(&results.replies);
            if let Some((case, reply)) = shown.min_by_key(|(case, _)| case_size(case)) {
                let plain = self.rate(case, reply, AnswerForm::Plain);
                finding = Finding {
                    notes: finding.notes,
                    ..self.finding(case.clone(), plain)
                };
            }
        }
        finding
    }

    /// A note on the parameters, where their number or order differs from the subject's.
    fn parameters_note(&mut self, results: &CallResults, verdict: Verdict) -> Option<Message> {
        let given = results.cases.first()?.args.len();
        let (fewest, most) = self.arity;
        let asked = self.function.parameters.iter();
        let asked = asked.filter(|it| it.default.is_none()).count();
        if verdict.passes() {
            return (fewest > asked).then(|| message!("grade-note-padded"));
        }
        if most < asked || !(fewest..=most).contains(&given) {
            return Some(message!("grade-note-arity", got = most, expected = asked));
        }
        let cases: Vec<Case> = results.cases.iter().take(ORDER_INPUTS).cloned().collect();
        let slow = results.ratings.iter().any(Rating::is_costly);
        let mut orders = orders(given).into_iter().filter(|_| !slow);
        let order = orders.find(|order| self.agrees_in(order, &cases))?;
        let names = order.iter().map(|at| self.function.parameters[*at].name);
        let names = names.collect::<Vec<_>>().join(", ");
        Some(message!("grade-note-order", names))
    }

    /// Whether the function is right about all cases when their arguments come in another order.
    fn agrees_in(&mut self, order: &[usize], cases: &[Case]) -> bool {
        let fits = |case: &&Case| case.args.len() == order.len();
        let cases: Vec<&Case> = cases.iter().filter(fits).collect();
        let put = cases.iter().map(|case| Case {
            args: order.iter().map(|at| case.args[*at].clone()).collect(),
            input: case.input.clone(),
        });
        let put: Vec<Case> = put.collect();
        let replies = self.call(&put, SHORT_CALL_LIMIT);
        let back = |reply: &CallReply| match reply {
            CallReply::Returned(outcome, kind) => {
                let mut args = outcome.args.clone();
                for (from, to) in order.iter().enumerate() {
                    args[*to].clone_from(&outcome.args[from]);
                }
                let outcome = outcome.clone();
                CallReply::Returned(CallOutcome { args, ..outcome }, kind.clone())
            }
            other => other.clone(),
        };
        let right = |(case, reply): (&&Case, &CallReply)| {
            !self.rate(case, &back(reply), AnswerForm::Plain).fails()
        };
        !replies.is_empty() && replies.len() == cases.len() && cases.iter().zip(&replies).all(right)
    }

    fn call(&mut self, cases: &[Case], limit: Duration) -> Vec<CallReply> {
        let (name, function) = (self.name, self.function);
        self.code.call(Calls {
            name,
            function,
            cases,
            limit,
        })
    }

    /// Calls the function with all inputs. While some calls fail, tries the other call forms and
    /// keeps the one in which the fewest fail.
    fn call_in_all_forms(&mut self, inputs: &[Input]) -> CallResults {
        let cases: Vec<Case> = inputs.iter().map(Input::case).collect();
        let mut best = self.call_all(&cases, CALL_LIMIT);
        for form in CallForm::others(self.function, &cases) {
            let costly = best.ratings.iter().any(Rating::is_costly);
            if best.failing() == 0 || (costly && !self.code.may_hang_again()) {
                break;
            }
            let before = std::mem::replace(&mut self.call_form, form);
            let results = self.call_all(&cases, CALL_LIMIT);
            if results.failing() < best.failing() {
                best = results;
            } else {
                self.call_form = before;
            }
        }
        best
    }

    fn call_all(&mut self, cases: &[Case], limit: Duration) -> CallResults {
        let cases: Vec<Case> = cases.iter().map(|case| self.put(case)).collect();
        let replies = self.replies(&cases, limit);
        let (answer_form, ratings) = self.best_answer_form(&cases, &replies);
        CallResults {
            cases,
            replies,
            answer_form,
            ratings,
        }
    }

    /// The case as the function is called: in the call form, padded with zeros where the function
    /// wants more arguments, and without arguments that have a default where it takes fewer.
    fn put(&self, case: &Case) -> Case {
        let mut case = self.call_form.put(self.function, case);
        let (fewest, most) = self.arity;
        // The subject writes results as parameters, which Python returns instead.
        let mut parameters = self.function.parameters.iter();
        if fewest <= MOST_PADDED && parameters.all(|it| it.default.is_some()) {
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

    pub(crate) fn examine_one(&mut self, case: &Case) -> Finding {
        let cases = std::slice::from_ref(case);
        let replies = self.replies(cases, CALL_LIMIT);
        let (answer_form, ratings) = self.best_answer_form(cases, &replies);
        let rating = ratings.into_iter().next().unwrap_or(Rating::Hung);
        let mut finding = self.finding(case.clone(), rating);
        finding.notes.extend(answer_form.note());
        finding
    }

    /// Whether the function answers `count` inputs as the subject does.
    pub(crate) fn agrees(&mut self, count: usize) -> bool {
        if !self.code.may_hang_again() {
            return false;
        }
        let cases: Vec<Case> = self.inputs(count).iter().map(Input::case).collect();
        self.call_all(&cases, SHORT_CALL_LIMIT).failing() == 0
    }

    /// Inputs with a number of arguments that the function takes; all inputs if none has.
    fn inputs(&self, count: usize) -> Vec<Input> {
        let fits = |input: &Input| self.fits(&self.put(&input.case()));
        let all = || self.function.inputs(1).take(count);
        let fitting: Vec<_> = all().filter(fits).collect();
        if fitting.is_empty() {
            return all().collect();
        }
        fitting
    }

    fn fits(&self, case: &Case) -> bool {
        let (fewest, most) = self.arity;
        (fewest..=most).contains(&case.args.len())
    }

    /// The replies to all cases, or to the first ones: the last reply is then a failure.
    fn replies(&mut self, cases: &[Case], limit: Duration) -> Vec<CallReply> {
        let mut replies = Vec::new();
        let begun = self.code.processor();
        for batch in cases.chunks(BATCH) {
            let answered = self.call(batch, limit);
            let whole = answered.len() == batch.len();
            let excused = answered.last().is_some_and(|it| !it.is_returned());
            replies.extend(answered.into_iter().take(batch.len()));
            if !whole && !excused {
                replies.push(CallReply::Crashed(CodeCrash::Unreadable));
            }
            let crashed = replies.iter().any(|it| matches!(it, CallReply::Crashed(_)));
            let late = crashed && self.code.processor().saturating_sub(begun) > CRASHING_BUDGET;
            if late || !whole || replies.last() == Some(&CallReply::Hung) {
                break;
            }
        }
        replies
    }

    /// The answer form in which the fewest replies fail, with the ratings in that form.
    fn best_answer_form(&self, cases: &[Case], replies: &[CallReply]) -> (AnswerForm, Vec<Rating>) {
        let mut best: Option<(usize, AnswerForm, Vec<Rating>)> = None;
        for (form, _) in AnswerForm::ALL {
            let ratings = cases.iter().zip(replies);
            let ratings: Vec<_> = ratings
                .map(|(case, reply)| self.rate(case, reply, form))
                .collect();
            let failing = ratings.iter().filter(|rating| rating.fails()).count();
            if form == AnswerForm::Opposite && (failing > 0 || replies.len() < 2) {
                continue;
            }
            // A function that mostly fails in another form too was not written for it.
            let mostly = form == AnswerForm::Plain || FORM_SHARE * failing <= cases.len();
            if !mostly || (form == AnswerForm::Truthy && !replies.iter().any(says_something)) {
                continue;
            }
            if best.as_ref().is_none_or(|(fewest, ..)| failing < *fewest) {
                best = Some((failing, form, ratings));
            }
            if failing == 0 {
                break;
            }
        }
        let (_, form, ratings) = best.expect("the plain form is tried first");
        (form, ratings)
    }

    fn rate(&self, case: &Case, reply: &CallReply, form: AnswerForm) -> Rating {
        let (outcome, kind) = match reply {
            CallReply::Returned(outcome, kind) => (outcome, kind),
            CallReply::Crashed(crash) => return Rating::Crashed(crash.clone()),
            CallReply::Hung => return Rating::Hung,
        };
        let read = form.read(self.function, outcome);
        let mut read = read.unwrap_or_else(|| outcome.clone());
        if !self.function.effects.prints {
            read.printed.clear();
        }
        // The rows of a grid must be separate lists.
        let shared = kind == SHARED && matches!(self.function.returns, Type::Grid(_));
        match self.function.judge(&self.without_padding(case), &read) {
            Ok(Judgement::Right) if shared => Rating::Shared,
            Ok(Judgement::Right) => Rating::Right,
            Err(_) => self.unjudgeable(&self.without_padding(case), &read),
            Ok(Judgement::LaidOut { expected }) => Rating::Layout {
                expected,
                got: read.printed,
            },
            Ok(Judgement::Wrong(difference)) => self
                .layout_only(&difference)
                .unwrap_or_else(|| Rating::Wrong(self.visible_difference(case, &read, difference))),
        }
    }

    /// The difference, or the argument that differs from the reference's where the shown answers are
    /// equal.
    fn visible_difference(
        &self,
        case: &Case,
        outcome: &CallOutcome,
        difference: Difference,
    ) -> Difference {
        let Difference {
            part,
            got,
            expected,
        } = &difference;
        if *part != Part::Returned || !(expected.is_empty() || expected.contains(got)) {
            return difference;
        }
        let case = self.without_padding(case);
        let right = self.function.call(&case, &mut Seeded::new(0)).ok();
        let Some(right) = right.filter(|it| it.returned == *got) else {
            return difference;
        };
        let parameters = self.function.parameters.iter().enumerate();
        let mut changed = parameters.filter(|(_, it)| it.after == After::Changed);
        let differing = changed.find_map(|(at, _)| {
            let (expected, got) = (right.args.get(at)?, outcome.args.get(at)?);
            (expected != got).then(|| Difference {
                part: Part::Argument(at),
                got: got.clone(),
                expected: vec![expected.clone()],
            })
        });
        differing.unwrap_or(difference)
    }

    /// The rating of an outcome that the subject's relation cannot read: wrong, unless the reference
    /// itself refuses the case, which then proves no mistake.
    fn unjudgeable(&self, case: &Case, outcome: &CallOutcome) -> Rating {
        match self.function.call(case, &mut Seeded::new(0)) {
            Err(_) => Rating::Right,
            Ok(_) => Rating::Wrong(Difference {
                part: Part::Returned,
                got: outcome.returned.clone(),
                expected: vec![],
            }),
        }
    }

    /// The case without the padding arguments that `put` added.
    fn without_padding<'c>(&self, case: &'c Case) -> Cow<'c, Case> {
        let most = self.function.parameters.len();
        if case.args.len() <= most {
            return Cow::Borrowed(case);
        }
        let mut case = case.clone();
        case.args.truncate(most);
        Cow::Owned(case)
    }

    /// The layout rating for an answer that differs only by the accents or capitals of a returned
    /// text, or by a text that a function with a result did not print.
    fn layout_only(&self, difference: &Difference) -> Option<Rating> {
        let ([Json::String(expected)], Json::String(got)) =
            (difference.expected.as_slice(), &difference.got)
        else {
            return None;
        };
        let silent = self.function.kind == FunctionKind::Function
            && !self.function.effects.reads
            && self.function.returns != Type::Nothing
            && got.is_empty();
        let layout = match difference.part {
            Part::Printed => silent,
            // A single letter is a symbol, where the case matters.
            Part::Returned => expected.len() > 1 && plain_name(expected) == plain_name(got),
            Part::Raised | Part::Argument(_) => false,
        };
        layout.then(|| Rating::Layout {
            expected: expected.clone(),
            got: got.clone(),
        })
    }

    /// The finding when no call failed: unlikely frequencies, another layout, or right with notes.
    fn passed(&mut self, inputs: Vec<Input>, results: &CallResults) -> Finding {
        let replies = &results.replies;
        let mut ratings = results.ratings.iter();
        let layout = ratings.position(|rating| *rating != Rating::Right);
        if self.function.effects.random {
            if let Some(unlikely) = frequency::unlikely(self, inputs) {
                return unlikely;
            }
        } else if let Some(first) = layout {
            return shrink::shrunk(self, inputs, results, first);
        }
        let mut finding = Finding::new(Verdict::Right);
        let chatty = |reply: &CallReply| matches!(reply, CallReply::Returned(outcome, _) if !outcome.printed.is_empty());
        if !self.function.effects.prints && replies.iter().any(chatty) {
            finding.notes.push(message!("grade-note-prints"));
        }
        finding.notes.extend(self.sequence_note(replies));
        finding.notes.extend(self.unchanged_note(results));
        finding
    }

    /// A note when a random function never changes an argument that the subject's changes.
    fn unchanged_note(&self, results: &CallResults) -> Option<Message> {
        let mut parameters = self.function.parameters.iter();
        let at = parameters.position(|it| it.after == After::Changed)?;
        let unchanged = |(case, reply): (&Case, &CallReply)| match reply {
            CallReply::Returned(outcome, _) => outcome.args.get(at) == case.args.get(at),
            _ => false,
        };
        let mut calls = results.cases.iter().zip(&results.replies);
        let name = self.function.parameters[at].name;
        (self.function.effects.random && calls.all(unchanged))
            .then(|| message!("grade-note-unchanged", name))
    }

    /// A note when the function returns a tuple for a list, or the other way round.
    fn sequence_note(&self, replies: &[CallReply]) -> Option<Message> {
        let Some(CallReply::Returned(_, kind)) = replies.first() else {
            return None;
        };
        let expected = match self.function.returns {
            Type::List(_) | Type::Grid(_) | Type::Array(..) | Type::Rows(_) => "list",
            Type::Tuple(_) => "tuple",
            _ => return None,
        };
        let other = matches!(kind.as_str(), "list" | "tuple" | "set") && kind != expected;
        other.then(|| message!("grade-note-sequence", got = kind.as_str(), expected))
    }

    fn finding(&self, case: Case, rating: Rating) -> Finding {
        let returned = || self.reference_answer(&case, Part::Returned);
        let part = match &rating {
            Rating::Wrong(difference) => difference.part,
            Rating::Layout { .. } => Part::Printed,
            _ if self.function.kind == FunctionKind::Program => Part::Printed,
            _ => Part::Returned,
        };
        let finding = match rating {
            Rating::Right => Finding::new(Verdict::Right),
            Rating::Layout { expected, got } => Finding {
                expected: Some(expected.into()),
                got: Some(got.into()),
                ..Finding::new(Verdict::Layout)
            },
            Rating::Shared => Finding::with_note(Verdict::Wrong, message!("grade-note-shared")),
            Rating::Crashed(crash) => Finding {
                expected: returned(),
                ..Finding::from_crash(None, &crash)
            },
            Rating::Hung => Finding {
                expected: returned(),
                ..Finding::new(Verdict::Hung)
            },
            Rating::Wrong(difference) => self.wrong(&case, difference),
        };
        let shown = self.shown(&case, &finding, part);
        Finding {
            case: Some(case),
            shown,
            ..finding
        }
    }

    /// The call and its answers in the student's notation; a printed text stays as it is, several right
    /// answers are written one after the other.
    fn shown(&self, case: &Case, finding: &Finding, part: Part) -> Option<ShownCall> {
        let notation = self.code.notation();
        if notation == Notation::Json {
            return None;
        }
        let of = match part {
            Part::Returned | Part::Raised => Some(self.function.returns),
            Part::Argument(index) => self.function.parameters.get(index).map(|it| it.of),
            Part::Printed => None,
        };
        let answer = |value: &Json| match (&of, value) {
            (None, Json::String(text)) => text.clone(),
            (of, value) => notation.value(of.as_ref().unwrap_or(&Type::Colour), value),
        };
        let several = finding.notes.iter().any(|it| it.key == ONE_OF);
        let expected = match &finding.expected {
            Some(Json::Array(answers)) if several => {
                Some(answers.iter().map(answer).collect::<Vec<_>>().join(" / "))
            }
            expected => expected.as_ref().map(answer),
        };
        Some(ShownCall {
            call: notation.call(self.name, self.function, case),
            typed: case.input.split_whitespace().collect::<Vec<_>>().join(" "),
            expected,
            got: finding
                .got
                .as_ref()
                .filter(|_| finding.crash.is_none())
                .map(answer),
        })
    }

    fn wrong(&self, case: &Case, difference: Difference) -> Finding {
        let expected = match difference.expected.as_slice() {
            [] => self.reference_answer(case, difference.part),
            [one] => Some(one.clone()),
            several => Some(several.iter().cloned().collect()),
        };
        let mut notes = Vec::new();
        if let Part::Argument(index) = difference.part {
            let name = self.function.parameters.get(index).map_or("", |it| it.name);
            notes.push(message!("grade-note-argument", name));
        }
        if difference.expected.len() > 1 {
            notes.push(message!("grade-note-one-of"));
        }
        Finding {
            expected,
            got: Some(shortened(difference.got)),
            notes,
            ..Finding::new(Verdict::Wrong)
        }
    }

    /// The reference's answer to a case, as one example where several answers are right.
    fn reference_answer(&self, case: &Case, part: Part) -> Option<Json> {
        let right = self.function.call(case, &mut Seeded::new(0)).ok()?;
        Some(match part {
            Part::Printed => right.printed.into(),
            Part::Argument(index) => right.args.get(index)?.clone(),
            Part::Returned | Part::Raised if self.function.kind == FunctionKind::Program => {
                right.printed.into()
            }
            Part::Returned | Part::Raised => right.returned,
        })
    }
}

/// Whether a call returned something else than nothing, which alone says neither yes nor no.
fn says_something(reply: &CallReply) -> bool {
    matches!(reply, CallReply::Returned(outcome, _) if !outcome.returned.is_null())
}

/// A value that a report can hold: the beginning of its text where it is longer than 16 KiB.
fn shortened(value: Json) -> Json {
    let text = value.to_string();
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => value,
    }
}

/// Every other order of two to four arguments; none for more arguments, which have too many orders.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if !(2..=4).contains(&count) {
        return vec![];
    }
    let mut orders = vec![vec![]];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let order = order.as_slice();
            let free = (0..count).filter(|at| !order.contains(at));
            free.map(|at| [order, &[at][..]].concat())
                .collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders.split_off(1)
}
