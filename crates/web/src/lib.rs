//! The page: a server that seats people at the tables of the house, and everything a browser needs.
//!
//! One task a table owns its game (`live`); engines think on a bounded pool; nothing is told
//! before the store has it. Requests change things, sockets only tell.

mod api;
mod assets;
mod bring;
mod bus;
mod class;
mod connections;
mod drawn;
mod elsewhere;
mod engines;
mod failure;
mod guard;
mod hub;
mod limits;
mod lines;
mod live;
mod log;
mod meetings;
mod metrics;
mod name;
mod openapi;
mod pace;
#[cfg(test)]
mod private;
mod programs;
mod review;
mod secret;
mod server;
mod site;
mod socket;
mod study;
mod tournaments;
mod values;
mod visitor;
mod wire;
mod worded;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;

pub use bus::{Bus, NoBus};
pub use hub::Hub;
pub use live::replays;
pub use programs::Programs;
pub use server::{Config, ServeError, Server};
pub use site::{NoOrigin, Origin, Site};

use crate::failure::Failure;

/// The largest request that is read.
const LARGEST_BODY: usize = 16 * 1024;

/// Everything the server answers, without a socket: tests call it as a service.
pub fn app(hub: Hub) -> Router {
    openapi::routes()
        .route("/", get(assets::document))
        .route("/games", get(assets::document))
        .route("/live", get(assets::document))
        .route("/j/{code}", get(assets::document))
        .route("/new/{game}", get(assets::document))
        .route("/analyse/{game}", get(assets::document))
        .route("/table/{id}", get(assets::document))
        .route("/learn/{id}", get(assets::document))
        .route("/tournaments", get(assets::document))
        .route("/tournaments/{id}", get(assets::document))
        .route("/page/drawing.css", get(drawn::style))
        .route("/page/{*name}", get(assets::asset))
        .fallback(assets::missing)
        .method_not_allowed_fallback(async || Failure::NotFound)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(hub.clone(), guard::admit))
        .layer(from_fn_with_state(hub.clone(), failure::tell))
        .layer(from_fn(guard::harden))
        .with_state(hub)
}
