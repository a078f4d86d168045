//! Drawings, rules and words for the page, made from the texts of the request alone. A view holds only
//! what its viewer may see, so that a drawing of it cannot show more.

use std::collections::BTreeMap;

use crate::page_words::{PageWord, page_words};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use draw::standalone;
use host::{Drawing, DrawingRequest, DrawingStyle, Options};
use host::{Edit, RuleSentence};
use serde::{Deserialize, Serialize};
use table::{Message, Side};
use utoipa::ToSchema;

use super::engines::JobKind;
use crate::Hub;
use crate::error::{ErrorBody, RequestError};
use crate::server::language::parse_language;
use crate::server::visitor::Visitor;
use crate::tables::{LONGEST_POSITION, check_choices, find_game};

/// Largest number of bytes in an effect.
const LONGEST_EFFECT: usize = 256;

/// A view to draw.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct DrawingQuery {
    /// The view of an event.
    view: String,
    /// Language of the texts: `fr` or `en`.
    lang: String,
    /// The side at the bottom: `first` or `second`, the first without it.
    near: Option<String>,
    /// Draws the board higher than wide.
    #[serde(default)]
    tall: bool,
    /// The last effect to mark: a side, a space, and the effect of an event.
    last: Option<String>,
    /// The last effect of a player, in the same form.
    played: Option<String>,
}

/// A change of a position by touch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EditInfo {
    /// The name of the editing tool, or of a button when `parts` is empty.
    tool: String,
    /// The parts to touch, in any order.
    parts: Vec<String>,
    /// The position after the change.
    position: String,
}

/// A sentence of the rules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleText {
    words: String,
    /// A drawing that illustrates the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

/// The language of a response.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct LanguageQuery {
    /// Language of the texts: `fr` or `en`.
    lang: String,
}

fn parse_side(text: Option<&str>) -> Result<Side, RequestError> {
    let read = text.map_or(Ok(Side::First), str::parse);
    read.map_err(|_| RequestError::Malformed("side".to_owned()))
}

/// Parses `first 4,1`: a side, and an effect in the game's notation.
fn parse_effect(text: Option<&str>) -> Result<Option<(Side, &str)>, RequestError> {
    let malformed = || RequestError::Malformed("effect".to_owned());
    let Some(text) = text else { return Ok(None) };
    if text.len() > LONGEST_EFFECT {
        return Err(malformed());
    }
    let (by, effect) = text.split_once(' ').ok_or_else(malformed)?;
    Ok(Some((parse_side(Some(by))?, effect)))
}

/// Responds with the drawing of a view: its title, the SVG with parts named by `data-part`, the legal
/// moves as touches of parts, and the parts that the last effect changed.
#[utoipa::path(get, path = "/api/games/{game}/drawing", params(("game" = String, Path), DrawingQuery),
    responses((status = 200, body = serde_json::Value), (status = 400, body = ErrorBody)))]
pub(crate) async fn drawing(
    Path(name): Path<String>,
    Query(wanted): Query<DrawingQuery>,
) -> Result<Json<Drawing>, RequestError> {
    draw(&name, &wanted).map(Json)
}

fn draw(name: &str, wanted: &DrawingQuery) -> Result<Drawing, RequestError> {
    if wanted.view.len() > LONGEST_POSITION {
        return Err(RequestError::Malformed("view".to_owned()));
    }
    let style = DrawingStyle {
        near: parse_side(wanted.near.as_deref())?,
        language: parse_language(&wanted.lang)?,
        tall: wanted.tall,
    };
    let asked = DrawingRequest {
        view: &wanted.view,
        last: parse_effect(wanted.last.as_deref())?,
        played: parse_effect(wanted.played.as_deref())?,
        style,
    };
    let drawn = find_game(name)?.drawing(&asked);
    drawn.map_err(|message| unreadable(message, &wanted.view))
}

