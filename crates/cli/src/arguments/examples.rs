//! The examples of commands at the end of the help texts, read from `help/examples.txt`.

use host::GameInfo;
use table::key;
use text::Language;

const EXAMPLES: &str = include_str!("../../help/examples.txt");

/// The examples of a command under their heading, one a line. `command` is its section of the file,
/// such as `store copy`.
pub(super) fn examples(language: Language, command: &str) -> String {
    let heading = format!("[{command}]");
    let section = EXAMPLES.lines().skip_while(|line| *line != heading).skip(1);
    let mut text = language.word(key!("cli-examples"));
    for line in section.take_while(|line| !line.is_empty()) {
        text.push_str("\n  ");
        text.push_str(line);
    }
    text
}

/// The examples of the command of a game. Its first strategy replaces `naif`, and `expert` if the
/// game has no strategy of that name.
pub(super) fn game_examples(language: Language, game: &GameInfo) -> String {
    let first = game.strategies().nth(1).unwrap_or("humain");
    let expert = game.strategies().find(|name| *name == "expert");
    examples(language, "GAME")
        .replace("GAME", game.name)
        .replace("@naif", &format!("@{first}"))
        .replace("@expert", &format!("@{}", expert.unwrap_or(first)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Command;

    use super::*;
    use crate::arguments::command;

    /// Collects the names, from below `brelan`, of all commands whose help ends with examples.
    fn with_examples(command: &Command, path: &str, found: &mut BTreeSet<String>) {
        if let Some(help) = command.get_after_help() {
            let help = help.to_string();
            assert!(help.lines().count() > 1, "{path} has no example");
            found.insert(path.to_owned());
        }
        for sub in command.get_subcommands() {
            let path = format!("{path} {}", sub.get_name());
            with_examples(sub, path.trim(), found);
        }
    }

    #[test]
    fn every_section_belongs_to_a_command_and_every_command_has_a_section() {
        let mut commands = BTreeSet::new();
        with_examples(&command(Language::English), "", &mut commands);
        let games: BTreeSet<String> = games::games().map(|game| game.name.to_owned()).collect();
        assert!(commands.is_superset(&games));
        let heading = |line: &str| {
            let name = line.strip_prefix('[')?.strip_suffix(']')?;
            Some(name.to_owned())
        };
        let sections: BTreeSet<String> = EXAMPLES.lines().filter_map(heading).collect();
        let expected = commands.difference(&games).map(|name| match &**name {
            "" => "brelan".to_owned(),
            name => name.to_owned(),
        });
        let expected = expected.chain(["GAME".to_owned()]).collect();
        assert_eq!(sections, expected);
    }
}
