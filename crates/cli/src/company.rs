//! Programs at the terminal: on what terms they are let in, and what their owners are shown.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::ArgMatches;
use house::{Language, Moment, Offer, Options, Reply, Table};
use sandbox::{Cage, Launcher, ProgramLog, SandboxConfig, SeatedPrograms, Strictness};
use table::{Ending, Entry, Explain, Limits, Message, Player, Record, Side, Who};

use crate::failure::Failure;

/// The time for the review of a lost game, when nothing else was said.
const REVIEW: Duration = Duration::from_secs(3);

/// The terms that were asked for.
pub(crate) fn admission(given: &ArgMatches, language: Language) -> SandboxConfig {
    let allowed = given.get_many::<PathBuf>("allow").into_iter().flatten();
    let strictness = given.get_one::<Strictness>("cage").copied();
    SandboxConfig {
        strictness: strictness.unwrap_or_default(),
        allowed: allowed.cloned().collect(),
        restarts: given.get_one("restarts").copied().unwrap_or_default(),
        language,
        launcher: Launcher::this_program(),
    }
}

/// Lets the programs among the players in, and says in which cage.
pub(crate) fn admit(
    players: &[Player; 2],
    given: &ArgMatches,
    language: Language,
) -> Result<SeatedPrograms, Failure> {
    let party = SeatedPrograms::new(players, &admission(given, language))
        .map_err(|error| Failure::error(error.explain()))?;
    if let Some(cage) = party.cage() {
        io::stderr().write_all(level(cage, language).as_bytes())?;
    }
    Ok(party)
}

/// The rungs in use, and what to do about those that are missing.
pub(crate) fn level(cage: &Cage, language: Language) -> String {
    let rungs: Vec<String> = cage.protections().iter().map(ToString::to_string).collect();
    let level = if rungs.is_empty() {
        Message::new("arena-level-none")
    } else {
        Message::new("arena-level").with("rungs", rungs.join(", "))
    };
    let missing = cage.missing().iter().map(Explain::explain);
    let lines = [level].into_iter().chain(missing);
    lines.map(|line| language.say(&line) + "\n").collect()
}

/// Who else is at the table: the record, in a file and at hand, and the programs.
pub(crate) struct Company<'a> {
    pub(crate) file: Option<File>,
    pub(crate) record: Record,
    pub(crate) party: &'a mut SeatedPrograms,
}

impl house::Company for Company<'_> {
    fn hear(&mut self, moment: &dyn Moment) -> io::Result<()> {
        self.party.observe(moment);
        let Some(entry) = moment.entry() else {
            return Ok(());
        };
        if let Some(file) = &mut self.file {
            writeln!(file, "{entry}")?;
        }
        self.record.push(entry);
        Ok(())
    }

    fn answer(&mut self, table: &mut dyn Table, side: Side) -> Reply {
        self.party.reply(table, side)
    }
}

/// What is kept beside a game for the owners of its programs.
pub(crate) fn papers(
    players: &[Player; 2],
    party: &mut SeatedPrograms,
    language: Language,
) -> String {
    let of = |side: Side| {
        let player = &players[side.index()];
        let guest = party.program(side)?;
        Some(written(&player.name, guest.log(), language))
    };
    Side::BOTH.into_iter().filter_map(of).collect()
}

fn written(name: &str, papers: &ProgramLog, language: Language) -> String {
    let about = |key| Message::new(key).with("name", name);
    let mut text = String::new();
    let mut line = |message: &Message| text.push_str(&(language.say(message) + "\n"));
    if papers.restarted > 0 {
        line(&about("arena-restarted").with("count", i64::from(papers.restarted)));
    }
    if let Some(misdeed) = &papers.failure {
        let fell = language.say(&misdeed.explain());
        line(&about("arena-fell").with("text", fell));
    }
    if !papers.notes.is_empty() {
        line(&about("arena-notes"));
        papers.notes.iter().for_each(|note| {
            text.push_str(note);
            text.push('\n');
        });
    }
    if !papers.errors.is_empty() {
        text.push_str(&(language.say(&about("arena-errors")) + "\n"));
        text.push_str(papers.errors.trim_end());
        text.push('\n');
    }
    text
}

/// A game that a program lost, and where its record is, if anywhere.
pub(crate) struct Loss<'a> {
    pub(crate) game: &'a Offer,
    pub(crate) loser: Side,
    pub(crate) record: &'a Record,
    pub(crate) file: Option<&'a str>,
}

impl Loss<'_> {
    /// Where the game was lost and how to ask the program that again, in one line; nothing when no
    /// program lost.
    pub(crate) fn told(&self, limits: &Limits, language: Language) -> Option<String> {
        let player = &self.record.header.players[self.loser.index()];
        let Who::Program(_) = player.who else {
            return None;
        };
        let forfeited = self
            .record
            .entries
            .iter()
            .rev()
            .find_map(|(_, entry)| match entry {
                Entry::Forfeits(..) => Some(true),
                Entry::Result(ending) => Some(matches!(ending, Ending::Forfeited(..))),
                _ => None,
            });
        let (message, number) = if forfeited.unwrap_or(true) {
            (Message::new("arena-fell-there"), None)
        } else {
            self.spoilt(limits, language)?
        };
        let command = match self.file {
            Some(file) => self.command(player, file, number),
            None => language.word("arena-not-recorded"),
        };
        let message = message
            .with("name", player.name.as_str())
            .with("command", command);
        Some(language.say(&message) + "\n")
    }

    /// The worst move, from the review; a game of which nothing is known was not spoilt.
    fn spoilt(&self, limits: &Limits, language: Language) -> Option<(Message, Option<usize>)> {
        let limits = Limits {
            time: limits.effort.is_none().then_some(REVIEW),
            ..limits.clone()
        };
        let mut desk = self.game.reviewer(&Options::default()).ok()?;
        let review = desk.review(self.record, &limits, &mut |_| ()).ok()?;
        let Some((number, ply, choice)) = review.worst(self.loser) else {
            return Some((Message::new("arena-faultless"), None));
        };
        let key = if ply.loses_all() {
            "arena-lost-there"
        } else {
            "arena-spoilt"
        };
        let message = Message::new(key)
            .with("number", number)
            .with("move", review.words(ply, &ply.text, language))
            .with("best", review.words(ply, &choice.best, language));
        Some((message, Some(number)))
    }

    fn command(&self, player: &Player, file: &str, number: Option<usize>) -> String {
        let (game, program) = (self.game.name, quoted(&player.who.to_string()));
        let at = number.map_or(String::new(), |number| format!(" --at {number}"));
        let record = quoted(file);
        format!("brelan program try {game} {program} --record {record}{at}")
    }
}

/// As a shell would read it back.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "./:_-=,@".contains(char);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
