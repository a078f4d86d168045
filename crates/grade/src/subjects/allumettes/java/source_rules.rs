//! Requirements that are checked in the source: C2, C5 to C10, C12, C13, C19 to C22, and the proxy.

use serde_json::{Value as Json, json};
use table::{Message, message};

use super::check::ProgramCheck;
use super::compiled_program::{CompileError, CompiledProgram, SourceSpot};
use crate::{Finding, Verdict};

/// Maximum number of lines of a short method's body.
const LONGEST: i64 = 50;
const PACKAGE: &str = "allumettes";

/// The failing requirements, each with the finding that shows it.
pub(super) fn findings(facts: &CompiledProgram) -> Vec<(ProgramCheck, Finding)> {
    let unless = |there: bool, name: &str| (!there).then(|| missing(name));
    let unused = |name: &str| {
        let last = name.rsplit('.').next();
        unless(facts.uses.iter().any(|it| Some(it.as_str()) == last), name)
    };
    let at = |spot: Option<&SourceSpot>| spot.map(at_spot);
    let elsewhere = facts.packages.iter().find(|it| *it != PACKAGE);
    let elsewhere = elsewhere.map(|name| expected(json!(PACKAGE), json!(name)));
    let long = facts.methods.iter().filter(|it| it.lines > LONGEST);
    let error = facts.errors.first().map(does_not_compile);
    let compiles = error.or_else(|| unless(!facts.main.is_empty(), "Jouer.main"));
    let in_games =
        |finding: Option<Finding>| finding.filter(|_| facts.compiled && facts.left_out.is_empty());
    let lacking = facts.missing.first();
    let lacking = lacking.map(|_| missing(&facts.missing.join(", ")));
    let changed = facts.changed.first();
    let changed = changed.map(|it| missing(it));
    let all = [
        (ProgramCheck::Compiles, compiles),
        (ProgramCheck::Accents, at(facts.accents.first())),
        (ProgramCheck::Package, elsewhere),
        (ProgramCheck::Diagram, in_games(lacking)),
        (ProgramCheck::Scanner, unused("java.util.Scanner")),
        (ProgramCheck::Split, unused("String.split")),
        (ProgramCheck::Random, unused("java.util.Random")),
        (ProgramCheck::Signatures, in_games(changed)),
        (ProgramCheck::Short, at(long.max_by_key(|it| it.lines))),
        (ProgramCheck::Nested, at(facts.nested.first())),
        (ProgramCheck::Exit, at(exit(facts))),
        (
            ProgramCheck::Initial,
            in_games(facts.fixed.first().map(|name| named(name))),
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

/// The finding for an element that the subject asks for and that is not there.
fn missing(what: &str) -> Finding {
    Finding {
        notes: vec![message!("grade-matches-missing", what)],
        ..expected(json!(what), Json::Null)
    }
}

/// The finding for a class that breaks a rule.
pub(super) fn named(class: &str) -> Finding {
    Finding {
        notes: vec![message!("grade-matches-class", class)],
        ..got(json!(class))
    }
}

/// The finding for a place in the source, or for a method that is too long.
fn at_spot(spot: &SourceSpot) -> Finding {
    let SourceSpot {
        name,
        file,
        line,
        lines,
    } = spot;
    let note = if *lines == 0 {
        message!("grade-matches-spot", name, file, line)
    } else {
        message!("grade-matches-long", name, file, line, lines)
    };
    Finding {
        notes: vec![note],
        ..got(json!(spot))
    }
}

/// The finding for a source that does not compile.
pub(super) fn does_not_compile(error: &CompileError) -> Finding {
    Finding {
        verdict: Verdict::Crashed,
        crash: Some(compile_error(error)),
        ..got(json!(error))
    }
}

/// The sentence of an error of the compiler; its first line, because the others quote the source.
pub(super) fn compile_error(error: &CompileError) -> Message {
    let CompileError { file, line, text } = error;
    let text = text.lines().next().unwrap_or_default();
    message!("grade-matches-compile-error", file, line, text)
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
