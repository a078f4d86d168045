//! A table that speaks text, whatever the game: what the terminal, the page and the store hold.

use std::sync::Arc;
use std::time::Duration;

use table::{
    Entry, Event, Fact, Fault, Forfeit, Header, Limits, Mind, Monotonic, Named, Nature, Next,
    NoMove, NotNow, Player, Record, RecordError, Referee, Remark, Seat, Seeded, Side, Slot,
    Strategy, TimeControl, Trust, Turn, Who, repeat, replay, shown,
};

use crate::event_view::TypedEvent;
use crate::{Ask, EventView, OptionError, Options, Scene, Viewer, Voice};
use text::Language;

/// Hears what happens at a table.
pub type EventHandler<'a> = &'a mut dyn FnMut(&dyn EventView);

/// What to know to open a table.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's own.
    pub options: Options,
    /// Who sits where.
    pub players: [Player; 2],
    /// Whether the referee is trusting.
    pub trust: Trust,
    /// Where luck begins: nature's, and that of players who have no seed of their own.
    pub seed: u64,
}

/// A game as one side sees it, for a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Brief {
    /// The text that an analysis reads.
    pub position: String,
    /// The same in lines of a word and whole numbers.
    pub plain: Vec<String>,
    /// The first of what it may play; none unless it has the hand.
    pub moves: Vec<String>,
}

