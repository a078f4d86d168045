//! A tree of moves from a position, written as one line: `4 4 (3 5) 2`.
//!
//! A move is in the notation of its game. A chance result is `=` and its number, as in records. A
//! bracket holds the moves played instead of the move before it. `*` draws chance results at random
//! until a side is to move or the game is over.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use table::{Chance, Explain, Message, Side, Turn, message};

use crate::Drawn;
use crate::GameInfo;
use crate::drawing::words;
use text::Language;

/// Maximum number of moves and chance results in a tree: more than a person enters by hand.
pub const MOST_NODES: usize = 1000;

/// The moves played from a position. Node 0 is the position; each node comes after its parent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// Nodes in the order of the text.
    pub nodes: Vec<MoveNode>,
}

/// A position and the move or chance result that led to it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct MoveNode {
    /// Index of the parent; `None` for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move, or `=` and the number of the chance result; empty for the root.
    #[serde(rename = "move")]
    pub text: String,
    /// The move or chance result in words.
    pub words: String,
    /// Side that moved, threw or drew; `None` for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Effect of the move or chance result; `None` for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// Position after the move or chance result.
    pub position: String,
    /// Turn in `position`; `None` if the position is only the view of one side.
    #[serde(flatten, serialize_with = "serialize_turn")]
    pub turn: Option<Turn>,
    /// Short texts of the possible chance results, by number; empty on other turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<String>,
}

/// Writes `turn` (`player`, `chance`, `over` or `seen`) and `whose`: the side that moves, throws or
/// draws, or has won.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn serialize_turn<S: Serializer>(turn: &Option<Turn>, serializer: S) -> Result<S::Ok, S::Error> {
    let (turn, whose) = match turn {
        None => ("seen", None),
        Some(Turn::Player(side)) => ("player", Some(*side)),
        Some(Turn::Chance { side, .. }) => ("chance", Some(*side)),
        Some(Turn::Over(outcome)) => ("over", outcome.winner()),
    };
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("turn", turn)?;
    if let Some(side) = whose {
        map.serialize_entry("whose", &side)?;
    }
    map.end()
}

/// Error for a text that is not a tree of moves.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[expect(missing_docs, reason = "the fields are the variables of the messages")]
pub enum TreeError {
    /// The position cannot be read, or is a view that cannot be played.
    #[message(transparent)]
    Position(Message),
    /// The brackets do not match, or follow no move.
    #[message("tree-shape")]
    Shape,
    /// The tree has more than [`MOST_NODES`] moves.
    #[message("tree-too-long", most = MOST_NODES)]
    TooLong,
    /// A move cannot be played where it stands.
    #[message("tree-move", reason = explain(reason))]
    Move {
        /// Number of the move, from 1.
        number: usize,
        text: String,
        reason: Message,
    },
}

impl GameInfo {
    /// Plays `text` from `position`. `luck` decides the results of `*`.
    pub fn tree(
        &self,
        position: &str,
        text: &str,
        luck: &mut dyn Chance,
        language: Language,
    ) -> Result<Tree, TreeError> {
        (self.tree)(position, text, luck, language)
    }
}

pub(crate) fn read<G: Drawn>(
    position: &str,
    text: &str,
    luck: &mut dyn Chance,
    language: Language,
) -> Result<Tree, TreeError> {
    let root = match position.parse::<G>() {
        Ok(game) => game,
        Err(error) => return view_only::<G>(position, text, error.explain()),
    };
    let mut builder = TreeBuilder {
        nodes: vec![MoveNode::root(&root)],
        games: vec![root],
        language,
    };
    builder.read(text, luck)?;
    Ok(Tree {
        nodes: builder.nodes,
    })
}

/// A tree of one node for the view of one side. No moves can be played from it.
fn view_only<G: Drawn>(position: &str, text: &str, reason: Message) -> Result<Tree, TreeError> {
    if position.parse::<G::Sight>().is_err() {
        return Err(TreeError::Position(reason));
    }
    if !text.trim().is_empty() {
        return Err(TreeError::Position(message!("tree-seen")));
    }
    let root = MoveNode {
        position: position.trim().to_owned(),
        ..MoveNode::default()
    };
    Ok(Tree { nodes: vec![root] })
}

