//! The referee: asks the players in turn, enforces the rules, declares the result.
//!
//! It never blocks. [`Referee::next`] returns the input that is needed; the caller then passes an
//! answer, lets the strategy think, or draws a result of chance. Every call emits its events.

use std::time::Duration;

use crate::budget::SinceFirstUse;
use crate::clock::Timer;
use crate::seat::Access;
use crate::{
    Budget, Chance, Clock, Ending, Event, Forfeit, Game, Limits, Mind, NoMove, Remark, Seat, Side,
    TimeControl, Turn,
};

/// Refusals in a row after which a strategy forfeits. A random strategy that is right once in a
/// hundred tries reaches it once in 10^43 turns.
const MOST_REFUSALS: u32 = 10_000;

/// Refused or unreadable lines of a game after which a program forfeits.
const MOST_SLIPS: u32 = 3;

/// Whether the referee allows cheats (*arbitre confiant*).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Trust {
    /// A side that tries to cheat is caught and forfeits.
    #[default]
    Guarded,
    /// Cheats change the game.
    Trusting,
}

/// The next input that a referee needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A text answer for this side: [`Referee::answer`].
    Answer(Side),
    /// A choice of this side's strategy: [`Referee::think`].
    Think(Side),
    /// A result of chance below `outcomes`: [`Referee::draw`].
    Draw {
        /// The side that throws or draws.
        side: Side,
        /// Number of possible results.
        outcomes: u8,
    },
    /// No input: the game is over.
    Over(Ending),
}

/// Error of a call that does not match [`Referee::next`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the table does not wait for that now")]
pub struct NotNow;

/// Referee of one game between two players (*arbitre*).
#[derive(Debug)]
pub struct Referee<G: Game> {
    game: G,
    minds: [Mind<G>; 2],
    trust: Trust,
    timer: Option<Box<Timer>>,
    asked: bool,
    choices: [u32; 2],
    drawn: usize,
    refusals: u32,
    slips: [u32; 2],
    ending: Option<Ending>,
    notes: Vec<Event<G>>,
}

impl<G: Game> Referee<G> {
    /// Starts from the position `game`, without time limits.
    pub fn new(game: G, minds: [Mind<G>; 2], trust: Trust) -> Self {
        Self {
            game,
            minds,
            trust,
            timer: None,
            asked: false,
            choices: [0; 2],
            drawn: 0,
            refusals: 0,
            slips: [0; 2],
            ending: None,
            notes: Vec::new(),
        }
    }

    /// Adds time limits, measured with `clock`.
    #[must_use]
    pub fn with_time(mut self, controls: [TimeControl; 2], clock: impl Clock + 'static) -> Self {
        self.timer = Some(Box::new(Timer::new(controls, Box::new(clock))));
        self
    }

    /// The current state of the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Number of times `side` has been asked for a move, the current time included.
    pub fn choices(&self, side: Side) -> u32 {
        self.choices[side.index()]
    }

    /// Number of results of chance so far.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Time left on the clock of `side`, which runs while it is to move; `None` without a clock.
    pub fn clock(&self, side: Side) -> Option<Duration> {
        let timer = self.timer.as_ref()?;
        let thinking = if self.is_to_move(side) {
            timer.thinking()
        } else {
            Duration::ZERO
        };
        timer
            .stock(side)
            .map(|stock| stock.saturating_sub(thinking))
    }

    /// Time until the side to move forfeits; `None` without a time limit.
    pub fn time_left(&self) -> Option<Duration> {
        let timer = self.timer.as_ref()?;
        let side = Side::BOTH.into_iter().find(|side| self.is_to_move(*side))?;
        timer.left(side)
    }

    fn is_to_move(&self, side: Side) -> bool {
        self.asked && self.ending.is_none() && self.game.turn() == Turn::Player(side)
    }

    /// Sets the clock of `side`, for a game that resumes. Ignored without time limits.
    pub fn set_clock(&mut self, side: Side, left: Duration) {
        if let Some(timer) = &mut self.timer {
            timer.set_stock(side, left);
        }
    }

