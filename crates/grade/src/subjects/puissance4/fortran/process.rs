//! The student's Fortran: compiled in a cage, asked for calls, started again when it falls.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use arena::{Cage, Misdeed, Patience, Process, Program, Said, Unstarted};
use house::subject::{Case, Function, Outcome, Type};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::draft::{Draft, Trouble};
use super::signature::{Answer, Extents, Role};
use crate::crash::{Crash, Raised};
use crate::session::{Callee, PATIENCE, Reply, patience};

/// Compiles, then runs the program again whenever it falls; what it says of a fall is on one line.
const SCRIPT: &str = include_str!("run.sh");
/// No code of a student runs meanwhile: only a slow machine takes long.
const COMPILING: Patience = Patience {
    processor: Duration::from_mins(1),
    asleep: Duration::from_secs(15),
};
const LONGEST_ANSWER: usize = 16 << 20;
const LARGEST_FILE: u64 = 16 << 20;
/// As the kit's: calls in one line, and characters printed.
const BATCH: usize = 100;
const MOST_PRINTED: usize = 65_536;
/// Errors after which what is left is not worth compiling.
const MOST_MENDS: usize = 40;

/// Whether array bounds are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bounds {
    Free,
    Watched,
}

/// Why there is nothing to call.
#[derive(Debug)]
pub(super) enum Uncompiled {
    /// No compiler on this machine.
    Missing,
    /// The machine or the cage.
    Fallen(Misdeed),
    /// Nothing is left that can be compiled: what the compiler said.
    Hopeless(String),
    Io(std::io::Error),
}

/// Routines that can be called.
pub(super) struct Session<'a> {
    cage: &'a Cage,
    pub(super) draft: Draft,
    pub(super) usual: Extents,
    bounds: Bounds,
    home: tempfile::TempDir,
    process: Option<Process>,
    waited: Duration,
}

#[derive(Deserialize)]
struct Answers {
    answers: Vec<Raw>,
}

#[derive(Deserialize)]
struct Raw {
    int: i64,
    log: u8,
    chr: String,
    cells: Vec<i64>,
    printed: String,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        cage: &'a Cage,
        draft: Draft,
        usual: Extents,
        bounds: Bounds,
    ) -> std::io::Result<Self> {
        Ok(Self {
            cage,
            draft,
            usual,
            bounds,
            home: tempfile::tempdir()?,
            process: None,
            waited: Duration::ZERO,
        })
    }

    /// Compiles, without what cannot be.
    pub(super) fn compile(&mut self) -> Result<(), Uncompiled> {
        for _ in 0..MOST_MENDS {
            let (process, said) = self.start()?;
            match said.split_once(' ') {
                _ if said == "missing" => return Err(Uncompiled::Missing),
                Some(("compiled", rest)) => match trouble(rest) {
                    None if rest == "0" => {
                        self.process = Some(process);
                        return Ok(());
                    }
                    Some(trouble) if self.draft.give_up(&trouble) => {}
                    Some(_) | None => return Err(Uncompiled::Hopeless(said)),
                },
                _ => return Err(Uncompiled::Hopeless(said)),
            }
        }
        Err(Uncompiled::Hopeless(String::new()))
    }

    fn start(&self) -> Result<(Process, String), Uncompiled> {
        let mut words: Vec<OsString> = ["sh", "-c", SCRIPT, "run.sh"].map(Into::into).to_vec();
        words.push(match self.bounds {
            Bounds::Free => "-fcheck=all,no-bounds,no-array-temps".into(),
            Bounds::Watched => "-fcheck=all,no-array-temps".into(),
        });
        for (name, text) in self.draft.files() {
            let file = self.home.path().join(name);
            fs::write(&file, text).map_err(Uncompiled::Io)?;
            words.push(file.into());
        }
        let mut program = Program::command(words, self.home.path().to_owned());
        program.limits.line = LONGEST_ANSWER;
        program.limits.output = LONGEST_ANSWER;
        program.limits.file_size = LARGEST_FILE;
        let mut process = self.cage.start(&program).map_err(Uncompiled::Fallen)?;
        let said = process.ask_patiently("compile", COMPILING);
        let said = said.map_err(Uncompiled::Fallen)?.said;
        Ok((process, line(said)))
    }

    fn batch(
        &mut self,
        stub: usize,
        function: &Function,
        cases: &[Case],
        limit: Duration,
    ) -> Result<Vec<Reply>, Crash> {
        if self.process.is_none() {
            let started = self.start().map_err(|why| match why {
                Uncompiled::Fallen(misdeed) => Crash::Ended(misdeed),
                // It was compiled before: only the machine can have changed.
                _ => Crash::Ended(Misdeed::Start(Unstarted::Silent)),
            });
            self.process = Some(started?.0);
        }
        let grid = self.draft.stubs[stub].signature.grid.as_ref();
        let form = grid.map_or(0, |grid| grid.form(self.usual));
        let (count, limit_us) = (cases.len(), limit.as_micros());
        let mut request = format!("{stub:>10}{form:>10}{count:>10}{limit_us:>10}");
        for case in cases {
            request += &written(function, case);
        }
        let process = self.process.as_mut().expect("started above");
        let heard = match process.ask_patiently(&request, patience(limit, cases.len())) {
            Ok(heard) => line(heard.said),
            Err(misdeed) => {
                self.process = None;
                return Err(Crash::Ended(misdeed));
            }
        };
        if let Some(fallen) = heard.strip_prefix("fell ") {
            return Err(Crash::Raised(fall(fallen)));
        }
        let answer = self.draft.stubs[stub].signature.answer;
        let answers: Option<Answers> = serde_json::from_str(&heard).ok();
        let answers = answers.map_or_else(Vec::new, |it| it.answers);
        let read = answers.into_iter().zip(cases);
        Ok(read
            .map(|(raw, case)| reply(&raw, case, function, answer))
            .collect())
    }
}

