//! The complete description of one game, enough to play it on any machine.

use host::{EventHandler, EventView, GameInfo, OptionError, Setup, Table};
use sandbox::{AnswerSource, ProgramFailure, SeatedPrograms, drive};
use serde::{Deserialize, Serialize};
use table::{
    Ending, Entry, Explain, Limits, NotNow, Player, Record, RecordError, Side, Stop, Trust,
};
use text::Language;

use super::record_writer::RecordWriter;
use super::{ExecutedGame, ScheduledGame, TournamentPlan};

/// Everything that determines one game of a tournament.
#[derive(Clone, Debug)]
pub struct GameSpec {
    /// The game's number in the tournament, from 1.
    pub number: u64,
    /// The game to play.
    pub game: &'static GameInfo,
    /// Options, players and seed.
    pub setup: Setup,
    /// The seed of the programs' own chance.
    pub luck: u64,
    /// The effort of strategies, and the stop signal.
    pub limits: Limits,
    /// Number of times that a program that crashed is started again.
    pub restarts: u32,
    /// The language of messages to programs and their owners.
    pub language: Language,
}

/// The reason why a record that another machine sent is rejected.
#[derive(Debug, thiserror::Error)]
pub enum ReplayMismatch {
    /// The text cannot be parsed as a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game cannot be opened.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The record holds an answer where the referee asks no question.
    #[error("the record has an answer where the referee asks no question")]
    Place(#[from] NotNow),
    /// The record ends early, or differs from the one that the referee writes for the same answers.
    #[error("the record differs from the referee's record of the same answers")]
    Differs,
}

impl GameSpec {
    pub(crate) fn new(plan: &TournamentPlan, scheduled: &ScheduledGame) -> Self {
        Self {
            number: scheduled.number,
            game: plan.game,
            setup: Setup {
                options: plan.openings.options(plan, scheduled.pair),
                players: scheduled.players(plan),
                trust: Trust::Guarded,
                seed: scheduled.seed,
            },
            luck: scheduled.luck(plan),
            limits: plan.limits.clone(),
            restarts: plan.sandbox.restarts,
            language: plan.sandbox.language,
        }
    }

    /// Opens the table of this game.
    pub fn open(&self) -> Result<Box<dyn Table>, OptionError> {
        self.game.open(&self.setup)
    }

    /// Plays the game at a table opened for it; `None` when it was stopped before its end.
    pub fn play(
        &self,
        table: &mut dyn Table,
        programs: SeatedPrograms,
        on_event: EventHandler<'_>,
    ) -> Option<ExecutedGame> {
        let mut programs = programs.with_stop(&self.limits.stop);
        programs.start_game(table, self.luck);
        let ending = drive(table, &self.limits, &mut programs, on_event).ok()??;
        let notes = self.notes(&mut programs);
        Some(ExecutedGame { ending, notes })
    }

    /// Replays a record that another machine sent, and passes each event to `on_event`. Chance comes
    /// from the seed, answers from the record. The referee's own record must equal `text` byte for
    /// byte.
    pub fn replay(&self, text: &str, on_event: EventHandler<'_>) -> Result<Ending, ReplayMismatch> {
        let record: Record = text.parse()?;
        let entries = record.entries.into_iter().map(|(_, entry)| entry);
        let answers = entries.filter(|entry| !matches!(entry, Entry::Chance(_)));
        let mut source = RecordedAnswers(answers);
        let mut writer = RecordWriter::new(&*self.open()?);
        let mut setup = self.setup.clone();
        setup.players = setup.players.map(|player| Player::person(player.name));
        let mut table = self.game.open(&setup)?;
        let limits = Limits {
            stop: Stop::default(),
            ..self.limits.clone()
        };
        let ending = drive(&mut *table, &limits, &mut source, &mut |event| {
            writer.write(event);
            on_event(event);
        })?;
        match ending {
            Some(ending) if writer.record == text => Ok(ending),
            _ => Err(ReplayMismatch::Differs),
        }
    }

