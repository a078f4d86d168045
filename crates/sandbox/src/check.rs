//! Does a program keep the protocol? Numbered steps, each with the lines that were exchanged.

use std::time::Duration;

use house::{Kind, Moment, Offer, OptionError, Options, Setup, Table, Viewer};
use table::{Ending, Explain, Limits, Message, Next, Player, Side, Trust};

use crate::misdeed::Misdeed;
use crate::{Admission, CageError, Guest, Papers, Party, Strictness};

/// Whole games on each side.
const GAMES: u32 = 5;

/// How long a program may take to leave at the end of input: a JVM on a busy machine takes a while.
const FAREWELL: Duration = Duration::from_secs(3);

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The message that says what.
    pub name: &'static str,
    /// What came of it.
    pub verdict: Verdict,
    /// What to say beside it.
    pub remarks: Vec<Message>,
    /// The last lines exchanged, `>` to the program and `<` from it.
    pub exchanged: Vec<String>,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Passed,
    /// Not so.
    Failed,
    /// Could not be looked at here.
    Skipped,
}

/// Why nothing could be looked at.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no cage.
    #[error(transparent)]
    Cage(#[from] CageError),
    /// The game does not open.
    #[error(transparent)]
    Game(#[from] OptionError),
}

impl Explain for CheckError {
    fn explain(&self) -> Message {
        match self {
            Self::Cage(error) => error.explain(),
            Self::Game(error) => error.explain(),
        }
    }
}

/// Looks at a program step by step, as far as it makes sense; each step is told when it is done.
///
/// # Errors
/// When there is no cage, or the game does not open.
pub fn check(
    game: &Offer,
    program: &Player,
    admission: &Admission,
    tell: &mut dyn FnMut(&Step),
) -> Result<bool, CheckError> {
    let mut trial = Trial::new(game, program, admission)?;
    let mut steps = vec![trial.starts()?];
    if steps[0].verdict == Verdict::Passed {
        steps.push(trial.answers()?);
    }
    let answered = steps.iter().all(|step| step.verdict == Verdict::Passed);
    if answered {
        steps.extend([
            trial.whole_games(Side::First)?,
            trial.whole_games(Side::Second)?,
            trial.again(),
            trial.undisturbed_by("program-step-unknown", &["nonsense 1 2 3", "Moves"])?,
            trial.undisturbed_by("program-step-rubbish", &["", "   ", &"x".repeat(4000)])?,
            trial.time(),
            trial.end(),
        ]);
    }
    steps.push(trial.cage(answered)?);
    steps.iter().for_each(&mut *tell);
    Ok(steps.iter().all(|step| step.verdict != Verdict::Failed))
}

impl Step {
    fn new(name: &'static str, passed: bool, papers: &Papers) -> Self {
        let shown = if passed { 0 } else { 12 };
        let skipped = papers.exchanged.len().saturating_sub(shown);
        Self {
            name,
            verdict: if passed {
                Verdict::Passed
            } else {
                Verdict::Failed
            },
            remarks: papers.misdeed.iter().map(Explain::explain).collect(),
            exchanged: papers.exchanged.iter().skip(skipped).cloned().collect(),
        }
    }

    fn with(mut self, remark: Message) -> Self {
        self.remarks.push(remark);
        self
    }
}

/// A program on trial, with a strategy of the house across.
struct Trial<'a> {
    game: &'a Offer,
    program: &'a Player,
    admission: &'a Admission,
    party: Party,
    slowest: Duration,
    late: bool,
}

impl<'a> Trial<'a> {
    fn new(
        game: &'a Offer,
        program: &'a Player,
        admission: &'a Admission,
    ) -> Result<Self, CageError> {
        let players = [program.clone(), Player::person("-")];
        let mut party = Party::admit(&players, admission)?;
        if let Some(guest) = party.guest(Side::First) {
            guest.wait_for_farewell(FAREWELL);
        }
        Ok(Self {
            game,
            program,
            admission,
            party,
            slowest: Duration::ZERO,
            late: false,
        })
    }

    /// A table with the program on `side`, where it has sat down.
    fn table(&mut self, side: Side, seed: u64) -> Result<Box<dyn Table>, OptionError> {
        let weakest = self.game.strategies().nth(1).unwrap_or_default();
        let mut players = [self.program.clone(), Player::strategy("Brelan", weakest)];
        if side == Side::Second {
            players.swap(0, 1);
        }
        if self.party.guest(side).is_none() {
            self.party.swap();
        }
        let table = self.game.open(&Setup {
            options: Options::default(),
            players,
            trust: Trust::Guarded,
            seed,
        })?;
        self.party.sit(&*table, seed);
        Ok(table)
    }

    fn papers(&mut self, side: Side) -> Papers {
        let guest = self.party.guest(side);
        guest.map_or_else(Papers::default, |guest| guest.papers().clone())
    }

    fn starts(&mut self) -> Result<Step, CheckError> {
        self.table(Side::First, 0)?;
        let started = self
            .party
            .guest(Side::First)
            .map(|guest| guest.process().err());
        let mut papers = self.papers(Side::First);
        papers.misdeed = started.flatten();
        Ok(Step::new(
            "program-step-starts",
            papers.misdeed.is_none(),
            &papers,
        ))
    }

