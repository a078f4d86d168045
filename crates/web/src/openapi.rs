//! The routes under `/api`, and their `OpenAPI` description from the same declarations.

use std::future::ready;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Hub;
use crate::analysis::{drawings, review, study, values};
use crate::class::{codes, import, qr, running};
use crate::tables::{http, socket, wire};
use crate::tournaments::{published, series};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Brelan",
        description = "Tables, live games and analyses. Requests that change something, and sockets, need an Origin header that names this server."
    ),
    components(schemas(wire::SocketMessage, wire::TableEvent))
)]
struct ApiDescription;

/// All routes under `/api`, and the route of their description.
pub(crate) fn routes() -> Router<Hub> {
    let (router, description) = OpenApiRouter::with_openapi(ApiDescription::openapi())
        .routes(routes!(http::games))
        .routes(routes!(drawings::drawing))
        .routes(routes!(drawings::edits))
        .routes(routes!(drawings::picture))
        .routes(routes!(drawings::card))
        .routes(routes!(drawings::rules))
        .routes(routes!(drawings::words))
        .routes(routes!(http::open, http::past))
        .routes(routes!(http::describe))
        .routes(routes!(socket::events))
        .routes(routes!(http::play))
        .routes(routes!(http::resign))
        .routes(routes!(http::take_back))
        .routes(routes!(http::hint))
        .routes(routes!(http::again))
        .routes(routes!(http::join))
        .routes(routes!(http::record))
        .routes(routes!(http::analyse))
        .routes(routes!(values::values))
        .routes(routes!(values::at_table))
        .routes(routes!(review::review))
        .routes(routes!(study::tree))
        .routes(routes!(import::import))
        .routes(routes!(codes::code))
        .routes(routes!(codes::follow))
        .routes(routes!(running::running))
        .routes(routes!(qr::qr))
        .routes(routes!(published::list, series::start))
        .routes(routes!(published::standing))
        .routes(routes!(published::games))
        .routes(routes!(published::watch))
        .split_for_parts();
    let text = description.to_json().expect("texts are JSON");
    let described = ([(CONTENT_TYPE, "application/json")], Bytes::from(text));
    router.route("/api/openapi.json", get(move || ready(described.clone())))
}
