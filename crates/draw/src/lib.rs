//! Pictures of boards: SVG as a flat row of named parts, and the colours of both themes.
//!
//! Nothing here knows a game. A game builds an [`Svg`]; the page styles it with [`page_style`], and a
//! file carries its colours with it ([`standalone`]).

mod palette;
mod svg;

pub use palette::{page_style, standalone};
pub use svg::{Group, Svg, units};
