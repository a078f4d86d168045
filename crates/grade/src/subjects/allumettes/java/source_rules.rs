//! The constraints that are seen in the source: C2, C5 to C8, C10, C12, C19 to C22, and the proxy.

use serde_json::{Value as Json, json};

use super::aspect::Aspect;
use super::machine::{Facts, Place};
use crate::examine::Finding;
use crate::verdict::Verdict;

/// Lines of a method's body beyond which nobody calls it short.
const LONGEST: i64 = 50;
const PACKAGE: &str = "allumettes";

/// What of the source is not as the subject says.
pub(super) fn findings(facts: &Facts) -> Vec<(Aspect, Finding)> {
    let used = |name: &str| facts.uses.iter().any(|it| it == name);
    let unless = |there: bool, name: &str| (!there).then(|| expected(json!(name), Json::Null));
    let at = |place: Option<&Place>| place.map(|place| got(told(place)));
    let elsewhere = facts.packages.iter().find(|it| *it != PACKAGE);
    let long = facts.methods.iter().filter(|it| it.lines > LONGEST);
    let error = facts.errors.first().map(|fault| {
        let place = json!({"file": fault.file, "line": fault.line, "text": fault.text});
        Finding {
            verdict: Verdict::Crashed,
            ..got(place)
        }
    });
    let compiles = error.or_else(|| unless(!facts.main.is_empty(), "Jouer.main"));
    let in_games = |finding: Option<Finding>| finding.filter(|_| facts.compiled);
    let missing = facts.missing.first();
    let all = [
        (Aspect::Compiles, compiles),
        (Aspect::Accents, at(facts.accents.first())),
        (
            Aspect::Package,
            elsewhere.map(|name| expected(json!(PACKAGE), json!(name))),
        ),
        (
            Aspect::Diagram,
            in_games(missing.map(|_| expected(json!(facts.missing), Json::Null))),
        ),
        (
            Aspect::Scanner,
            unless(used("Scanner"), "java.util.Scanner"),
        ),
        (Aspect::Split, unless(used("split"), "String.split")),
        (Aspect::Random, unless(used("Random"), "java.util.Random")),
        (
            Aspect::Signatures,
            in_games(
                facts
                    .changed
                    .first()
                    .map(|it| expected(json!(it), Json::Null)),
            ),
        ),
        (Aspect::Short, at(long.max_by_key(|it| it.lines))),
        (Aspect::Nested, at(facts.nested.first())),
        (Aspect::Exit, at(exit(facts))),
        (
            Aspect::Proxy,
            unless(!facts.guards.is_empty(), "OperationInterditeException"),
        ),
    ];
    all.into_iter()
        .filter_map(|(aspect, finding)| Some((aspect, finding?)))
        .collect()
}

/// A call of `System.exit` that is not the one of the main class.
fn exit(facts: &Facts) -> Option<&Place> {
    let main = facts.main.rsplit('.').next().unwrap_or_default();
    let in_main = |place: &&Place| place.name.split('.').next() == Some(main);
    let mut outside = (facts.exits.iter()).filter(|place| facts.compiled && !in_main(place));
    outside.next().or_else(|| facts.exits.get(1))
}

pub(super) fn expected(what: Json, instead: Json) -> Finding {
    Finding {
        expected: Some(what),
        got: Some(instead).filter(|it| !it.is_null()),
        ..Finding::plain(Verdict::Wrong)
    }
}

pub(super) fn got(what: Json) -> Finding {
    Finding {
        got: Some(what),
        ..Finding::plain(Verdict::Wrong)
    }
}

fn told(place: &Place) -> Json {
    let told = json!({"name": place.name, "file": place.file, "line": place.line});
    match (told, place.lines) {
        (Json::Object(mut fields), lines) if lines > 0 => {
            fields.insert("lines".to_owned(), json!(lines));
            fields.into()
        }
        (told, _) => told,
    }
}
