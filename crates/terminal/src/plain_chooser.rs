//! The questions which game is played and by whom, as lines.

use std::io::{BufRead, Write};

use host::{Answers, GameInfo, TerminalError};
use table::{Key, key, message};
use text::Language;

use crate::chooser::{TableChoice, described, offered_games, offered_players};

/// Asks for a game, unless one is given, and for its players; `None` when the person leaves.
pub fn choose_plain(
    game: Option<&'static GameInfo>,
    language: Language,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
) -> Result<Option<TableChoice>, TerminalError> {
    let games = offered_games(game);
    let mut questions = Questions {
        language,
        answers,
        out,
    };
    let game = if let [only] = games[..] {
        only
    } else {
        let about: Vec<String> = games.iter().map(|game| game.about(language)).collect();
        questions.list(&about)?;
        let names: Vec<&str> = games.iter().map(|game| game.name).collect();
        match questions.ask(key!("terminal-choose-game"), &names)? {
            Some(chosen) => games[chosen],
            None => return Ok(None),
        }
    };
    let players = offered_players(game);
    let described = players.iter().map(|name| {
        let words = described(game, name, language);
        language.say(&message!("terminal-plain-player", name = *name, words))
    });
    questions.list(&described.collect::<Vec<_>>())?;
    let sides = [
        key!("terminal-choose-first"),
        key!("terminal-choose-second"),
    ];
    let mut chosen = Vec::new();
    for side in sides {
        match questions.ask(side, &players)? {
            Some(player) => chosen.push(players[player]),
            None => return Ok(None),
        }
    }
    Ok(TableChoice::new(game, [chosen[0], chosen[1]], language))
}

struct Questions<'a, R, W> {
    language: Language,
    answers: &'a mut Answers<R>,
    out: &'a mut W,
}

impl<R: BufRead, W: Write> Questions<'_, R, W> {
    /// Prints what can be chosen, numbered from 1.
    fn list(&mut self, lines: &[String]) -> Result<(), TerminalError> {
        for (number, text) in (1..).zip(lines) {
            let number: u32 = number;
            let line = message!("terminal-plain-choice", number, text = text.as_str());
            writeln!(self.out, "{}", self.language.say(&line))?;
        }
        Ok(())
    }

    /// Asks until the answer is a name or its number in the list, and returns its index; `None` for `q`.
    fn ask(&mut self, what: Key, names: &[&str]) -> Result<Option<usize>, TerminalError> {
        let count = names.len();
        let what = self.language.word(what);
        let question = message!("terminal-plain-choose", what, count);
        let question = self.language.say(&question);
        loop {
            let answer = self.answers.ask(&question, self.out)?;
            if answer == "q" {
                return Ok(None);
            }
            let number = answer.parse::<usize>().ok();
            let by_number = number.and_then(|number| number.checked_sub(1));
            let by_name = names.iter().position(|name| *name == answer);
            let chosen = by_name.or(by_number.filter(|index| *index < count));
            if chosen.is_some() {
                return Ok(chosen);
            }
        }
    }
}
