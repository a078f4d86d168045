//! The catalogues hold every text that people read, in each language, and no unused message.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
use snapbox::cmd::cargo_bin;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Collects the files below a folder that have one of these extensions, except build output.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            files(&path, endings, found);
        } else if ending.is_some_and(|ending| endings.contains(&ending)) {
            found.push(path);
        }
    }
}

/// The files below `crates` and `games` that have one of these extensions.
fn workspace_files(endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["crates", "games", "pavage/subject"] {
        files(&root().join(folder), endings, &mut found);
    }
    found
}

/// The text of every source file of the workspace.
fn sources() -> Vec<String> {
    let files = workspace_files(&["rs", "js"]);
    let texts = files.iter().map(std::fs::read_to_string);
    texts.collect::<Result<_, _>>().expect("sources are text")
}

/// The messages of a language: their keys, and the pieces of text between their variables. Catalogues
/// are the `.ftl` files of the language's name.
fn catalogue(language: &str) -> (BTreeSet<String>, Vec<String>) {
    let in_language = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == language);
    let catalogues = workspace_files(&["ftl"]).into_iter().filter(in_language);
    let (mut keys, mut pieces) = (BTreeSet::new(), Vec::new());
    for file in catalogues {
        let text = std::fs::read_to_string(file).expect("a catalogue is text");
        for entry in fluent_syntax::parser::parse(&*text)
            .expect("a catalogue is well formed")
            .body
        {
            if let Entry::Message(message) = entry {
                keys.insert(message.id.name.to_owned());
                message
                    .value
                    .iter()
                    .for_each(|pattern| gather(pattern, &mut pieces));
            }
        }
    }
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    (keys, pieces)
}

/// Collects the lines of text of a pattern, without its variables.
fn gather(pattern: &Pattern<&str>, pieces: &mut Vec<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                let lines = value.lines().map(str::trim).filter(|line| !line.is_empty());
                pieces.extend(lines.map(str::to_owned));
            }
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => variants
                .iter()
                .for_each(|variant| gather(&variant.value, pieces)),
            PatternElement::Placeable { .. } => {}
        }
    }
}

#[test]
fn every_message_of_the_catalogues_is_used() {
    let sources = sources();
    // The page drops the prefix `page-` from its keys, and composes some of them.
    let composed = [
        "page-theme-",
        "page-strategy-",
        "page-ending-",
        "page-game-",
        "page-seat-",
        "page-level-",
        "page-review-count-",
    ];
    let is_used = |key: &String| {
        let on_page = key.strip_prefix("page-").unwrap_or(key);
        let quoted = [format!("\"{key}\""), format!("\"{on_page}\"")];
        let is_in = |source: &String| quoted.iter().any(|text| source.contains(text));
        composed.iter().any(|prefix| key.starts_with(prefix)) || sources.iter().any(is_in)
    };
    let (keys, _) = catalogue("fr");
    let unused: Vec<&String> = keys.iter().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "unused: {unused:?}");
}

/// The words of a text that are neither typed arguments, nor in the catalogue of the language, nor
/// names of games and strategies: they come from a text outside the catalogues.
fn left_over(text: &str, typed: &[&str], pieces: &[String]) -> Vec<String> {
    const NAMES: &[&str] = &[
        "brelan",
        "confiant",
        "joueur1",
        "joueur2",
        "Xavier",
        "humain",
        "Ordinateur",
        "naif",
        "rapide",
        "lente",
        "glouton",
        "premier",
        "habile",
        "expert",
        "tricheur",
        "allumettes",
        "awale",
        "dominos",
        "puissance4",
        "jeu421",
        "matches",
        "nim",
        "oware",
        "dominoes",
        "connect4",
        "image",
        "python",
        "fortran",
        "ocaml",
        "rust",
        "javascript",
        "first",
        "second",
        "red",
        "FILE",
        "DIR",
        "POSITION",
    ];
    let mut text = text.to_owned();
    let parts = typed
        .iter()
        .flat_map(|word| word.split(['@', '=', ',', '/']));
    for piece in typed
        .iter()
        .copied()
        .chain(parts)
        .filter(|word| word.len() > 2)
    {
        text = text.replace(piece, " ");
    }
    let of_words = |text: &str| -> Vec<String> {
        let words = text.split(|char: char| !char.is_alphanumeric());
        words.map(str::to_owned).collect()
    };
    let vocabulary: BTreeSet<String> = pieces.iter().flat_map(|piece| of_words(piece)).collect();
    let words = text.split(|char: char| !char.is_alphanumeric());
    let words = words.filter(|word| word.chars().filter(|char| char.is_alphabetic()).count() > 2);
    let foreign = |word: &&str| !NAMES.contains(word) && !vocabulary.contains(*word);
    words.filter(foreign).map(str::to_owned).collect()
}

