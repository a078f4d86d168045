//! The check of a program against the protocol: numbered steps, each with the lines exchanged.

use std::time::Duration;

use host::{EventKind, EventView, GameInfo, OptionError, Table, Viewer};
use table::{Ending, Explain, Key, Limits, Message, Player, Side, key, message};

use crate::program_failure::ProgramFailure;
use crate::{
    CageError, ProgramLog, ProgramPlayer, SandboxConfig, SeatedPrograms, Strictness, drive,
};

const GAMES: u32 = 5;
/// Number of exchanged lines that a failed step shows.
const SHOWN_LINES: usize = 12;
/// Time for the program to exit at the end of input: a Java machine on a busy computer needs seconds.
const EXIT_TIME: Duration = Duration::from_secs(3);

/// One step of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckStep {
    /// The message that describes the step; it has no variables.
    pub name: Key,
    /// The step's result.
    pub status: StepStatus,
    /// Remarks to print below the step.
    pub remarks: Vec<Message>,
    /// The last lines exchanged, `>` to the program and `<` from it.
    pub exchanged: Vec<String>,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepStatus {
    /// The program follows the protocol.
    Passed,
    /// The program breaks the protocol.
    Failed,
    /// The step cannot be performed on this machine.
    Skipped,
}

/// The reason why a program could not be checked at all.
#[derive(Debug, Explain)]
pub enum CheckError {
    /// No cage can be built.
    #[message(transparent)]
    Cage(#[from] CageError),
    /// The game cannot be opened.
    #[message(transparent)]
    Game(#[from] OptionError),
}

/// Checks a program step by step; after no answer, steps that need one are left out. True if no step
/// failed.
pub fn check_program(
    game: &GameInfo,
    player: &Player,
    config: &SandboxConfig,
    on_step: &mut dyn FnMut(&CheckStep),
) -> Result<bool, CheckError> {
    let mut trial = Trial::new(game, player, config)?;
    let mut steps = vec![trial.starts()?];
    if steps[0].status == StepStatus::Passed {
        steps.push(trial.answers()?);
    }
    let answered = steps.iter().all(|step| step.status == StepStatus::Passed);
    if answered {
        steps.extend([
            trial.complete_games(Side::First)?,
            trial.complete_games(Side::Second)?,
            trial.several_games(),
            trial.ignores_lines(key!("program-step-unknown"), &["nonsense 1 2 3", "Moves"])?,
            trial.ignores_lines(
                key!("program-step-rubbish"),
                &["", "   ", &"x".repeat(4000)],
            )?,
            trial.time(),
            trial.exits(),
        ]);
    }
    steps.push(trial.cage(answered)?);
    steps.iter().for_each(&mut *on_step);
    Ok(steps.iter().all(|step| step.status != StepStatus::Failed))
}

impl CheckStep {
    fn new(name: Key, passed: bool, log: &ProgramLog) -> Self {
        let shown = if passed { 0 } else { SHOWN_LINES };
        let skipped = log.exchanged.len().saturating_sub(shown);
        Self {
            name,
            status: if passed {
                StepStatus::Passed
            } else {
                StepStatus::Failed
            },
            remarks: log.failure.iter().map(Explain::explain).collect(),
            exchanged: log.exchanged.iter().skip(skipped).cloned().collect(),
        }
    }

    fn unlogged(name: Key, passed: bool) -> Self {
        Self::new(name, passed, &ProgramLog::default())
    }

    fn with_remark(mut self, remark: Message) -> Self {
        self.remarks.push(remark);
        self
    }
}

/// A program under test against the weakest strategy.
struct Trial<'a> {
    game: &'a GameInfo,
    player: &'a Player,
    config: &'a SandboxConfig,
    programs: SeatedPrograms,
    slowest: Duration,
    late: bool,
}

impl<'a> Trial<'a> {
    fn new(
        game: &'a GameInfo,
        player: &'a Player,
        config: &'a SandboxConfig,
    ) -> Result<Self, CageError> {
        let players = [player.clone(), Player::person("-")];
        let mut programs = SeatedPrograms::new(&players, config)?;
        if let Some(program) = programs.program(Side::First) {
            program.set_exit_time(EXIT_TIME);
        }
        Ok(Self {
            game,
            player,
            config,
            programs,
            slowest: Duration::ZERO,
            late: false,
        })
    }

    /// Opens a table with the program on `side` and begins the game for it.
    fn open_table(&mut self, side: Side, seed: u64) -> Result<Box<dyn Table>, OptionError> {
        let weakest = self.game.strategies().nth(1).unwrap_or_default();
        let Self { game, player, .. } = *self;
        self.programs
            .open_against(game, player, weakest, side, seed)
    }

    fn log(&mut self, side: Side) -> ProgramLog {
        let program = self.programs.program(side);
        program.map_or_else(ProgramLog::default, |program| program.log().clone())
    }

    fn starts(&mut self) -> Result<CheckStep, CheckError> {
        self.open_table(Side::First, 0)?;
        let program = self.programs.program(Side::First);
        let failure = program.and_then(|program| program.process().err());
        let mut log = self.log(Side::First);
        log.failure = failure;
        Ok(CheckStep::new(
            key!("program-step-starts"),
            log.failure.is_none(),
            &log,
        ))
    }

