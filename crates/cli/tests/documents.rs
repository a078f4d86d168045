//! Runs the commands of README.md, LISEZ-MOI.md and docs/, and compares what they print with what the
//! page shows below them.
//!
//! Commands are the lines after `$ ` in blocks marked `console`; `...` stands for any lines. A page's
//! commands run in order in one new folder. A second word after `console` names what else a block needs:
//! `python3` is a tool, `pavage` the program of another package, and `terminal` shows a person typing, which
//! is not run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::assert_data_eq;

/// A command and the output that the page shows.
struct ShownCommand {
    place: String,
    /// The second word of the block, or empty.
    needs: String,
    command: String,
    output: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> Vec<PathBuf> {
    let read = |folder| fs::read_dir(root().join(folder)).expect("the folder exists");
    let docs = ["docs", "docs/games", "docs/laboratory"]
        .into_iter()
        .flat_map(read);
    let docs = docs.map(|entry| entry.expect("the folder can be read").path());
    let mut pages: Vec<PathBuf> = docs
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    pages.extend(["README.md", "LISEZ-MOI.md"].map(|name| root().join(name)));
    pages
}

fn shown_commands(page: &Path) -> Vec<ShownCommand> {
    let text = fs::read_to_string(page).expect("the page can be read");
    let name = page.file_name().expect("a page is a file").display();
    let mut shown: Vec<ShownCommand> = Vec::new();
    let mut block: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(mark) = line.strip_prefix("```") {
            let console = mark.strip_prefix("console");
            block = console.map(|needs| needs.trim().to_owned());
        } else if let Some(needs) = &block {
            if let Some(command) = line.strip_prefix("$ ") {
                shown.push(ShownCommand {
                    place: format!("{name}:{}", number + 1),
                    needs: needs.clone(),
                    command: command.to_owned(),
                    output: String::new(),
                });
            } else if let Some(last) = shown.last_mut() {
                last.output.push_str(line);
                last.output.push('\n');
            }
        }
    }
    shown
}

/// Runs the commands of every page whose needs are in `allowed`; the number of commands.
fn run_pages(allowed: &[&str]) -> usize {
    let programs = Path::new(env!("CARGO_BIN_EXE_brelan"));
    let programs = programs.parent().expect("a program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", programs.display());
    let mut count = 0;
    for page in pages() {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        for shown in shown_commands(&page) {
            if !allowed.contains(&&*shown.needs) {
                continue;
            }
            count += 1;
            let ran = Command::new("sh")
                .args(["-c", &shown.command])
                .current_dir(&folder)
                .env("PATH", &path)
                .env("XDG_DATA_HOME", folder.path())
                .env("LC_ALL", "C.UTF-8")
                .output()
                .expect("the shell runs");
            let errors = String::from_utf8_lossy(&ran.stderr);
            let ShownCommand {
                place,
                command,
                output,
                ..
            } = shown;
            assert!(ran.status.code() != Some(2), "{place}: {command}: {errors}");
            if !output.is_empty() {
                assert_data_eq!(String::from_utf8_lossy(&ran.stdout).into_owned(), output);
            }
        }
    }
    count
}

#[test]
fn the_commands_of_the_documents_print_what_is_shown() {
    assert!(run_pages(&[""]) > 20);
}

#[test]
#[ignore = "needs python3 and pavage"]
fn every_command_of_the_documents_prints_what_is_shown() {
    run_pages(&["", "python3", "pavage"]);
}

#[test]
fn the_first_pages_have_300_to_700_words_and_the_same_commands_in_both_languages() {
    let pages = ["README.md", "LISEZ-MOI.md"].map(|name| root().join(name));
    for page in &pages {
        let text = fs::read_to_string(page).expect("the page can be read");
        let words = text.split_whitespace().count();
        assert!((300..=700).contains(&words), "{}: {words}", page.display());
    }
    // The subcommands of brelan and pavage in order, without their arguments.
    let commands = pages.map(|page| {
        let commands = shown_commands(&page).into_iter().flat_map(|shown| {
            let words = shown.command.replace('|', " | ");
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            let pairs = words.windows(2).map(|pair| pair.join(" "));
            pairs
                .filter(|pair| pair.starts_with("brelan ") || pair.starts_with("pavage "))
                .collect::<Vec<_>>()
        });
        commands.collect::<BTreeSet<_>>()
    });
    assert_eq!(commands[0], commands[1]);
}

#[test]
fn every_page_in_french_has_its_page_in_english() {
    for page in pages() {
        let name = page.to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".fr.md") {
            assert!(Path::new(&format!("{name}.md")).is_file(), "{name}");
        }
    }
}

/// The pages that teachers and players open.
#[test]
fn the_pages_for_teachers_and_players_exist_in_french() {
    let french = |page: &Path| {
        let name = page.to_string_lossy();
        let name = name.strip_suffix(".md").expect("a page ends so");
        PathBuf::from(format!("{name}.fr.md"))
    };
    let docs = root().join("docs");
    let named = ["grading.md", "page.md", "tournaments.md"].map(|name| docs.join(name));
    let games = games::games().map(|game| docs.join("games").join(format!("{}.md", game.name)));
    for page in named.into_iter().chain(games) {
        assert!(page.is_file(), "{}", page.display());
        assert!(french(&page).is_file(), "{}", page.display());
    }
    for page in ["programs.md", "programmes.md"] {
        assert!(docs.join(page).is_file(), "{page}");
    }
}

#[test]
fn every_link_of_a_page_leads_to_a_file() {
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page can be read");
        let links = text.split("](").skip(1);
        let links = links.filter_map(|rest| Some(rest.split_once(')')?.0));
        for link in links.filter(|link| !link.contains("://")) {
            let file = link.split('#').next().unwrap_or_default();
            let folder = page.parent().expect("a page is in a folder");
            let target = if file.is_empty() {
                page.clone()
            } else {
                folder.join(file)
            };
            assert!(target.exists(), "{}: {link}", page.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count} links found");
}

/// The text file of the subject's L3.
#[test]
fn the_text_file_of_the_subject_names_files_that_exist() {
    let text = fs::read_to_string(root().join("LISEZ-MOI.txt")).expect("the file exists");
    let words = text.split(|char: char| char.is_whitespace() || ",()".contains(char));
    let words = words.map(|word| word.trim_end_matches('.'));
    let files: Vec<&str> = words
        .filter(|word| {
            Path::new(word)
                .extension()
                .is_some_and(|end| end == "rs" || end == "md")
        })
        .collect();
    assert!(
        files.contains(&"LISEZ-MOI.md") && files.len() > 2,
        "{files:?}"
    );
    for file in files {
        assert!(root().join(file).is_file(), "{file}");
    }
}

#[test]
fn every_block_of_commands_names_a_known_need() {
    for shown in pages().iter().flat_map(|page| shown_commands(page)) {
        let known = ["", "python3", "pavage", "terminal"];
        assert!(known.contains(&&*shown.needs), "{}", shown.place);
    }
}
