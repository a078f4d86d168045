//! A Fortran file as statements: its modules, its procedures and what each declares.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::{
    after_prefixes, declarations, declared_kind, end_of, is_specification, named_after,
    procedure_head, type_name,
};
use super::statement::{Statement, statements, words};

/// A subroutine or a function.
#[derive(Clone, Debug)]
pub(super) struct Procedure {
    pub(super) name: String,
    /// Its dummies, in order.
    pub(super) arguments: Vec<String>,
    /// The variable that a function answers with; none for a subroutine.
    pub(super) result: Option<String>,
    pub(super) declared: BTreeMap<String, Declared>,
    pub(super) place: Place,
    /// Which file, its first and last line, and the first line that does something.
    pub(super) file: usize,
    pub(super) lines: (usize, usize),
    pub(super) body: usize,
    /// Every name in it.
    pub(super) uses: BTreeSet<String>,
}

/// Where a procedure stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Module(String),
    Program,
    Alone,
}

/// What is known of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    /// `integer`, `logical`, `character`, `type(typ_grille)`.
    pub(super) kind: String,
    /// What stands in the brackets of an array.
    pub(super) bounds: Option<String>,
    pub(super) is_output: bool,
    pub(super) is_allocatable: bool,
    /// What a constant is.
    pub(super) value: Option<String>,
}

/// A main program.
#[derive(Clone, Debug)]
pub(super) struct Main {
    pub(super) file: usize,
    pub(super) lines: (usize, usize),
    /// The first line that does something, or `contains`.
    pub(super) body: usize,
    pub(super) contains: bool,
}

/// All files of a student.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    pub(super) procedures: Vec<Procedure>,
    pub(super) programs: Vec<Main>,
    /// Modules with their files, and those that each uses.
    pub(super) modules: Vec<(String, usize)>,
    pub(super) uses: Vec<BTreeSet<String>>,
    /// What stands outside procedures: constants, and the types with their components.
    pub(super) constants: BTreeMap<String, Declared>,
    pub(super) types: BTreeMap<String, (Place, BTreeMap<String, Declared>)>,
}

/// An open unit while a file is read.
enum Unit {
    Module(String),
    Program(usize),
    Procedure(Box<Procedure>),
    Type(String),
    Interface,
}

impl Sources {
    pub(super) fn read(files: &[(String, String)]) -> Self {
        let mut sources = Self::default();
        for (file, (_, text)) in files.iter().enumerate() {
            let mut reader = Reader {
                sources: &mut sources,
                file,
                open: vec![],
                uses: BTreeSet::new(),
            };
            for statement in statements(text) {
                reader.take(&statement);
            }
            let last = text.lines().count().saturating_sub(1);
            while !reader.open.is_empty() {
                reader.close(last);
            }
            let uses = reader.uses;
            sources.uses.push(uses);
        }
        sources
    }

    /// The files, each after those whose modules it uses.
    pub(super) fn order(&self) -> Vec<usize> {
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
            // A circle cannot be compiled: any order shows the same error.
            let next = ready.or_else(|| (0..self.uses.len()).find(|it| !order.contains(it)));
            order.extend(next);
        }
        order
    }

    /// The number that an expression of constants comes to.
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

struct Reader<'a> {
    sources: &'a mut Sources,
    file: usize,
    open: Vec<Unit>,
    uses: BTreeSet<String>,
}

impl Reader<'_> {
    fn take(&mut self, statement: &Statement) {
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
            self.sources.programs.push(Main {
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
            // A head without the end before it: the one before lacks its own.
            if let Some(Unit::Procedure(_)) = self.open.last() {
                self.close(first.saturating_sub(1));
            }
            self.open.push(Unit::Procedure(Box::new(procedure)));
        } else if let Some(name) = type_name(text) {
            let place = self.place();
            let components = (place, BTreeMap::new());
            self.sources.types.insert(name.clone(), components);
            self.open.push(Unit::Type(name));
        } else {
            self.line(statement);
        }
    }

    fn place(&self) -> Place {
        let of = |unit: &Unit| match unit {
            Unit::Module(name) => Some(Place::Module(name.clone())),
            Unit::Program(_) => Some(Place::Program),
            Unit::Procedure(_) | Unit::Type(_) | Unit::Interface => None,
        };
        self.open.iter().find_map(of).unwrap_or(Place::Alone)
    }

    fn head(&self, statement: &Statement) -> Option<Procedure> {
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
            let of_prefix = Declared {
                kind,
                ..Declared::default()
            };
            declared.insert(result.clone(), of_prefix);
        }
        let arguments = listed.split(',').map(|it| it.trim().to_owned());
        Some(Procedure {
            name: name.to_owned(),
            arguments: arguments.filter(|it| !it.is_empty()).collect(),
            result,
            declared,
            place: self.place(),
            file: self.file,
            lines: statement.lines,
            body: usize::MAX,
            uses: BTreeSet::new(),
        })
    }

    /// A statement that opens no unit.
    fn line(&mut self, statement: &Statement) {
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

    /// `end`, with what it ends if it says so.
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
