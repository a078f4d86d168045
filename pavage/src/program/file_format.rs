//! File formats: detected from the first bytes of an input, chosen by the extension of an output.

use super::hint::HintedError;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pavage::raster::RasterFormat;
use std::path::Path;

/// A file format that the program reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    Pav,
    Raster(RasterFormat),
    Svg,
    Json,
    Rows,
    Coco,
    CocoList,
}

/// Each format with its extensions; the first is its name on the command line and the extension of
/// output files.
const EXTENSIONS: [(FileFormat, &[&str]); 13] = [
    (FileFormat::Raster(RasterFormat::Png), &["png"]),
    (FileFormat::Raster(RasterFormat::Bmp), &["bmp"]),
    (FileFormat::Raster(RasterFormat::Gif), &["gif"]),
    (
        FileFormat::Raster(RasterFormat::Pnm),
        &["pnm", "pbm", "pgm", "ppm", "pam"],
    ),
    (FileFormat::Raster(RasterFormat::Jpeg), &["jpg", "jpeg"]),
    (FileFormat::Raster(RasterFormat::Webp), &["webp"]),
    (FileFormat::Raster(RasterFormat::Tiff), &["tiff", "tif"]),
    (FileFormat::Pav, &["pav"]),
    (FileFormat::Svg, &["svg"]),
    (FileFormat::Coco, &["coco"]),
    (FileFormat::CocoList, &["coco-list"]),
    (FileFormat::Json, &["json"]),
    (FileFormat::Rows, &["rows"]),
];

impl FileFormat {
    /// Parses the name of a format that can be written.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        let written = EXTENSIONS.iter().filter(|(format, _)| format.is_written());
        PossibleValuesParser::new(written.map(|(_, extensions)| extensions[0]))
            .try_map(|name| Self::named(&name).ok_or("an unknown format"))
    }

    fn named(extension: &str) -> Option<Self> {
        let mut formats = EXTENSIONS.into_iter();
        let found = formats.find(|(_, extensions)| extensions.contains(&extension));
        found.map(|(format, _)| format)
    }

    /// The name on the command line, which is also the extension of output files.
    pub(crate) fn extension(self) -> &'static str {
        let found = EXTENSIONS.iter().find(|(format, _)| *format == self);
        found.expect("every format is in the table").1[0]
    }

    /// The format of a path by its extension.
    pub(crate) fn from_extension(path: &Path) -> Result<Self, HintedError> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let format = extension.to_str().and_then(Self::named);
        format.ok_or_else(|| HintedError::UnknownExtension(path.display().to_string()))
    }

    /// The format of a file by its first bytes; text that begins with `[` or `{` is JSON.
    pub(crate) fn from_signature(file: &[u8]) -> Result<Self, HintedError> {
        let first = file.iter().find(|byte| !byte.is_ascii_whitespace());
        if file.starts_with(b"PAV") {
            Ok(Self::Pav)
        } else if let Some(raster) = RasterFormat::detect(file) {
            Ok(Self::Raster(raster))
        } else if matches!(first, Some(b'[' | b'{')) {
            Ok(Self::Json)
        } else {
            Err(HintedError::UnknownSignature)
        }
    }

    fn is_written(self) -> bool {
        use RasterFormat::{Jpeg, Tiff, Webp};
        !matches!(self, Self::Raster(Jpeg | Webp | Tiff))
    }

    /// Whether pictures can be read from this format.
    pub(crate) fn is_read(self) -> bool {
        !matches!(self, Self::Svg)
    }

    /// Whether the format is text and may be printed to a terminal.
    pub(crate) fn is_text(self) -> bool {
        matches!(
            self,
            Self::Svg | Self::Json | Self::Rows | Self::Coco | Self::CocoList
        )
    }
}
