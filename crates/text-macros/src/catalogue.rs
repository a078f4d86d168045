//! The two catalogues of the crate under compilation: reading, parsing, and checks of a message.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::{env, fs, io};

use fluent_syntax::ast::{self, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::LitStr;

/// English catalogue, relative to the folder of the crate.
pub(crate) const ENGLISH: &str = "catalogues/en.ftl";
/// French catalogue, relative to the folder of the crate.
pub(crate) const FRENCH: &str = "catalogues/fr.ftl";

/// The messages of one language.
#[derive(Debug)]
pub(crate) struct LanguageCatalogue {
    messages: BTreeMap<String, ast::Message<String>>,
}

impl LanguageCatalogue {
    /// The catalogue with this text. An error names the file and is reported at `span`.
    pub(crate) fn parse(file: &str, text: &str, span: Span) -> syn::Result<Self> {
        let resource = parser::parse_runtime(text.to_owned())
            .map_err(|(_, errors)| syn::Error::new(span, malformed(file, text, &errors)))?;
        let mut messages = BTreeMap::new();
        for entry in resource.body {
            let ast::Entry::Message(message) = entry else {
                continue;
            };
            let key = message.id.name.clone();
            if messages.insert(key.clone(), message).is_some() {
                let text = format!("`{key}` is defined twice in {file}");
                return Err(syn::Error::new(span, text));
            }
        }
        Ok(Self { messages })
    }

    /// The text of a message, or of one of its attributes.
    fn text(&self, key: &str, attribute: Option<&str>) -> Option<&Pattern<String>> {
        let message = self.messages.get(key)?;
        let Some(attribute) = attribute else {
            return message.value.as_ref();
        };
        let mut attributes = message.attributes.iter();
        let found = attributes.find(|found| found.id.name == attribute)?;
        Some(&found.value)
    }

    /// The variables of a text and of the messages it refers to, in order of first use.
    fn variables<'a>(&'a self, text: &'a Pattern<String>) -> Vec<&'a str> {
        let mut variables = Variables {
            catalogue: self,
            names: Vec::new(),
            visited: Vec::new(),
        };
        variables.visit(text);
        variables.names
    }
}

fn malformed(file: &str, text: &str, errors: &[parser::ParserError]) -> String {
    let position = errors.first().map_or(0, |error| error.pos.start);
    let line = 1 + text
        .bytes()
        .take(position)
        .filter(|&byte| byte == b'\n')
        .count();
    let reason = errors.first().map(ToString::to_string).unwrap_or_default();
    format!("{file} is malformed at line {line}: {reason}")
}

/// Collects the variables of a text.
struct Variables<'a> {
    catalogue: &'a LanguageCatalogue,
    names: Vec<&'a str>,
    /// Texts already visited: messages may refer to one another in a cycle.
    visited: Vec<&'a Pattern<String>>,
}

impl<'a> Variables<'a> {
    fn visit(&mut self, text: &'a Pattern<String>) {
        for element in &text.elements {
            if let PatternElement::Placeable { expression } = element {
                self.visit_expression(expression);
            }
        }
    }

    fn visit_expression(&mut self, expression: &'a Expression<String>) {
        match expression {
            Expression::Inline(inline) => self.visit_inline(inline),
            Expression::Select { selector, variants } => {
                self.visit_inline(selector);
                for variant in variants {
                    self.visit(&variant.value);
                }
            }
        }
    }

    fn visit_inline(&mut self, inline: &'a InlineExpression<String>) {
        match inline {
            InlineExpression::VariableReference { id } => self.insert(&id.name),
            InlineExpression::Placeable { expression } => self.visit_expression(expression),
            InlineExpression::FunctionReference { arguments, .. } => {
                for argument in &arguments.positional {
                    self.visit_inline(argument);
                }
            }
            InlineExpression::MessageReference { id, attribute } => {
                self.visit_message(&id.name, attribute.as_ref().map(|id| id.name.as_str()));
            }
            // A term does not receive the variables of the message that refers to it.
            InlineExpression::StringLiteral { .. }
            | InlineExpression::NumberLiteral { .. }
            | InlineExpression::TermReference { .. } => {}
        }
    }

    fn visit_message(&mut self, key: &str, attribute: Option<&str>) {
        if let Some(text) = self.catalogue.text(key, attribute)
            && !self
                .visited
                .iter()
                .any(|&visited| std::ptr::eq(visited, text))
        {
            self.visited.push(text);
            self.visit(text);
        }
    }

