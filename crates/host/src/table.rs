//! A table without the type of its game: moves and positions are text. Used by the terminal, the
//! page and the store.

use std::sync::Arc;
use std::time::Duration;

use table::{
    Entry, Event, Fact, Fault, Forfeit, Header, Limits, Mind, Monotonic, Named, Nature, Next,
    NoMove, NotNow, Player, Record, RecordError, Referee, Remark, Seat, Seeded, Side, Slot,
    Strategy, TimeControl, Trust, Turn, Who, repeat, replay, shown,
};

use crate::event_view::TypedEvent;
use crate::levels::{EXPERT, LEVELS, LevelStrategy, level_of};
use crate::{Ask, EventView, OptionError, Options, Scene, Viewer, Voice};
use text::Language;

/// Callback that receives every event of a table, in order.
pub type EventHandler<'a> = &'a mut dyn FnMut(&dyn EventView);

/// Settings of a new table.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Options of the game.
    pub options: Options,
    /// The first and the second player.
    pub players: [Player; 2],
    /// Whether the referee is trusting, which lets cheats work.
    pub trust: Trust,
    /// Seed of chance results, and of strategies without their own seed.
    pub seed: u64,
}

/// The view of one side, for a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Brief {
    /// The view as text, in the form that an analysis reads.
    pub position: String,
    /// The view as lines of one word and whole numbers.
    pub plain: Vec<String>,
    /// The first legal moves; empty unless the side is to move.
    pub moves: Vec<String>,
}

