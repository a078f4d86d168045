//! For a class: short codes and QR pictures that lead to a table, the list of running tables, and games
//! imported from files.
//!
//! Nothing here knows engines or sockets.

pub(crate) mod codes;
pub(crate) mod import;
pub(crate) mod qr;
pub(crate) mod running;
