//! The server as browsers and attackers meet it.
#![cfg(test)]

mod class;
mod client;
mod fair;
mod live;
mod security;
mod server;
mod tournaments;
