//! The analysis board: what is played from a position, branches included. A pure answer, made from
//! the texts that come with the question: no table is asked.

use axum::Json;
use axum::extract::{Path, State};
use house::{Kind, Language, Moment, Node, Offer, Options, Tree, TreeError, Viewer};
use serde::{Deserialize, Serialize};
use table::{Entry, Outcome, Record, RecordError, Seeded, Turn};
use utoipa::ToSchema;

use crate::Hub;
use crate::api::{Body, LONGEST_POSITION, check_choices};
use crate::drawn::{game, language};
use crate::engines::Errand;
use crate::failure::{Failure, Trouble};
use crate::secret::random;
use crate::visitor::Visitor;
use crate::wire::side_name;

const LONGEST_MOVES: usize = 8192;
/// What a record begins with.
const RECORD: &str = "brelan record";

/// What is to be played from where.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeWanted {
    /// Where it begins; where games do, without.
    position: Option<String>,
    /// `4 4 (3 5) 2`: what is in brackets is played instead of the move before them; `=N` is a
    /// result of chance, `*` lets nature decide until somebody has the hand.
    #[serde(default)]
    moves: String,
    /// Instead of both, whatever somebody has at hand: a position, moves, or a record.
    pasted: Option<String>,
    /// `fr` or `en`.
    lang: String,
}

/// Everything that was played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TreeSeen {
    /// A record may be of another game than the one that was asked.
    game: &'static str,
    /// The first is where it begins.
    nodes: Vec<NodeSeen>,
}

/// A position and what led to it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NodeSeen {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(rename = "move")]
    text: String,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    position: String,
    /// `player`, `chance`, `over`, or `seen` where the text shows what one side sees of a game.
    turn: &'static str,
    /// Who has the hand, throws or draws, or has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    whose: Option<&'static str>,
    /// What nature may decide, in the order of the numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<String>,
}

impl From<Node> for NodeSeen {
    fn from(node: Node) -> Self {
        let (turn, whose) = match node.turn {
            None => ("seen", None),
            Some(Turn::Player(side)) => ("player", Some(side)),
            Some(Turn::Chance { side, .. }) => ("chance", Some(side)),
            Some(Turn::Over(Outcome::Win(side))) => ("over", Some(side)),
            Some(Turn::Over(Outcome::Draw)) => ("over", None),
        };
        Self {
            parent: node.parent,
            text: node.text,
            words: node.words,
            side: node.side.map(side_name),
            effect: node.effect,
            position: node.position,
            turn,
            whose: whose.map(side_name),
            outcomes: node.outcomes,
        }
    }
}

/// Plays what is written from a position.
#[utoipa::path(post, path = "/api/games/{game}/tree", params(("game" = String, Path)),
    request_body = TreeWanted,
    responses((status = 200, body = TreeSeen), (status = 400, body = Trouble)))]
pub(crate) async fn tree(
    State(hub): State<Hub>,
    Path(name): Path<String>,
    from: Visitor,
    Body(wanted): Body<TreeWanted>,
) -> Result<Json<TreeSeen>, Failure> {
    let (offer, language) = (game(&name)?, language(&wanted.lang)?);
    let position = wanted.position.as_ref().map_or(0, String::len);
    if position > LONGEST_POSITION || wanted.moves.len() > LONGEST_MOVES {
        return Err(Failure::TooLarge);
    }
    let work = move || Reader::new(offer, language).read(&wanted);
    let seen = hub.engines().run(Errand::Replay, from, work).await??;
    Ok(Json(seen))
}

/// Reads what somebody brings.
struct Reader {
    offer: &'static Offer,
    language: Language,
    luck: Seeded,
}

impl Reader {
    fn new(offer: &'static Offer, language: Language) -> Self {
        let luck = Seeded::new(u64::from_le_bytes(random()));
        Self {
            offer,
            language,
            luck,
        }
    }

    fn read(mut self, wanted: &TreeWanted) -> Result<TreeSeen, Failure> {
        let pasted = wanted.pasted.as_deref().map(str::trim);
        let tree = match (pasted, &wanted.position) {
            (Some(text), _) if text.starts_with(RECORD) => {
                let (start, moves) = self.recorded(text)?;
                self.grow(&start, &moves)
            }
            (Some(text), _) => self.pasted(text)?,
            (None, Some(position)) => {
                check_choices(self.offer, position.trim())?;
                self.grow(position.trim(), &wanted.moves)
            }
            (None, None) => {
                let start = self.beginning()?;
                self.grow(&start, &wanted.moves)
            }
        };
        let tree = tree.map_err(|error| Failure::setup("bad-position", &error))?;
        Ok(TreeSeen {
            game: self.offer.name,
            nodes: tree.nodes.into_iter().map(NodeSeen::from).collect(),
        })
    }

    fn grow(&mut self, start: &str, moves: &str) -> Result<Tree, TreeError> {
        self.offer.tree(start, moves, &mut self.luck, self.language)
    }

    /// Where games begin. Tiles are dealt: a game that nobody has a hand in is nothing to look at.
    fn beginning(&mut self) -> Result<String, Failure> {
        let start = self.offer.start(&Options::default());
        let start = start.map_err(|error| Failure::setup("bad-option", &error))?;
        if !self.offer.hides {
            return Ok(start);
        }
        let dealt = self.grow(&start, "*");
        let dealt = dealt.map_err(|error| Failure::setup("bad-position", &error))?;
        let last = dealt.nodes.into_iter().next_back();
        Ok(last.map_or(start, |node| node.position))
    }

    /// A position, or moves from where games begin.
    fn pasted(&mut self, text: &str) -> Result<Result<Tree, TreeError>, Failure> {
        check_choices(self.offer, text)?;
        let position = self.grow(text, "");
        if position.is_ok() {
            return Ok(position);
        }
        let start = self.beginning()?;
        let moves = self.grow(&start, text);
        // Of two complaints, the one that fits what it looks like.
        let wordy = text.contains(char::is_whitespace);
        Ok(if moves.is_ok() || wordy {
            moves
        } else {
            position
        })
    }

    /// Where a recorded game begins, and what was played. A cheat is no move: what follows the last
    /// one is what can be looked at. Tiles that were dealt belong to where it begins.
    fn recorded(&mut self, text: &str) -> Result<(String, String), Failure> {
        let refused = |error: RecordError| Failure::setup("bad-record", &error);
        let record: Record = text.parse().map_err(refused)?;
        self.offer = game(&record.header.game)?;
        let mut start = record.header.position.clone();
        check_choices(self.offer, &start)?;
        let (mut words, mut dealing) = (Vec::new(), self.offer.hides);
        let replayed = self.offer.replay(&record, &mut |moment| {
            let kind = moment.kind();
            dealing &= kind != Kind::Played;
            if kind == Kind::Cheated || (kind == Kind::Chance && dealing) {
                start = moment.view(Viewer::House);
                words.clear();
            } else {
                words.extend(word(moment));
            }
        });
        replayed.map_err(refused)?;
        Ok((start, words.join(" ")))
    }
}

/// How a tree writes what happened.
fn word(moment: &dyn Moment) -> Option<String> {
    match (moment.kind(), moment.entry()?) {
        (Kind::Played, Entry::Plays(_, text)) => Some(text),
        (Kind::Chance, Entry::Chance(outcome)) => Some(format!("={outcome}")),
        _ => None,
    }
}
