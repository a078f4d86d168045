//! Engines for reviews: the value of positions, and reasons for it.

use std::marker::PhantomData;
use std::time::Duration;

use table::{
    Budget, Chance, Evaluation, Expert, Explain, Game, Message, Share, Side, Stopped, Turn, message,
};

use crate::{Advice, LossScale, advise};
use host::{Analyst, Drawn, OptionError, Options};

/// A game whose records can be reviewed.
pub trait Reviewed: Drawn {
    /// Creates the engine that reviews records and gives advice. The default uses the analyst of
    /// the game and gives no reasons.
    fn judge(options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(AnalystJudge {
            analyst: Self::analyst(options)?,
            game: PhantomData,
        }))
    }
}

/// The engine for the reviews of one game. It may keep a cache between positions, and leave out moves
/// of an evaluation: of a million, some hundreds are enough.
pub trait Judge<G: Reviewed>: Expert<G> + Send {
    /// The first side's share with nothing hidden. Only called for games with hidden information.
    fn open(
        &mut self,
        _game: &G,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Share, Stopped> {
        Ok(Share::UNKNOWN)
    }

    /// Proved reasons why the best move is best and, if `chosen` is another move, why that one is
    /// worse. `found` is the result of [`evaluate`](Expert::evaluate).
    fn why(
        &mut self,
        _view: G::View<'_>,
        _found: &Evaluation<G::Move>,
        _chosen: Option<G::Move>,
    ) -> Vec<Message> {
        Vec::new()
    }

    /// Hint about the best move that does not name it.
    fn place(&mut self, _view: G::View<'_>, _best: G::Move) -> Message {
        message!("advice-anywhere")
    }

    /// A throw, draw or deal in few characters. `after` is the game after it.
    fn drawn(&self, _after: &G, effects: &[G::Effect]) -> String {
        let texts: Vec<String> = effects.iter().map(ToString::to_string).collect();
        texts.join(", ")
    }

    /// Scale that names the losses of this game.
    fn scale(&self) -> LossScale {
        LossScale::Points
    }

    /// Whether every position may use all the remaining time. True for engines whose first search
    /// makes the later ones free.
    fn learns_all_at_once(&self) -> bool {
        false
    }

    /// Time to review a whole game if the caller sets no limit.
    fn usual_time(&self) -> Duration {
        Duration::from_secs(5)
    }

    /// Gives advice for a position as text, from the view of the side to move. An error says that
    /// the text is not a position, or that no side is to move in it.
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

    /// Reads a position.
    fn read(&self, text: &str) -> Result<G, Message> {
        text.parse().map_err(|error: G::Err| error.explain())
    }
}

/// Default judge: the values of the game's analyst, without reasons.
struct AnalystJudge<G> {
    analyst: Box<dyn Analyst>,
    game: PhantomData<fn() -> G>,
}

impl<G: Reviewed> Expert<G> for AnalystJudge<G> {
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
}

impl<G: Reviewed> Judge<G> for AnalystJudge<G> {
    /// The analyst also reads the view of one side, which may not parse as a game.
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

/// The side that moves, throws or draws next; the first side if the game is over.
pub(crate) fn viewing_side<G: Game>(game: &G) -> Side {
    match game.turn() {
        Turn::Player(side) | Turn::Chance { side, .. } => side,
        Turn::Over(_) => Side::First,
    }
}
