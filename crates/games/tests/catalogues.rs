//! The catalogues of the games and of the crates that they depend on.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use table::Explain as _;
use text::{Catalogue, Language};

/// Every message key with the variables of its text.
fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages = BTreeMap::new();
    for catalogue in Catalogue::all() {
        let text = catalogue.resource(language);
        let resource = fluent_syntax::parser::parse(text).expect("every catalogue parses");
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut names = BTreeSet::new();
                variables(
                    &message.value.expect("every message has a text"),
                    &mut names,
                );
                let previous = messages.insert(message.id.name.to_owned(), names);
                assert_eq!(previous, None, "{} is defined twice", message.id.name);
            }
        }
    }
    messages
}

/// Adds the variables of a pattern and of its variants to `names`.
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
fn variables_are_not_wrapped_in_isolation_marks() {
    let message = host::UnknownGame("go".to_owned()).explain();
    assert!(Language::English.say(&message).is_ascii());
}