    /// Plays until the program has answered once: whether its first answer stands.
    fn first_answer(&mut self, disturbances: &[&str]) -> Result<(bool, Papers), CheckError> {
        let mut table = self.table(Side::First, 0)?;
        if let Some(Ok(process)) = self.party.guest(Side::First).map(|guest| guest.process()) {
            for line in disturbances {
                let _ = process.tell(line);
            }
        }
        let stands = self.ask_once(&mut *table);
        Ok((stands, self.papers(Side::First)))
    }

    /// Goes on to the program's first answer: whether it is a move that stands.
    fn ask_once(&mut self, table: &mut dyn Table) -> bool {
        let party = &mut self.party;
        loop {
            match table.next(&mut |moment| party.hear(moment)) {
                Next::Over(_) => return false,
                Next::Answer(side) => {
                    let reply = party.answer(table, side);
                    let mut stands = false;
                    let given = reply.give(table, side, &mut |moment| {
                        stands |= moment.kind() == Kind::Played;
                        party.hear(moment);
                    });
                    return given.is_ok() && stands;
                }
                Next::Think(_) | Next::Draw { .. } => {
                    let hear = &mut |moment: &dyn Moment| party.hear(moment);
                    if table.proceed(&quick(), hear).is_err() {
                        return false;
                    }
                }
            }
        }
    }

    fn answers(&mut self) -> Result<Step, CheckError> {
        let (stands, papers) = self.first_answer(&[])?;
        let mut step = Step::new("program-step-answers", stands, &papers);
        step.exchanged = papers.exchanged.into();
        Ok(step)
    }

    fn undisturbed_by(&mut self, name: &'static str, lines: &[&str]) -> Result<Step, CheckError> {
        let (stands, papers) = self.first_answer(lines)?;
        Ok(Step::new(name, stands, &papers))
    }

    fn whole_games(&mut self, side: Side) -> Result<Step, CheckError> {
        let name = match side {
            Side::First => "program-step-first",
            Side::Second => "program-step-second",
        };
        for seed in 1..=GAMES {
            let mut table = self.table(side, seed.into())?;
            let mut slip = None;
            let played = self.party.play(&mut *table, &quick(), &mut |moment| {
                slip = slip.take().or_else(|| slipped(moment, side));
            });
            let papers = self.papers(side);
            self.slowest = self.slowest.max(papers.slowest);
            self.late |= matches!(papers.misdeed, Some(Misdeed::Time(_)));
            let lost = matches!(played, Ok(Ending::Forfeited(loser, _)) if loser == side);
            if lost || slip.is_some() || played.is_err() {
                let reason = slip.unwrap_or_default();
                let remark = Message::new("program-lost-by").with("game", seed);
                let remark = remark.with("side", side.to_string()).with("reason", reason);
                return Ok(Step::new(name, false, &papers).with(remark));
            }
        }
        Ok(Step::new(name, true, &self.papers(side)))
    }

    /// Leaving after a game is no fault: whoever played several has passed.
    fn again(&mut self) -> Step {
        let step = Step::new("program-step-again", true, &Papers::default());
        let starts = self
            .party
            .guest(Side::Second)
            .map_or(0, |guest| guest.starts());
        if starts > 1 {
            return step.with(Message::new("program-left-after"));
        }
        step
    }

    fn time(&mut self) -> Step {
        let step = Step::new("program-step-time", !self.late, &Papers::default());
        step.with(Message::new("program-slowest").with("time", self.slowest.as_millis() as i64))
    }

    fn end(&mut self) -> Step {
        let farewell = self.party.guest(Side::First).and_then(Guest::finish);
        let left = farewell.is_none_or(|farewell| farewell.ended.is_some());
        Step::new("program-step-end", left, &Papers::default())
    }

    /// A program that answers only without a cage needs something outside it.
    fn cage(&mut self, answered: bool) -> Result<Step, CheckError> {
        let name = "program-step-cage";
        let caged = self
            .party
            .in_cage()
            .is_some_and(|cage| !cage.rungs().is_empty());
        let mut step = Step::new(name, answered, &Papers::default());
        if !caged {
            step.verdict = Verdict::Skipped;
            return Ok(step);
        }
        if answered {
            return Ok(step);
        }
        let free = Admission {
            strictness: Strictness::None,
            ..self.admission.clone()
        };
        let mut free = Trial::new(self.game, self.program, &free)?;
        let (stands, _) = free.first_answer(&[])?;
        if stands {
            return Ok(step.with(Message::new("program-only-uncaged")));
        }
        step.verdict = Verdict::Skipped;
        Ok(step)
    }
}

/// What of a moment is a slip of `side`, in its own words.
fn slipped(moment: &dyn Moment, side: Side) -> Option<String> {
    let slip = matches!(
        moment.kind(),
        Kind::Refused | Kind::Unreadable | Kind::Caught
    );
    if !slip || moment.side() != Some(side) {
        return None;
    }
    moment.text(Viewer::Player(side))
}

/// The weakest opponents need next to nothing.
fn quick() -> Limits {
    Limits {
        effort: Some(50),
        ..Limits::default()
    }
}
