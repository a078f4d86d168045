//! Pictures of boards: SVG as a flat list of named parts, and the colours of both themes.
//!
//! This crate names no game. A game builds an [`Svg`]; a web page styles it with [`page_style`];
//! [`standalone`] makes a file that contains its colours.

mod palette;
mod svg;

pub use palette::{page_style, standalone};
pub use svg::{Group, Svg, escaped, units};
