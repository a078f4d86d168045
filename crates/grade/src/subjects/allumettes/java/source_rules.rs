//! Requirements that are checked in the source: C2, C5 to C10, C12, C13, C19 to C22, and the proxy.

use serde_json::{Value as Json, json};

use super::check::ProgramCheck;
use super::compiled_program::{CompiledProgram, SourceSpot};
use crate::{Finding, Verdict};

/// Maximum number of lines of a short method's body.
const LONGEST: i64 = 50;
const PACKAGE: &str = "allumettes";

/// The failing requirements, each with the finding that shows it.
pub(super) fn findings(facts: &CompiledProgram) -> Vec<(ProgramCheck, Finding)> {
    let unless = |there: bool, name: &str| (!there).then(|| expected(json!(name), Json::Null));
    let unused = |name: &str| {
        let last = name.rsplit('.').next();
        unless(facts.uses.iter().any(|it| Some(it.as_str()) == last), name)
    };
    let at = |spot: Option<&SourceSpot>| spot.map(|spot| got(json!(spot)));
    let elsewhere = facts.packages.iter().find(|it| *it != PACKAGE);
    let elsewhere = elsewhere.map(|name| expected(json!(PACKAGE), json!(name)));
    let long = facts.methods.iter().filter(|it| it.lines > LONGEST);
    let error = facts.errors.first().map(|error| Finding {
        verdict: Verdict::Crashed,
        ..got(json!(error))
    });
    let compiles = error.or_else(|| unless(!facts.main.is_empty(), "Jouer.main"));
    let in_games =
        |finding: Option<Finding>| finding.filter(|_| facts.compiled && facts.left_out.is_empty());
    let missing = facts.missing.first();
    let missing = missing.map(|_| expected(json!(facts.missing), Json::Null));
    let changed = facts.changed.first();
    let changed = changed.map(|it| expected(json!(it), Json::Null));
    let all = [
        (ProgramCheck::Compiles, compiles),
        (ProgramCheck::Accents, at(facts.accents.first())),
        (ProgramCheck::Package, elsewhere),
        (ProgramCheck::Diagram, in_games(missing)),
        (ProgramCheck::Scanner, unused("java.util.Scanner")),
        (ProgramCheck::Split, unused("String.split")),
        (ProgramCheck::Random, unused("java.util.Random")),
        (ProgramCheck::Signatures, in_games(changed)),
        (ProgramCheck::Short, at(long.max_by_key(|it| it.lines))),
        (ProgramCheck::Nested, at(facts.nested.first())),
        (ProgramCheck::Exit, at(exit(facts))),
        (
            ProgramCheck::Initial,
            in_games(facts.fixed.first().map(|name| got(json!(name)))),
        ),
        (ProgramCheck::NewStrategy, at(facts.tested.first())),
        (ProgramCheck::Constant, at(facts.threes.first())),
        (
            ProgramCheck::Proxy,
            unless(!facts.guards.is_empty(), "OperationInterditeException"),
        ),
    ];
    all.into_iter()
        .filter_map(|(check, finding)| Some((check, finding?)))
        .collect()
}

/// A call of `System.exit` outside the main class, or a second one.
fn exit(facts: &CompiledProgram) -> Option<&SourceSpot> {
    let main = facts.main.rsplit('.').next().unwrap_or_default();
    let in_main = |place: &&SourceSpot| place.name.split('.').next() == Some(main);
    let mut outside = (facts.exits.iter()).filter(|place| facts.compiled && !in_main(place));
    outside.next().or_else(|| facts.exits.get(1))
}

/// A finding with the verdict `Wrong`: `what` was expected, and `instead` was found unless it is `null`.
pub(super) fn expected(what: Json, instead: Json) -> Finding {
    Finding {
        expected: Some(what),
        got: Some(instead).filter(|it| !it.is_null()),
        ..Finding::new(Verdict::Wrong)
    }
}

pub(super) fn got(what: Json) -> Finding {
    Finding {
        got: Some(what),
        ..Finding::new(Verdict::Wrong)
    }
}
