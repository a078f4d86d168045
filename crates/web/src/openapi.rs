//! The description of the API, for programs and people that write them.

use axum::Json;
use utoipa::OpenApi;

use crate::{api, drawn, socket, wire};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Brelan",
        description = "Tables, live games and analyses. Requests that change something, and sockets, must bear an Origin header that names this server."
    ),
    paths(
        api::games,
        drawn::drawing,
        drawn::rules,
        drawn::words,
        api::open,
        api::past,
        api::describe,
        socket::events,
        api::play,
        api::resign,
        api::take_back,
        api::hint,
        api::again,
        api::join,
        api::record,
        api::analyse,
    ),
    components(schemas(wire::News, wire::Event))
)]
struct Description;

pub(crate) async fn description() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
