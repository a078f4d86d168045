//! One game to be played, whole: whoever has it needs no plan, here or on another machine.

use house::{Hear, Language, Moment, Offer, OptionError, Setup, Table};
use serde::{Deserialize, Serialize};
use table::{
    Ending, Entry, Explain, Limits, Next, NotNow, Player, Record, RecordError, Side, Trust,
};

use super::scribe::Scribe;
use super::{Fixture, Over, Plan};
use sandbox::{Papers, Party};

/// Everything that decides one game.
#[derive(Clone, Debug)]
pub struct Task {
    /// From 1.
    pub number: u64,
    /// Which game.
    pub game: &'static Offer,
    /// Where it begins, between whom, with which chance.
    pub setup: Setup,
    /// Where the luck of its programs begins.
    pub luck: u64,
    /// How hard strategies think, and the switch that ends it.
    pub limits: Limits,
    /// How often a program that died is started again.
    pub restarts: u32,
    /// What programs and their owners are told in.
    pub language: Language,
}

/// A record that this game cannot have been played by.
#[derive(Debug, thiserror::Error)]
pub enum NotThisGame {
    /// It is no record, or of moves that are none.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Nobody can begin this game.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Somebody answers who was not asked.
    #[error("an answer out of place")]
    Place(#[from] NotNow),
    /// It breaks off, or differs from what the referee writes of the same answers.
    #[error("not what the referee writes of these answers")]
    Differs,
}

impl Task {
    pub(crate) fn of(plan: &Plan, fixture: &Fixture) -> Self {
        Self {
            number: fixture.number,
            game: plan.game,
            setup: Setup {
                options: plan.openings.options(plan, fixture.pair),
                players: fixture.players(plan),
                trust: Trust::Guarded,
                seed: fixture.seed,
            },
            luck: fixture.luck(),
            limits: plan.limits.clone(),
            restarts: plan.admission.restarts,
            language: plan.admission.language,
        }
    }

    /// The table where it begins.
    ///
    /// # Errors
    /// Options that the game cannot take.
    pub fn open(&self) -> Result<Box<dyn Table>, OptionError> {
        self.game.open(&self.setup)
    }

    /// Plays it at a table that was opened for it, telling every moment; none once its switch is
    /// pulled.
    pub fn play(&self, table: &mut dyn Table, party: Party, hear: Hear<'_>) -> Option<Over> {
        let mut party = party.stopped_by(&self.limits.stop);
        party.sit(table, self.luck);
        loop {
            let next = table.next(&mut |moment| told(&mut party, moment, hear));
            let done = match next {
                Next::Over(ending) => {
                    let notes = self.notes(&mut party);
                    return Some(Over { ending, notes });
                }
                Next::Answer(side) => {
                    let reply = party.answer(table, side);
                    reply.give(table, side, &mut |moment| told(&mut party, moment, hear))
                }
                Next::Think(_) | Next::Draw { .. } => {
                    table.proceed(&self.limits, &mut |moment| told(&mut party, moment, hear))
                }
            };
            if done.is_err() || self.limits.stop.pulled() {
                return None;
            }
        }
    }

    /// Lets the referee go through a record that came from elsewhere, telling every moment: chance is
    /// nature's own, answers are taken as answers, and what the referee writes of them must be that
    /// record, to the byte.
    ///
    /// # Errors
    /// When it is not.
    pub fn replay(&self, text: &str, hear: Hear<'_>) -> Result<Ending, NotThisGame> {
        let record: Record = text.parse()?;
        let entries = record.entries.into_iter().map(|(_, entry)| entry);
        let mut answers = entries.filter(|entry| !matches!(entry, Entry::Chance(_)));
        let mut scribe = Scribe::new(&*self.open()?);
        let mut setup = self.setup.clone();
        setup.players = setup.players.map(|player| Player::person(player.name));
        let mut table = self.game.open(&setup)?;
        let mut hear = |moment: &dyn Moment| {
            scribe.hear(moment);
            hear(moment);
        };
        let ending = loop {
            match table.next(&mut hear) {
                Next::Over(ending) => break ending,
                Next::Answer(side) => {
                    let entry = answers.next().ok_or(NotThisGame::Differs)?;
                    take(&mut *table, side, entry, &mut hear)?;
                }
                Next::Think(_) | Next::Draw { .. } => table.proceed(&self.limits, &mut hear)?,
            }
        };
        if scribe.record == text {
            Ok(ending)
        } else {
            Err(NotThisGame::Differs)
        }
    }

