//! Names: one type for one name, no function called `of`, and no game named outside its own folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [&str; 5] = ["jeu421", "allumettes", "awale", "dominos", "puissance4"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files with this extension below a folder, in order.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

/// The Rust files below these folders of the workspace that are in a `src` folder, with their code:
/// no comments and nothing for tests.
fn sources(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in folders {
        files(&root().join(folder), "rs", &mut found);
    }
    let in_src = |path: &PathBuf| path.iter().any(|part| part == "src");
    found.retain(in_src);
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a source is text");
    let tests: Vec<PathBuf> = found
        .iter()
        .flat_map(|path| test_modules(path, &read(path)))
        .collect();
    found.retain(|path| !tests.contains(path));
    let code = |path: PathBuf| {
        let code = without_tests(&read(&path));
        (path, code)
    };
    found.into_iter().map(code).collect()
}

/// The lines of a source without comments and without items for tests: from the attribute to the line
/// that ends the item at the same indent.
fn without_tests(text: &str) -> String {
    let mut code = String::new();
    let mut test_indent: Option<&str> = None;
    for line in text.lines() {
        let content = line.trim_start();
        let indent = &line[..line.len() - content.len()];
        if test_indent == Some(indent) {
            let ends = content == "}" || content.ends_with(';') || content.ends_with(" {}");
            test_indent = test_indent.filter(|_| !ends);
        } else if test_indent.is_none() && content == "#[cfg(test)]" {
            test_indent = Some(indent);
        } else if test_indent.is_none() && !content.starts_with("//") {
            code += line;
            code.push('\n');
        }
    }
    code
}

/// The files of the modules that a file declares for tests alone.
fn test_modules(path: &Path, text: &str) -> Vec<PathBuf> {
    let folder = path.parent().expect("a file is in a folder");
    let declared = text.split("#[cfg(test)]\nmod ").skip(1);
    let names = declared.filter_map(|rest| rest.split_once(';'));
    names
        .map(|(name, _)| folder.join(name).with_extension("rs"))
        .collect()
}

/// The name of the type that a line declares for other modules: `pub`, `pub(crate)` and the like.
fn declared(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = match rest.strip_prefix('(') {
        Some(within) => within.split_once(')')?.1,
        None => rest,
    };
    let rest = rest.strip_prefix(' ')?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let (kind, rest) = rest.split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "union", "type"].contains(&kind);
    let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_');
    is_type.then_some(&rest[..end.unwrap_or(rest.len())])
}

/// The path of a file from the root of the workspace, as text.
fn relative(path: &Path) -> String {
    let path = path.strip_prefix(root()).expect("a file of the workspace");
    path.display().to_string()
}

/// Whether one name stands for several types in these files. Games and examples mirror one another: a
/// name may stand for one type in each of them, if no other crate has it.
fn is_ambiguous(files: &BTreeSet<String>) -> bool {
    let in_game = |file: &String| file.starts_with("games/") || file.starts_with("examples/");
    let folder = |file: &String| file.split('/').take(2).collect::<Vec<_>>().join("/");
    let games: BTreeSet<String> = files
        .iter()
        .filter(|file| in_game(file))
        .map(folder)
        .collect();
    let elsewhere = files.iter().filter(|file| !in_game(file)).count();
    let twice_in_a_game = files.len() - elsewhere > games.len();
    twice_in_a_game || elsewhere + usize::from(!games.is_empty()) > 1
}

#[test]
fn a_name_stands_for_one_public_type() {
    let mut owners: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let sources = sources(&["crates", "games", "examples", "pavage"]);
    for (path, code) in &sources {
        for name in code.lines().filter_map(declared) {
            owners
                .entry(name.to_owned())
                .or_default()
                .insert(relative(path));
        }
    }
    assert!(owners.len() > 700, "{} names found", owners.len());
    owners.retain(|_, files| is_ambiguous(files));
    assert!(owners.is_empty(), "{owners:#?}");
}

#[test]
fn no_function_is_called_of() {
    let named = |(path, code): &(PathBuf, String)| {
        let is_of = ["fn of(", "fn of<"].iter().any(|text| code.contains(text));
        is_of.then(|| path.clone())
    };
    let found: Vec<PathBuf> = sources(&["crates", "games", "examples", "pavage"])
        .iter()
        .filter_map(named)
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Two crates may name games: `crates/games`, and `crates/grade` where it holds the homework of each
/// subject.
#[test]
fn no_crate_but_the_list_names_a_game() {
    let exempt = [
        "crates/games",
        "crates/grade/src/subjects",
        "crates/grade/catalogues",
    ];
    let exempt = exempt.map(|path| root().join(path));
    let is_exempt = |path: &Path| exempt.iter().any(|folder| path.starts_with(folder));
    let mut texts = sources(&["crates"]);
    let mut catalogues = Vec::new();
    files(&root().join("crates"), "ftl", &mut catalogues);
    for path in catalogues {
        let text = fs::read_to_string(&path).expect("a catalogue is text");
        texts.push((path, text));
    }
    let mut found = Vec::new();
    for (path, text) in texts.iter().filter(|(path, _)| !is_exempt(path)) {
        for line in text.lines() {
            let mut words = line.split(|char: char| !char.is_alphanumeric());
            if words.any(|word| GAMES.contains(&word)) {
                found.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
