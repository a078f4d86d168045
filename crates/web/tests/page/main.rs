//! The server as browsers and attackers meet it.
#![cfg(test)]

mod client;
mod live;
mod security;
