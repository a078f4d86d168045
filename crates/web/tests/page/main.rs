//! The server as browsers and attackers meet it.

mod client;
mod live;
mod security;
