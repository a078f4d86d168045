//! A view that owns its history and can be parsed from text, the input of an analysis.

use std::str::FromStr;

use table::Explain;

use crate::engine::worlds::Worlds;
use crate::notation::{NotationError, read_rule};
use crate::rules::{Ends, Move, Rule};
use crate::tile::{Tile, Tiles};
use crate::view::View;

/// The reason why no game can lead to a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
pub enum ImpossibleView {
    /// The rule does not allow a deal of this many tiles.
    #[message("dominos-view-deal")]
    Deal,
    /// A side passes or draws at the opening, or draws under Rule 1.
    #[message("dominos-view-stuck")]
    Stuck,
    /// A tile is in the hand and in the line, or twice in the line.
    #[message("dominos-view-twice", tile = _0.to_string())]
    Twice(Tile),
    /// A tile was laid at an end that it does not fit.
    #[message("dominos-view-does-not-fit", tile = _0.to_string())]
    DoesNotFit(Tile),
    /// The sizes of the hands contradict the numbers of tiles dealt, drawn and laid.
    #[message("dominos-view-counts")]
    Counts,
    /// Every hand of the opponent contradicts its moves.
    #[message("dominos-view-opponent")]
    Opponent,
}

/// A [`View`] that owns its history; it is parsed from the text of a view.
///
/// ```
/// use dominos::Seen;
/// let text = "1x3 first 30,10 2/22 : first 66 65";
/// assert_eq!(text.parse::<Seen>()?.view().to_string(), text);
/// # Ok::<(), dominos::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The view without its history.
    view: View<'static>,
    history: Vec<Move>,
}

impl Seen {
    /// Copies a view.
    #[cfg(feature = "hosting")]
    pub(crate) fn from_view(view: &View<'_>) -> Self {
        Self {
            view: View {
                history: &[],
                ..*view
            },
            history: view.history.to_vec(),
        }
    }

    /// Borrows the view.
    pub fn view(&self) -> View<'_> {
        View {
            history: &self.history,
            ..self.view
        }
    }
}

impl FromStr for Seen {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let no_view = || NotationError::NoView(text.to_owned());
        let (setup, moves) = text.split_once(':').ok_or_else(no_view)?;
        let words: Vec<_> = setup.split_whitespace().collect();
        let &[rule, side, hand, counts] = &words[..] else {
            return Err(no_view());
        };
        let (rule, size) = read_rule(rule)?;
        let (opponent, boneyard) = counts.split_once('/').ok_or_else(no_view)?;
        let count = |text: &str| text.parse().map_err(|_| no_view());
        let mut words = moves.split_whitespace();
        let starter = words.next().ok_or_else(no_view)?;
        // `+?` marks a tile that was drawn.
        let moves: Vec<&str> = words.filter(|word| *word != "+?").collect();
        let history: Result<_, _> = moves.iter().map(|mv| mv.parse()).collect();
        let view = View {
            rule,
            size,
            side: side.parse()?,
            hand: hand.parse()?,
            opponent: count(opponent)?,
            boneyard: count(boneyard)?,
            starter: starter.parse()?,
            awaits_tile: moves.last() == Some(&"pioche") && !text.trim_end().ends_with("+?"),
            history: &[],
        };
        let history = history?;
        let seen = Self { view, history };
        match fault(&seen.view()) {
            Some(fault) => Err(fault.into()),
            None => Ok(seen),
        }
    }
}

/// The reason why no game can lead to a view, if there is one.
fn fault(view: &View<'_>) -> Option<ImpossibleView> {
    let most = view.rule.largest_size();
    if view.size == 0 || view.size > most {
        return Some(ImpossibleView::Deal);
    }
    line_fault(view)
        .or_else(|| count_fault(view))
        .or_else(|| world_fault(view))
}

/// Checks that the tiles of the line match end to end and that no tile is in two places.
fn line_fault(view: &View<'_>) -> Option<ImpossibleView> {
    let mut placed = view.hand;
    for (index, step) in view.steps().enumerate() {
        let Some(tile) = step.mv.tile() else {
            if index == 0 || step.mv == Move::Draw && view.rule == Rule::One {
                return Some(ImpossibleView::Stuck);
            }
            continue;
        };
        if placed.contains(tile) {
            return Some(ImpossibleView::Twice(tile));
        }
        placed.insert(tile);
        let fits = |ends: Ends| match step.mv {
            Move::LayRight(_) => ends.fitting_both().contains(tile),
            _ => ends.fitting().contains(tile),
        };
        if !step.ends.map_or(index == 0, fits) {
            return Some(ImpossibleView::DoesNotFit(tile));
        }
    }
    None
}

/// Checks that each side holds the tiles it was dealt and drew, minus those it laid.
fn count_fault(view: &View<'_>) -> Option<ImpossibleView> {
    let wrong = Some(ImpossibleView::Counts);
    if u16::from(view.opponent) + u16::from(view.boneyard) > view.unseen().len().into() {
        return wrong;
    }
    if view.history.is_empty() {
        return wrong.filter(|_| view.hand.len().max(view.opponent) > view.size);
    }
    let awaits = |side| view.awaits_tile && view.next() == side;
    let held = |side| {
        let own = || view.steps().filter(move |step| step.side == side);
        let laid = own().filter(|step| step.mv.tile().is_some()).count();
        let asked = own().filter(|step| step.mv == Move::Draw).count();
        (usize::from(view.size) + asked).checked_sub(laid + usize::from(awaits(side)))
    };
    let counts = [view.hand.len(), view.opponent].map(|count| Some(count.into()));
    wrong.filter(|_| [held(view.side), held(view.side.other())] != counts)
}

/// Checks that a hand of the opponent allows all its moves.
fn world_fault(view: &View<'_>) -> Option<ImpossibleView> {
    let possible = if view.history.is_empty() {
        !view.is_dealt() || may_open(view)
    } else {
        Worlds::from_view(view).exist()
    };
    (!possible).then_some(ImpossibleView::Opponent)
}

/// Returns whether the opponent can have a hand with which the given side must open.
fn may_open(view: &View<'_>) -> bool {
    let outranks = |tile: &Tile| {
        let other = [*tile].into_iter().collect();
        view.rule.opening([view.hand, other]) == Some(*tile)
    };
    let higher: Tiles = view.unseen().into_iter().filter(outranks).collect();
    if view.starter == view.side {
        (view.unseen() - higher).len() >= view.opponent
    } else {
        !higher.is_empty()
    }
}
