//! The words of the page: the messages whose keys begin with `page-`, for JavaScript.

use std::collections::BTreeMap;

use table::{Arg, Message};
use text::Language;

use crate::CATALOGUE;

const PREFIX: &str = "page-";

/// The values that the page fills into its words.
const VALUES: &[&str] = &[
    "name", "n", "of", "move", "reason", "time", "theme", "state", "game", "code",
];

/// One of the page's words.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub(crate) enum PageWord {
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

/// The page's words by their keys without the prefix. Values are left open, as `{name}`: the page
/// fills them in. A word whose catalogue chooses by `$form` has plural forms.
pub(crate) fn page_words(language: Language) -> BTreeMap<&'static str, PageWord> {
    let lines = CATALOGUE.resource(language).lines();
    let keys = lines.filter_map(|line| {
        let (key, _) = line.split_once(" = ")?;
        key.starts_with(PREFIX).then_some(key)
    });
    keys.map(|key| (key.trim_start_matches(PREFIX), word(key, language)))
        .collect()
}

/// The page's word with this key; the key comes from the catalogue, so that its message exists.
fn word(key: &'static str, language: Language) -> PageWord {
    let value = |name: &&'static str| ((*name).into(), Arg::Text(format!("{{{name}}}")));
    let message = Message {
        key: key.into(),
        args: VALUES.iter().map(value).collect(),
    };
    let [one, other] =
        ["one", "many"].map(|form| language.say(&message.clone().with("form", form)));
    if one == other {
        PageWord::Text(other)
    } else {
        PageWord::Forms { one, other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_can_fill_in_every_value_of_its_words() {
        for language in Language::ALL {
            let words = page_words(language);
            for (key, word) in &words {
                let texts = match word {
                    PageWord::Text(text) => vec![text],
                    PageWord::Forms { one, other } => vec![one, other],
                };
                // Fluent shows a variable without a value as `{$name}`.
                let filled = texts.iter().all(|text| !text.contains("{$"));
                assert!(filled, "{key}: {texts:?}");
            }
            let wins = &words["wins"];
            assert!(matches!(wins, PageWord::Text(text) if text.contains("{name}")));
            let mistakes = &words["review-graph"];
            assert!(matches!(mistakes, PageWord::Forms { one, other } if one != other));
        }
    }
}
