//! The server as browsers and attackers meet it.
#![cfg(test)]

mod class;
mod client;
mod fair;
mod live;
mod nodes;
#[path = "../../../store/tests/place/mod.rs"]
mod place;
mod review;
mod security;
mod server;
mod study;
mod tournaments;
