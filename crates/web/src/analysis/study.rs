//! The tree of the analysis board: the moves played from a position, branches included, computed from
//! the texts of the request alone.

use axum::Json;
use axum::extract::{Path, State};
use games::RegisteredGame;
use host::{EventKind, EventView, MoveNode, Options, Tree, TreeError, Viewer};
use serde::{Deserialize, Serialize};
use table::{Entry, Record, RecordError, Seeded};
use text::Language;
use utoipa::ToSchema;

use super::engines::JobKind;
use crate::Hub;
use crate::error::{ErrorBody, RequestError};
use crate::server::json_body::JsonBody;
use crate::server::language::parse_language;
use crate::server::secret::random;
use crate::server::visitor::Visitor;
use crate::tables::{LONGEST_POSITION, check_choices, find_game};

/// Largest number of bytes in the moves of a tree.
const LONGEST_MOVES: usize = 8192;
/// The first words of every record.
const RECORD_START: &str = "brelan record";

/// A tree of moves to play from a position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeRequest {
    /// The position to start from; the game's own without it.
    position: Option<String>,
    /// The moves, `4 4 (3 5) 2`: the moves in brackets are played instead of the move before them; `=N` is
    /// a result of chance, `*` draws at random until a player is to move.
    #[serde(default)]
    moves: String,
    /// Instead of both, text that a person pasted: a position, moves, or a record.
    pasted: Option<String>,
    /// Language of the texts: `fr` or `en`.
    lang: String,
}

/// The tree of the analysis board, as a list of nodes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TreeReply {
    /// Name of the game; a pasted record may be of another game than the path.
    game: &'static str,
    /// All positions, the start first, each with the `move` that led to it; `turn` is `player`, `chance`,
    /// `over`, or `seen` for a position that shows what one side sees.
    #[schema(value_type = Vec<Object>)]
    nodes: Vec<MoveNode>,
}

/// Plays a tree of moves from a position.
#[utoipa::path(post, path = "/api/games/{game}/tree", params(("game" = String, Path)),
    request_body = TreeRequest,
    responses((status = 200, body = TreeReply), (status = 400, body = ErrorBody)))]
pub(crate) async fn tree(
    State(hub): State<Hub>,
    Path(name): Path<String>,
    from: Visitor,
    JsonBody(wanted): JsonBody<TreeRequest>,
) -> Result<Json<TreeReply>, RequestError> {
    let (offer, language) = (find_game(&name)?, parse_language(&wanted.lang)?);
    let position = wanted.position.as_ref().map_or(0, String::len);
    if position > LONGEST_POSITION || wanted.moves.len() > LONGEST_MOVES {
        return Err(RequestError::TooLarge);
    }
    let work = move || TreeReader::new(offer, language).read(&wanted);
    let tree = hub.engines().run(JobKind::Replay, from, work).await??;
    Ok(Json(tree))
}

struct TreeReader {
    offer: &'static RegisteredGame,
    language: Language,
    luck: Seeded,
}

impl TreeReader {
    fn new(offer: &'static RegisteredGame, language: Language) -> Self {
        let luck = Seeded::new(u64::from_le_bytes(random()));
        Self {
            offer,
            language,
            luck,
        }
    }

    fn read(mut self, wanted: &TreeRequest) -> Result<TreeReply, RequestError> {
        let pasted = wanted.pasted.as_deref().map(str::trim);
        let tree = match (pasted, &wanted.position) {
            (Some(text), _) if text.starts_with(RECORD_START) => {
                let (start, moves) = self.recorded(text)?;
                self.grow(&start, &moves)
            }
            (Some(text), _) => self.pasted(text)?,
            (None, Some(position)) => {
                check_choices(self.offer, position.trim())?;
                self.grow(position.trim(), &wanted.moves)
            }
            (None, None) => {
                let start = self.start()?;
                self.grow(&start, &wanted.moves)
            }
        };
        let tree = tree.map_err(|error| RequestError::setup("bad-position", &error))?;
        Ok(TreeReply {
            game: self.offer.name,
            nodes: tree.nodes,
        })
    }

    fn grow(&mut self, start: &str, moves: &str) -> Result<Tree, TreeError> {
        self.offer.tree(start, moves, &mut self.luck, self.language)
    }

    /// The start of a game, with the tiles dealt in games that hide hands.
    fn start(&mut self) -> Result<String, RequestError> {
        let start = self.offer.start(&Options::default())?;
        if !self.offer.hides {
            return Ok(start);
        }
        let dealt = self.grow(&start, "*");
        let dealt = dealt.map_err(|error| RequestError::setup("bad-position", &error))?;
        let last = dealt.nodes.into_iter().next_back();
        Ok(last.map_or(start, |node| node.position))
    }

    /// The tree of pasted text: a position, or moves from the game's start.
    fn pasted(&mut self, text: &str) -> Result<Result<Tree, TreeError>, RequestError> {
        check_choices(self.offer, text)?;
        let position = self.grow(text, "");
        if position.is_ok() {
            return Ok(position);
        }
        let start = self.start()?;
        let moves = self.grow(&start, text);
        // Of two errors, the one that fits the look of the text.
        let has_blanks = text.contains(char::is_whitespace);
        Ok(if moves.is_ok() || has_blanks {
            moves
        } else {
            position
        })
    }

    /// The start and the moves of a record. A cheat is no move: the game starts after the last one. Tiles
    /// that were dealt belong to the start.
    fn recorded(&mut self, text: &str) -> Result<(String, String), RequestError> {
        let refused = |error: RecordError| RequestError::setup("bad-record", &error);
        let record: Record = text.parse().map_err(refused)?;
        self.offer = find_game(&record.header.game)?;
        let mut start = record.header.position.clone();
        check_choices(self.offer, &start)?;
        let (mut words, mut dealing) = (Vec::new(), self.offer.hides);
        let replayed = self.offer.replay(&record, &mut |event| {
            let kind = event.kind();
            dealing &= kind != EventKind::Played;
            if kind == EventKind::Cheated || (kind == EventKind::Chance && dealing) {
                start = event.view(Viewer::Referee);
                words.clear();
            } else {
                words.extend(word(event));
            }
        });
        replayed.map_err(refused)?;
        Ok((start, words.join(" ")))
    }
}

/// An event as a word of a tree's notation.
fn word(event: &dyn EventView) -> Option<String> {
    match (event.kind(), event.entry()?) {
        (EventKind::Played, Entry::Plays(_, text)) => Some(text),
        (EventKind::Chance, Entry::Chance(outcome)) => Some(format!("={outcome}")),
        _ => None,
    }
}