impl MoveNode {
    /// The root of a tree: the position of `game`, to which no move led.
    fn root<G: Drawn>(game: &G) -> Self {
        let outcomes = match game.turn() {
            Turn::Chance { outcomes, .. } => outcomes,
            Turn::Player(_) | Turn::Over(_) => 0,
        };
        let outcome_text = |outcome| G::fell(&game.clone().draw(outcome));
        Self {
            position: game.to_string(),
            turn: Some(game.turn()),
            outcomes: (0..outcomes).map(outcome_text).collect(),
            ..Self::default()
        }
    }
}

/// Builds a tree from its text. `games[i]` is the game at `nodes[i]`.
struct TreeBuilder<G> {
    nodes: Vec<MoveNode>,
    games: Vec<G>,
    language: Language,
}

impl<G: Drawn> TreeBuilder<G> {
    fn read(&mut self, text: &str, luck: &mut dyn Chance) -> Result<(), TreeError> {
        let text = text.replace('(', " ( ").replace(')', " ) ");
        let (mut at, mut interrupted) = (0, Vec::new());
        // A bracket replaces the last move; right after `(` there is none to replace.
        let mut before_last = None;
        for word in text.split_whitespace() {
            match word {
                "(" => {
                    let branch = before_last.take().ok_or(TreeError::Shape)?;
                    interrupted.push(at);
                    at = branch;
                }
                ")" => {
                    at = interrupted.pop().ok_or(TreeError::Shape)?;
                    before_last = self.nodes[at].parent;
                }
                word => {
                    let from = at;
                    at = self.play_word(at, word, luck)?;
                    before_last = Some(from);
                }
            }
        }
        match interrupted[..] {
            [] => Ok(()),
            _ => Err(TreeError::Shape),
        }
    }

    /// Plays a move, a chance result or `*` from node `at` and returns the node reached.
    fn play_word(
        &mut self,
        at: usize,
        word: &str,
        luck: &mut dyn Chance,
    ) -> Result<usize, TreeError> {
        if word != "*" {
            return self.step(at, word);
        }
        let mut reached = at;
        while let Turn::Chance { outcomes, .. } = self.games[reached].turn() {
            let outcome = luck.below(outcomes.into());
            reached = self.step(reached, &format!("={outcome}"))?;
        }
        Ok(reached)
    }

    /// Plays a move or a chance result from node `at` and returns the node reached. An existing
    /// node is reused.
    fn step(&mut self, at: usize, word: &str) -> Result<usize, TreeError> {
        let number = self.nodes.len();
        let refused = |reason| TreeError::Move {
            number,
            text: word.to_owned(),
            reason,
        };
        let mut game = self.games[at].clone();
        let (text, words, side, effect) = match (game.turn(), word.strip_prefix('=')) {
            (Turn::Player(side), None) => {
                let read: Result<G::Move, _> = word.parse();
                let mv = read.map_err(|error| refused(error.explain()))?;
                let described = words::<G>(&game.to_string(), &mv.to_string(), self.language);
                let words = described.unwrap_or_else(|| mv.to_string());
                let effect = game.play(mv).map_err(|error| refused(error.explain()))?;
                (mv.to_string(), words, side, effect)
            }
            (Turn::Chance { side, outcomes }, Some(outcome)) => {
                let outcome: Option<u8> = outcome.parse().ok();
                let possible = outcome.filter(|outcome| *outcome < outcomes);
                let outcome = possible.ok_or_else(|| refused(message!("tree-chance")))?;
                let effect = game.draw(outcome);
                (format!("={outcome}"), G::fell(&effect), side, effect)
            }
            (Turn::Player(_), Some(_)) => return Err(refused(message!("tree-chance"))),
            (Turn::Chance { .. } | Turn::Over(_), _) => {
                return Err(refused(message!("tree-nobody")));
            }
        };
        let known = |node: &MoveNode| node.parent == Some(at) && node.text == text;
        if let Some(known) = self.nodes.iter().position(known) {
            return Ok(known);
        }
        if number > MOST_NODES {
            return Err(TreeError::TooLong);
        }
        self.nodes.push(MoveNode {
            parent: Some(at),
            text,
            words,
            side: Some(side),
            effect: Some(effect.to_string()),
            ..MoveNode::root(&game)
        });
        self.games.push(game);
        Ok(number)
    }
}
