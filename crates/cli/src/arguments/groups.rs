//! The commands in groups: to play, to learn, to teach, to run a server.

use clap::Command;
use table::{Key, key};
use text::Language;

/// The groups in order, each with its commands; games belong to the first. A command of none is listed
/// last.
const GROUPS: &[(Key, &[&str])] = &[
    (
        key!("cli-group-play"),
        &["play", "replay", "games", "strategies"],
    ),
    (
        key!("cli-group-learn"),
        &["analyse", "review", "subject", "card", "draw", "program"],
    ),
    (key!("cli-group-teach"), &["grade", "tournament"]),
    (
        key!("cli-group-serve"),
        &[
            "serve",
            "store",
            "database",
            "worker",
            "completions",
            "man",
            "help",
        ],
    ),
];

/// Columns of a command's name.
const NAME: usize = 12;

/// The template of the help of `brelan`, with its commands in groups.
pub(super) fn template(command: &Command, language: Language) -> String {
    let usage = language.word(key!("cli-heading-usage"));
    let options = language.word(key!("cli-heading-options"));
    let colon = match language {
        Language::French => " :",
        Language::English => ":",
    };
    let mut text = format!("{{about-with-newline}}\n{usage} {{usage}}\n");
    for (number, (heading, names)) in GROUPS.iter().enumerate() {
        let heading = language.word(*heading);
        text.extend(["\n", &heading, colon, "\n"]);
        let is_game = |sub: &&Command| games::find(sub.get_name()).is_ok();
        let games = command
            .get_subcommands()
            .filter(|sub| number == 0 && is_game(sub));
        let named = names
            .iter()
            .filter_map(|name| command.find_subcommand(name));
        for sub in games.chain(named) {
            let about = sub
                .get_about()
                .map_or_else(String::new, ToString::to_string);
            let name = format!("  {:<NAME$} ", sub.get_name());
            text.extend([&*name, &about, "\n"]);
        }
    }
    text + &format!("\n{options}{colon}\n{{options}}{{after-help}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::command;

    #[test]
    fn every_command_is_in_one_group() {
        let command = command(Language::English);
        let listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        for sub in command.get_subcommands() {
            let name = sub.get_name();
            let times = listed.iter().filter(|listed| **listed == name).count();
            let expected = usize::from(games::find(name).is_err());
            assert_eq!(times, expected, "{name}");
        }
    }
}