    /// Does not count `time` against the side to move, such as the start of a program.
    pub fn excuse(&mut self, time: Duration) {
        if let Some(timer) = &mut self.timer {
            timer.excuse(time);
        }
    }

    /// Replaces the source of the moves of `side`.
    pub fn change_mind(&mut self, side: Side, mind: Mind<G>) {
        self.minds[side.index()] = mind;
    }

    /// Returns the minds, for reuse in another game.
    pub fn into_minds(self) -> [Mind<G>; 2] {
        self.minds
    }

    /// Returns the next input that is needed. First emits the events that are due: a side is to
    /// move, its time is up, or the game is over.
    pub fn next(&mut self, mut on_event: impl FnMut(&G, &Event<G>)) -> Next {
        if let Some(ending) = self.ending {
            return Next::Over(ending);
        }
        match self.game.turn() {
            Turn::Over(outcome) => self.finish(Ending::Played(outcome), &mut on_event),
            Turn::Chance { side, outcomes } => Next::Draw { side, outcomes },
            Turn::Player(side) => self.ask_side(side, &mut on_event),
        }
    }

    fn ask_side(&mut self, side: Side, on_event: &mut impl FnMut(&G, &Event<G>)) -> Next {
        if !self.asked {
            self.asked = true;
            self.choices[side.index()] += 1;
            if let Some(timer) = &mut self.timer {
                timer.start();
            }
            on_event(&self.game, &Event::Asked { side });
        }
        if self.out_of_time(side) {
            return self.finish(Ending::Forfeited(side, Forfeit::Time), on_event);
        }
        match self.minds[side.index()] {
            Mind::Person | Mind::Program => Next::Answer(side),
            Mind::Strategy(_) => Next::Think(side),
        }
    }

    /// Takes an answer of the side to move, in the notation of the game: a move or a cheat. Call it
    /// when [`next`](Self::next) is [`Next::Answer`].
    pub fn answer(
        &mut self,
        text: &str,
        mut on_event: impl FnMut(&G, &Event<G>),
    ) -> Result<(), NotNow> {
        let Next::Answer(side) = self.next(&mut on_event) else {
            return Err(NotNow);
        };
        if let Ok(mv) = text.parse::<G::Move>() {
            self.submit(side, mv, &mut on_event);
        } else if let Ok(cheat) = text.parse::<G::Cheat>() {
            let mut access = Access::new(self.trust, &mut self.game);
            // The result is one of the notes, emitted below.
            let _ = access.tamper(side, cheat, &mut self.notes);
            let foiled = matches!(self.notes.last(), Some(Event::Foiled { .. }));
            self.emit_notes(&mut on_event);
            if foiled {
                self.count_slip(side, Forfeit::Refused, &mut on_event);
            }
        } else {
            let text = text.to_owned();
            on_event(&self.game, &Event::Unreadable { side, text });
            self.count_slip(side, Forfeit::Unreadable, &mut on_event);
        }
        Ok(())
    }

    /// Lets the strategy of the side to move choose, and plays its choice. A stopped strategy does
    /// not move and can be asked again. A strategy that finds no move forfeits. Call it when
    /// [`next`](Self::next) is [`Next::Think`].
    pub fn think(
        &mut self,
        luck: &mut dyn Chance,
        limits: &Limits,
        mut on_event: impl FnMut(&G, &Event<G>),
    ) -> Result<(), NotNow> {
        let Next::Think(side) = self.next(&mut on_event) else {
            return Err(NotNow);
        };
        let choice = self.ask_strategy(side, luck, limits);
        self.emit_notes(&mut on_event);
        match choice {
            _ if self.ending.is_some() => {}
            Ok(mv) => self.submit(side, mv, &mut on_event),
            Err(NoMove::Stopped) => {}
            Err(NoMove::Fault) => {
                self.finish(Ending::Forfeited(side, Forfeit::Fault), &mut on_event);
            }
        }
        Ok(())
    }

