//! A table that speaks text, whatever the game: what the terminal, the page and the store hold.

use serde::Serialize;
use table::{
    Chance, Ending, Entry, Event, Explain, Forfeit, Header, Limits, Message, Mind, Next, NotNow,
    Player, Record, RecordError, Referee, Seating, Seeded, Side, Trust, Turn, replay,
};

use crate::{Ask, EXPERT, HUMAN, Hosted, Language, OptionError, Options, Scene};

/// What happened, of any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are those of `table::Event`")]
pub enum Kind {
    Asked,
    Said,
    Unreadable,
    Played,
    Refused,
    Chance,
    Cheated,
    Foiled,
    Caught,
    Over,
}

/// An event as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Counted from 0 without gaps.
    pub number: usize,
    /// What happened.
    pub kind: Kind,
    /// To whom, or by whom; none at the end of the game.
    pub side: Option<Side>,
    /// The move, the answer that could not be read, the cheat, the outcome of chance, the ending.
    pub text: String,
    /// What a move or a draw did.
    pub effect: Option<String>,
    /// Why something was refused, or could not be read.
    pub refusal: Option<Message>,
    /// The legal moves of the side that was given the hand.
    pub legal: Vec<String>,
    /// The line of the record.
    pub entry: Option<Entry>,
    /// What the transcript prints.
    pub transcript: String,
    hidden: [bool; 3],
    views: [String; 3],
}

/// Whoever looks: the sides, then spectators.
const VIEWERS: [Option<Side>; 3] = [Some(Side::First), Some(Side::Second), None];

/// A viewer's place in [`VIEWERS`].
fn place(viewer: Option<Side>) -> usize {
    viewer.map_or(2, Side::index)
}

impl Told {
    fn of<G: Hosted>(number: usize, scene: &Scene<'_, G>, event: &Event<G>) -> Self {
        let (kind, side, text) = summary(event);
        let effect = match event {
            Event::Played { effect, .. } | Event::Chance { effect, .. } => Some(effect.to_string()),
            _ => None,
        };
        let refusal = match event {
            Event::Refused { refusal, .. } | Event::Foiled { refusal, .. } => {
                Some(refusal.explain())
            }
            Event::Unreadable { text, .. } => {
                text.parse::<G::Move>().err().map(|error| error.explain())
            }
            _ => None,
        };
        Self {
            number,
            kind,
            side,
            text,
            effect,
            refusal,
            legal: match kind {
                Kind::Asked => legal(scene.game),
                _ => Vec::new(),
            },
            entry: Entry::of(event),
            transcript: G::tell(scene, event),
            hidden: VIEWERS.map(|viewer| G::hides(event, viewer)),
            views: VIEWERS.map(|viewer| scene.game.shown(viewer)),
        }
    }

    /// The game after the event, as a viewer may see it.
    pub fn view(&self, viewer: Option<Side>) -> &str {
        &self.views[place(viewer)]
    }

    /// The same as a viewer may see it; `None` is a spectator. Legal moves are the affair of the
    /// side that has the hand.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Side>) -> Self {
        let mut seen = self.clone();
        seen.views = VIEWERS.map(|_| self.view(viewer).to_owned());
        if viewer != self.side {
            seen.legal.clear();
        }
        if self.hidden[place(viewer)] {
            seen.text.clear();
            seen.transcript.clear();
            (seen.effect, seen.refusal, seen.entry) = (None, None, None);
        }
        seen
    }
}

fn legal<G: Hosted>(game: &G) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal(|mv| moves.push(mv.to_string()));
    moves
}

fn summary<G: Hosted>(event: &Event<G>) -> (Kind, Option<Side>, String) {
    match event {
        Event::Asked { side } => (Kind::Asked, Some(*side), String::new()),
        Event::Said { side, remark } => (Kind::Said, Some(*side), remark.to_string()),
        Event::Unreadable { side, text } => (Kind::Unreadable, Some(*side), text.clone()),
        Event::Played { side, mv, .. } => (Kind::Played, Some(*side), mv.to_string()),
        Event::Refused { side, mv, .. } => (Kind::Refused, Some(*side), mv.to_string()),
        Event::Chance { side, outcome, .. } => (Kind::Chance, Some(*side), outcome.to_string()),
        Event::Cheated { side, cheat } => (Kind::Cheated, Some(*side), cheat.to_string()),
        Event::Foiled { side, cheat, .. } => (Kind::Foiled, Some(*side), cheat.to_string()),
        Event::Caught { side, cheat } => (Kind::Caught, Some(*side), cheat.to_string()),
        Event::Over { ending } => (Kind::Over, None, ending.to_string()),
    }
}

