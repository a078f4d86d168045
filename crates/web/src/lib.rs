//! The web server of Brelan: tables that people play at in a browser, and everything the page needs.
//!
//! A task per table owns its game (`tables::actor`), long work runs on a bounded pool of threads
//! (`analysis::engines`), and an event is sent after the store has kept it. Requests change tables;
//! sockets only send events.

mod analysis;
mod class;
mod cluster;
mod error;
mod hub;
mod openapi;
mod page_words;
mod server;
mod tables;
mod time;
mod tournaments;

text::catalogue!();

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;

pub use cluster::bus::{Bus, NoBus};
pub use hub::Hub;
pub use server::retention::Retention;
pub use server::site::{NoOrigin, Origin, Site};
pub use server::{ServeConfig, ServeError, Server};
pub use tables::programs::Programs;
pub use tables::replays;

use crate::error::RequestError;
use crate::server::{assets, guard, retention};

/// Largest body of a request in bytes.
const LARGEST_BODY: usize = 16 * 1024;

/// All routes of the server as a service that needs no socket.
pub fn app(hub: Hub) -> Router {
    openapi::routes()
        .route("/", get(assets::document))
        .route("/games", get(assets::document))
        .route("/live", get(assets::document))
        .route("/j/{code}", get(assets::document))
        .route("/new/{game}", get(assets::document))
        .route("/analyse", get(assets::document))
        .route("/analyse/{game}", get(assets::document))
        .route("/table/{id}", get(assets::document))
        .route("/learn/{id}", get(assets::document))
        .route("/tournaments", get(assets::document))
        .route("/kept", get(retention::page))
        .route("/tournaments/{id}", get(assets::document))
        .route("/page/{*name}", get(assets::asset))
        .fallback(assets::missing)
        .method_not_allowed_fallback(async || RequestError::NotFound)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(hub.clone(), guard::admit))
        .layer(from_fn_with_state(hub.clone(), error::render))
        .layer(guard::compression())
        .layer(from_fn(guard::harden))
        .with_state(hub)
}

/// Locks a mutex. Poisoning is ignored: the state behind these locks is valid after a panic.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
