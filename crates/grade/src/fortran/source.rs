//! A Fortran file as statements: its modules, its procedures and what each declares.

use std::collections::{BTreeMap, BTreeSet};

/// One statement, lower case outside texts, without comments and continuations.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// Its first and last line, from 0.
    pub(super) lines: (usize, usize),
    pub(super) text: String,
}

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

/// What an `end` statement ends; none if it ends a loop, a choice or nothing.
fn end_of(text: &str) -> Option<&str> {
    const UNITS: [&str; 7] = [
        "subroutine",
        "function",
        "procedure",
        "module",
        "program",
        "interface",
        "type",
    ];
    let rest = text.strip_prefix("end")?.trim_start();
    if rest.is_empty() {
        return Some("");
    }
    let is = |unit: &&&str| {
        let after = rest.strip_prefix(**unit);
        after.is_some_and(|it| it.is_empty() || it.starts_with([' ', '(']))
    };
    UNITS.iter().find(is).copied()
}

/// The single name after a keyword.
fn named_after<'a>(text: &'a str, keyword: &str) -> Option<&'a str> {
    let name = text.strip_prefix(keyword)?.strip_prefix(' ')?.trim();
    let is_name = !name.is_empty() && name.chars().all(is_word);
    is_name.then_some(name)
}

/// `integer function`, the name, and what follows it.
fn procedure_head(text: &str) -> Option<(&str, &str, &str)> {
    for keyword in ["subroutine", "function"] {
        let Some(at) = text.find(keyword) else {
            continue;
        };
        let (before, after) = (text[..at].trim_end(), &text[at + keyword.len()..]);
        let starts = before.is_empty()
            || text[..at].ends_with([' ', ')'])
                && before.chars().all(|c| is_word(c) || " (=*)".contains(c))
                && (declared_kind(before).is_some() || PREFIXES.contains(&first_word(before)));
        let name_end = after.trim_start().find(|c| !is_word(c));
        let rest = after.trim_start();
        let (name, rest) = rest.split_at(name_end.unwrap_or(rest.len()));
        if starts && after.starts_with(' ') && !name.is_empty() && !rest.trim().starts_with('=') {
            return Some((text[..at + keyword.len()].trim(), name, rest.trim()));
        }
    }
    None
}

const PREFIXES: [&str; 5] = ["recursive", "pure", "elemental", "impure", "module"];

/// What follows `recursive pure`.
fn after_prefixes(text: &str) -> &str {
    let mut rest = text;
    while PREFIXES.contains(&first_word(rest)) {
        rest = rest[first_word(rest).len()..].trim_start();
    }
    rest
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !is_word(c)).next().unwrap_or_default()
}

/// Whether a line in lower case begins the definition of a type.
pub(super) fn opens_type(code: &str) -> bool {
    type_name(code).is_some()
}

/// The name of a type that is defined here; `type(x) ::` declares a variable.
fn type_name(text: &str) -> Option<String> {
    let rest = text.strip_prefix("type")?;
    if !rest.starts_with([' ', ',', ':']) || rest.trim_start().starts_with(['(', '=']) {
        return None;
    }
    let name = rest.rsplit("::").next()?.trim();
    let name = name.rsplit([' ', ',']).next()?;
    (!name.is_empty() && name.chars().all(is_word)).then(|| name.to_owned())
}

const KINDS: [&str; 7] = [
    "integer",
    "real",
    "logical",
    "character",
    "complex",
    "double precision",
    "type",
];

/// The type at the beginning of a declaration.
fn declared_kind(text: &str) -> Option<String> {
    let kind = KINDS.into_iter().find(|kind| text.starts_with(kind))?;
    let rest = &text[kind.len()..];
    if rest.starts_with(is_word) {
        return None;
    }
    if kind == "type" {
        let name = rest.trim_start().strip_prefix('(')?.split(')').next()?;
        return Some(format!("type({})", name.trim()));
    }
    Some(kind.to_owned())
}