/// What to know to open a table.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's own.
    pub options: Options,
    /// Who sits where.
    pub players: [Seating; 2],
    /// The referee's.
    pub trust: Trust,
    /// Where luck begins.
    pub seed: u64,
    /// How hard engines think.
    pub limits: Limits,
    /// What transcripts are told in.
    pub language: Language,
}

/// What to know besides its record to go on with a game.
#[derive(Clone, Debug)]
pub struct Resumption {
    /// Where luck begins again.
    pub seed: u64,
    /// How hard engines think.
    pub limits: Limits,
    /// What transcripts are told in.
    pub language: Language,
}

/// A question to the expert that can be carried to another thread: the move it would play, unless
/// it was stopped.
pub type Advice = Box<dyn FnOnce(&mut dyn Chance, &Limits) -> Option<String> + Send>;

/// A game under its referee, without its type.
pub trait Table: Send {
    /// Which game it is.
    fn game(&self) -> &'static str;
    /// Who sits where.
    fn players(&self) -> &[Seating; 2];
    /// What the table needs; events that this brings to light are told.
    fn next(&mut self, tell: &mut dyn FnMut(Told)) -> Next;
    /// Takes an answer from outside.
    ///
    /// # Errors
    /// When none is waited for.
    fn answer(&mut self, text: &str, tell: &mut dyn FnMut(Told)) -> Result<(), NotNow>;
    /// Does what needs nobody: lets the engine that has the hand think, or nature draw.
    ///
    /// # Errors
    /// When the table waits for somebody, or is over.
    fn proceed(&mut self, tell: &mut dyn FnMut(Told)) -> Result<(), NotNow>;
    /// Ends the game against a side.
    ///
    /// # Errors
    /// When the game is over already.
    fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        tell: &mut dyn FnMut(Told),
    ) -> Result<(), NotNow>;
    /// The dialogue with the person who has the hand.
    fn ask(&self, answers: &[String]) -> Ask;
    /// The legal moves of the side that has the hand.
    fn legal(&self) -> Vec<String>;
    /// The whole position.
    fn position(&self) -> String;
    /// What a side sees.
    fn view(&self, side: Side) -> String;
    /// What a viewer may see; `None` is a spectator.
    fn shown(&self, viewer: Option<Side>) -> String;
    /// Changes how hard engines think from now on.
    fn limit(&mut self, limits: Limits);
    /// What the expert would play in place of the side that has the hand, from that side's view
    /// alone; none when no side has it.
    fn advice(&self) -> Option<Advice>;
    /// The game so far, written down.
    fn record(&self) -> &Record;
    /// How it ended, if it has.
    fn ending(&mut self) -> Option<Ending> {
        match self.next(&mut |_| ()) {
            Next::Over(ending) => Some(ending),
            _ => None,
        }
    }
}

/// A table of one game: the only implementation of [`Table`].
#[derive(Debug)]
pub struct Seated<G: Hosted> {
    referee: Referee<G>,
    record: Record,
    language: Language,
    told: usize,
    nature: Box<dyn Chance>,
    luck: Box<dyn Chance>,
    limits: Limits,
}

impl<G: Hosted> Seated<G> {
    /// Opens a table.
    ///
    /// # Errors
    /// Options that the game cannot take.
    pub fn open(setup: &Setup) -> Result<Self, OptionError> {
        let game = G::open(&setup.options)?;
        let nature = G::nature(&setup.options, setup.seed)?;
        let header = Header {
            game: G::NAME.to_owned(),
            position: game.to_string(),
            trust: setup.trust,
            players: setup.players.clone(),
        };
        let players = setup.players.each_ref().map(|seating| Player {
            name: seating.name.clone(),
            mind: mind(&seating.strategy),
        });
        Ok(Self {
            referee: Referee::new(game, players, setup.trust),
            record: Record::new(header),
            language: setup.language,
            told: 0,
            nature,
            luck: Box::new(Seeded::stream(setup.seed, 1)),
            limits: setup.limits.clone(),
        })
    }

