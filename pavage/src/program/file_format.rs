//! File formats: detected from the first bytes of an input, chosen by the extension of an output.

use anyhow::bail;
use pavage::raster::RasterFormat;
use std::path::Path;

/// A file format that the program reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    Pav,
    Raster(RasterFormat),
    Svg,
    Json,
    Coco,
    CocoList,
}

impl clap::ValueEnum for FileFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Raster(RasterFormat::Png),
            Self::Raster(RasterFormat::Bmp),
            Self::Raster(RasterFormat::Gif),
            Self::Raster(RasterFormat::Pnm),
            Self::Pav,
            Self::Svg,
            Self::Coco,
            Self::CocoList,
            Self::Json,
        ]
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.extension()))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}: unknown extension")]
pub(crate) struct UnknownExtension(String);

#[derive(Debug, thiserror::Error)]
#[error("unknown file format")]
pub(crate) struct UnknownSignature;

impl FileFormat {
    /// The name on the command line, which is also the extension of output files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Pav => "pav",
            Self::Raster(RasterFormat::Png) => "png",
            Self::Raster(RasterFormat::Bmp) => "bmp",
            Self::Raster(RasterFormat::Gif) => "gif",
            Self::Raster(RasterFormat::Pnm) => "pnm",
            Self::Raster(RasterFormat::Jpeg) => "jpg",
            Self::Raster(RasterFormat::Webp) => "webp",
            Self::Raster(RasterFormat::Tiff) => "tiff",
            Self::Svg => "svg",
            Self::Json => "json",
            Self::Coco => "coco",
            Self::CocoList => "coco-list",
        }
    }

    /// The format of a path by its extension.
    pub(crate) fn from_extension(path: &Path) -> anyhow::Result<Self> {
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or("");
        Ok(match extension.to_ascii_lowercase().as_str() {
            "pav" => Self::Pav,
            "png" => Self::Raster(RasterFormat::Png),
            "bmp" => Self::Raster(RasterFormat::Bmp),
            "gif" => Self::Raster(RasterFormat::Gif),
            "pnm" | "pbm" | "pgm" | "ppm" | "pam" => Self::Raster(RasterFormat::Pnm),
            "jpg" | "jpeg" => Self::Raster(RasterFormat::Jpeg),
            "webp" => Self::Raster(RasterFormat::Webp),
            "tif" | "tiff" => Self::Raster(RasterFormat::Tiff),
            "svg" => Self::Svg,
            "json" => Self::Json,
            "coco" => Self::Coco,
            "coco-list" => Self::CocoList,
            _ => bail!(UnknownExtension(path.display().to_string())),
        })
    }

    /// The format of a file by its first bytes; text that begins with `[` or `{` is JSON.
    pub(crate) fn from_signature(file: &[u8]) -> Result<Self, UnknownSignature> {
        let first = file.iter().find(|byte| !byte.is_ascii_whitespace());
        if file.starts_with(b"PAV") {
            Ok(Self::Pav)
        } else if let Some(raster) = RasterFormat::detect(file) {
            Ok(Self::Raster(raster))
        } else if matches!(first, Some(b'[' | b'{')) {
            Ok(Self::Json)
        } else {
            Err(UnknownSignature)
        }
    }

    /// Whether pictures can be read from this format.
    pub(crate) fn is_read(self) -> bool {
        !matches!(self, Self::Svg)
    }

    /// Whether the format is text and may be printed to a terminal.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Svg | Self::Json | Self::Coco | Self::CocoList)
    }
}