/// A game under its referee, without the type of the game. Methods pass the events they cause to
/// `on_event`.
pub trait Table: Send {
    /// Settings made before the first move.
    fn header(&self) -> &Header;
    /// The input that the table waits for. Events: a side is asked to move, its time is up, or the
    /// game is over.
    fn next(&mut self, on_event: EventHandler<'_>) -> Next;
    /// Accepts an answer of a person or a program.
    fn answer(&mut self, text: &str, on_event: EventHandler<'_>) -> Result<(), NotNow>;
    /// Performs a step without outside input: a chance result, or a move of a strategy. The terms
    /// of its player override the time and effort of `limits`.
    fn proceed(&mut self, limits: &Limits, on_event: EventHandler<'_>) -> Result<(), NotNow>;
    /// Ends the game with a forfeit of `side`.
    fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        on_event: EventHandler<'_>,
    ) -> Result<(), NotNow>;
    /// Applies a record line written by another node, with the events of a replay. Players are not
    /// asked. After an error the state of the table is unspecified.
    fn repeat(&mut self, entry: &Entry, on_event: EventHandler<'_>) -> Result<(), Fault>;
    /// Repeats a remark that `side` made on the node where the game is played.
    fn remark(&mut self, side: Side, remark: Remark, on_event: EventHandler<'_>);
    /// Next step of the dialogue with the person to move, after `answers`.
    fn ask(&self, answers: &[String], language: Language) -> Ask;
    /// The full position, hidden parts included.
    fn position(&self) -> String;
    /// The rules as sent to a program: `matches=13 max=3`.
    fn rules(&self) -> String;
    /// View of `side` for a program, with at most `most` legal moves.
    fn brief(&self, side: Side, most: usize) -> Brief;
    /// Time left on a side's clock; `None` without a clock.
    fn clock(&self, side: Side) -> Option<Duration>;
    /// Time until the side to move forfeits; `None` without a limit.
    fn time_left(&self) -> Option<Duration>;
    /// Sets a side's clock, to resume an interrupted game.
    fn set_clock(&mut self, side: Side, left: Duration);
    /// Does not count `time` of the current turn for the side to move.
    fn excuse(&mut self, time: Duration);
    /// Slot of the pending chance result; unused on other turns.
    fn slot(&self) -> Slot;
    /// Side to move; `None` on a turn of chance and when the game is over.
    fn to_move(&self) -> Option<Side>;
    /// Frees the engines, some of which hold hundreds of megabytes. An engine is created again at
    /// its next turn.
    fn rest(&mut self);
}

/// A table of a game whose type is known: the only implementation of [`Table`].
#[derive(Debug)]
pub struct TypedTable<G: Voice> {
    referee: Referee<G>,
    header: Header,
    players: Arc<[Player; 2]>,
    nature: Nature,
    seed: u64,
}

impl<G: Voice> TypedTable<G> {
    /// Opens a table. Each engine is created at its first turn.
    pub fn open(setup: &Setup) -> Result<Self, OptionError> {
        let game = G::begin(&setup.options)?;
        let script = G::script(&setup.options)?;
        let header = Header {
            game: G::NAME.to_owned(),
            position: game.to_string(),
            trust: setup.trust,
            players: setup.players.clone(),
        };
        let referee = Referee::new(game, minds(&setup.players), setup.trust);
        Ok(Self::seat(referee, header, setup.seed, script))
    }

    fn seat(referee: Referee<G>, header: Header, seed: u64, script: Vec<u8>) -> Self {
        let controls = header.players.each_ref().map(Player::time_control);
        let timed = controls != [TimeControl::default(); 2];
        Self {
            referee: if timed {
                referee.with_time(controls, Monotonic::start())
            } else {
                referee
            },
            players: Arc::new(header.players.clone()),
            header,
            nature: Nature::new(seed).with_script(script),
            seed,
        }
    }

    /// Replays a record and returns the table after its last line. Both sides then wait for answers
    /// from outside.
    pub fn replay(record: &Record, on_event: EventHandler<'_>) -> Result<Self, RecordError> {
        let players = Arc::new(record.header.players.clone());
        let referee = replay::<G>(record, |game, event| {
            on_event(&TypedEvent::new(game, event, &players));
        })?;
        Ok(Self {
            referee,
            header: record.header.clone(),
            players,
            nature: Nature::new(0),
            seed: 0,
        })
    }

    /// Replays an unfinished record and continues the game with its players. The same `seed` gives
    /// the chance results of an uninterrupted game. Clocks are full: see [`Table::set_clock`].
    /// Options that fix chance results but cannot be read are ignored, because [`open`](Self::open)
    /// has already checked them.
    pub fn resume(
        record: &Record,
        options: &Options,
        seed: u64,
        on_event: EventHandler<'_>,
    ) -> Result<Self, RecordError> {
        let Self {
            mut referee,
            header,
            ..
        } = Self::replay(record, on_event)?;
        for (side, mind) in Side::BOTH.into_iter().zip(minds(&header.players)) {
            referee.change_mind(side, mind);
        }
        let script = G::script(options).unwrap_or_default();
        Ok(Self::seat(referee, header, seed, script))
    }

    /// Runs one call of the referee and passes its events to `on_event`.
    fn run<R>(
        &mut self,
        on_event: EventHandler<'_>,
        call: impl FnOnce(&mut Referee<G>, &mut dyn FnMut(&G, &Event<G>)) -> R,
    ) -> R {
        let Self {
            referee, players, ..
        } = self;
        let mut emit =
            |game: &G, event: &Event<G>| on_event(&TypedEvent::new(game, event, players));
        call(referee, &mut emit)
    }
}

fn minds<G: Voice>(players: &[Player; 2]) -> [Mind<G>; 2] {
    players.each_ref().map(|player| match &player.who {
        Who::Person => Mind::Person,
        Who::Program(_) => Mind::Program,
        Who::Strategy(name) => mind(name),
    })
}

/// The mind of a strategy or a level by its name; a person for a name that the game does not know.
fn mind<G: Voice>(name: &str) -> Mind<G> {
    let level = level_of(name);
    let name = if level == Some(LEVELS.len()) {
        EXPERT
    } else {
        name
    };
    match (named::<G>(name), level) {
        (Some(named), _) => Mind::strategy(LazyStrategy {
            named,
            strategy: None,
        }),
        (None, Some(level)) => Mind::strategy(LevelStrategy::new(level)),
        (None, None) => Mind::Person,
    }
}

fn named<G: Voice>(name: &str) -> Option<&'static Named<G>> {
    G::STRATEGIES.iter().find(|named| named.name == name)
}

/// A strategy that is created at its first turn.
struct LazyStrategy<G: 'static> {
    named: &'static Named<G>,
    strategy: Option<Box<dyn Strategy<G>>>,
}

impl<G: Voice> Strategy<G> for LazyStrategy<G> {
    fn choose(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Move, NoMove> {
        self.strategy
            .get_or_insert_with(self.named.make)
            .choose(seat)
    }
}

impl<G: Voice> Table for TypedTable<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn next(&mut self, on_event: EventHandler<'_>) -> Next {
        self.run(on_event, |referee, emit| referee.next(emit))
    }

    fn answer(&mut self, text: &str, on_event: EventHandler<'_>) -> Result<(), NotNow> {
        self.run(on_event, |referee, emit| referee.answer(text, emit))
    }

    fn proceed(&mut self, limits: &Limits, on_event: EventHandler<'_>) -> Result<(), NotNow> {
        match self.next(on_event) {
            Next::Think(side) => {
                let terms = &self.header.players[side.index()].terms;
                let (limits, seed) = (limits.under(terms), terms.seed.unwrap_or(self.seed));
                let choice = self.referee.choices(side);
                let mut luck = Seeded::for_choice(seed, side, choice);
                self.run(on_event, |referee, emit| {
                    referee.think(&mut luck, &limits, emit)
                })
            }
            Next::Draw { outcomes, .. } => {
                let (drawn, slot) = (self.referee.drawn(), self.referee.game().slot());
                let outcome = self.nature.decide(drawn, slot, outcomes);
                self.run(on_event, |referee, emit| referee.draw(outcome, emit))
            }
            Next::Answer(_) | Next::Over(_) => Err(NotNow),
        }
    }

    fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        on_event: EventHandler<'_>,
    ) -> Result<(), NotNow> {
        self.run(on_event, |referee, emit| {
            referee.forfeit(side, reason, emit)
        })
    }

    fn repeat(&mut self, entry: &Entry, on_event: EventHandler<'_>) -> Result<(), Fault> {
        for side in Side::BOTH {
            self.referee.change_mind(side, Mind::Person);
        }
        let repeated = self.run(on_event, |referee, mut emit| {
            repeat(referee, entry, &mut emit)?;
            referee.next(emit);
            Ok(())
        });
        self.rest();
        repeated
    }

    fn remark(&mut self, side: Side, remark: Remark, on_event: EventHandler<'_>) {
        self.run(on_event, |referee, emit| referee.remark(side, remark, emit));
    }

    fn ask(&self, answers: &[String], language: Language) -> Ask {
        let scene = Scene {
            game: self.referee.game(),
            players: &self.players,
            viewer: Viewer::Referee,
            language,
        };
        G::ask(&scene, answers)
    }

    fn position(&self) -> String {
        self.referee.game().to_string()
    }

    fn rules(&self) -> String {
        self.referee.game().rules()
    }

    fn brief(&self, side: Side, most: usize) -> Brief {
        let game = self.referee.game();
        let own = game.turn() == Turn::Player(side);
        let moves = game.legal().take(if own { most } else { 0 });
        Brief {
            position: shown(game, Fact::Position, Viewer::Player(side)).unwrap_or_default(),
            plain: game.plain(side),
            moves: moves.map(|mv| mv.to_string()).collect(),
        }
    }

    fn clock(&self, side: Side) -> Option<Duration> {
        self.referee.clock(side)
    }

    fn time_left(&self) -> Option<Duration> {
        self.referee.time_left()
    }

    fn set_clock(&mut self, side: Side, left: Duration) {
        self.referee.set_clock(side, left);
    }

    fn excuse(&mut self, time: Duration) {
        self.referee.excuse(time);
    }

    fn slot(&self) -> Slot {
        self.referee.game().slot()
    }

    fn to_move(&self) -> Option<Side> {
        match self.referee.game().turn() {
            Turn::Player(side) => Some(side),
            Turn::Chance { .. } | Turn::Over(_) => None,
        }
    }

    fn rest(&mut self) {
        for (side, mind) in Side::BOTH.into_iter().zip(minds(&self.players)) {
            self.referee.change_mind(side, mind);
        }
    }
}