    /// A table where a record broke off or ended; both players answer from outside.
    ///
    /// # Errors
    /// As [`table::replay`].
    pub fn replay(
        record: &Record,
        language: Language,
        tell: &mut dyn FnMut(Told),
    ) -> Result<Self, RecordError> {
        let players = &record.header.players;
        let mut told = 0;
        let referee = replay::<G>(record, |game, event| {
            tell(Told::of(
                told,
                &Scene {
                    game,
                    players,
                    language,
                },
                event,
            ));
            told += 1;
        })?;
        Ok(Self {
            referee,
            record: record.clone(),
            language,
            told,
            nature: Box::new(Seeded::new(0)),
            luck: Box::new(Seeded::new(0)),
            limits: Limits::default(),
        })
    }

    /// A table where a record broke off, with everybody back in their seats.
    ///
    /// # Errors
    /// As [`table::replay`].
    pub fn resume(
        record: &Record,
        resumption: &Resumption,
        tell: &mut dyn FnMut(Told),
    ) -> Result<Self, RecordError> {
        let mut seated = Self::replay(record, resumption.language, tell)?;
        for side in Side::BOTH {
            let strategy = &record.header.players[side.index()].strategy;
            seated.referee.change_mind(side, mind(strategy));
        }
        seated.nature = Box::new(Seeded::stream(resumption.seed, 0));
        seated.luck = Box::new(Seeded::stream(resumption.seed, 1));
        seated.limits = resumption.limits.clone();
        Ok(seated)
    }

    fn scene(&self) -> Scene<'_, G> {
        Scene {
            game: self.referee.game(),
            players: &self.record.header.players,
            language: self.language,
        }
    }

    /// Runs one call of the referee, writing down and passing on what it tells.
    fn run<R>(
        &mut self,
        tell: &mut dyn FnMut(Told),
        call: impl FnOnce(&mut Running<'_, G>, &mut dyn FnMut(&G, &Event<G>)) -> R,
    ) -> R {
        let Self {
            referee,
            record,
            language,
            told,
            nature,
            luck,
            limits,
        } = self;
        let players = record.header.players.clone();
        let mut hear = |game: &G, event: &Event<G>| {
            record.note(event);
            let scene = Scene {
                game,
                players: &players,
                language: *language,
            };
            tell(Told::of(*told, &scene, event));
            *told += 1;
        };
        let mut running = Running {
            referee,
            nature: &mut **nature,
            luck: &mut **luck,
            limits,
        };
        call(&mut running, &mut hear)
    }
}

/// The parts of a table that a call of the referee uses.
struct Running<'a, G: Hosted> {
    referee: &'a mut Referee<G>,
    nature: &'a mut dyn Chance,
    luck: &'a mut dyn Chance,
    limits: &'a Limits,
}

fn mind<G: Hosted>(strategy: &str) -> Mind<G> {
    let named = G::STRATEGIES.iter().find(|named| named.name == strategy);
    debug_assert!(
        named.is_some() || strategy == HUMAN,
        "seatings are checked when read"
    );
    named.map_or(Mind::Outside, |named| Mind::Strategy((named.make)()))
}

