//! What can be asked over HTTP, declared once: where it is answered and how it is described.

use std::future::ready;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::{
    Hub, api, bring, class, drawn, meetings, review, socket, study, tournaments, values, wire,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Brelan",
        description = "Tables, live games and analyses. Requests that change something, and sockets, must bear an Origin header that names this server."
    ),
    components(schemas(wire::News, wire::Event))
)]
struct Description;

/// Everything under `/api`, with its description.
pub(crate) fn routes() -> Router<Hub> {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(api::games))
        .routes(routes!(drawn::drawing))
        .routes(routes!(drawn::edits))
        .routes(routes!(drawn::picture))
        .routes(routes!(drawn::card))
        .routes(routes!(drawn::rules))
        .routes(routes!(drawn::words))
        .routes(routes!(api::open, api::past))
        .routes(routes!(api::describe))
        .routes(routes!(socket::events))
        .routes(routes!(api::play))
        .routes(routes!(api::resign))
        .routes(routes!(api::take_back))
        .routes(routes!(api::hint))
        .routes(routes!(api::again))
        .routes(routes!(api::join))
        .routes(routes!(api::record))
        .routes(routes!(api::analyse))
        .routes(routes!(values::values))
        .routes(routes!(values::at_table))
        .routes(routes!(review::review))
        .routes(routes!(study::tree))
        .routes(routes!(bring::bring))
        .routes(routes!(class::code))
        .routes(routes!(class::follow))
        .routes(routes!(class::running))
        .routes(routes!(class::qr))
        .routes(routes!(tournaments::list, meetings::meet))
        .routes(routes!(tournaments::standing))
        .routes(routes!(tournaments::games))
        .routes(routes!(tournaments::watch))
        .split_for_parts();
    let text = description.to_json().expect("texts only");
    let described = ([(CONTENT_TYPE, "application/json")], Bytes::from(text));
    router.route("/api/openapi.json", get(move || ready(described.clone())))
}
