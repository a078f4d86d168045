//! A position and what may follow it, branches included, as text that reads back: `4 4 (3 5) 2`.
//!
//! A move is written as its game writes it, a result of chance as in records with `=` before it.
//! What stands in brackets is played instead of the move before them; `*` lets nature decide until
//! somebody has the hand.

use table::{Chance, Explain, Message, Side, Turn, message};

use crate::Drawn;
use crate::GameInfo;
use crate::drawing::words;
use text::Language;

/// The most moves and results of a tree: more is no analysis that a person makes.
pub const MOST_NODES: usize = 1000;

/// Everything that was played from a position: the position first, each node after what it follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// In the order of the text.
    pub nodes: Vec<MoveNode>,
}

/// A position and what led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveNode {
    /// What it follows; none for the first.
    pub parent: Option<usize>,
    /// The move, or `=` and the result.
    pub text: String,
    /// The same in words.
    pub words: String,
    /// Who moved, or whose throw or draw it was.
    pub side: Option<Side>,
    /// What that did.
    pub effect: Option<String>,
    /// The whole position after it.
    pub position: String,
    /// Whose turn it is then; none where a text only shows what one side sees.
    pub turn: Option<Turn>,
    /// What nature may decide next, in few characters, in the order of the numbers.
    pub outcomes: Vec<String>,
}

/// Why a text is not a tree of moves.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum TreeError {
    /// The position cannot be read or played on.
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
        /// Its number, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// Why it cannot be played.
        reason: Message,
    },
}

impl GameInfo {
    /// What `text` plays from `position`; `luck` is for its `*`.
    ///
    /// # Errors
    /// A text that is no position, moves that cannot be played, brackets that do not match.
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
        Err(error) => return seen::<G>(position, text, error.explain()),
    };
    let mut grown = Grown {
        nodes: vec![MoveNode::after(
            None,
            String::new(),
            String::new(),
            None,
            &root,
        )],
        games: vec![root],
        language,
    };
    grown.read(text, luck)?;
    Ok(Tree { nodes: grown.nodes })
}

/// What one side sees can be looked at and valued, and nothing else.
fn seen<G: Drawn>(position: &str, text: &str, reason: Message) -> Result<Tree, TreeError> {
    if position.parse::<G::Sight>().is_err() {
        return Err(TreeError::Position(reason));
    }
    if !text.trim().is_empty() {
        return Err(TreeError::Position(message!("tree-seen")));
    }
    let root = MoveNode {
        parent: None,
        text: String::new(),
        words: String::new(),
        side: None,
        effect: None,
        position: position.trim().to_owned(),
        turn: None,
        outcomes: Vec::new(),
    };
    Ok(Tree { nodes: vec![root] })
}

impl MoveNode {
    fn after<G: Drawn>(
        parent: Option<usize>,
        text: String,
        words: String,
        effect: Option<(Side, &G::Effect)>,
        game: &G,
    ) -> Self {
        let outcomes = match game.turn() {
            Turn::Chance { outcomes, .. } => outcomes,
            Turn::Player(_) | Turn::Over(_) => 0,
        };
        let fallen = |outcome| G::fell(&game.clone().draw(outcome));
        Self {
            parent,
            text,
            words,
            side: effect.map(|(side, _)| side),
            effect: effect.map(|(_, effect)| effect.to_string()),
            position: game.to_string(),
            turn: Some(game.turn()),
            outcomes: (0..outcomes).map(fallen).collect(),
        }
    }
}

/// A tree while it is read.
struct Grown<G> {
    nodes: Vec<MoveNode>,
    games: Vec<G>,
    language: Language,
}

impl<G: Drawn> Grown<G> {
    fn read(&mut self, text: &str, luck: &mut dyn Chance) -> Result<(), TreeError> {
        let text = text.replace('(', " ( ").replace(')', " ) ");
        let (mut at, mut left) = (0, Vec::new());
        // Brackets stand for the last move, and for none where one has just opened.
        let mut replaced = None;
        for word in text.split_whitespace() {
            match word {
                "(" => {
                    let instead = replaced.take().ok_or(TreeError::Shape)?;
                    left.push(at);
                    at = instead;
                }
                ")" => {
                    at = left.pop().ok_or(TreeError::Shape)?;
                    replaced = self.nodes[at].parent;
                }
                word => {
                    let from = at;
                    at = self.go(at, word, luck)?;
                    replaced = Some(from);
                }
            }
        }
        if left.is_empty() {
            Ok(())
        } else {
            Err(TreeError::Shape)
        }
    }

    /// Where a word leads.
    fn go(&mut self, at: usize, word: &str, luck: &mut dyn Chance) -> Result<usize, TreeError> {
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

    /// The node after a move or a result: one that is there already is not made again.
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
                let told = words::<G>(&game.to_string(), &mv.to_string(), self.language);
                let words = told.unwrap_or_else(|| mv.to_string());
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
        let node = MoveNode::after(Some(at), text, words, Some((side, &effect)), &game);
        self.nodes.push(node);
        self.games.push(game);
        Ok(number)
    }
}