impl Callee for Session<'_> {
    fn call(
        &mut self,
        name: &str,
        function: &Function,
        cases: &[Case],
        limit: Duration,
    ) -> Vec<Reply> {
        let mut stubs = self.draft.stubs.iter();
        let is_meant =
            |it: &super::driver::Stub| it.procedure.name == name && it.function == function.name;
        let Some(stub) = stubs.position(is_meant) else {
            return vec![];
        };
        let mut replies = vec![];
        for cases in cases.chunks(BATCH) {
            match self.batch(stub, function, cases, limit) {
                Ok(answered) => replies.extend(answered),
                Err(crash) if cases.len() == 1 => replies.push(fallen(crash)),
                // Which of them it was shows when they come one by one.
                Err(_) => replies.extend(self.one_by_one(stub, function, cases, limit)),
            }
            if matches!(replies.last(), Some(Reply::Hung)) {
                break;
            }
        }
        if replies.last() == Some(&Reply::Hung) {
            // What it was given, not what a busy machine made of it: once among others, once alone.
            self.waited += 2 * limit;
        }
        replies
    }

    fn is_assisted(&self) -> bool {
        false
    }

    fn is_patient(&self) -> bool {
        self.waited < PATIENCE
    }
}

impl Session<'_> {
    fn one_by_one(
        &mut self,
        stub: usize,
        function: &Function,
        cases: &[Case],
        limit: Duration,
    ) -> Vec<Reply> {
        let mut replies = vec![];
        for case in cases {
            let one = std::slice::from_ref(case);
            match self.batch(stub, function, one, limit) {
                Ok(answered) => replies.extend(answered),
                Err(crash) => {
                    replies.push(fallen(crash));
                    break;
                }
            }
        }
        replies
    }
}

fn fallen(crash: Crash) -> Reply {
    match crash {
        Crash::Raised(raised) if raised.kind == HUNG => Reply::Hung,
        Crash::Ended(misdeed) if misdeed.forfeit() == table::Forfeit::Time => Reply::Hung,
        crash => Reply::Crashed(crash),
    }
}

/// The kind of a fall that is the end of its time.
const HUNG: &str = "Hung";

fn line(said: Said) -> String {
    match said {
        Said::Line(text) | Said::Unreadable { text, .. } => text,
    }
}

/// A case as the kit reads it: 72 digits, then five numbers of three places.
fn written(function: &Function, case: &Case) -> String {
    let mut cells = String::new();
    let mut numbers = [1_i64; 5];
    for (arg, parameter) in case.args.iter().zip(function.parameters) {
        match (Role::of(parameter.name), arg) {
            (Role::Grid, Json::Array(rows)) => {
                let rows = rows.iter().filter_map(Json::as_array).flatten();
                cells = rows
                    .map(|cell| cell.as_u64().unwrap_or(0).min(9).to_string())
                    .collect();
            }
            (role, arg) => {
                let number = arg.as_i64().unwrap_or(1).clamp(-99, 999);
                let at = match role {
                    Role::Line => 0,
                    Role::Column => 1,
                    Role::Colour | Role::Grid | Role::Answer => 2,
                    Role::StepX => 3,
                    Role::StepY => 4,
                };
                numbers[at] = number;
            }
        }
    }
    // A grid without its border has its own on the way.
    if cells.len() == 42 {
        let rows = cells.as_bytes().chunks(7).map(String::from_utf8_lossy);
        let inner: Vec<_> = rows.collect();
        let border = "0".repeat(9);
        cells = format!("{border}0{}0{border}", inner.join("00"));
    }
    let [line, column, colour, x, y] = numbers;
    format!("{cells:0<72}{line:>3}{column:>3}{colour:>3}{x:>3}{y:>3}")
}

