//! `PatchedSources`: the student's files as they are compiled, with the same line numbers. What cannot
//! be compiled or would prevent calls is removed.

use std::collections::BTreeMap;

use super::driver::{CallStub, DriverProgram, WRAP, driver_block};
use super::grammar::type_name;
use super::reference_body::reference_body;
use super::signature::GridExtents;
use super::source::{FortranProcedure, FortranSources, MainUnit, ProcedureScope};
use crate::RaisedException;

/// The part of a routine that cannot be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    /// The body: callers still compile, and a call stops the program.
    Body,
    Whole,
}

/// The files to compile, with the parts that were removed so far.
#[derive(Clone, Debug, Default)]
pub(super) struct PatchedSources {
    pub(super) sources: FortranSources,
    /// Lines of each file.
    files: Vec<Vec<String>>,
    pub(super) stubs: Vec<CallStub>,
    /// The student's numbers for an empty cell, red and yellow.
    pub(super) codes: [i64; 3],
    broken: BTreeMap<String, Broken>,
    /// The compiler's first error in each broken routine.
    pub(super) errors: BTreeMap<String, RaisedException>,
    /// The compiler's errors outside routines.
    pub(super) faults: Vec<RaisedException>,
    /// Functions that get the reference body, and the extents of assumed shapes in it.
    pub(super) replaced: Option<(Vec<&'static str>, GridExtents)>,
}

/// The first error of the compiler or linker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CompilerMessage {
    /// Name of the compiled file, such as `3.f90` or `driver.f90`; empty for an undefined routine.
    pub(super) file: String,
    /// Line in that file, from 0.
    pub(super) line: usize,
    /// The compiler's message, or the name of the undefined routine.
    pub(super) text: String,
}

impl PatchedSources {
    pub(super) fn new(
        files: &[(String, String)],
        sources: FortranSources,
        stubs: Vec<CallStub>,
    ) -> Self {
        let value = |name, usual| {
            let constant = sources.constants.get(name);
            let value = constant.and_then(|it| sources.value(it.value.as_deref()?));
            value.unwrap_or(usual)
        };
        let codes = [value("vide", 0), value("rouge", 1), value("jaune", 2)];
        let files = files.iter().map(|(_, text)| without_private(text));
        Self {
            codes,
            sources,
            files: files.collect(),
            stubs,
            ..Self::default()
        }
    }

