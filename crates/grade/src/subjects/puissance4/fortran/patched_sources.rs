//! The files that are compiled: the student's, line for line, without what keeps them from being
//! called.

use std::collections::{BTreeMap, BTreeSet};

use super::driver::{Driver, Stub, WRAP, block};
use super::grammar::opens_type;
use super::helper;
use super::signature::Extents;
use super::source::{Main, Place, Procedure, Sources};
use crate::crash::Raised;

/// How much of a routine cannot be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    /// Its body: it still can be named, and stops when it is called.
    Body,
    Whole,
}

/// What to compile.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) sources: Sources,
    files: Vec<Vec<String>>,
    pub(super) stubs: Vec<Stub>,
    pub(super) codes: [i64; 3],
    broken: BTreeMap<String, Broken>,
    /// What the compiler says of each routine that is broken.
    pub(super) errors: BTreeMap<String, Raised>,
    /// The same of what stands outside routines.
    pub(super) faults: Vec<Raised>,
    /// Routines that cannot be called from outside.
    pub(super) strange: BTreeSet<String>,
    /// Routines whose bodies are the subject's, where assumed shapes have these extents.
    pub(super) helped: Option<(Vec<&'static str>, Extents)>,
}

/// Where the compiler found an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// `3.f90`, `driver.f90`; empty for what is called and nowhere.
    pub(super) file: String,
    /// From 0.
    pub(super) line: usize,
    pub(super) text: String,
}

impl Draft {
    pub(super) fn new(files: &[(String, String)], sources: Sources, stubs: Vec<Stub>) -> Self {
        let value = |name, usual| {
            let constant = sources.constants.get(name);
            let value = constant.and_then(|it| sources.value(it.value.as_deref()?));
            value.unwrap_or(usual)
        };
        let codes = [value("vide", 0), value("rouge", 1), value("jaune", 2)];
        Self {
            codes,
            sources,
            files: files.iter().map(|(_, text)| published(text)).collect(),
            stubs,
            broken: BTreeMap::new(),
            errors: BTreeMap::new(),
            faults: vec![],
            strange: BTreeSet::new(),
            helped: None,
        }
    }