    /// Sends `lines`, plays until the program has answered, and returns whether that was legal.
    fn first_answer(&mut self, lines: &[&str]) -> Result<(bool, ProgramLog), CheckError> {
        let mut table = self.open_table(Side::First, 0)?;
        let program = self.programs.program(Side::First);
        if let Some(Ok(process)) = program.map(ProgramPlayer::process) {
            for line in lines {
                let _ = process.send(line);
            }
        }
        let (limits, mut accepted) = (quick(), false);
        let played = drive(&mut *table, &limits, &mut self.programs, &mut |event| {
            if event.side() == Some(Side::First) && is_answer(event.kind()) {
                accepted = event.kind() == EventKind::Played;
                limits.stop.pull();
            }
        });
        Ok((played.is_ok() && accepted, self.log(Side::First)))
    }

    fn answers(&mut self) -> Result<CheckStep, CheckError> {
        let (accepted, log) = self.first_answer(&[])?;
        let mut step = CheckStep::new(key!("program-step-answers"), accepted, &log);
        step.exchanged = log.exchanged.into();
        Ok(step)
    }

    fn ignores_lines(&mut self, name: Key, lines: &[&str]) -> Result<CheckStep, CheckError> {
        let (accepted, log) = self.first_answer(lines)?;
        Ok(CheckStep::new(name, accepted, &log))
    }

    fn complete_games(&mut self, side: Side) -> Result<CheckStep, CheckError> {
        let name = match side {
            Side::First => key!("program-step-first"),
            Side::Second => key!("program-step-second"),
        };
        for seed in 1..=GAMES {
            let mut table = self.open_table(side, seed.into())?;
            let mut mistake = None;
            let played = drive(&mut *table, &quick(), &mut self.programs, &mut |event| {
                mistake = mistake.take().or_else(|| protocol_mistake(event, side));
            });
            let log = self.log(side);
            self.slowest = self.slowest.max(log.slowest);
            self.late |= matches!(log.failure, Some(ProgramFailure::Time(_)));
            let lost = matches!(played, Ok(Some(Ending::Forfeited(loser, _))) if loser == side);
            if lost || mistake.is_some() || played.is_err() {
                let reason = mistake.unwrap_or_default();
                let side = side.to_string();
                let remark = message!("program-lost-by", game = seed, side, reason);
                return Ok(CheckStep::new(name, false, &log).with_remark(remark));
            }
        }
        Ok(CheckStep::new(name, true, &self.log(side)))
    }

    /// The step for two games in a row. A program may exit after a game: the step passes with a remark.
    fn several_games(&mut self) -> CheckStep {
        let step = CheckStep::unlogged(key!("program-step-again"), true);
        let program = self.programs.program(Side::Second);
        if program.is_some_and(|program| program.starts() > 1) {
            return step.with_remark(message!("program-left-after"));
        }
        step
    }

    fn time(&mut self) -> CheckStep {
        let step = CheckStep::unlogged(key!("program-step-time"), !self.late);
        let time = self.slowest.as_millis() as i64;
        step.with_remark(message!("program-slowest", time))
    }

    fn exits(&mut self) -> CheckStep {
        let program = self.programs.program(Side::First);
        let finished = program.and_then(ProgramPlayer::finish);
        let exited = finished.is_none_or(|finished| finished.exit.is_some());
        CheckStep::unlogged(key!("program-step-end"), exited)
    }

    /// The step for the cage: it fails when the program answers only without a cage.
    fn cage(&mut self, answered: bool) -> Result<CheckStep, CheckError> {
        let protected = self
            .programs
            .cage()
            .is_some_and(|cage| !cage.protections().is_empty());
        let mut step = CheckStep::unlogged(key!("program-step-cage"), answered);
        if !protected {
            step.status = StepStatus::Skipped;
            return Ok(step);
        }
        if answered {
            return Ok(step);
        }
        let config = SandboxConfig {
            strictness: Strictness::None,
            ..self.config.clone()
        };
        let mut without = Trial::new(self.game, self.player, &config)?;
        let (accepted, _) = without.first_answer(&[])?;
        if accepted {
            return Ok(step.with_remark(message!("program-only-uncaged")));
        }
        step.status = StepStatus::Skipped;
        Ok(step)
    }
}

/// Tests for an event that follows from a player's answer.
fn is_answer(kind: EventKind) -> bool {
    !matches!(
        kind,
        EventKind::Asked | EventKind::Said | EventKind::Chance | EventKind::Over
    )
}

/// The text of an answer of `side` that the referee did not accept.
fn protocol_mistake(event: &dyn EventView, side: Side) -> Option<String> {
    let mistake = matches!(
        event.kind(),
        EventKind::Refused | EventKind::Unreadable | EventKind::Caught
    );
    if !mistake || event.side() != Some(side) {
        return None;
    }
    event.text(Viewer::Player(side))
}

/// Limits with a small effort, for the weakest strategy as the opponent.
fn quick() -> Limits {
    Limits {
        effort: Some(50),
        ..Limits::default()
    }
}