    /// Name and text of every file to compile, in the order of compilation.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let mut files = self.files.clone();
        for procedure in &self.sources.procedures {
            self.patch(procedure, &mut files[procedure.file]);
        }
        let wrap = self.wrap_external(&mut files);
        let driver = driver_block(&self.stubs, self.codes);
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
        for file in self.sources.compile_order() {
            written.push((format!("{file}.f90"), files[file].join("\n") + "\n"));
        }
        if host.is_none() {
            let text = format!("program brelan_driver\n{}\nend program\n", driver.text);
            written.push(("driver.f90".to_owned(), text));
        }
        written
    }

    /// Index of a main program that contains routines, which can only be called from inside it.
    fn host(&self) -> Option<usize> {
        let holds = |program: &MainUnit| {
            let inside = |it: &FortranProcedure| {
                it.scope == ProcedureScope::Program
                    && it.file == program.file
                    && (program.lines.0..=program.lines.1).contains(&it.lines.0)
            };
            program.contains && self.sources.procedures.iter().any(inside)
        };
        self.sources.programs.iter().position(holds)
    }

    /// Moves external routines into the text of a generated module.
    fn wrap_external(&self, files: &mut [Vec<String>]) -> String {
        let mut rows: Vec<String> = vec![];
        for procedure in self.external() {
            let source = &mut files[procedure.file];
            let (first, last) = procedure.lines;
            // A module needs more than a bare `end`.
            if source[last].trim().eq_ignore_ascii_case("end") {
                let function = procedure.result.as_ref().map(|_| "function");
                source[last] = format!("end {}", function.unwrap_or("subroutine"));
            }
            rows.extend_from_slice(&source[first..=last]);
            blank(source, procedure.lines);
        }
        if rows.is_empty() {
            return String::new();
        }
        format!("module {WRAP}\ncontains\n{}\nend module\n", rows.join("\n"))
    }

    /// Replaces the body of a routine that is broken or gets the reference body.
    fn patch(&self, procedure: &FortranProcedure, rows: &mut [String]) {
        let (first, last) = procedure.lines;
        let body = self.reference_body(procedure);
        match (self.broken.get(&procedure.name), body) {
            (Some(Broken::Whole), _) => blank(rows, (first, last)),
            (Some(Broken::Body), None) => {
                let text = format!("error stop 'BROKEN {}'", procedure.name);
                replace_body(rows, procedure, &text);
            }
            (_, Some(body)) => replace_body(rows, procedure, &body),
            (None, None) => {}
        }
    }

    fn reference_body(&self, procedure: &FortranProcedure) -> Option<String> {
        let (names, assumed) = self.replaced.as_ref()?;
        let mut stubs = self.stubs.iter();
        let stub = stubs.find(|it| it.procedure.name == procedure.name)?;
        let wanted = names.contains(&stub.function);
        reference_body(stub, *assumed, self.codes).filter(|_| wanted)
    }

    /// Removes the code that an error is about; false when nothing is left to remove.
    pub(super) fn remove_error(&mut self, error: &CompilerMessage) -> bool {
        if error.file.is_empty() {
            let callers = self.sources.procedures.iter();
            let callers = callers.filter(|it| it.uses.contains(&error.text));
            let names: Vec<String> = callers.map(|it| it.name.clone()).collect();
            let text = format!("{} is not defined", error.text);
            let broken = names
                .iter()
                .filter(|name| self.break_body(name, &text, None));
            return broken.count() > 0;
        }
        if error.file == "driver.f90" {
            return self.remove_stub(error.line.saturating_sub(1));
        }
        let Some((file, line)) = self.source_line(error) else {
            return false;
        };
        let mut around = self.sources.procedures.iter();
        let found = around.find(|it| it.file == file && (it.lines.0..=it.lines.1).contains(&line));
        let Some(procedure) = found.cloned() else {
            return self.remove_line(file, line, &error.text);
        };
        let shown = u32::try_from(line + 1).ok();
        if line >= procedure.body && self.break_body(&procedure.name, &error.text, shown) {
            return true;
        }
        self.keep_first_error(&procedure.name, &error.text, shown);
        self.stubs.retain(|it| it.procedure.name != procedure.name);
        self.broken.insert(procedure.name, Broken::Whole) != Some(Broken::Whole)
    }

    /// Marks the body of a routine as broken; false if it was already.
    fn break_body(&mut self, name: &str, text: &str, line: Option<u32>) -> bool {
        if self.broken.contains_key(name) {
            return false;
        }
        self.keep_first_error(name, text, line);
        self.broken.insert(name.to_owned(), Broken::Body);
        true
    }

    /// Keeps the first error of a routine: later ones may be its consequences.
    fn keep_first_error(&mut self, name: &str, text: &str, line: Option<u32>) {
        let first = self.errors.entry(name.to_owned());
        first.or_insert_with(|| RaisedException::new("gfortran", text, line));
    }

    /// Removes the stub that stands on a line of the driver, because it does not compile.
    fn remove_stub(&mut self, line: usize) -> bool {
        let DriverProgram { lines, .. } = driver_block(&self.stubs, self.codes);
        let number = lines.iter().rposition(|first| *first <= line);
        let Some(number) = number.or(self.stubs.len().checked_sub(1)) else {
            return false;
        };
        self.stubs.remove(number);
        true
    }

    /// Empties a line outside routines; false if it was empty already.
    fn remove_line(&mut self, file: usize, line: usize, text: &str) -> bool {
        let rows = self.files.get_mut(file);
        let Some(row) = rows.and_then(|it| it.get_mut(line)) else {
            return false;
        };
        let full = !row.trim().is_empty();
        row.clear();
        let line = u32::try_from(line + 1).ok();
        let raised = RaisedException::new("gfortran", text, line);
        self.faults.push(raised);
        full
    }

    /// Index and line of the student's file that an error is about.
    fn source_line(&self, error: &CompilerMessage) -> Option<(usize, usize)> {
        let stem = error.file.strip_suffix(".f90")?;
        if stem == "wrap" {
            let mut rows = self.external().flat_map(|it| {
                let lines = it.lines.0..=it.lines.1;
                lines.map(move |line| (it.file, line))
            });
            return rows.nth(error.line.checked_sub(2)?);
        }
        Some((stem.parse().ok()?, error.line))
    }

    fn external(&self) -> impl Iterator<Item = &FortranProcedure> {
        let all = self.sources.procedures.iter();
        all.filter(|it| it.scope == ProcedureScope::External)
    }
}

/// Empties the lines from `first` to `last`.
fn blank(rows: &mut [String], (first, last): (usize, usize)) {
    for row in rows.iter_mut().take(last + 1).skip(first) {
        row.clear();
    }
}

/// Replaces the body of a routine by one line; its head, declarations and end stay.
fn replace_body(rows: &mut [String], procedure: &FortranProcedure, body: &str) {
    let last = procedure.lines.1;
    if procedure.body >= last {
        rows[last] = format!("{body}; {}", rows[last]);
        return;
    }
    blank(rows, (procedure.body, last - 1));
    body.clone_into(&mut rows[procedure.body]);
}

/// The lines of a file with `public` in place of `private`.
fn without_private(text: &str) -> Vec<String> {
    let mut in_type = false;
    let row = |line: &str| {
        let code = line.split('!').next().unwrap_or_default().to_lowercase();
        let code = code.trim();
        if type_name(code).is_some() {
            in_type = true;
        } else if code.starts_with("end") && code.contains("type") {
            in_type = false;
        } else if in_type && (code == "private" || code == "sequence") {
            return String::new();
        }
        let begins = code.strip_prefix("private");
        let statement = begins.is_some_and(|it| it.is_empty() || it.starts_with([' ', ':']));
        let declared = code.split("::").next().unwrap_or_default();
        let attribute = declared.split(',').skip(1).any(|it| it.trim() == "private");
        if !statement && !attribute {
            return line.to_owned();
        }
        let at = line.to_lowercase().find("private").unwrap_or(0);
        match (line.get(..at), line.get(at + "private".len()..)) {
            (Some(before), Some(after)) => format!("{before}public{after}"),
            _ => line.to_owned(),
        }
    };
    text.lines().map(row).collect()
}
