//! French and English, and the translation of messages to text.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use fluent_bundle::{FluentArgs, FluentValue};
use table::{Arg, Explain, Key, Message};

use crate::catalogue::BUNDLES;
use crate::printable::printable;

/// A language of the user interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// French, the language of the subjects.
    French,
    /// English.
    English,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::French, Self::English];

    /// The language of a locale such as `fr_FR.UTF-8`; English if it is not supported.
    pub fn of_locale(locale: &str) -> Self {
        Self::of_tag(locale).unwrap_or(Self::English)
    }

    /// The language of a tag such as `fr-CA` or `en_GB.UTF-8`; `None` if it is not supported.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let language = tag.split(['-', '_', '.', '@']).next()?;
        let matches = |known: &Self| known.to_string().eq_ignore_ascii_case(language);
        Self::ALL.into_iter().find(matches)
    }

    /// The text of a message, or its key if no catalogue has it.
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

    /// The argument for Fluent. Numbers choose plurals (`[one]`, `[1]`) up to 2^53, where Fluent's
    /// floating-point numbers stop being exact; larger ones are text.
    fn value(self, arg: &Arg) -> FluentValue<'_> {
        const EXACT: u64 = 1 << 53;
        match arg {
            Arg::Number(number) if number.unsigned_abs() <= EXACT => FluentValue::from(*number),
            Arg::Number(number) => FluentValue::from(number.to_string()),
            Arg::Text(text) => FluentValue::from(printable(text)),
            Arg::Message(message) => FluentValue::from(self.say(message)),
        }
    }

    /// Replaces the decimal point of `number` with the decimal mark of this language.
    pub fn decimal(self, number: &str) -> String {
        match self {
            Self::French => number.replace('.', ","),
            Self::English => number.to_owned(),
        }
    }

    /// The text of a message without values.
    pub fn word(self, key: Key) -> String {
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

/// Error for a tag other than `fr` and `en`.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("unknown-language", text = _0)]
pub struct UnknownLanguage(pub String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.to_string() == text)
            .ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}
