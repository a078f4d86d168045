//! The referee: lets the players play in turn, enforces the rules, declares the result.
//!
//! It never waits. [`Referee::next`] says what is needed; the caller brings an answer, lets the
//! strategy think, or draws for nature, and every call tells what happened.

use std::time::Duration;

use crate::budget::SinceFirstAsked;
use crate::clock::Timer;
use crate::seat::Door;
use crate::{
    Budget, Chance, Clock, Ending, Event, Forfeit, Game, Limits, Mind, NoMove, Remark, Seat, Side,
    TimeControl, Turn,
};

/// How many refusals in a row a strategy may collect before it forfeits: a random one that is right
/// once in a hundred tries gets there once in 10^43 turns.
const MOST_REFUSALS: u32 = 10_000;

/// Which line of a game that is refused or cannot be read loses it for a program.
const MOST_SLIPS: u32 = 3;

/// Whether seats are handed out with their door open (*arbitre confiant*) or shut.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Trust {
    /// Doors are shut: whoever tries one is caught.
    #[default]
    Guarded,
    /// Doors are open: cheating works.
    Trusting,
}

/// What a table needs to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A text answer for this side: [`Referee::answer`].
    Answer(Side),
    /// Time for this side's strategy: [`Referee::think`].
    Think(Side),
    /// A number below `outcomes` from nature: [`Referee::draw`].
    Draw {
        /// Whose throw or draw it is.
        side: Side,
        /// How many results are possible.
        outcomes: u8,
    },
    /// Nothing.
    Over(Ending),
}

/// The table waits for something else than what was brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the table does not wait for that now")]
pub struct NotNow;

/// What an answer from outside says.
enum Answer<G: Game> {
    Move(G::Move),
    Cheat(G::Cheat),
    Nonsense,
}

impl<G: Game> Answer<G> {
    fn read(text: &str) -> Self {
        let cheat = || text.parse().map(Self::Cheat);
        text.parse()
            .map(Self::Move)
            .or_else(|_| cheat())
            .unwrap_or(Self::Nonsense)
    }
}

