//! Boards, rules and words for the page: pure answers, made from the texts that come with the
//! question. A view shows what its viewer may see, so a drawing of it cannot show more.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use house::drawing::{Edit, Rule, page_style, standalone};
use house::{Drawing, Easel, Language, Offer, Options, Wanted};
use serde::{Deserialize, Serialize};
use table::{Message, Side};
use utoipa::ToSchema;

use crate::Hub;
use crate::api::check_choices;
use crate::engines::Errand;
use crate::failure::{Failure, Trouble};
use crate::visitor::Visitor;

const LONGEST_VIEW: usize = 4096;
const LONGEST_EFFECT: usize = 256;

/// A view to be drawn.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct DrawingWanted {
    /// As an event told it.
    view: String,
    /// `fr` or `en`.
    lang: String,
    /// Whose side is near: `first` unless it is `second`.
    near: Option<String>,
    /// Whether the board is higher than wide.
    #[serde(default)]
    tall: bool,
    /// What happened last, as events told it: a side, a space, the effect.
    last: Option<String>,
    /// What a player did last, in the same form.
    played: Option<String>,
}

/// A board and what may be touched on it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DrawingSeen {
    /// What is played.
    title: String,
    /// The picture; its parts are named by `data-part`.
    svg: String,
    /// The legal moves of whoever has the hand.
    moves: Vec<TouchSeen>,
    /// The parts that the effect changed, in order.
    changed: Vec<String>,
}

/// A move as touches of the board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TouchSeen {
    #[serde(rename = "move")]
    text: String,
    /// What a person touches for it, the part that settles it last.
    parts: Vec<String>,
    /// What it is called.
    words: String,
}

/// A change of a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EditSeen {
    /// What does it: a tool for the parts, or a button of its own where there are none.
    tool: String,
    /// What a person touches, in any order.
    parts: Vec<String>,
    /// The position then.
    position: String,
}

/// A sentence of the rules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleSeen {
    words: String,
    /// A board that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

/// A language by its name.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct Spoken {
    /// `fr` or `en`.
    lang: String,
}

pub(crate) fn language(text: &str) -> Result<Language, Failure> {
    text.parse()
        .map_err(|error| Failure::setup("unknown-language", &error))
}

pub(crate) fn game(name: &str) -> Result<&'static Offer, Failure> {
    house::find(name).map_err(|error| Failure::setup("unknown-game", &error))
}

fn side(text: Option<&str>) -> Result<Side, Failure> {
    let read = text.map_or(Ok(Side::First), str::parse);
    read.map_err(|_| Failure::Malformed("side".to_owned()))
}

/// `first 4,1` is what an effect was and whose.
fn effect(text: Option<&str>) -> Result<Option<(Side, &str)>, Failure> {
    let malformed = || Failure::Malformed("effect".to_owned());
    let Some(text) = text else { return Ok(None) };
    if text.len() > LONGEST_EFFECT {
        return Err(malformed());
    }
    let (by, effect) = text.split_once(' ').ok_or_else(malformed)?;
    Ok(Some((side(Some(by))?, effect)))
}

/// Draws a view.
#[utoipa::path(get, path = "/api/games/{game}/drawing", params(("game" = String, Path), DrawingWanted),
    responses((status = 200, body = DrawingSeen), (status = 400, body = Trouble)))]
pub(crate) async fn drawing(
    Path(name): Path<String>,
    Query(wanted): Query<DrawingWanted>,
) -> Result<Json<DrawingSeen>, Failure> {
    let drawn = drawn(&name, &wanted)?;
    let touch = |touch: house::drawing::Touch| TouchSeen {
        text: touch.mv,
        parts: touch.parts,
        words: touch.words,
    };
    Ok(Json(DrawingSeen {
        title: drawn.title,
        svg: drawn.svg,
        moves: drawn.moves.into_iter().map(touch).collect(),
        changed: drawn.changed,
    }))
}

fn drawn(name: &str, wanted: &DrawingWanted) -> Result<Drawing, Failure> {
    if wanted.view.len() > LONGEST_VIEW {
        return Err(Failure::Malformed("view".to_owned()));
    }
    let easel = Easel {
        near: side(wanted.near.as_deref())?,
        language: language(&wanted.lang)?,
        tall: wanted.tall,
    };
    let asked = Wanted {
        view: &wanted.view,
        last: effect(wanted.last.as_deref())?,
        played: effect(wanted.played.as_deref())?,
        easel,
    };
    let drawn = game(name)?.drawing(&asked);
    drawn.map_err(|message| unreadable(message, &wanted.view))
}

