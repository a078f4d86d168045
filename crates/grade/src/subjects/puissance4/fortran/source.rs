//! `FortranSources`: the modules, procedures, types and constants of a student's Fortran files.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::{
    after_prefixes, declarations, declared_kind, end_of, is_specification, named_after,
    procedure_head, type_name,
};
use super::statement::{FortranStatement, statements, words};

/// A subroutine or a function.
#[derive(Clone, Debug)]
pub(super) struct FortranProcedure {
    pub(super) name: String,
    /// Names of the dummy arguments, in order.
    pub(super) arguments: Vec<String>,
    /// Result variable of a function; `None` for a subroutine.
    pub(super) result: Option<String>,
    pub(super) declared: BTreeMap<String, Declaration>,
    pub(super) scope: ProcedureScope,
    /// Index of the file.
    pub(super) file: usize,
    /// First and last line in the file, from 0.
    pub(super) lines: (usize, usize),
    /// First line after the declarations.
    pub(super) body: usize,
    /// Every name in the body and the declarations.
    pub(super) uses: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProcedureScope {
    /// The module of this name.
    Module(String),
    Program,
    /// No unit: an external procedure.
    External,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Declaration {
    /// `integer`, `logical`, `character`, `type(typ_grille)`.
    pub(super) kind: String,
    /// Bounds of an array, as written between its brackets.
    pub(super) bounds: Option<String>,
    pub(super) is_output: bool,
    pub(super) is_allocatable: bool,
    /// Expression of a constant's value.
    pub(super) value: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct MainUnit {
    /// Index of the file.
    pub(super) file: usize,
    /// First and last line in the file, from 0.
    pub(super) lines: (usize, usize),
    /// First line after the declarations, or the line of `contains`.
    pub(super) body: usize,
    /// Whether procedures follow after `contains`.
    pub(super) contains: bool,
}

/// The units of all files of a student.
#[derive(Clone, Debug, Default)]
pub(super) struct FortranSources {
    pub(super) procedures: Vec<FortranProcedure>,
    pub(super) programs: Vec<MainUnit>,
    /// Names of the modules with the indices of their files.
    pub(super) modules: Vec<(String, usize)>,
    /// For each file, the names of the modules that it uses.
    pub(super) uses: Vec<BTreeSet<String>>,
    /// Constants and variables declared outside procedures.
    pub(super) constants: BTreeMap<String, Declaration>,
    /// Derived types with their components.
    pub(super) types: BTreeMap<String, (ProcedureScope, BTreeMap<String, Declaration>)>,
}

/// A unit whose end has not been read yet.
enum Unit {
    Module(String),
    Program(usize),
    Procedure(Box<FortranProcedure>),
    Type(String),
    Interface,
}

impl FortranSources {
    /// Parses the files.
    pub(super) fn parse(files: &[(String, String)]) -> Self {
        let mut sources = Self::default();
        for (file, (_, text)) in files.iter().enumerate() {
            let mut parser = SourceParser {
                sources: &mut sources,
                file,
                open: vec![],
                uses: BTreeSet::new(),
            };
            for statement in statements(text) {
                parser.take(&statement);
            }
            let last = text.lines().count().saturating_sub(1);
            while !parser.open.is_empty() {
                parser.close(last);
            }
            let uses = parser.uses;
            sources.uses.push(uses);
        }
        sources
    }

    /// Indices of the files, each after the files whose modules it uses.
    pub(super) fn compile_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = vec![];
        let home = |module: &String| self.modules.iter().find(|it| it.0 == *module);
        for _ in 0..self.uses.len() {
            let ready = (0..self.uses.len()).find(|file| {
                let needed = self.uses[*file].iter().filter_map(home).map(|it| it.1);
                !order.contains(file)
                    && needed
                        .into_iter()
                        .all(|it| it == *file || order.contains(&it))
            });
            // Modules that use each other cannot be compiled: the compiler reports it in any order.
            let next = ready.or_else(|| (0..self.uses.len()).find(|it| !order.contains(it)));
            order.extend(next);
        }
        order
    }

    /// The value of a sum of numbers and constants; undeclared dimensions have the subject's values.
    pub(super) fn value(&self, expression: &str) -> Option<i64> {
        self.value_within(expression, 8)
    }

    fn value_within(&self, expression: &str, depth: usize) -> Option<i64> {
        let text: String = expression.chars().filter(|c| !c.is_whitespace()).collect();
        let mut terms = Vec::new();
        let mut from = 0;
        for (at, c) in text.char_indices() {
            if matches!(c, '+' | '-') && at > from {
                terms.push(&text[from..at]);
                from = at;
            }
        }
        terms.push(&text[from..]);
        let term = |term: &str| {
            let (sign, name) = match term.strip_prefix('-') {
                Some(name) => (-1, name),
                None => (1, term.strip_prefix('+').unwrap_or(term)),
            };
            let constant = || self.constants.get(name)?.value.as_deref();
            let number = name.parse().ok();
            let named = || (depth > 0).then(|| self.value_within(constant()?, depth - 1))?;
            let usual = || match name {
                "nb_lignes" => Some(6),
                "nb_colonnes" => Some(7),
                _ => None,
            };
            Some(sign * number.or_else(named).or_else(usual)?)
        };
        terms.into_iter().map(term).sum()
    }
}

/// Parser of one file.
struct SourceParser<'a> {
    sources: &'a mut FortranSources,
    file: usize,
    open: Vec<Unit>,
    uses: BTreeSet<String>,
}

impl SourceParser<'_> {
    /// Reads one statement.
    fn take(&mut self, statement: &FortranStatement) {
        let text = statement.text.as_str();
        let (first, last) = statement.lines;
        let interface = matches!(self.open.last(), Some(Unit::Interface));
        if let Some(what) = end_of(text) {
            return self.end(what, last);
        }
        if interface {
            return;
        }
        if let Some(name) = named_after(text, "module").filter(|it| *it != "procedure") {
            self.sources.modules.push((name.to_owned(), self.file));
            self.open.push(Unit::Module(name.to_owned()));
        } else if named_after(text, "program").is_some() {
            self.sources.programs.push(MainUnit {
                file: self.file,
                lines: (first, last),
                body: usize::MAX,
                contains: false,
            });
            let number = self.sources.programs.len() - 1;
            self.open.push(Unit::Program(number));
        } else if text == "interface" || text.starts_with("interface ") {
            self.open.push(Unit::Interface);
        } else if let Some(procedure) = self.head(statement) {
            // The procedure before has no `end` of its own.
            if let Some(Unit::Procedure(_)) = self.open.last() {
                self.close(first.saturating_sub(1));
            }
            self.open.push(Unit::Procedure(Box::new(procedure)));
        } else if let Some(name) = type_name(text) {
            let components = (self.scope(), BTreeMap::new());
            self.sources.types.insert(name.clone(), components);
            self.open.push(Unit::Type(name));
        } else {
            self.line(statement);
        }
    }