fn reply(raw: &Raw, case: &Case, function: &Function, answer: Answer) -> Reply {
    let printed = bytes(&raw.printed);
    if printed.len() > MOST_PRINTED {
        let flood = Raised {
            kind: "Flood".to_owned(),
            text: String::new(),
            line: None,
        };
        return Reply::Crashed(Crash::Raised(flood));
    }
    let returned = match answer {
        Answer::Nothing => Json::Null,
        Answer::Integer => json!(raw.int),
        Answer::Logical => json!(raw.log == 1),
        Answer::Character => {
            let text = text(&bytes(&raw.chr));
            // Texts of a fixed length have blanks around them; a blank alone is a symbol.
            let symbol = text.trim();
            json!(if symbol.is_empty() { " " } else { symbol })
        }
    };
    let mut args = case.args.clone();
    for (arg, parameter) in args.iter_mut().zip(function.parameters) {
        if matches!(parameter.of, Type::Grid(_)) {
            *arg = rows(&raw.cells, arg.as_array().map_or(8, Vec::len));
        }
    }
    let outcome = Outcome {
        returned,
        args,
        printed: text(&printed),
        raised: None,
    };
    Reply::Outcome(outcome, String::new())
}

/// The cells as they came: with their border, or without.
fn rows(cells: &[i64], lines: usize) -> Json {
    let rows = cells.chunks(9);
    if lines == 8 {
        return rows.collect();
    }
    let inner = rows.skip(1).take(6);
    inner.map(|row| row.get(1..8).unwrap_or_default()).collect()
}

fn bytes(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).ok()?;
        u8::from_str_radix(pair, 16).ok()
    };
    pairs.filter_map(byte).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The first error of the compiler or the linker, in what `run.sh` says of it.
fn trouble(said: &str) -> Option<Trouble> {
    let mut place: Option<(String, usize)> = None;
    for piece in said.split('^') {
        let mut parts = piece.split(':');
        let file = parts.next().unwrap_or_default();
        let line = parts.next().and_then(|it| it.trim().parse::<usize>().ok());
        let file = file.rsplit('/').next().unwrap_or_default();
        if let Some(line) = line.filter(|_| file.contains(".f90")) {
            place = Some((file.to_owned(), line.saturating_sub(1)));
        }
        let error = ["Error: ", "Fatal Error: "]
            .iter()
            .find_map(|start| piece.trim().strip_prefix(start));
        if let (Some(text), Some((file, line))) = (error, place.clone()) {
            let text = text.to_owned();
            return Some(Trouble { file, line, text });
        }
        if let Some((_, name)) = piece.split_once("undefined reference to ") {
            let name = name.trim_matches(|c: char| !c.is_alphanumeric());
            return Some(Trouble {
                file: String::new(),
                line: 0,
                text: name.trim_end_matches('_').to_owned(),
            });
        }
    }
    None
}

/// How a program fell: its code, then what it said.
fn fall(said: &str) -> Raised {
    let (code, said) = said.split_once(' ').unwrap_or((said, ""));
    let pieces: Vec<&str> = said.split('^').map(str::trim).collect();
    let after = |start: &str| pieces.iter().find_map(|piece| piece.strip_prefix(start));
    let line = after("At line ").and_then(|it| it.split(' ').next()?.parse().ok());
    let (kind, text) = match (code, after("Fortran runtime error: ")) {
        ("155", _) => (HUNG, ""),
        (_, Some(text)) => ("Fortran", text),
        ("139", _) => ("SIGSEGV", ""),
        ("136", _) => ("SIGFPE", ""),
        ("153", _) => ("Flood", ""),
        _ => ("STOP", pieces.first().copied().unwrap_or_default()),
    };
    Raised {
        kind: kind.to_owned(),
        text: text.to_owned(),
        line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_the_compiler_is_found_with_its_place() {
        let said = "1 /tmp/x/0.f90:12:5:^^   12 |  x = = 1^      |     1^\
                    Error: Invalid character in name at (1)^";
        let found = trouble(said).expect("there is one");
        assert_eq!((found.file.as_str(), found.line), ("0.f90", 11));
        assert_eq!(found.text, "Invalid character in name at (1)");
        assert_eq!(trouble("0"), None);
    }

    #[test]
    fn what_is_called_and_nowhere_is_named() {
        let said = "1 /usr/bin/ld: /tmp/a.o: in function `x': 0.f90:(.text+0x1): \
                    undefined reference to `tirer_'^collect2: error: ld returned 1 exit status^";
        assert_eq!(trouble(said).expect("there is one").text, "tirer");
    }

    #[test]
    fn a_fall_has_the_line_and_the_words_of_the_runtime() {
        let fallen =
            fall("2 At line 7 of file 0.f90^Fortran runtime error: Index '0' of dimension 1^");
        assert_eq!((fallen.kind.as_str(), fallen.line), ("Fortran", Some(7)));
        assert_eq!(fall("155 ").kind, HUNG);
    }
}