    fn insert(&mut self, name: &'a str) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }
}

/// The English and the French catalogue of a crate.
#[derive(Clone, Debug)]
pub(crate) struct Catalogues {
    pub(crate) english: Arc<LanguageCatalogue>,
    pub(crate) french: Arc<LanguageCatalogue>,
}

impl Catalogues {
    /// The catalogues of the crate under compilation; an error is reported at `span`.
    pub(crate) fn load(span: Span) -> syn::Result<Self> {
        let folder = env::var_os("CARGO_MANIFEST_DIR")
            .map(PathBuf::from)
            .ok_or_else(|| syn::Error::new(span, "CARGO_MANIFEST_DIR is not set: use cargo"))?;
        Ok(Self {
            english: read(&folder, ENGLISH, span)?,
            french: read(&folder, FRENCH, span)?,
        })
    }

    /// The message of a key, present with the same variables in both languages.
    pub(crate) fn message<'a>(&'a self, key: &'a LitStr) -> syn::Result<CheckedMessage<'a>> {
        let name = key.value();
        let texts = (
            self.english.text(&name, None),
            self.french.text(&name, None),
        );
        let (text, translation) = match texts {
            (Some(text), Some(translation)) => (text, translation),
            (Some(_), None) => {
                return Err(error(key, &format!("is in {ENGLISH} but not in {FRENCH}")));
            }
            (None, Some(_)) => {
                return Err(error(key, &format!("is in {FRENCH} but not in {ENGLISH}")));
            }
            (None, None) => {
                return Err(error(
                    key,
                    &format!("is neither in {ENGLISH} nor in {FRENCH}"),
                ));
            }
        };
        let variables = self.english.variables(text);
        let translated = self.french.variables(translation);
        check_same(key, (ENGLISH, &variables), (FRENCH, &translated))?;
        check_same(key, (FRENCH, &translated), (ENGLISH, &variables))?;
        Ok(CheckedMessage {
            key,
            text,
            variables,
        })
    }
}

/// Checks that each variable of the first file is in the second.
fn check_same(
    key: &LitStr,
    (file, variables): (&str, &[&str]),
    (other, others): (&str, &[&str]),
) -> syn::Result<()> {
    let different = variables.iter().find(|name| !others.contains(name));
    different.map_or(Ok(()), |name| {
        Err(error(
            key,
            &format!("uses ${name} in {file} but not in {other}"),
        ))
    })
}

/// An error at the span of a key, whose text starts with the key.
pub(crate) fn error(key: &LitStr, text: &str) -> syn::Error {
    syn::Error::new(key.span(), format!("`{}` {text}", key.value()))
}

/// A message that is in both languages.
pub(crate) struct CheckedMessage<'a> {
    pub(crate) key: &'a LitStr,
    /// The English text.
    pub(crate) text: &'a Pattern<String>,
    /// The variables, in order of first use in English.
    pub(crate) variables: Vec<&'a str>,
}

impl CheckedMessage<'_> {
    /// Checks that each variable has one value, and that no other value is given.
    pub(crate) fn check_values(&self, given: &[String]) -> syn::Result<()> {
        for (index, name) in given.iter().enumerate() {
            if !self.variables.contains(&name.as_str()) {
                let text =
                    format!("does not use ${name} in {ENGLISH}, but a value is given for it");
                return Err(error(self.key, &text));
            }
            if given[..index].contains(name) {
                return Err(error(self.key, &format!("has two values for ${name}")));
            }
        }
        let missing = self
            .variables
            .iter()
            .find(|&&name| !given.iter().any(|given| given == name));
        missing.map_or(Ok(()), |name| {
            let text = format!("uses ${name} in {ENGLISH}, but no value is given for it");
            Err(error(self.key, &text))
        })
    }
}