    fn scope(&self) -> ProcedureScope {
        let scope = |unit: &Unit| match unit {
            Unit::Module(name) => Some(ProcedureScope::Module(name.clone())),
            Unit::Program(_) => Some(ProcedureScope::Program),
            Unit::Procedure(_) | Unit::Type(_) | Unit::Interface => None,
        };
        self.open
            .iter()
            .find_map(scope)
            .unwrap_or(ProcedureScope::External)
    }

    /// The procedure that a statement begins, if it is a head.
    fn head(&self, statement: &FortranStatement) -> Option<FortranProcedure> {
        let (prefix, name, rest) = procedure_head(&statement.text)?;
        let (listed, after) = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?,
            None => ("", rest),
        };
        let result = after.split_once("result").and_then(|(_, it)| {
            let name = it.trim().strip_prefix('(')?.split(')').next()?;
            Some(name.trim().to_owned())
        });
        let is_function = prefix.ends_with("function");
        let result = is_function.then(|| result.unwrap_or_else(|| name.to_owned()));
        let mut declared = BTreeMap::new();
        if let (Some(result), Some(kind)) = (&result, declared_kind(after_prefixes(prefix))) {
            let from_prefix = Declaration {
                kind,
                ..Declaration::default()
            };
            declared.insert(result.clone(), from_prefix);
        }
        let arguments = listed.split(',').map(|it| it.trim().to_owned());
        Some(FortranProcedure {
            name: name.to_owned(),
            arguments: arguments.filter(|it| !it.is_empty()).collect(),
            result,
            declared,
            scope: self.scope(),
            file: self.file,
            lines: statement.lines,
            body: usize::MAX,
            uses: BTreeSet::new(),
        })
    }

    /// Reads a statement that does not open a unit.
    fn line(&mut self, statement: &FortranStatement) {
        let text = statement.text.as_str();
        if let Some(name) = text.strip_prefix("use ") {
            let name = name.trim_start_matches(':').split(',').next();
            self.uses.extend(name.map(|it| it.trim().to_owned()));
        }
        let declarations = declarations(text);
        let specifies = is_specification(text);
        match self.open.last_mut() {
            Some(Unit::Procedure(procedure)) => {
                procedure.uses.extend(words(text));
                procedure.declared.extend(declarations);
                if !specifies && procedure.body == usize::MAX {
                    procedure.body = statement.lines.0;
                }
            }
            Some(Unit::Type(name)) => {
                if let Some((_, components)) = self.sources.types.get_mut(name) {
                    components.extend(declarations);
                }
            }
            Some(Unit::Program(number)) => {
                let program = &mut self.sources.programs[*number];
                if !specifies && program.body == usize::MAX {
                    program.body = statement.lines.0;
                }
                program.contains |= text == "contains";
                self.sources.constants.extend(declarations);
            }
            Some(Unit::Module(_)) | None => self.sources.constants.extend(declarations),
            Some(Unit::Interface) => {}
        }
    }

    /// Closes the unit that an `end` statement ends, and all units inside it.
    fn end(&mut self, what: &str, line: usize) {
        let matching = |unit: &Unit| match unit {
            Unit::Module(_) => matches!(what, "module" | ""),
            Unit::Program(_) => matches!(what, "program" | ""),
            Unit::Procedure(_) => matches!(what, "subroutine" | "function" | "procedure" | ""),
            Unit::Type(_) => what == "type",
            Unit::Interface => what == "interface",
        };
        if let Some(at) = self.open.iter().rposition(matching) {
            while self.open.len() > at {
                self.close(line);
            }
        }
    }

    /// Closes the innermost open unit, whose last line is `line`.
    fn close(&mut self, line: usize) {
        match self.open.pop() {
            Some(Unit::Procedure(mut procedure)) => {
                procedure.lines.1 = line;
                procedure.body = procedure.body.min(line);
                self.sources.procedures.push(*procedure);
            }
            Some(Unit::Program(number)) => {
                let program = &mut self.sources.programs[number];
                program.lines.1 = line;
                program.body = program.body.min(line);
            }
            Some(Unit::Module(_) | Unit::Type(_) | Unit::Interface) | None => {}
        }
    }
}