impl<G: Hosted> Table for Seated<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn players(&self) -> &[Seating; 2] {
        &self.record.header.players
    }

    fn next(&mut self, tell: &mut dyn FnMut(Told)) -> Next {
        self.run(tell, |at, hear| at.referee.next(hear))
    }

    fn answer(&mut self, text: &str, tell: &mut dyn FnMut(Told)) -> Result<(), NotNow> {
        self.run(tell, |at, hear| at.referee.answer(text, hear))
    }

    fn proceed(&mut self, tell: &mut dyn FnMut(Told)) -> Result<(), NotNow> {
        self.run(tell, |at, hear| match at.referee.next(&mut *hear) {
            Next::Think(_) => at.referee.think(at.luck, at.limits, hear),
            Next::Draw { outcomes, .. } => at
                .referee
                .draw(at.nature.below(outcomes.into()) as u8, hear),
            Next::Answer(_) | Next::Over(_) => Err(NotNow),
        })
    }

    fn forfeit(
        &mut self,
        side: Side,
        reason: Forfeit,
        tell: &mut dyn FnMut(Told),
    ) -> Result<(), NotNow> {
        self.run(tell, |at, hear| at.referee.forfeit(side, reason, hear))
    }

    fn ask(&self, answers: &[String]) -> Ask {
        G::ask(&self.scene(), answers)
    }

    fn legal(&self) -> Vec<String> {
        legal(self.referee.game())
    }

    fn position(&self) -> String {
        self.referee.game().to_string()
    }

    fn view(&self, side: Side) -> String {
        self.referee.game().view(side).to_string()
    }

    fn shown(&self, viewer: Option<Side>) -> String {
        self.referee.game().shown(viewer)
    }

    fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn advice(&self) -> Option<Advice> {
        let Turn::Player(side) = self.referee.game().turn() else {
            return None;
        };
        let expert = G::STRATEGIES.iter().find(|named| named.name == EXPERT)?;
        let game = self.referee.game().clone();
        Some(Box::new(move |luck, limits| {
            let players = Side::BOTH.map(|_| Player::outside(""));
            let mut referee = Referee::new(game, players, Trust::Guarded);
            referee.change_mind(side, Mind::Strategy((expert.make)()));
            let mut choice = None;
            let hear = |_: &G, event: &Event<G>| {
                if let Event::Played { mv, .. } = event {
                    choice = Some(mv.to_string());
                }
            };
            referee.think(luck, limits, hear).ok().and(choice)
        }))
    }

    fn record(&self) -> &Record {
        &self.record
    }
}

#[cfg(test)]
mod tests {
    use allumettes::Matches;

    use super::*;

    const RECORD: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
        first A@humain\nsecond B@expert\n\nfirst plays 2\n";

    fn resumed() -> Seated<Matches> {
        let resumption = Resumption {
            seed: 1,
            limits: Limits::default(),
            language: Language::English,
        };
        let record = RECORD.parse().expect("well formed");
        Seated::resume(&record, &resumption, &mut |_| ()).expect("a possible game")
    }

    #[test]
    fn a_resumed_game_goes_on_with_its_strategies_and_its_record() {
        let mut table = resumed();
        assert_eq!(table.next(&mut |_| ()), Next::Think(Side::Second));
        let mut told = Vec::new();
        table
            .proceed(&mut |event| told.push(event))
            .expect("an engine has the hand");
        // Eleven left: the expert leaves nine.
        assert_eq!(told[0].view(None), "9");
        assert_eq!(table.next(&mut |_| ()), Next::Answer(Side::First));
        assert_eq!(
            table.record().to_string(),
            format!("{RECORD}second plays 2\n")
        );
    }

    #[test]
    fn advice_is_the_expert_s_and_changes_nothing() {
        let table = resumed();
        let advice = table.advice().expect("somebody has the hand");
        let choice = advice(&mut Seeded::new(0), &Limits::default());
        assert_eq!(choice.as_deref(), Some("2"));
        assert_eq!(table.position(), "11/second");
    }

    #[test]
    fn legal_moves_and_reasons_are_told_to_whom_they_concern() {
        let mut told = Vec::new();
        let record = RECORD.replace("first plays 2", "first answers \"x\"");
        let record = record.parse().expect("well formed");
        Seated::<Matches>::replay(&record, Language::English, &mut |event| told.push(event))
            .expect("a possible game");
        assert_eq!(told[0].seen_by(Some(Side::First)).legal, ["1", "2", "3"]);
        assert!(told[0].seen_by(Some(Side::Second)).legal.is_empty());
        assert!(told[0].seen_by(None).legal.is_empty());
        let reason = told[1].refusal.as_ref().map(|message| message.key);
        assert_eq!(reason, Some("allumettes-number"));
    }
}