    /// Every file to compile, in order.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let mut files = self.files.clone();
        for procedure in &self.sources.procedures {
            self.mend(procedure, &mut files[procedure.file]);
        }
        let wrap = self.wrapped(&mut files);
        let driver = block(&self.stubs, self.codes);
        let host = self.host();
        for (number, program) in self.sources.programs.iter().enumerate() {
            let rows = &mut files[program.file];
            if Some(number) == host {
                let first = &mut rows[program.body];
                *first = format!("{}; {first}", driver.text.replace('\n', "; "));
            } else {
                blank(rows, program.lines);
            }
        }
        let mut written = vec![("kit.f90".to_owned(), include_str!("kit.f90").to_owned())];
        written.push(("wrap.f90".to_owned(), wrap));
        for file in self.sources.order() {
            written.push((format!("{file}.f90"), files[file].join("\n") + "\n"));
        }
        if host.is_none() {
            let text = format!("program brelan_driver\n{}\nend program\n", driver.text);
            written.push(("driver.f90".to_owned(), text));
        }
        written
    }

    /// A main program that holds routines: only from inside can they be called.
    fn host(&self) -> Option<usize> {
        let holds = |program: &Main| {
            let inside = |it: &Procedure| {
                it.place == Place::Program
                    && it.file == program.file
                    && (program.lines.0..=program.lines.1).contains(&it.lines.0)
            };
            program.contains && self.sources.procedures.iter().any(inside)
        };
        self.sources.programs.iter().position(holds)
    }

    /// Routines that stand alone, in a module of ours: their lines keep their numbers.
    fn wrapped(&self, files: &mut [Vec<String>]) -> String {
        let mut rows: Vec<String> = vec![];
        for procedure in self.alone() {
            let source = &mut files[procedure.file];
            let (first, last) = procedure.lines;
            let mut own: Vec<String> = source[first..=last].to_vec();
            if let Some(end) = own.last_mut() {
                let what = if procedure.result.is_some() {
                    "end function"
                } else {
                    "end subroutine"
                };
                // A bare `end` is not enough in a module.
                if end.trim().eq_ignore_ascii_case("end") {
                    what.clone_into(end);
                }
            }
            rows.extend(own);
            blank(source, procedure.lines);
        }
        if rows.is_empty() {
            return String::new();
        }
        format!("module {WRAP}\ncontains\n{}\nend module\n", rows.join("\n"))
    }

    /// A routine as it is compiled.
    fn mend(&self, procedure: &Procedure, rows: &mut [String]) {
        let (first, last) = procedure.lines;
        let body = self.replaced(procedure);
        match (self.broken.get(&procedure.name), body) {
            (Some(Broken::Whole), _) => blank(rows, (first, last)),
            (Some(Broken::Body), None) => {
                let text = format!("error stop 'BROKEN {}'", procedure.name);
                replace(rows, procedure, &text);
            }
            (_, Some(body)) => replace(rows, procedure, &body),
            (None, None) => {}
        }
    }

    fn replaced(&self, procedure: &Procedure) -> Option<String> {
        let (names, usual) = self.helped.as_ref()?;
        let mut stubs = self.stubs.iter();
        let stub = stubs.find(|it| it.procedure.name == procedure.name)?;
        let wanted = names.contains(&stub.function);
        helper::body(stub, *usual, self.codes).filter(|_| wanted)
    }

    /// Leaves out what an error is about; false when there is nothing left to leave out.
    pub(super) fn give_up(&mut self, trouble: &Trouble) -> bool {
        if trouble.file.is_empty() {
            let callers = self.sources.procedures.iter();
            let callers = callers.filter(|it| it.uses.contains(&trouble.text));
            let names: Vec<String> = callers.map(|it| it.name.clone()).collect();
            let text = format!("{} is not defined", trouble.text);
            let broke = names
                .iter()
                .filter(|name| self.break_body(name, &text, None));
            return broke.count() > 0;
        }
        if trouble.file == "driver.f90" {
            return self.forget_stub(trouble.line.saturating_sub(1));
        }
        let Some((file, line)) = self.place(trouble) else {
            return false;
        };
        let mut around = self.sources.procedures.iter();
        let found = around.find(|it| it.file == file && (it.lines.0..=it.lines.1).contains(&line));
        let Some(procedure) = found.cloned() else {
            return self.leave_out(file, line, &trouble.text);
        };
        let shown = u32::try_from(line + 1).ok();
        if line >= procedure.body && self.break_body(&procedure.name, &trouble.text, shown) {
            return true;
        }
        self.note(&procedure.name, &trouble.text, shown);
        self.stubs.retain(|it| it.procedure.name != procedure.name);
        self.broken.insert(procedure.name, Broken::Whole) != Some(Broken::Whole)
    }

    fn break_body(&mut self, name: &str, text: &str, line: Option<u32>) -> bool {
        if self.broken.contains_key(name) {
            return false;
        }
        self.note(name, text, line);
        self.broken.insert(name.to_owned(), Broken::Body);
        true
    }

    /// The first error of a routine is the one that tells.
    fn note(&mut self, name: &str, text: &str, line: Option<u32>) {
        self.errors
            .entry(name.to_owned())
            .or_insert_with(|| raised(text, line));
    }

    fn forget_stub(&mut self, line: usize) -> bool {
        let Driver { lines, .. } = block(&self.stubs, self.codes);
        let number = lines.iter().rposition(|first| *first <= line);
        let Some(number) = number.or(self.stubs.len().checked_sub(1)) else {
            return false;
        };
        let stub = self.stubs.remove(number);
        self.strange.insert(stub.procedure.name);
        true
    }

    fn leave_out(&mut self, file: usize, line: usize, text: &str) -> bool {
        let rows = self.files.get_mut(file);
        let Some(row) = rows.and_then(|it| it.get_mut(line)) else {
            return false;
        };
        let full = !row.trim().is_empty();
        row.clear();
        let line = u32::try_from(line + 1).ok();
        self.faults.push(raised(text, line));
        full
    }

    /// The student's file and line that an error is about.
    fn place(&self, trouble: &Trouble) -> Option<(usize, usize)> {
        let stem = trouble.file.strip_suffix(".f90")?;
        if stem == "wrap" {
            let rows = self.alone().flat_map(|it| {
                let lines = it.lines.0..=it.lines.1;
                lines.map(move |line| (it.file, line))
            });
            return rows
                .collect::<Vec<_>>()
                .get(trouble.line.checked_sub(2)?)
                .copied();
        }
        Some((stem.parse().ok()?, trouble.line))
    }

    fn alone(&self) -> impl Iterator<Item = &Procedure> {
        let all = self.sources.procedures.iter();
        all.filter(|it| it.place == Place::Alone)
    }
}

fn raised(text: &str, line: Option<u32>) -> Raised {
    Raised {
        kind: "gfortran".to_owned(),
        text: text.to_owned(),
        line,
    }
}

fn blank(rows: &mut [String], (first, last): (usize, usize)) {
    for row in rows.iter_mut().take(last + 1).skip(first) {
        row.clear();
    }
}

/// Another body, on one line; the head, the declarations and the end stay.
fn replace(rows: &mut [String], procedure: &Procedure, body: &str) {
    let last = procedure.lines.1;
    if procedure.body >= last {
        rows[last] = format!("{body}; {}", rows[last]);
        return;
    }
    blank(rows, (procedure.body, last - 1));
    body.clone_into(&mut rows[procedure.body]);
}

/// The lines of a file, in which nothing is private.
fn published(text: &str) -> Vec<String> {
    let mut in_type = false;
    let row = |line: &str| {
        let code = line.split('!').next().unwrap_or_default().to_lowercase();
        let code = code.trim();
        if opens_type(code) {
            in_type = true;
        } else if code.starts_with("end") && code.contains("type") {
            in_type = false;
        } else if in_type && (code == "private" || code == "sequence") {
            return String::new();
        }
        let begins = code.strip_prefix("private");
        let statement = begins.is_some_and(|it| it.is_empty() || it.starts_with([' ', ':']));
        let attribute = code
            .split("::")
            .next()
            .is_some_and(|it| it.split(',').skip(1).any(|it| it.trim() == "private"));
        if !statement && !attribute {
            return line.to_owned();
        }
        let at = line.to_lowercase().find("private").unwrap_or(0);
        match line.get(at..at + "private".len()) {
            Some(_) => format!("{}public{}", &line[..at], &line[at + "private".len()..]),
            None => line.to_owned(),
        }
    };
    text.lines().map(row).collect()
}