/// A game under its referee, without its type.
pub trait Table: Send {
    /// What was settled before the first move.
    fn header(&self) -> &Header;
    /// What the table needs; events that this brings to light are told.
    fn next(&mut self, tell: EventHandler<'_>) -> Next;
    /// Takes an answer from outside.
    ///
    /// # Errors
    /// When none is waited for.
    fn answer(&mut self, text: &str, tell: EventHandler<'_>) -> Result<(), NotNow>;
    /// Does what needs nobody: lets the engine that has the hand think within `limits`, unless its
    /// player has terms of its own, or nature draw.
    ///
    /// # Errors
    /// When the table waits for somebody, or is over.
    fn proceed(&mut self, limits: &Limits, tell: EventHandler<'_>) -> Result<(), NotNow>;
    /// Ends the game against a side.
    ///
    /// # Errors
    /// When the game is over already.
    fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        tell: EventHandler<'_>,
    ) -> Result<(), NotNow>;
    /// Takes a line of the record that was written elsewhere, whoever sits there, and tells what a
    /// replay of the record tells from there on.
    ///
    /// # Errors
    /// When it cannot be: where the table stands then is not said.
    fn repeat(&mut self, entry: &Entry, tell: EventHandler<'_>) -> Result<(), Fault>;
    /// Says aloud for a side what it said where the game was first played.
    fn remark(&mut self, side: Side, remark: Remark, tell: EventHandler<'_>);
    /// The dialogue with the person who has the hand.
    fn ask(&self, answers: &[String], language: Language) -> Ask;
    /// The whole position.
    fn position(&self) -> String;
    /// The rules as a program is told them: `matches=13 max=3`.
    fn rules(&self) -> String;
    /// What a side is told before it is asked, when a program sits there.
    fn brief(&self, side: Side, most: usize) -> Brief;
    /// What a side's clock shows; none where it has none.
    fn clock(&self, side: Side) -> Option<Duration>;
    /// When the side that has the hand forfeits unless it moves; none where time is not limited.
    fn time_left(&self) -> Option<Duration>;
    /// Puts a side's clock to what it showed when the game was interrupted.
    fn set_clock(&mut self, side: Side, left: Duration);
    /// Time that does not count for the side that has the hand.
    fn excuse(&mut self, time: Duration);
    /// The place of the result that nature is asked for, when it is.
    fn slot(&self) -> Slot;
    /// Who has the hand.
    fn to_move(&self) -> Option<Side>;
    /// Lets go of what engines hold, hundreds of megabytes for some: they are made again when they
    /// are asked.
    fn rest(&mut self);
}

/// A table of one game: the only implementation of [`Table`].
#[derive(Debug)]
pub struct TypedTable<G: Voice> {
    referee: Referee<G>,
    header: Header,
    players: Arc<[Player; 2]>,
    nature: Nature,
    seed: u64,
}

impl<G: Voice> TypedTable<G> {
    /// Opens a table. No engine is made before it has to think.
    ///
    /// # Errors
    /// Options that the game cannot take.
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

    /// A table where a record broke off or ended; both players answer from outside.
    ///
    /// # Errors
    /// As [`table::replay`].
    pub fn replay(record: &Record, tell: EventHandler<'_>) -> Result<Self, RecordError> {
        let players = Arc::new(record.header.players.clone());
        let referee = replay::<G>(record, |game, event| {
            tell(&TypedEvent::new(game, event, &players));
        })?;
        Ok(Self {
            referee,
            header: record.header.clone(),
            players,
            nature: Nature::new(0),
            seed: 0,
        })
    }

    /// A table where a record broke off, with everybody back in their seats and the luck that the
    /// game would have had without the interruption. Clocks are full: see [`Table::set_clock`].
    ///
    /// # Errors
    /// As [`table::replay`]. A script that cannot be read is as good as none: it was read when the
    /// table was opened.
    pub fn resume(
        record: &Record,
        options: &Options,
        seed: u64,
        tell: EventHandler<'_>,
    ) -> Result<Self, RecordError> {
        let Self {
            mut referee,
            header,
            ..
        } = Self::replay(record, tell)?;
        for (side, mind) in Side::BOTH.into_iter().zip(minds(&header.players)) {
            referee.change_mind(side, mind);
        }
        let script = G::script(options).unwrap_or_default();
        Ok(Self::seat(referee, header, seed, script))
    }

    /// Runs one call of the referee, passing on what it tells.
    fn run<R>(
        &mut self,
        tell: EventHandler<'_>,
        call: impl FnOnce(&mut Referee<G>, &mut dyn FnMut(&G, &Event<G>)) -> R,
    ) -> R {
        let Self {
            referee, players, ..
        } = self;
        let mut hear = |game: &G, event: &Event<G>| tell(&TypedEvent::new(game, event, players));
        call(referee, &mut hear)
    }
}

fn minds<G: Voice>(players: &[Player; 2]) -> [Mind<G>; 2] {
    players.each_ref().map(|player| match &player.who {
        Who::Person => Mind::Person,
        Who::Program(_) => Mind::Program,
        Who::Strategy(name) => match named::<G>(name) {
            Some(named) => Mind::strategy(OnDemand { named, made: None }),
            None => Mind::Person,
        },
    })
}

fn named<G: Voice>(name: &str) -> Option<&'static Named<G>> {
    G::STRATEGIES.iter().find(|named| named.name == name)
}

/// A strategy that is made when it is first asked.
struct OnDemand<G: 'static> {
    named: &'static Named<G>,
    made: Option<Box<dyn Strategy<G>>>,
}

impl<G: Voice> Strategy<G> for OnDemand<G> {
    fn choose(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Move, NoMove> {
        self.made.get_or_insert_with(self.named.make).choose(seat)
    }
}

impl<G: Voice> Table for TypedTable<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn next(&mut self, tell: EventHandler<'_>) -> Next {
        self.run(tell, |referee, hear| referee.next(hear))
    }

    fn answer(&mut self, text: &str, tell: EventHandler<'_>) -> Result<(), NotNow> {
        self.run(tell, |referee, hear| referee.answer(text, hear))
    }

    fn proceed(&mut self, limits: &Limits, tell: EventHandler<'_>) -> Result<(), NotNow> {
        match self.next(tell) {
            Next::Think(side) => {
                let terms = &self.header.players[side.index()].terms;
                let (limits, seed) = (limits.under(terms), terms.seed.unwrap_or(self.seed));
                let choice = self.referee.choices(side);
                let mut luck = Seeded::for_choice(seed, side, choice);
                self.run(tell, |referee, hear| {
                    referee.think(&mut luck, &limits, hear)
                })
            }
            Next::Draw { outcomes, .. } => {
                let (drawn, slot) = (self.referee.drawn(), self.referee.game().slot());
                let outcome = self.nature.decide(drawn, slot, outcomes);
                self.run(tell, |referee, hear| referee.draw(outcome, hear))
            }
            Next::Answer(_) | Next::Over(_) => Err(NotNow),
        }
    }

    fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        tell: EventHandler<'_>,
    ) -> Result<(), NotNow> {
        self.run(tell, |referee, hear| referee.forfeit(side, reason, hear))
    }

    fn repeat(&mut self, entry: &Entry, tell: EventHandler<'_>) -> Result<(), Fault> {
        for side in Side::BOTH {
            self.referee.change_mind(side, Mind::Person);
        }
        let repeated = self.run(tell, |referee, mut hear| {
            repeat(referee, entry, &mut hear)?;
            referee.next(hear);
            Ok(())
        });
        self.rest();
        repeated
    }

    fn remark(&mut self, side: Side, remark: Remark, tell: EventHandler<'_>) {
        self.run(tell, |referee, hear| referee.remark(side, remark, hear));
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