/// One game between two players (*arbitre*).
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
    /// A game about to begin; the first side has the first turn that the game gives it.
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

    /// The same with a limit on each side's time.
    #[must_use]
    pub fn with_time(mut self, controls: [TimeControl; 2], clock: impl Clock + 'static) -> Self {
        self.timer = Some(Box::new(Timer::new(controls, Box::new(clock))));
        self
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How often a side has been given the hand, the present time included.
    pub fn choices(&self, side: Side) -> u32 {
        self.choices[side.index()]
    }

    /// How many results of chance there have been.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// What a side's clock shows: while it has the hand that grows less.
    pub fn clock(&self, side: Side) -> Option<Duration> {
        let timer = self.timer.as_ref()?;
        let thinking = if self.has_hand(side) {
            timer.thinking()
        } else {
            Duration::ZERO
        };
        timer
            .stock(side)
            .map(|stock| stock.saturating_sub(thinking))
    }

    /// When the side that has the hand forfeits unless it moves; none where time is not limited.
    pub fn time_left(&self) -> Option<Duration> {
        let timer = self.timer.as_ref()?;
        let side = Side::BOTH.into_iter().find(|side| self.has_hand(*side))?;
        timer.left(side)
    }

    fn has_hand(&self, side: Side) -> bool {
        self.asked && self.ending.is_none() && self.game.turn() == Turn::Player(side)
    }

    /// Puts a side's clock to what it showed when the game was interrupted.
    pub fn set_clock(&mut self, side: Side, left: Duration) {
        if let Some(timer) = &mut self.timer {
            timer.set_stock(side, left);
        }
    }

    /// Time that does not count for the side that has the hand: a program's start.
    pub fn excuse(&mut self, time: Duration) {
        if let Some(timer) = &mut self.timer {
            timer.excuse(time);
        }
    }

    /// Changes how a side chooses, between two moves.
    pub fn change_mind(&mut self, side: Side, mind: Mind<G>) {
        self.minds[side.index()] = mind;
    }

    /// Gives the minds back, for another game.
    pub fn into_minds(self) -> [Mind<G>; 2] {
        self.minds
    }

    /// Says what the table needs, after telling that a side has the hand, that its time is up, or
    /// that the game is over.
    pub fn next(&mut self, mut tell: impl FnMut(&G, &Event<G>)) -> Next {
        if let Some(ending) = self.ending {
            return Next::Over(ending);
        }
        match self.game.turn() {
            Turn::Over(outcome) => self.finish(Ending::Played(outcome), &mut tell),
            Turn::Chance { side, outcomes } => Next::Draw { side, outcomes },
            Turn::Player(side) => self.give_hand(side, &mut tell),
        }
    }

    fn give_hand(&mut self, side: Side, tell: &mut impl FnMut(&G, &Event<G>)) -> Next {
        if !self.asked {
            self.asked = true;
            self.choices[side.index()] += 1;
            if let Some(timer) = &mut self.timer {
                timer.start();
            }
            tell(&self.game, &Event::Asked { side });
        }
        if self.out_of_time(side) {
            return self.finish(Ending::Forfeited(side, Forfeit::Time), tell);
        }
        match self.minds[side.index()] {
            Mind::Person | Mind::Program => Next::Answer(side),
            Mind::Strategy(_) => Next::Think(side),
        }
    }

    /// Takes an answer in the game's notation for the side that has the hand: a move, or a cheat.
    ///
    /// # Errors
    /// When no answer from outside is waited for.
    pub fn answer(
        &mut self,
        text: &str,
        mut tell: impl FnMut(&G, &Event<G>),
    ) -> Result<(), NotNow> {
        let Next::Answer(side) = self.next(&mut tell) else {
            return Err(NotNow);
        };
        match Answer::<G>::read(text) {
            Answer::Move(mv) => self.submit(side, mv, &mut tell),
            Answer::Cheat(cheat) => {
                let mut door = Door::new(self.trust, &mut self.game);
                // What comes of it is in the notes, for a person as for a strategy.
                let _ = door.tamper(side, cheat, &mut self.notes);
                let foiled = matches!(self.notes.last(), Some(Event::Foiled { .. }));
                self.tell_notes(&mut tell);
                if foiled {
                    self.count_slip(side, Forfeit::Refused, &mut tell);
                }
            }
            Answer::Nonsense => {
                let text = text.to_owned();
                tell(&self.game, &Event::Unreadable { side, text });
                self.count_slip(side, Forfeit::Unreadable, &mut tell);
            }
        }
        Ok(())
    }

    /// Lets the strategy that has the hand choose, and plays its choice. One that was stopped has
    /// not moved: it still has the hand, and [`next`](Self::next) says so. One that finds no move
    /// forfeits.
    ///
    /// # Errors
    /// When no strategy has the hand.
    pub fn think(
        &mut self,
        luck: &mut dyn Chance,
        limits: &Limits,
        mut tell: impl FnMut(&G, &Event<G>),
    ) -> Result<(), NotNow> {
        let Next::Think(side) = self.next(&mut tell) else {
            return Err(NotNow);
        };
        let choice = self.ask_strategy(side, luck, limits);
        self.tell_notes(&mut tell);
        match choice {
            _ if self.ending.is_some() => {}
            Ok(mv) => self.submit(side, mv, &mut tell),
            Err(NoMove::Stopped) => {}
            Err(NoMove::Fault) => {
                self.finish(Ending::Forfeited(side, Forfeit::Fault), &mut tell);
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
            .map_or(&SinceFirstAsked as &dyn Clock, |timer| timer.clock());
        let left = timer.as_ref().and_then(|timer| timer.left(side));
        let budget = Budget::new(limits, clock).within(left);
        let mut seat = Seat::new(side, Door::new(*trust, game), luck, &budget, notes);
        strategy.choose(&mut seat)
    }

    /// Tells what the seat noted, and abandons the game if a door was found shut.
    fn tell_notes(&mut self, tell: &mut impl FnMut(&G, &Event<G>)) {
        for event in std::mem::take(&mut self.notes) {
            tell(&self.game, &event);
            if let Event::Caught { side, .. } = event
                && self.ending.is_none()
            {
                self.finish(Ending::Forfeited(side, Forfeit::Cheating), tell);
            }
        }
    }

    fn submit(&mut self, side: Side, mv: G::Move, tell: &mut impl FnMut(&G, &Event<G>)) {
        if self.out_of_time(side) {
            self.finish(Ending::Forfeited(side, Forfeit::Time), tell);
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
                tell(&self.game, &Event::Played { side, mv, effect });
            }
            Err(refusal) => {
                self.refusals += 1;
                tell(&self.game, &Event::Refused { side, mv, refusal });
                self.count_slip(side, Forfeit::Refused, tell);
            }
        }
    }

    /// Counts what a side did wrong, and ends the game when it was too often: for a person never.
    fn count_slip(&mut self, side: Side, reason: Forfeit, tell: &mut impl FnMut(&G, &Event<G>)) {
        let slips = &mut self.slips[side.index()];
        *slips += 1;
        let too_often = match self.minds[side.index()] {
            Mind::Person => false,
            Mind::Program => *slips >= MOST_SLIPS,
            Mind::Strategy(_) => self.refusals >= MOST_REFUSALS,
        };
        if too_often {
            self.finish(Ending::Forfeited(side, reason), tell);
        }
    }

    /// Brings nature's decision.
    ///
    /// # Errors
    /// When nature is not asked, or `outcome` is not among the possible ones.
    pub fn draw(&mut self, outcome: u8, mut tell: impl FnMut(&G, &Event<G>)) -> Result<(), NotNow> {
        match self.next(&mut tell) {
            Next::Draw { side, outcomes } if outcome < outcomes => {
                let effect = self.game.draw(outcome);
                self.drawn += 1;
                tell(
                    &self.game,
                    &Event::Chance {
                        side,
                        outcome,
                        effect,
                    },
                );
                Ok(())
            }
            _ => Err(NotNow),
        }
    }

    /// Says something in the name of a side: how a replay repeats what a strategy said.
    pub fn remark(&mut self, side: Side, remark: Remark, mut tell: impl FnMut(&G, &Event<G>)) {
        tell(&self.game, &Event::Said { side, remark });
    }

    /// Ends the game against `side`.
    ///
    /// # Errors
    /// When the game is over already.
    pub fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        mut tell: impl FnMut(&G, &Event<G>),
    ) -> Result<(), NotNow> {
        if matches!(self.next(&mut tell), Next::Over(_)) {
            return Err(NotNow);
        }
        self.finish(Ending::Forfeited(side, reason), &mut tell);
        Ok(())
    }

    fn out_of_time(&self, side: Side) -> bool {
        let left = self.timer.as_ref().and_then(|timer| timer.left(side));
        left.is_some_and(|left| left.is_zero())
    }

    fn finish(&mut self, ending: Ending, tell: &mut impl FnMut(&G, &Event<G>)) -> Next {
        self.ending = Some(ending);
        tell(&self.game, &Event::Over { ending });
        Next::Over(ending)
    }
}