    fn ask_strategy(
        &mut self,
        side: Side,
        luck: &mut dyn Chance,
        limits: &Limits,
    ) -> Result<G::Move, NoMove> {
        let Self {
            game,
            minds,
            trust,
            timer,
            notes,
            ..
        } = self;
        let Mind::Strategy(strategy) = &mut minds[side.index()] else {
            return Err(NoMove::Stopped);
        };
        let clock = timer
            .as_ref()
            .map_or(&SinceFirstUse as &dyn Clock, |timer| timer.clock());
        let left = timer.as_ref().and_then(|timer| timer.left(side));
        let budget = Budget::new(limits, clock).within(left);
        let mut seat = Seat::new(side, Access::new(*trust, game), luck, &budget, notes);
        strategy.choose(&mut seat)
    }

    /// Emits the events of the seat, and ends the game if a cheat was caught.
    fn emit_notes(&mut self, on_event: &mut impl FnMut(&G, &Event<G>)) {
        for event in std::mem::take(&mut self.notes) {
            on_event(&self.game, &event);
            if let Event::Caught { side, .. } = event
                && self.ending.is_none()
            {
                self.finish(Ending::Forfeited(side, Forfeit::Cheating), on_event);
            }
        }
    }

    fn submit(&mut self, side: Side, mv: G::Move, on_event: &mut impl FnMut(&G, &Event<G>)) {
        if self.out_of_time(side) {
            self.finish(Ending::Forfeited(side, Forfeit::Time), on_event);
            return;
        }
        self.asked = false;
        let played = self.game.play(mv);
        if let Some(timer) = &mut self.timer {
            timer.charge(side, played.is_ok());
        }
        match played {
            Ok(effect) => {
                self.refusals = 0;
                on_event(&self.game, &Event::Played { side, mv, effect });
            }
            Err(refusal) => {
                self.refusals += 1;
                on_event(&self.game, &Event::Refused { side, mv, refusal });
                self.count_slip(side, Forfeit::Refused, on_event);
            }
        }
    }

    /// Counts a refused or unreadable answer, and ends the game at the limit. A person has no
    /// limit.
    fn count_slip(
        &mut self,
        side: Side,
        reason: Forfeit,
        on_event: &mut impl FnMut(&G, &Event<G>),
    ) {
        let slips = &mut self.slips[side.index()];
        *slips += 1;
        let too_often = match self.minds[side.index()] {
            Mind::Person => false,
            Mind::Program => *slips >= MOST_SLIPS,
            Mind::Strategy(_) => self.refusals >= MOST_REFUSALS,
        };
        if too_often {
            self.finish(Ending::Forfeited(side, reason), on_event);
        }
    }

    /// Applies a result of chance, below the number of outcomes in [`Next::Draw`].
    pub fn draw(
        &mut self,
        outcome: u8,
        mut on_event: impl FnMut(&G, &Event<G>),
    ) -> Result<(), NotNow> {
        let side = match self.next(&mut on_event) {
            Next::Draw { side, outcomes } if outcome < outcomes => side,
            _ => return Err(NotNow),
        };
        let effect = self.game.draw(outcome);
        self.drawn += 1;
        let event = Event::Chance {
            side,
            outcome,
            effect,
        };
        on_event(&self.game, &event);
        Ok(())
    }

    /// Emits a remark of `side`, for a replay.
    pub fn remark(&mut self, side: Side, remark: Remark, mut on_event: impl FnMut(&G, &Event<G>)) {
        on_event(&self.game, &Event::Said { side, remark });
    }

    /// Ends the game against `side`.
    pub fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        mut on_event: impl FnMut(&G, &Event<G>),
    ) -> Result<(), NotNow> {
        if matches!(self.next(&mut on_event), Next::Over(_)) {
            return Err(NotNow);
        }
        self.finish(Ending::Forfeited(side, reason), &mut on_event);
        Ok(())
    }

    fn out_of_time(&self, side: Side) -> bool {
        let left = self.timer.as_ref().and_then(|timer| timer.left(side));
        left.is_some_and(|left| left.is_zero())
    }

    fn finish(&mut self, ending: Ending, on_event: &mut impl FnMut(&G, &Event<G>)) -> Next {
        self.ending = Some(ending);
        on_event(&self.game, &Event::Over { ending });
        Next::Over(ending)
    }
}
