//! The replies of the student's process: untrusted bytes, of which values of the right shape are read.

use serde::Deserialize;
use serde_json::{Value as Json, json};
use subject::{CallOutcome, Case, Function, Type};

use super::signature::ReturnKind;
use crate::{CallReply, RaisedException};

/// Maximum number of bytes that one call may print; `kit.f90` reads one more.
const MOST_PRINTED: usize = 65_536;
/// Number of cells of a grid with its border.
const CELLS: usize = 72;
/// Number of characters that hold the result of a function of kind `character`.
const CHARACTERS: usize = 16;

/// The driver's answer to a request of several calls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DriverReply {
    /// The number that the request had.
    request: u32,
    answers: Vec<DriverAnswer>,
}

/// The driver's answer to one call: each possible result, the cells of the grid, and the output.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DriverAnswer {
    int: i32,
    log: u8,
    chr: String,
    cells: Vec<i64>,
    printed: String,
}

/// The replies in a line, one for each case. `None` unless the line replies to the request of this
/// number, once for each case, with values of the right shapes.
pub(super) fn read_replies(
    line: &str,
    request: u32,
    cases: &[Case],
    (function, kind): (&Function, ReturnKind),
) -> Option<Vec<CallReply>> {
    let reply: DriverReply = serde_json::from_str(line).ok()?;
    if reply.request != request || reply.answers.len() != cases.len() {
        return None;
    }
    let replies = reply.answers.iter().zip(cases);
    replies
        .map(|(answer, case)| call_reply(answer, case, function, kind))
        .collect()
}

/// Whether a line is the reply to the request of this number without cases.
pub(super) fn is_empty_reply(line: &str, request: u32) -> bool {
    let reply: Option<DriverReply> = serde_json::from_str(line).ok();
    reply.is_some_and(|it| it.request == request && it.answers.is_empty())
}

fn call_reply(
    answer: &DriverAnswer,
    case: &Case,
    function: &Function,
    kind: ReturnKind,
) -> Option<CallReply> {
    let printed = bytes(&answer.printed)?;
    let symbol = bytes(&answer.chr)?;
    if answer.cells.len() != CELLS || symbol.len() != CHARACTERS || answer.log > 1 {
        return None;
    }
    if printed.len() > MOST_PRINTED {
        let flood = RaisedException::new(RaisedException::FLOOD, "", None);
        return Some(CallReply::Crashed(flood.into()));
    }
    let returned = match kind {
        ReturnKind::Nothing => Json::Null,
        ReturnKind::Integer => json!(answer.int),
        ReturnKind::Logical => json!(answer.log == 1),
        ReturnKind::Character => {
            // A text of fixed length is padded with blanks; a blank alone is a symbol.
            let text = text(&symbol);
            let symbol = text.trim();
            json!(if symbol.is_empty() { " " } else { symbol })
        }
    };
    let mut args = case.args.clone();
    for (arg, parameter) in args.iter_mut().zip(function.parameters) {
        if matches!(parameter.of, Type::Grid(_)) {
            *arg = rows(&answer.cells, arg.as_array().map_or(8, Vec::len));
        }
    }
    let outcome = CallOutcome {
        returned,
        args,
        printed: text(&printed),
        raised: None,
    };
    Some(CallReply::Returned(outcome, String::new()))
}

/// The cells as rows: with the border for 8 lines, without it for 6.
fn rows(cells: &[i64], lines: usize) -> Json {
    let rows = cells.chunks(9);
    if lines == 8 {
        return rows.collect();
    }
    let inner = rows.skip(1).take(6);
    inner.map(|row| row.get(1..8).unwrap_or_default()).collect()
}

/// The bytes that hexadecimal digits stand for.
pub(super) fn bytes(digits: &str) -> Option<Vec<u8>> {
    hex::decode(digits).ok()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reply to request 7 with these fields of its only answer.
    fn line(int: &str, log: &str, symbol: usize, cells: usize, printed: &str) -> String {
        let (symbol, cells) = ("20".repeat(symbol), vec!["0"; cells].join(","));
        format!(
            r#"{{"request":7,"answers":[{{"int":{int},"log":{log},"chr":"{symbol}","cells":[{cells}],"printed":"{printed}"}}]}}"#
        )
    }

    fn read(line: &str, cases: usize) -> Option<Vec<CallReply>> {
        let subject = games::subject("puissance4").expect("the subject exists");
        let function = subject.function("vider").expect("the function exists");
        let case = Case {
            args: vec![json!(vec![vec![0; 9]; 8])],
            input: String::new(),
        };
        let cases = vec![case; cases];
        read_replies(line, 7, &cases, (function, ReturnKind::Nothing))
    }

    #[test]
    fn one_well_formed_answer_for_each_case_is_read() {
        let good = line("3", "1", 16, 72, "6F6B");
        let replies = read(&good, 1).expect("the reply is well formed");
        let [CallReply::Returned(outcome, _)] = replies.as_slice() else {
            panic!("{replies:?}");
        };
        assert_eq!(outcome.printed, "ok");
        assert_eq!(outcome.args, [json!(vec![vec![0; 9]; 8])]);
    }

    #[test]
    fn a_reply_of_another_number_count_or_shape_is_not_read() {
        let good = line("3", "1", 16, 72, "");
        assert_eq!(read(&good, 0), None);
        assert_eq!(read(&good, 2), None);
        assert_eq!(read(&good.replace(":7", ":8"), 1), None);
        assert_eq!(
            read(&good.replace("\"int\"", "\"more\":1,\"int\""), 1),
            None
        );
        let bad = [
            line("99999999999", "1", 16, 72, ""),
            line("\"3\"", "1", 16, 72, ""),
            line("3", "2", 16, 72, ""),
            line("3", "1", 15, 72, ""),
            line("3", "1", 16, 71, ""),
            line("3", "1", 16, 73, ""),
            line("3", "1", 16, 72, "f"),
            line("3", "1", 16, 72, "zz"),
            "{\"request\":7,\"answers\":[]}".to_owned(),
            "[]".to_owned(),
            String::new(),
        ];
        for line in bad {
            assert_eq!(read(&line, 1), None, "{line}");
        }
    }
}
