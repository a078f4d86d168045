//! What a game brings so that its records can be reviewed: an engine that says what positions are
//! worth, and why.

use std::marker::PhantomData;
use std::time::Duration;

use table::{Budget, Chance, Evaluation, Explain, Game, Message, Side, Stopped, Turn, message};

use crate::LossScale;
use crate::{Advice, advise};
use host::{Analyst, Drawn, OptionError, Options};
use table::Share;

/// A hosted game whose records can be reviewed.
pub trait Reviewed: Drawn {
    /// The engine that reviews records and gives advice. Without one of its own, a game's reviews
    /// show the analyst's values without reasons.
    ///
    /// # Errors
    /// Options of the analysis that contradict one another or the rules.
    fn judge(options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(ByAnalyst::new(Self::analyst(options)?)))
    }
}

/// The engine behind the reviews of one game. It keeps what it learns from one position to the next.
pub trait Judge<G: Reviewed>: Send {
    /// What a side sees is worth, and each of its moves; of a million moves, some hundreds.
    ///
    /// # Errors
    /// When it was told to stop.
    fn evaluate(
        &mut self,
        view: G::View<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<G::Move>, Stopped>;

    /// The first side's share if nothing were hidden. Only asked where something is.
    ///
    /// # Errors
    /// When it was told to stop.
    fn open(
        &mut self,
        _game: &G,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Share, Stopped> {
        Ok(Share::UNKNOWN)
    }

    /// Why the best move is the best and, where another was chosen, what is wrong with that: each
    /// sentence is proved. `found` is what [`evaluate`](Self::evaluate) said.
    fn why(
        &mut self,
        _view: G::View<'_>,
        _found: &Evaluation<G::Move>,
        _chosen: Option<G::Move>,
    ) -> Vec<Message> {
        Vec::new()
    }

    /// Where to look for the best move, without naming it.
    fn place(&mut self, _view: G::View<'_>, _best: G::Move) -> Message {
        message!("advice-anywhere")
    }

    /// What nature did, in few characters; `after` is the game after it.
    fn drawn(&self, _after: &G, effects: &[G::Effect]) -> String {
        let texts: Vec<String> = effects.iter().map(ToString::to_string).collect();
        texts.join(", ")
    }

    /// What a loss is called.
    fn scale(&self) -> LossScale {
        LossScale::Points
    }

    /// Whether the first answer may take all the time there is, because the others then take none.
    fn learns_all_at_once(&self) -> bool {
        false
    }

    /// What a whole game gets when the caller sets no limit.
    fn usual_time(&self) -> Duration {
        Duration::from_secs(5)
    }

    /// Advice for a position given as text, as the side to move sees it.
    ///
    /// # Errors
    /// A text that is no position, or in which nobody is to move: what to say about it.
    fn advise(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Advice, Message> {
        let game: G = self.read(text)?;
        match game.turn() {
            Turn::Player(side) => advise(self, game.view(side), luck, budget),
            Turn::Chance { .. } | Turn::Over(_) => Err(message!("advice-nobody")),
        }
    }

    /// The position that a text shows.
    ///
    /// # Errors
    /// A text that is none: what to say about it.
    fn read(&self, text: &str) -> Result<G, Message> {
        text.parse().map_err(|error: G::Err| error.explain())
    }
}

/// The judge of a game that brings none of its own: its analyst, which gives no reasons.
struct ByAnalyst<G> {
    analyst: Box<dyn Analyst>,
    game: PhantomData<fn() -> G>,
}

impl<G> ByAnalyst<G> {
    fn new(analyst: Box<dyn Analyst>) -> Self {
        Self {
            analyst,
            game: PhantomData,
        }
    }
}

impl<G: Reviewed> Judge<G> for ByAnalyst<G> {
    fn evaluate(
        &mut self,
        view: G::View<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<G::Move>, Stopped> {
        let report = self.analyst.analyse(&view.to_string(), luck, budget);
        let report = report.map_err(|_| Stopped)?;
        let moves = report.moves.iter();
        Ok(Evaluation {
            side: report.to_move,
            value: report.value,
            moves: moves
                .filter_map(|(mv, value)| Some((mv.parse().ok()?, *value)))
                .collect(),
            nodes: report.nodes,
        })
    }

    /// The analyst reads what a side sees, which need not be a whole game.
    fn advise(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Advice, Message> {
        let report = self.analyst.analyse(text, luck, budget)?;
        let what = report.best().map(str::to_owned);
        Ok(Advice {
            place: message!("advice-anywhere"),
            what: what.ok_or_else(|| message!("advice-nobody"))?,
            why: Vec::new(),
            report,
        })
    }
}

/// Who looks at a position: whoever has the hand, throws or draws; when it is over, the first side.
pub(crate) fn looker<G: Game>(game: &G) -> Side {
    match game.turn() {
        Turn::Player(side) | Turn::Chance { side, .. } => side,
        Turn::Over(_) => Side::First,
    }
}