    /// A line a program: what it noted and how it fell.
    fn notes(&self, party: &mut Party) -> Option<String> {
        let note = |side: Side| {
            let papers = party.guest(side)?.papers();
            let name = &self.setup.players[side.index()].name;
            Some(noted(self.number, name, papers, self.language))
        };
        let lines: Vec<String> = Side::BOTH.into_iter().filter_map(note).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Notes that came from elsewhere, if they are some of this game's players.
    pub fn own_notes(&self, text: &str) -> Option<String> {
        let own = |line: &str| {
            let note: Note = serde_json::from_str(line).ok()?;
            let mut players = self.setup.players.iter();
            let known = players.any(|player| player.name == note.player);
            let note = (known && note.number == self.number).then_some(note)?;
            serde_json::to_string(&note).ok()
        };
        let lines: Vec<String> = text.lines().take(2).filter_map(own).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

fn told(party: &mut Party, moment: &dyn Moment, hear: Hear<'_>) {
    hear(moment);
    party.hear(moment);
}

/// Gives the side that has the hand one answer of a record.
fn take(
    table: &mut dyn Table,
    side: Side,
    entry: Entry,
    hear: Hear<'_>,
) -> Result<(), NotThisGame> {
    match entry {
        Entry::Plays(by, text) | Entry::Answers(by, text) | Entry::Cheats(by, text)
            if by == side =>
        {
            table.answer(&text, hear)?;
        }
        Entry::Says(by, remark) if by == side => table.remark(by, remark, hear),
        Entry::Forfeits(by, reason) => table.forfeit(by, reason, hear)?,
        Entry::Plays(..)
        | Entry::Answers(..)
        | Entry::Cheats(..)
        | Entry::Says(..)
        | Entry::Chance(_)
        | Entry::Result(_) => return Err(NotThisGame::Differs),
    }
    Ok(())
}

/// What is kept beside a game for the owner of a program: a line of `programs.jsonl`.
#[derive(Serialize, Deserialize)]
struct Note {
    number: u64,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    fell: Option<String>,
    restarted: u32,
    slowest_ms: u64,
    notes: Vec<String>,
    errors: String,
}

fn noted(number: u64, player: &str, papers: &Papers, language: Language) -> String {
    let explained = |misdeed: &sandbox::Misdeed| language.say(&misdeed.explain());
    let note = Note {
        number,
        player: player.to_owned(),
        fell: papers.misdeed.as_ref().map(explained),
        restarted: papers.restarted,
        slowest_ms: papers.slowest.as_millis() as u64,
        notes: papers.notes.clone(),
        errors: papers.errors.clone(),
    };
    // Texts and numbers: it has a JSON form.
    serde_json::to_string(&note).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::plan::sample;
    use super::super::venue::{Here, Venue};
    use super::*;

    /// A game that was played here, with its record.
    fn played(game: &str, players: [&str; 2]) -> (Task, String) {
        let plan = sample(game, &players);
        let task = Task::of(&plan, &Fixture::of(&plan, 1, 0, 1));
        let mut table = task.open().unwrap();
        let mut scribe = Scribe::new(&*table);
        let mut hear = |moment: &dyn Moment| scribe.hear(moment);
        let over = Here(&plan).play(&task, &mut *table, &mut hear).unwrap();
        assert!(over.is_some());
        (task, scribe.record)
    }

    #[test]
    fn a_game_that_was_played_replays_to_the_byte() {
        for (game, players) in [
            ("421", ["A@naif", "B@glouton"]),
            ("allumettes", ["A@naif", "B@tricheur"]),
            ("dominos", ["A@naif", "B@premier"]),
            ("awale", ["A@naif", "B@naif"]),
        ] {
            let (task, record) = played(game, players);
            let mut plies = 0;
            let count = &mut |moment: &dyn Moment| {
                plies += u32::from(moment.kind() == house::Kind::Played);
            };
            task.replay(&record, count).unwrap();
            assert!(plies > 0 || game == "allumettes", "{game}");
        }
    }

    #[test]
    fn a_game_that_was_not_played_does_not_replay() {
        let (task, record) = played("421", ["A@naif", "B@naif"]);
        let replays = |text: &str| task.replay(text, &mut |_| ()).is_ok();
        assert!(replays(&record));
        let chance = record.find("chance ").unwrap() + "chance ".len();
        let other = if record[chance..].starts_with('0') {
            "1"
        } else {
            "0"
        };
        let (head, tail) = (&record[..chance], &record[chance + 1..]);
        let lines: Vec<&str> = record.lines().collect();
        let forged = [
            format!("{head}{other}{tail}"),
            record.replace("first A@", "first C@"),
            format!("{record}first plays 0\n"),
            lines[..lines.len() / 2].join("\n") + "\n",
            record.replace('\n', "\r\n"),
            String::new(),
        ];
        for text in forged {
            assert!(!replays(&text), "{text}");
        }
    }

    #[test]
    fn notes_of_somebody_else_are_dropped() {
        let (task, _) = played("allumettes", ["A@naif", "B@naif"]);
        let note = |number: u64, player: &str| {
            format!(
                r#"{{"number":{number},"player":"{player}","restarted":0,"slowest_ms":1,"notes":[],"errors":""}}"#
            )
        };
        let own = note(1, "A");
        assert_eq!(task.own_notes(&own), Some(own));
        for text in [note(2, "A"), note(1, "C"), "{".to_owned(), String::new()] {
            assert_eq!(task.own_notes(&text), None, "{text}");
        }
    }
}
