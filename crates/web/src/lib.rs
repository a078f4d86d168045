//! The page: a server that seats people at the tables of the house, and everything a browser needs.
//!
//! One task a table owns its game (`live`); engines think on a bounded pool; nothing is told
//! before the store has it. Requests change things, sockets only tell.

mod api;
mod assets;
mod bucket;
mod connections;
mod drawn;
mod engines;
mod failure;
mod guard;
mod hub;
mod live;
mod log;
mod metrics;
mod name;
mod openapi;
#[cfg(test)]
mod private;
mod programs;
mod secret;
mod server;
mod socket;
mod visitor;
mod wire;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};

pub use hub::{Hub, origins};
pub use programs::Programs;
pub use server::{Config, ServeError, Server};

use crate::failure::Failure;

/// The largest request that is read.
const LARGEST_BODY: usize = 16 * 1024;

/// Everything the server answers, without a socket: tests call it as a service.
pub fn app(hub: Hub) -> Router {
    let tables = Router::new()
        .route("/", get(api::past).post(api::open))
        .route("/{id}", get(api::describe))
        .route("/{id}/events", get(socket::events))
        .route("/{id}/moves", post(api::play))
        .route("/{id}/resign", post(api::resign))
        .route("/{id}/take-back", post(api::take_back))
        .route("/{id}/hint", post(api::hint))
        .route("/{id}/again", post(api::again))
        .route("/{id}/join", post(api::join))
        .route("/{id}/record", get(api::record));
    Router::new()
        .route("/", get(assets::document))
        .route("/games", get(assets::document))
        .route("/new/{game}", get(assets::document))
        .route("/table/{id}", get(assets::document))
        .route("/page/drawing.css", get(drawn::style))
        .route("/page/{*name}", get(assets::asset))
        .route("/api/games", get(api::games))
        .route("/api/games/{game}/drawing", get(drawn::drawing))
        .route("/api/games/{game}/rules", get(drawn::rules))
        .route("/api/words", get(drawn::words))
        .route("/api/analyse", post(api::analyse))
        .route("/api/openapi.json", get(openapi::description))
        .nest("/api/tables", tables)
        .fallback(assets::missing)
        .method_not_allowed_fallback(async || Failure::NotFound)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(hub.clone(), guard::admit))
        .layer(from_fn_with_state(hub.clone(), failure::tell))
        .layer(from_fn(guard::harden))
        .with_state(hub)
}