/// Wrong command lines, each of which ends with an error.
const MISTAKES: &[&[&str]] = &[
    &["allumettes", "a@naif"],
    &["allumettes", "a@naif", "b@personne"],
    &["allumettes", "--matches", "x", "a@naif", "b@naif"],
    &["allumettes", "--matches", "0", "a@naif", "b@naif"],
    &["allumettes", "--heaps", "3,x", "a@naif", "b@naif"],
    &["allumettes", "--max", "0", "a@naif", "b@naif"],
    &["allumettes", "--speed", "a@naif", "b@naif"],
    &["allumettes", "--seed", "x", "a@naif", "b@naif"],
    &["allumettes", "a@clock=5,naif", "b@naif"],
    &["421", "--tokens", "0", "a@naif", "b@naif"],
    &["421", "--dice", "7", "--tokens", "3", "a@naif", "b@naif"],
    &["dominos", "--rule", "3", "a@naif", "b@naif"],
    &["dominos", "--hand", "99", "a@naif", "b@naif"],
    &["dominos", "--deal", "66", "a@naif", "b@naif"],
    &["puissance4", "--first", "green", "a@naif", "b@naif"],
    &["awale", "--position", "1,2", "a@naif", "b@naif"],
    &["analyse", "allumettes", "x"],
    &["analyse", "421", "10"],
    &["analyse", "421", "10/10/first/999/1"],
    &["analyse", "dominos", "1x2 66"],
    &["analyse", "puissance4", "9"],
    &["analyse", "puissance4", "11111111"],
    &["analyse", "puissance4", "--grid", "no-such-file"],
    &["analyse", "awale", "1,2,3"],
    &["analyse", "allumettes", "--record", "no-such-file"],
    &["replay", "no-such-file"],
    &["replay"],
    &["subject", "nothing"],
    &["subject", "dominos", "nothing"],
    &["card"],
    &["database", "check", "awale", "--dir", "no-such-folder"],
    &["serve", "--listen", "nowhere"],
    &["tournament", "allumettes", "a@naif"],
    &["tournament", "allumettes", "a@naif", "a@naif"],
    &["tournament", "allumettes", "a@naif", "b@humain"],
    &[
        "tournament",
        "allumettes",
        "a@naif",
        "b@naif",
        "--format",
        "coupe",
    ],
    &[
        "tournament",
        "allumettes",
        "a@naif",
        "b@naif",
        "--openings",
        "random:0",
    ],
    &["tournament", "allumettes", "--players", "no-such-file"],
    &["review", "no-such-file"],
    &["review", "--html", "-"],
    &["draw", "awale", "1,2"],
    &["draw", "nothing"],
    &["grade", "421", "no-such-file"],
    &["grade", "allumettes", "no-such-file"],
    &["grade", "nothing", "no-such-file"],
    &["program", "new", "awale", "--in", "cobol"],
    &["program", "check", "nothing", "./no-such-file"],
    &["serve", "--program", "Bot"],
    &["serve", "--data", "/dev/null/games"],
    &["serve", "--store", "no-such-store"],
    &["store", "copy", "no-such-file", "other-file"],
    &["store", "backup", "Cargo.toml"],
    &["database", "check", "puissance4", "--file", "no-such-file"],
    &["database", "check", "puissance4", "--file", "Cargo.toml"],
    &["database", "check", "awale", "--dir", "Cargo.toml"],
    &["nothing"],
];

#[test]
fn errors_are_in_the_language_of_the_option() {
    let mut foreign = Vec::new();
    for language in ["fr", "en"] {
        let (_, pieces) = catalogue(language);
        for mistake in MISTAKES {
            let arguments = [&["--lang", language][..], mistake].concat();
            // The name of a game is the first argument.
            let arguments = match mistake.first() {
                Some(first) => [&[*first, "--lang", language][..], &mistake[1..]].concat(),
                None => arguments,
            };
            let output = Command::new(cargo_bin!("brelan"))
                .args(&arguments)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
            let printed = String::from_utf8(output.stderr).unwrap();
            let rest = left_over(&printed, mistake, &pieces);
            if !rest.is_empty() {
                foreign.push(format!("{arguments:?}: {rest:?} in {printed}"));
            }
        }
    }
    assert!(foreign.is_empty(), "{}", foreign.join("\n"));
}

#[test]
fn help_is_in_the_language_of_the_option() {
    let commands: &[&[&str]] = &[
        &[],
        &["allumettes"],
        &["421"],
        &["dominos"],
        &["puissance4"],
        &["awale"],
        &["analyse"],
        &["analyse", "puissance4"],
        &["database"],
        &["database", "build"],
        &["serve"],
        &["replay"],
        &["subject"],
        &["games"],
        &["tournament"],
        &["tournament", "421"],
        &["store"],
        &["store", "copy"],
    ];
    for (language, foreign) in [("fr", "en"), ("en", "fr")] {
        let (_, own) = catalogue(language);
        let (_, others) = catalogue(foreign);
        let others = others
            .iter()
            .filter(|piece| piece.len() > 11 && !own.contains(piece));
        let others: Vec<&String> = others.collect();
        for command in commands {
            let arguments = [*command, &["--lang", language, "--help"]].concat();
            let output = Command::new(cargo_bin!("brelan"))
                .args(&arguments)
                .output()
                .unwrap();
            let help = String::from_utf8(output.stdout).unwrap();
            let english = [
                "Print help",
                "Usage:",
                "aliases",
                "[default",
                "possible values",
            ];
            let foreign: Vec<&str> = match language {
                "fr" => english
                    .into_iter()
                    .chain(others.iter().map(|piece| &***piece))
                    .collect(),
                _ => others.iter().map(|piece| &***piece).collect(),
            };
            for piece in foreign {
                assert!(!help.contains(piece), "{arguments:?}: {piece:?} in\n{help}");
            }
        }
    }
}