/// Responds with the drawing as an SVG file, as `brelan draw` writes it.
#[utoipa::path(get, path = "/api/games/{game}/picture", params(("game" = String, Path), DrawingQuery),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 400, body = ErrorBody)))]
pub(crate) async fn picture(
    Path(name): Path<String>,
    Query(wanted): Query<DrawingQuery>,
) -> Result<Response, RequestError> {
    let about = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CONTENT_DISPOSITION, "attachment; filename=\"brelan.svg\""),
    ];
    Ok((about, standalone(&draw(&name, &wanted)?.svg)).into_response())
}

fn unreadable(message: Message, view: &str) -> RequestError {
    RequestError::Setup("bad-position", message, view.to_owned())
}

/// Responds with the rules of a game, in words and drawings.
#[utoipa::path(get, path = "/api/games/{game}/rules", params(("game" = String, Path), LanguageQuery),
    responses((status = 200, body = Vec<RuleText>), (status = 400, body = ErrorBody)))]
pub(crate) async fn rules(
    Path(name): Path<String>,
    Query(query): Query<LanguageQuery>,
) -> Result<Json<Vec<RuleText>>, RequestError> {
    let (offer, language) = (find_game(&name)?, parse_language(&query.lang)?);
    let rule = |rule: &RuleSentence| {
        let drawn = rule.view.map(|view| {
            let drawn = offer.drawing(&DrawingRequest::still(view, DrawingStyle::wide(language)));
            drawn.map_err(|message| unreadable(message, view))
        });
        Ok(RuleText {
            words: language.word(rule.words),
            svg: drawn.transpose()?.map(|drawn| drawn.svg),
        })
    };
    let rules: Result<Vec<_>, RequestError> = offer.rules.iter().map(rule).collect();
    rules.map(Json)
}

/// Responds with every change of a position by touch; none for a game without an editor.
#[utoipa::path(get, path = "/api/games/{game}/edits", params(("game" = String, Path), PositionQuery),
    responses((status = 200, body = Vec<EditInfo>), (status = 400, body = ErrorBody)))]
pub(crate) async fn edits(
    Path(name): Path<String>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<Vec<EditInfo>>, RequestError> {
    let (offer, language) = (find_game(&name)?, parse_language(&query.lang)?);
    check_choices(offer, query.text()?)?;
    let edits = offer.edits(query.text()?);
    let edits = edits.map_err(|message| unreadable(message, &query.position))?;
    let info = |edit: Edit| EditInfo {
        tool: language.word(edit.tool),
        parts: edit.parts,
        position: edit.position,
    };
    Ok(Json(edits.into_iter().map(info).collect()))
}

/// A position, and the language of the response.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct PositionQuery {
    /// The position in the notation of `brelan analyse`.
    position: String,
    /// Language of the texts: `fr` or `en`.
    lang: String,
}

impl PositionQuery {
    fn text(&self) -> Result<&str, RequestError> {
        if self.position.len() > LONGEST_POSITION {
            return Err(RequestError::Malformed("position".to_owned()));
        }
        Ok(self.position.trim())
    }
}

/// Responds with the strategy card of a position, for games that have one.
#[utoipa::path(get, path = "/api/games/{game}/card", params(("game" = String, Path), PositionQuery),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub(crate) async fn card(
    State(hub): State<Hub>,
    Path(name): Path<String>,
    from: Visitor,
    Query(query): Query<PositionQuery>,
) -> Result<String, RequestError> {
    let (offer, language) = (find_game(&name)?, parse_language(&query.lang)?);
    let card = offer.card.ok_or(RequestError::NotFound)?;
    let mut options = Options::default();
    options.set(card.at, query.text()?);
    let write = move || (card.write)(&options, language);
    let written = hub.engines().run(JobKind::Analysis, from, write).await?;
    written.map_err(|error| RequestError::setup("bad-position", &error))
}

/// Responds with the page's words: a text each, or its plural forms by category.
#[utoipa::path(get, path = "/api/words", params(LanguageQuery),
    responses((status = 200, body = BTreeMap<String, serde_json::Value>), (status = 400, body = ErrorBody)))]
pub(crate) async fn words(
    Query(query): Query<LanguageQuery>,
) -> Result<Json<BTreeMap<&'static str, PageWord>>, RequestError> {
    Ok(Json(page_words(parse_language(&query.lang)?)))
}