/// Items that make cargo compile the crate again when a catalogue changes.
pub(crate) fn dependencies() -> TokenStream {
    let include = [ENGLISH, FRENCH].map(|file| {
        let file = format!("/{file}");
        quote! {
            const _: &[u8] =
                ::core::include_bytes!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #file));
        }
    });
    quote!(#(#include)*)
}

/// Parsed catalogues with the time of their last change. A language server expands macros of many
/// crates in one process, while the files are edited.
static CACHE: Mutex<BTreeMap<PathBuf, (SystemTime, Arc<LanguageCatalogue>)>> =
    Mutex::new(BTreeMap::new());

fn read(folder: &Path, file: &str, span: Span) -> syn::Result<Arc<LanguageCatalogue>> {
    let path = folder.join(file);
    let unreadable = |error: io::Error| {
        syn::Error::new(span, format!("cannot read {}: {error}", path.display()))
    };
    let metadata = fs::metadata(&path).map_err(unreadable)?;
    let changed = metadata.modified().map_err(unreadable)?;
    // Poisoning is ignored: the lock only guards whole insertions.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((time, catalogue)) = cache.get(&path)
        && *time == changed
    {
        return Ok(Arc::clone(catalogue));
    }
    let text = fs::read_to_string(&path).map_err(unreadable)?;
    let catalogue = Arc::new(LanguageCatalogue::parse(file, &text, span)?);
    cache.insert(path, (changed, Arc::clone(&catalogue)));
    Ok(catalogue)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Catalogues with these texts.
    pub(crate) fn catalogues(english: &str, french: &str) -> Catalogues {
        let parse = |file, text| LanguageCatalogue::parse(file, text, Span::call_site()).unwrap();
        Catalogues {
            english: Arc::new(parse(ENGLISH, english)),
            french: Arc::new(parse(FRENCH, french)),
        }
    }

    fn check(english: &str, french: &str, given: &[&str]) -> Result<(), String> {
        let given: Vec<String> = given.iter().map(ToString::to_string).collect();
        let key = LitStr::new("k", Span::call_site());
        let catalogues = catalogues(english, french);
        let message = catalogues.message(&key);
        let checked = message.and_then(|message| message.check_values(&given));
        checked.map_err(|error| error.to_string())
    }

    #[test]
    fn each_mistake_has_its_error() {
        let neither = "`k` is neither in catalogues/en.ftl nor in catalogues/fr.ftl";
        let no_french = "`k` is in catalogues/en.ftl but not in catalogues/fr.ftl";
        let no_english = "`k` is in catalogues/fr.ftl but not in catalogues/en.ftl";
        let english_only = "`k` uses $a in catalogues/en.ftl but not in catalogues/fr.ftl";
        let french_only = "`k` uses $a in catalogues/fr.ftl but not in catalogues/en.ftl";
        let no_value = "`k` uses $a in catalogues/en.ftl, but no value is given for it";
        let unused = "`k` does not use $b in catalogues/en.ftl, but a value is given for it";
        let twice = "`k` has two values for $a";
        let table: [(&str, &str, &[&str], &str); 9] = [
            ("", "", &[], neither),
            ("-k = a term", "k =\n    .only = an attribute", &[], neither),
            ("k = x", "", &[], no_french),
            ("", "k = x", &[], no_english),
            ("k = { $a }", "k = x", &["a"], english_only),
            ("k = x", "k = { $a }", &["a"], french_only),
            ("k = { $a }", "k = { $a }", &[], no_value),
            ("k = { $a }", "k = { $a }", &["a", "b"], unused),
            ("k = { $a }", "k = { $a }", &["a", "a"], twice),
        ];
        for (english, french, given, expected) in table {
            assert_eq!(check(english, french, given).unwrap_err(), expected);
        }
    }

    #[test]
    fn variables_are_found_everywhere_in_a_text() {
        let table: [(&str, &[&str]); 7] = [
            ("k = x", &[]),
            ("k = { $a } { $b } { $a }", &["a", "b"]),
            (
                "k = { $a ->\n    [one] { $b }\n   *[other] { $c }\n}",
                &["a", "b", "c"],
            ),
            ("k = { NUMBER($a, minimumFractionDigits: 2) }", &["a"]),
            ("k = {{ $a }} { -term } {\"$b\"}\n-term = { $c }", &["a"]),
            (
                "k = { other } { other.attr }\nother = { $a }\n    .attr = { $b }",
                &["a", "b"],
            ),
            ("k = { other } { $a }\nother = { k }", &["a"]),
        ];
        for (text, variables) in table {
            let catalogues = catalogues(text, text);
            let key = LitStr::new("k", Span::call_site());
            let message = catalogues.message(&key);
            assert_eq!(
                message.unwrap_or_else(|error| panic!("{error}")).variables,
                variables
            );
        }
    }

    #[test]
    fn an_unusable_catalogue_is_named_with_the_reason() {
        let parse = |text| LanguageCatalogue::parse(ENGLISH, text, Span::call_site()).unwrap_err();
        assert_eq!(
            parse("a = x\n\nb: y\n").to_string(),
            "catalogues/en.ftl is malformed at line 3: Expected a token starting with \"=\""
        );
        assert_eq!(
            parse("a = x\na = y\n").to_string(),
            "`a` is defined twice in catalogues/en.ftl"
        );
        let missing = read(Path::new("/nowhere"), FRENCH, Span::call_site()).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "cannot read /nowhere/catalogues/fr.ftl: No such file or directory (os error 2)"
        );
    }
}