    /// One JSON line for each program: its notes and its failure.
    fn notes(&self, programs: &mut SeatedPrograms) -> Option<String> {
        let note = |side: Side| {
            let log = programs.program(side)?.log();
            let explained = |failure: &ProgramFailure| self.language.say(&failure.explain());
            let note = ProgramNote {
                number: self.number,
                player: self.setup.players[side.index()].name.clone(),
                fell: log.failure.as_ref().map(explained),
                restarted: log.restarted,
                slowest_ms: log.slowest.as_millis() as u64,
                notes: log.notes.clone(),
                errors: log.errors.clone(),
            };
            serde_json::to_string(&note).ok()
        };
        let lines: Vec<String> = Side::BOTH.into_iter().filter_map(note).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The valid lines of notes that another machine sent: at most two, of this game and its players.
    pub fn valid_notes(&self, text: &str) -> Option<String> {
        let own = |line: &str| {
            let note: ProgramNote = serde_json::from_str(line).ok()?;
            let mut players = self.setup.players.iter();
            let known = players.any(|player| player.name == note.player);
            let note = (known && note.number == self.number).then_some(note)?;
            serde_json::to_string(&note).ok()
        };
        let lines: Vec<String> = text.lines().take(2).filter_map(own).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

struct RecordedAnswers<I>(I);

impl<I: Iterator<Item = Entry>> AnswerSource for RecordedAnswers<I> {
    type Error = ReplayMismatch;

    fn observe(&mut self, _event: &dyn EventView) {}

    fn answer(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        on_event: EventHandler<'_>,
    ) -> Result<(), ReplayMismatch> {
        match self.0.next() {
            Some(Entry::Plays(by, text) | Entry::Answers(by, text) | Entry::Cheats(by, text))
                if by == side =>
            {
                table.answer(&text, on_event)?;
            }
            Some(Entry::Says(by, remark)) if by == side => table.remark(by, remark, on_event),
            Some(Entry::Forfeits(by, reason)) => table.forfeit(by, reason, on_event)?,
            _ => return Err(ReplayMismatch::Differs),
        }
        Ok(())
    }
}

/// A line of `programs.jsonl`: the log of a program's game for its owner.
#[derive(Serialize, Deserialize)]
struct ProgramNote {
    number: u64,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    /// The failure by which the program lost, as a sentence.
    fell: Option<String>,
    restarted: u32,
    slowest_ms: u64,
    notes: Vec<String>,
    errors: String,
}

#[cfg(test)]
mod tests {
    use super::super::executor::{GameExecutor, LocalExecutor};
    use sandbox::protocol;

    use super::super::Openings;
    use super::super::plan::sample;
    use super::*;

    /// A game that was played in this process, with its record.
    fn played(game: &str, players: [&str; 2]) -> (GameSpec, String) {
        let plan = sample(game, &players);
        let spec = GameSpec::new(&plan, &ScheduledGame::new(&plan, 1, 0, 1));
        let mut table = spec.open().unwrap();
        let mut writer = RecordWriter::new(&*table);
        let mut on_event = |event: &dyn EventView| writer.write(event);
        let executed = LocalExecutor(&plan).play(&spec, &mut *table, &mut on_event);
        assert!(executed.unwrap().is_some());
        (spec, writer.record)
    }

    #[test]
    fn the_record_of_a_played_game_replays() {
        for (game, players) in [
            ("421", ["A@naif", "B@glouton"]),
            ("allumettes", ["A@naif", "B@tricheur"]),
            ("dominos", ["A@naif", "B@premier"]),
            ("awale", ["A@naif", "B@naif"]),
        ] {
            let (spec, record) = played(game, players);
            let mut plies = 0;
            let count = &mut |event: &dyn EventView| {
                plies += u32::from(event.kind() == host::EventKind::Played);
            };
            spec.replay(&record, count).unwrap();
            assert!(plies > 0 || game == "allumettes", "{game}");
        }
    }

    /// The lines that a program on the first side is sent before its first answer, and the whole position.
    fn first_question(plan: &TournamentPlan, number: u64) -> (Vec<String>, String) {
        let spec = GameSpec::new(plan, &ScheduledGame::new(plan, number, 0, 1));
        let mut table = spec.open().unwrap();
        let side = Side::First;
        let mut lines = vec![protocol::game_line(&*table, side, spec.luck)];
        host::draw_chance(&mut *table, &mut |event| {
            lines.extend(protocol::event_line(event, side, None, Language::English));
        });
        let brief = table.brief(side, protocol::MOST_MOVES);
        lines.extend(protocol::question_lines(brief));
        (lines, table.position())
    }

    /// The position that a program finds which knows this code, the plan and `--seed`, and tries other
    /// seeds and the secrets that it can think of.
    fn recognised(plan: &TournamentPlan, number: u64, lines: &[String]) -> Option<String> {
        let guesses = ["00", "17"].map(|digits| digits.repeat(32).parse().ok());
        let secrets = [None].into_iter().chain(guesses);
        let plans = secrets.flat_map(|secret| {
            [plan.seed]
                .into_iter()
                .chain(0..200)
                .map(move |seed| TournamentPlan {
                    secret: secret.clone(),
                    seed,
                    ..plan.clone()
                })
        });
        let mut found = plans.map(|plan| first_question(&plan, number));
        found.find_map(|(sent, position)| (sent == lines).then_some(position))
    }

    #[test]
    fn a_program_that_knows_the_code_and_the_seed_cannot_predict_the_deal() {
        for game in ["dominos", "421", "awale"] {
            let mut plan = sample(game, &["P@./bot", "A@naif"]);
            (plan.seed, plan.openings) = (17, Openings::usual(plan.game, &plan.options).unwrap());
            for number in [1, 2, 3, 20] {
                // Without a secret, as for strategies alone, the whole deal or opening is recognised.
                plan.secret = None;
                let (lines, position) = first_question(&plan, number);
                assert_eq!(recognised(&plan, number, &lines), Some(position), "{game}");
                plan.secret = "3f".repeat(32).parse().ok();
                let (lines, _) = first_question(&plan, number);
                assert_eq!(recognised(&plan, number, &lines), None, "{game}");
            }
        }
    }

    #[test]
    fn a_forged_record_does_not_replay() {
        let (spec, record) = played("421", ["A@naif", "B@naif"]);
        let replays = |text: &str| spec.replay(text, &mut |_| ()).is_ok();
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
    fn notes_of_other_games_and_players_are_dropped() {
        let (spec, _) = played("allumettes", ["A@naif", "B@naif"]);
        let note = |number: u64, player: &str| {
            format!(
                r#"{{"number":{number},"player":"{player}","restarted":0,"slowest_ms":1,"notes":[],"errors":""}}"#
            )
        };
        let own = note(1, "A");
        assert_eq!(spec.valid_notes(&own), Some(own));
        for text in [note(2, "A"), note(1, "C"), "{".to_owned(), String::new()] {
            assert_eq!(spec.valid_notes(&text), None, "{text}");
        }
    }
}
