//! The referee: lets the players play in turn, enforces the rules, declares the result.
//!
//! It never waits. [`Referee::next`] says what is needed; the caller brings an answer, lets the
//! strategy think, or draws for nature, and every call tells what happened.

use crate::clock::Timer;
use crate::{
    Budget, Chance, Clock, Ending, Event, Forfeit, Game, Limits, Mind, Monotonic, Player, Remark,
    Seat, Side, Stopped, TimeControl, Turn,
};

/// How many refusals in a row a strategy may collect before it forfeits: a random one that is right
/// once in a hundred tries gets there once in 10^43 turns.
const MOST_REFUSALS: u32 = 10_000;

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
    players: [Player<G>; 2],
    trust: Trust,
    clock: Monotonic,
    timer: Option<Timer>,
    asked: bool,
    refusals: u32,
    ending: Option<Ending>,
    notes: Vec<Event<G>>,
}

impl<G: Game> Referee<G> {
    /// A game about to begin; the first player has the first turn that the game gives it.
    pub fn new(game: G, players: [Player<G>; 2], trust: Trust) -> Self {
        Self {
            game,
            players,
            trust,
            clock: Monotonic::start(),
            timer: None,
            asked: false,
            refusals: 0,
            ending: None,
            notes: Vec::new(),
        }
    }

    /// The same with a limit on the players' time.
    #[must_use]
    pub fn with_time(mut self, control: TimeControl, clock: impl Clock + 'static) -> Self {
        self.timer = Some(Timer::new(control, Box::new(clock)));
        self
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Who sits on a side.
    pub fn player(&self, side: Side) -> &Player<G> {
        &self.players[side.index()]
    }

    /// Changes how a player chooses, between two moves.
    pub fn change_mind(&mut self, side: Side, mind: Mind<G>) {
        self.players[side.index()].mind = mind;
    }

    /// Gives the players back, for another game.
    pub fn into_players(self) -> [Player<G>; 2] {
        self.players
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
            if let Some(timer) = &mut self.timer {
                timer.start();
            }
            tell(&self.game, &Event::Asked { side });
        }
        if self.out_of_time(side) {
            return self.finish(Ending::Forfeited(side, Forfeit::Time), tell);
        }
        match self.players[side.index()].mind {
            Mind::Outside => Next::Answer(side),
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
                // What comes of it is in the notes, for a person as for a strategy.
                let _ = self.seat(side).tamper(cheat);
                self.tell_notes(&mut tell);
            }
            Answer::Nonsense => {
                tell(
                    &self.game,
                    &Event::Unreadable {
                        side,
                        text: text.to_owned(),
                    },
                );
            }
        }
        Ok(())
    }

    /// Lets the strategy that has the hand choose, and plays its choice.
    ///
    /// # Errors
    /// When no strategy has the hand. A strategy that was stopped has not moved: it still has the
    /// hand, and [`next`](Self::next) says so.
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
        if self.ending.is_none()
            && let Ok(mv) = choice
        {
            self.submit(side, mv, &mut tell);
        }
        Ok(())
    }

    fn ask_strategy(
        &mut self,
        side: Side,
        luck: &mut dyn Chance,
        limits: &Limits,
    ) -> Result<G::Move, Stopped> {
        let Self {
            game,
            players,
            trust,
            clock,
            timer,
            notes,
            ..
        } = self;
        let Mind::Strategy(strategy) = &mut players[side.index()].mind else {
            return Err(Stopped);
        };
        let clock = timer.as_ref().map_or(clock as &dyn Clock, Timer::clock);
        let left = timer.as_ref().and_then(|timer| timer.left(side.index()));
        let budget = Budget::new(limits, clock).within(left);
        let mut seat = match trust {
            Trust::Guarded => Seat::guarded(side, game, notes),
            Trust::Trusting => Seat::open(side, game, notes),
        };
        strategy.choose(&mut seat, luck, &budget)
    }

    fn seat(&mut self, side: Side) -> Seat<'_, G> {
        match self.trust {
            Trust::Guarded => Seat::guarded(side, &self.game, &mut self.notes),
            Trust::Trusting => Seat::open(side, &mut self.game, &mut self.notes),
        }
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
        if let Some(timer) = &mut self.timer {
            timer.charge(side.index());
        }
        self.asked = false;
        match self.game.play(mv) {
            Ok(effect) => {
                self.refusals = 0;
                tell(&self.game, &Event::Played { side, mv, effect });
            }
            Err(refusal) => {
                tell(&self.game, &Event::Refused { side, mv, refusal });
                self.count_refusal(side, tell);
            }
        }
    }

    fn count_refusal(&mut self, side: Side, tell: &mut impl FnMut(&G, &Event<G>)) {
        self.refusals += 1;
        let is_strategy = matches!(self.players[side.index()].mind, Mind::Strategy(_));
        if is_strategy && self.refusals >= MOST_REFUSALS {
            self.finish(Ending::Forfeited(side, Forfeit::Refusals), tell);
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
        let left = self
            .timer
            .as_ref()
            .and_then(|timer| timer.left(side.index()));
        left.is_some_and(|left| left.is_zero())
    }

    fn finish(&mut self, ending: Ending, tell: &mut impl FnMut(&G, &Event<G>)) -> Next {
        self.ending = Some(ending);
        tell(&self.game, &Event::Over { ending });
        Next::Over(ending)
    }
}
