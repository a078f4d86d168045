//! French and English: the catalogues, and how a message becomes text.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use table::{Arg, Explain, Message};
use unic_langid::LanguageIdentifier;

/// What the house speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// The subjects' own.
    French,
    /// The other.
    English,
}

macro_rules! catalogues {
    ($($name:literal),* $(,)?) => {
        const FRENCH: &[&str] = &[$(include_str!(concat!("../catalogues/fr/", $name, ".ftl"))),*];
        const ENGLISH: &[&str] = &[$(include_str!(concat!("../catalogues/en/", $name, ".ftl"))),*];
    };
}

// One file a game, one for what all tables say, one for each program.
catalogues![
    "house",
    "cli",
    "web",
    "421",
    "allumettes",
    "awale",
    "dominos",
    "puissance4",
    "subject",
];

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<[Bundle; 2]> =
    LazyLock::new(|| [bundle("fr", FRENCH), bundle("en", ENGLISH)]);

fn bundle(language: &str, catalogues: &[&str]) -> Bundle {
    let language: LanguageIdentifier = language.parse().expect("a language tag");
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Isolation marks around variables would change the bytes that the subjects prescribe.
    bundle.set_use_isolating(false);
    for catalogue in catalogues {
        let resource = FluentResource::try_new((*catalogue).to_owned());
        let resource = resource.expect("the catalogues are checked by a test");
        bundle
            .add_resource(resource)
            .expect("no message stands twice: checked by a test");
    }
    bundle
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::French, Self::English];

    /// The language of a locale such as `fr_FR.UTF-8`; English unless it is French.
    pub fn of_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("fr") {
            Self::French
        } else {
            Self::English
        }
    }

    /// The text of a message; its key where the catalogue has none.
    pub fn say(self, message: &Message) -> String {
        let bundle = &BUNDLES[self as usize];
        let Some(pattern) = bundle
            .get_message(message.key)
            .and_then(|found| found.value())
        else {
            return message.key.to_owned();
        };
        let args: FluentArgs<'_> = message
            .args
            .iter()
            .map(|(name, arg)| (Cow::Borrowed(*name), value(arg)))
            .collect();
        bundle
            .format_pattern(pattern, Some(&args), &mut Vec::new())
            .into_owned()
    }

    /// The text of a message without values.
    pub fn word(self, key: &'static str) -> String {
        self.say(&Message::new(key))
    }
}

/// Numbers go in as text: the catalogues choose plurals by a word, because Fluent's plural of −2 is
/// not the subject's.
fn value(arg: &Arg) -> FluentValue<'_> {
    match arg {
        Arg::Number(number) => FluentValue::String(number.to_string().into()),
        Arg::Text(text) => FluentValue::String(text.as_str().into()),
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::French => "fr",
            Self::English => "en",
        })
    }
}

/// A language the house does not speak.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a language of the house: write `fr` or `en`")]
pub struct UnknownLanguage(pub String);

impl Explain for UnknownLanguage {
    fn explain(&self) -> Message {
        Message::new("unknown-language").with("text", self.0.as_str())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.to_string() == text)
            .ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

    use super::*;

    /// Every message of these catalogues with the variables it uses.
    fn messages(catalogues: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
        let mut messages = BTreeMap::new();
        for catalogue in catalogues {
            let resource = fluent_syntax::parser::parse(*catalogue).expect("well formed");
            for entry in resource.body {
                if let Entry::Message(message) = entry {
                    let mut names = BTreeSet::new();
                    variables(&message.value.expect("a message has a text"), &mut names);
                    let twice = messages.insert(message.id.name.to_owned(), names);
                    assert_eq!(twice, None, "{} stands twice", message.id.name);
                }
            }
        }
        messages
    }

    fn variables(pattern: &Pattern<&str>, names: &mut BTreeSet<String>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else {
                continue;
            };
            let selector = match expression {
                Expression::Inline(inline) => inline,
                Expression::Select { selector, variants } => {
                    for variant in variants {
                        variables(&variant.value, names);
                    }
                    selector
                }
            };
            if let InlineExpression::VariableReference { id } = selector {
                names.insert(id.name.to_owned());
            }
        }
    }

    #[test]
    fn both_languages_have_the_same_messages_with_the_same_variables() {
        assert_eq!(messages(FRENCH), messages(ENGLISH));
    }

    #[test]
    fn variables_are_not_wrapped_in_isolation_marks() {
        let message = Message::new("unknown-game").with("text", "go");
        assert!(Language::English.say(&message).is_ascii());
    }
}
