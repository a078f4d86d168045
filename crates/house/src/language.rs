//! French and English: the catalogues, and how a message becomes text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use table::{Arg, Explain, Message};
use unic_langid::LanguageIdentifier;

use crate::games;

/// What the house speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// The subjects' own.
    French,
    /// The other.
    English,
}

/// The messages of one part of the house, in every language, as Fluent resources.
#[derive(Clone, Copy, Debug)]
pub struct Catalogues {
    /// In French.
    pub french: &'static str,
    /// In English.
    pub english: &'static str,
}

impl Catalogues {
    const fn of(&self, language: Language) -> &'static str {
        match language {
            Language::French => self.french,
            Language::English => self.english,
        }
    }
}

/// The catalogues of that name, both languages.
macro_rules! catalogues {
    ($name:literal) => {
        $crate::Catalogues {
            french: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/catalogues/fr/",
                $name,
                ".ftl"
            )),
            english: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/catalogues/en/",
                $name,
                ".ftl"
            )),
        }
    };
}
pub(crate) use catalogues;

/// What all tables say, and each program. The games bring their own.
const SHARED: &[Catalogues] = &[
    catalogues!("house"),
    catalogues!("subject"),
    catalogues!("arena"),
    catalogues!("cli"),
    catalogues!("python"),
    catalogues!("queue"),
    catalogues!("grade"),
    catalogues!("review"),
    catalogues!("tournament"),
    catalogues!("web"),
    PAGE,
];

/// What the page says of itself.
const PAGE: Catalogues = catalogues!("page");

/// The values that the page fills into its words.
const PAGE_VALUES: &[&str] = &[
    "name", "n", "of", "move", "reason", "time", "theme", "state", "game", "code",
];

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<[Bundle; 2]> = LazyLock::new(|| Language::ALL.map(bundle));

/// Every catalogue there is, in one language.
fn resources(language: Language) -> impl Iterator<Item = &'static str> {
    let games = games().map(|game| game.catalogues);
    let all = SHARED.iter().copied().chain(games);
    all.map(move |catalogues| catalogues.of(language))
}

/// What cannot be read of a guest's catalogue is passed over, and its keys are shown instead; the
/// house's own are checked by a test.
fn bundle(language: Language) -> Bundle {
    let tag: LanguageIdentifier = language.to_string().parse().expect("a language tag");
    let mut bundle = Bundle::new_concurrent(vec![tag]);
    // Isolation marks around variables would change the bytes that the subjects prescribe.
    bundle.set_use_isolating(false);
    for resource in resources(language) {
        let read = FluentResource::try_new(resource.to_owned());
        let resource = read.unwrap_or_else(|(readable, _)| readable);
        // A message that stands already stays as it is.
        let _ = bundle.add_resource(resource);
    }
    bundle
}

/// One of the page's words.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum PageWord {
    /// The same text for every number.
    Text(String),
    /// A text for each plural category of `Intl.PluralRules`.
    Forms {
        /// For one, and in French for zero as well.
        one: String,
        /// For all other numbers.
        other: String,
    },
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::French, Self::English];

    /// The language of a locale such as `fr_FR.UTF-8`; English unless it is French.
    pub fn of_locale(locale: &str) -> Self {
        Self::of_tag(locale).unwrap_or(Self::English)
    }

    /// The language of a tag such as `fr-CA` or `en_GB.UTF-8`, if it is one of ours.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let language = tag.split(['-', '_', '.', '@']).next()?;
        let is_it = |known: &Self| known.to_string().eq_ignore_ascii_case(language);
        Self::ALL.into_iter().find(is_it)
    }

    /// The text of a message; its key where the catalogue has none.
    pub fn say(self, message: &Message) -> String {
        let bundle = &BUNDLES[self as usize];
        let Some(pattern) = bundle
            .get_message(&message.key)
            .and_then(|found| found.value())
        else {
            return message.key.to_string();
        };
        let args: FluentArgs<'_> = message
            .args
            .iter()
            .map(|(name, arg)| (Cow::Borrowed(name.as_ref()), self.value(arg)))
            .collect();
        bundle
            .format_pattern(pattern, Some(&args), &mut Vec::new())
            .into_owned()
    }

    /// The page's words by their keys, without the prefix that they share. Values are left open, as
    /// `{name}`: the page fills them in. A word whose catalogue chooses by `$form` has plural forms.
    pub fn page_words(self) -> BTreeMap<&'static str, PageWord> {
        let keys = PAGE.of(self).lines().filter_map(|line| {
            let (key, _) = line.split_once(" = ")?;
            key.starts_with("page-").then_some(key)
        });
        let open = |key: &'static str| {
            let message = PAGE_VALUES.iter().fold(Message::new(key), |message, name| {
                message.with(name, format!("{{{name}}}"))
            });
            let [one, other] =
                ["one", "many"].map(|form| self.say(&message.clone().with("form", form)));
            let word = if one == other {
                PageWord::Text(other)
            } else {
                PageWord::Forms { one, other }
            };
            (key.trim_start_matches("page-"), word)
        };
        keys.map(open).collect()
    }

    /// Numbers go in as text: the catalogues choose plurals by a word, because Fluent's plural of −2
    /// is not the subject's.
    fn value(self, arg: &Arg) -> FluentValue<'_> {
        FluentValue::String(match arg {
            Arg::Number(number) => number.to_string().into(),
            Arg::Text(text) => text.as_str().into(),
            Arg::Message(message) => self.say(message).into(),
        })
    }

    /// A number that was written with a point, as this language writes it.
    pub(crate) fn decimal(self, number: &str) -> String {
        match self {
            Self::French => number.replace('.', ","),
            Self::English => number.to_owned(),
        }
    }

    /// The text of a message without values.
    pub fn word(self, key: &'static str) -> String {
        self.say(&Message::new(key))
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
    use std::collections::BTreeSet;

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

    use super::*;

    /// Every message of these catalogues with the variables it uses.
    fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        let mut messages = BTreeMap::new();
        for catalogue in resources(language) {
            let resource = fluent_syntax::parser::parse(catalogue).expect("well formed");
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
        assert_eq!(messages(Language::French), messages(Language::English));
    }

    #[test]
    fn the_page_can_fill_in_every_value_of_its_words() {
        for language in Language::ALL {
            let values = PAGE_VALUES
                .iter()
                .chain(&["form"])
                .map(|name| (*name).to_owned());
            let values: BTreeSet<String> = values.collect();
            let own = messages(language);
            for (key, used) in own.iter().filter(|(key, _)| key.starts_with("page-")) {
                assert!(used.is_subset(&values), "{key}: {used:?}");
            }
            let words = language.page_words();
            assert_eq!(
                words.len(),
                own.keys().filter(|key| key.starts_with("page-")).count()
            );
            let wins = &words["wins"];
            assert!(matches!(wins, PageWord::Text(text) if text.contains("{name}")));
            let mistakes = &words["review-graph"];
            assert!(matches!(mistakes, PageWord::Forms { one, other } if one != other));
        }
    }

    #[test]
    fn variables_are_not_wrapped_in_isolation_marks() {
        let message = Message::new("unknown-game").with("text", "go");
        assert!(Language::English.say(&message).is_ascii());
    }
}
