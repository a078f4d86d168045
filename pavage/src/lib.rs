//! Lossless codec for pictures with few colours: boards, pixel art, diagrams, QR codes, masks.
//!
//! [`image`], [`colours`], [`runs`] and [`cover`] are reference implementations, generic over the
//! pixel type and written as the course subject defines them; [`pav`] is the file format.

mod bits;
mod cell_grid;
mod changes;
pub mod coco;
pub mod colours;
pub mod cover;
pub mod image;
pub mod json;
pub mod limits;
pub mod metadata;
pub mod pav;
pub mod picture;
#[cfg(feature = "raster")]
pub mod raster;
pub mod runs;
pub mod show;
pub mod skyline;
pub mod svg;

pub use colours::{Bit, Rgb};
pub use cover::{Cover, Rect};
pub use image::Image;
pub use limits::CodecLimits;
pub use picture::Picture;
