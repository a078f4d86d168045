//! The two catalogues of the crate under compilation: reading, parsing, and checks of a message.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::{env, fs, io};

use fluent_syntax::ast;
use fluent_syntax::parser;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::LitStr;

use crate::text::Text;

/// English catalogue, relative to the folder of the crate.
pub(crate) const ENGLISH: &str = "catalogues/en.ftl";
/// French catalogue, relative to the folder of the crate.
pub(crate) const FRENCH: &str = "catalogues/fr.ftl";

/// The texts of one language, by key.
type Texts = BTreeMap<String, Text>;

/// Parses a catalogue. An error names the file and is reported at `span`.
fn parse(file: &str, content: &str, span: Span) -> syn::Result<Texts> {
    let resource = parser::parse_runtime(content.to_owned())
        .map_err(|(_, errors)| syn::Error::new(span, malformed(file, content, &errors)))?;
    let mut texts = Texts::new();
    for entry in resource.body {
        let ast::Entry::Message(ast::Message { id, value, .. }) = entry else {
            continue;
        };
        let key = LitStr::new(&id.name, span);
        let Some(pattern) = value else { continue };
        let text = Text::read(pattern).map_err(|unsupported| {
            error(
                &key,
                &format!("uses {unsupported} in {file}, which is not supported"),
            )
        })?;
        if texts.insert(id.name, text).is_some() {
            return Err(error(&key, &format!("is defined twice in {file}")));
        }
    }
    Ok(texts)
}

fn malformed(file: &str, content: &str, errors: &[parser::ParserError]) -> String {
    let position = errors.first().map_or(0, |error| error.pos.start);
    let line = 1 + content
        .get(..position)
        .unwrap_or(content)
        .matches('\n')
        .count();
    let reason = errors.first().map(ToString::to_string).unwrap_or_default();
    format!("{file} is malformed at line {line}: {reason}")
}

/// The English and the French catalogue of a crate.
#[derive(Clone, Debug)]
pub(crate) struct Catalogues {
    english: Arc<Texts>,
    french: Arc<Texts>,
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
        let only_in = |file, other| error(key, &format!("is in {file} but not in {other}"));
        let (text, translation) = match (self.english.get(&name), self.french.get(&name)) {
            (Some(text), Some(translation)) => (text, translation),
            (Some(_), None) => return Err(only_in(ENGLISH, FRENCH)),
            (None, Some(_)) => return Err(only_in(FRENCH, ENGLISH)),
            (None, None) => {
                let text = format!("is neither in {ENGLISH} nor in {FRENCH}");
                return Err(error(key, &text));
            }
        };
        let variables = text.variables();
        let translated = translation.variables();
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
    pub(crate) text: &'a Text,
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
        let mut variables = self.variables.iter();
        let missing = variables.find(|&&name| !given.iter().any(|given| given == name));
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
static CACHE: Mutex<BTreeMap<PathBuf, (SystemTime, Arc<Texts>)>> = Mutex::new(BTreeMap::new());

fn read(folder: &Path, file: &str, span: Span) -> syn::Result<Arc<Texts>> {
    let path = folder.join(file);
    let unreadable = |error: io::Error| {
        syn::Error::new(span, format!("cannot read {}: {error}", path.display()))
    };
    let metadata = fs::metadata(&path).map_err(unreadable)?;
    let changed = metadata.modified().map_err(unreadable)?;
    // Poisoning is ignored: the lock only guards whole insertions.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((time, texts)) = cache.get(&path)
        && *time == changed
    {
        return Ok(Arc::clone(texts));
    }
    let content = fs::read_to_string(&path).map_err(unreadable)?;
    let texts = Arc::new(parse(file, &content, span)?);
    cache.insert(path, (changed, Arc::clone(&texts)));
    Ok(texts)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Catalogues with these texts.
    pub(crate) fn catalogues(english: &str, french: &str) -> Catalogues {
        let parse = |file, text| Arc::new(parse(file, text, Span::call_site()).unwrap());
        Catalogues {
            english: parse(ENGLISH, english),
            french: parse(FRENCH, french),
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
        let table: [(&str, &[&str]); 4] = [
            ("k = x", &[]),
            ("k = { $a } { $b } { $a }", &["a", "b"]),
            (
                "k = { $a ->\n    [one] { $b }\n   *[other] { $c }\n}",
                &["a", "b", "c"],
            ),
            ("k = {{ $a }} {\"$b\"}", &["a"]),
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
        let parse = |text: &str| parse(ENGLISH, text, Span::call_site()).unwrap_err();
        assert_eq!(
            parse("a = x\n\nb: y\n").to_string(),
            "catalogues/en.ftl is malformed at line 3: Expected a token starting with \"=\""
        );
        assert_eq!(
            parse("a = x\na = y\n").to_string(),
            "`a` is defined twice in catalogues/en.ftl"
        );
        for (text, what) in [
            ("{ NUMBER($x) }", "the function NUMBER"),
            ("{ other }", "the message other"),
            ("{ -term }", "the term -term"),
            ("{ NUMBER($x) ->\n   *[other] b\n}", "the function NUMBER"),
            (
                "{ 3 ->\n   *[other] b\n}",
                "a select expression without a variable",
            ),
            (
                "{ $x ->\n    [other] a\n   *[none] b\n}",
                "an [other] that is not the default *[other]",
            ),
        ] {
            assert_eq!(
                parse(&format!("k = {text}\n")).to_string(),
                format!("`k` uses {what} in catalogues/en.ftl, which is not supported")
            );
        }
        let missing = read(Path::new("/nowhere"), FRENCH, Span::call_site()).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "cannot read /nowhere/catalogues/fr.ftl: No such file or directory (os error 2)"
        );
    }
}