/// The names that a statement declares.
fn declarations(text: &str) -> Vec<(String, Declared)> {
    let Some(kind) = declared_kind(text) else {
        return vec![];
    };
    let (attributes, names) = match text.split_once("::") {
        Some(parts) => parts,
        None => without_colons(text, &kind),
    };
    let squeezed: String = attributes.chars().filter(|c| *c != ' ').collect();
    let common = squeezed
        .split_once("dimension(")
        .map(|(_, it)| bracketed(it));
    let is_output = ["intent(out)", "intent(inout)"].map(|it| squeezed.contains(it));
    let one = |item: String| {
        let (name, value) = match item.split_once('=') {
            Some((name, value)) => (name, Some(value.trim_start_matches('>').trim().to_owned())),
            None => (item.as_str(), None),
        };
        let (name, own) = match name.split_once('(') {
            Some((name, rest)) => (name, Some(bracketed(rest))),
            None => (name.split('*').next().unwrap_or(name), None),
        };
        let declared = Declared {
            kind: kind.clone(),
            bounds: own.or_else(|| common.clone()),
            is_output: is_output.contains(&true),
            is_allocatable: squeezed.contains(",allocatable"),
            value: value.filter(|_| squeezed.contains(",parameter")),
        };
        (name.trim().to_owned(), declared)
    };
    listed(names).into_iter().map(one).collect()
}

/// `integer grille(0:7)`: the names come after the type and its length.
fn without_colons<'a>(text: &'a str, kind: &str) -> (&'a str, &'a str) {
    let word = kind.split('(').next().unwrap_or_default();
    let rest = text[word.len()..].trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(length) => length
            .get(bracketed(length).len() + 1..)
            .unwrap_or_default(),
        None => rest.trim_start_matches(|c: char| c == '*' || c.is_ascii_digit()),
    };
    (&text[..text.len() - rest.len()], rest)
}

/// What stands before the bracket that closes.
fn bracketed(rest: &str) -> String {
    let mut depth = 0;
    let end = rest.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    rest[..end.unwrap_or(rest.len())].to_owned()
}

/// The items of a list, of which commas in brackets are no ends.
pub(super) fn listed(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for c in list.chars() {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        match c {
            ',' if depth == 0 => items.push(String::new()),
            c => items.last_mut().expect("one from the beginning").push(c),
        }
    }
    items
}

/// Whether a statement only declares.
fn is_specification(text: &str) -> bool {
    const WORDS: [&str; 19] = [
        "use",
        "import",
        "implicit",
        "parameter",
        "dimension",
        "intent",
        "save",
        "external",
        "intrinsic",
        "optional",
        "target",
        "allocatable",
        "pointer",
        "data",
        "public",
        "private",
        "interface",
        "include",
        "enum",
    ];
    let word = first_word(text);
    let rest = text[word.len()..].trim_start();
    let assigns = rest.starts_with('=') || rest.starts_with('%');
    let declares = declared_kind(text).is_some() && text.contains("::");
    let old = declared_kind(text).is_some() && !text.contains('=');
    !assigns && (WORDS.contains(&word) || declares || old)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !is_word(c));
    words.filter(|it| !it.is_empty()).map(str::to_owned)
}

/// The statements of a file in free form.
fn statements(text: &str) -> Vec<Statement> {
    let mut statements: Vec<Statement> = vec![];
    let mut open: Option<Statement> = None;
    for (number, line) in text.lines().enumerate() {
        let code = code_of(line);
        let code = code.trim();
        if code.is_empty() || code.starts_with('#') {
            continue;
        }
        let (continues, code) = match code.strip_suffix('&') {
            Some(code) => (true, code.trim_end()),
            None => (false, code),
        };
        let mut statement = open.take().unwrap_or(Statement {
            lines: (number, number),
            text: String::new(),
        });
        statement.text += code.strip_prefix('&').unwrap_or(code);
        statement.text.push(' ');
        statement.lines.1 = number;
        if continues {
            open = Some(statement);
        } else {
            statements.extend(split(&statement));
        }
    }
    statements.extend(open.iter().flat_map(split));
    statements
}

/// A line in lower case up to its comment; texts become empty.
fn code_of(line: &str) -> String {
    let mut code = String::new();
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => continue,
            None if c == '!' => break,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None => {}
        }
        let c = if c == '\t' { ' ' } else { c };
        code.extend(c.to_lowercase());
    }
    // A text that goes on in the next line.
    if quote.is_some() && line.trim_end().ends_with('&') {
        code.push('&');
    }
    code
}

/// The statements of one that holds semicolons; labels of constructs and numbers are left out.
fn split(statement: &Statement) -> Vec<Statement> {
    let texts = statement.text.split(';').map(str::trim);
    let one = |text: &str| Statement {
        lines: statement.lines,
        text: single_spaced(text.trim_start_matches(|c: char| c.is_ascii_digit())),
    };
    texts.filter(|it| !it.is_empty()).map(one).collect()
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
