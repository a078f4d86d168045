//! Tests of the server through its HTTP interface and its sockets.
#![cfg(test)]

mod class;
mod client;
mod fair;
#[path = "../../../store/tests/full_disk/mod.rs"]
mod full_disk;
mod live;
mod nodes;
#[path = "../../../store/tests/place/mod.rs"]
mod place;
mod review;
mod security;
mod server;
mod study;
mod tournaments;