/// The same as a file that stands on its own, as `brelan draw` writes it.
#[utoipa::path(get, path = "/api/games/{game}/picture", params(("game" = String, Path), DrawingWanted),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 400, body = Trouble)))]
pub(crate) async fn picture(
    Path(name): Path<String>,
    Query(wanted): Query<DrawingWanted>,
) -> Result<Response, Failure> {
    let about = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CONTENT_DISPOSITION, "attachment; filename=\"brelan.svg\""),
    ];
    Ok((about, standalone(&drawn(&name, &wanted)?.svg)).into_response())
}

fn unreadable(message: Message, view: &str) -> Failure {
    Failure::Setup("bad-position", message, view.to_owned())
}

/// The rules of a game, in words and pictures.
#[utoipa::path(get, path = "/api/games/{game}/rules", params(("game" = String, Path), Spoken),
    responses((status = 200, body = Vec<RuleSeen>), (status = 400, body = Trouble)))]
pub(crate) async fn rules(
    Path(name): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Result<Json<Vec<RuleSeen>>, Failure> {
    let (offer, language) = (game(&name)?, language(&spoken.lang)?);
    let rule = |rule: &Rule| {
        let drawn = rule.view.map(|view| {
            let drawn = offer.drawing(&Wanted::still(view, Easel::wide(language)));
            drawn.map_err(|message| unreadable(message, view))
        });
        Ok(RuleSeen {
            words: language.word(rule.words),
            svg: drawn.transpose()?.map(|drawn| drawn.svg),
        })
    };
    let rules: Result<Vec<_>, Failure> = offer.rules.iter().map(rule).collect();
    rules.map(Json)
}

/// What may be changed of a position by touch; nothing where none can be set up.
#[utoipa::path(get, path = "/api/games/{game}/edits", params(("game" = String, Path), PositionAsked),
    responses((status = 200, body = Vec<EditSeen>), (status = 400, body = Trouble)))]
pub(crate) async fn edits(
    Path(name): Path<String>,
    Query(asked): Query<PositionAsked>,
) -> Result<Json<Vec<EditSeen>>, Failure> {
    let (offer, language) = (game(&name)?, language(&asked.lang)?);
    check_choices(offer, asked.text()?)?;
    let edits = offer.edits(asked.text()?);
    let edits = edits.map_err(|message| unreadable(message, &asked.position))?;
    let seen = |edit: Edit| EditSeen {
        tool: language.word(edit.tool),
        parts: edit.parts,
        position: edit.position,
    };
    Ok(Json(edits.into_iter().map(seen).collect()))
}

/// A position that something is asked about.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct PositionAsked {
    /// As `brelan analyse` reads it.
    position: String,
    /// `fr` or `en`.
    lang: String,
}

impl PositionAsked {
    fn text(&self) -> Result<&str, Failure> {
        if self.position.len() > LONGEST_VIEW {
            return Err(Failure::Malformed("position".to_owned()));
        }
        Ok(self.position.trim())
    }
}

/// The best play of whoever has the hand in a position, on one card; of games that have one.
#[utoipa::path(get, path = "/api/games/{game}/card", params(("game" = String, Path), PositionAsked),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, body = Trouble),
        (status = 404, body = Trouble)))]
pub(crate) async fn card(
    State(hub): State<Hub>,
    Path(name): Path<String>,
    from: Visitor,
    Query(wanted): Query<PositionAsked>,
) -> Result<String, Failure> {
    let (offer, language) = (game(&name)?, language(&wanted.lang)?);
    let card = offer.card.ok_or(Failure::NotFound)?;
    let mut options = Options::default();
    options.set(card.at, wanted.text()?);
    let write = move || (card.write)(&options, language);
    let written = hub.engines().run(Errand::Analysis, from, write).await?;
    written.map_err(|error| Failure::setup("bad-position", &error))
}

/// The page's own words.
#[utoipa::path(get, path = "/api/words", params(Spoken),
    responses((status = 200, body = BTreeMap<String, String>), (status = 400, body = Trouble)))]
pub(crate) async fn words(
    Query(spoken): Query<Spoken>,
) -> Result<Json<BTreeMap<&'static str, String>>, Failure> {
    Ok(Json(language(&spoken.lang)?.page_words()))
}

/// The colours and styles of the boards.
pub(crate) async fn style() -> Response {
    let about = [
        (CONTENT_TYPE, "text/css; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (about, page_style()).into_response()
}
