//! Files of the formats that are read and written; written whole or not at all.

use anyhow::{Context, anyhow, bail};
use clap::Args;
use pavage::json::JsonError;
use pavage::limits::{LimitError, Limits};
use pavage::pav::{PavError, decode};
use pavage::raster::{Raster, RasterError};
use pavage::{Picture, json};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Pav,
    Raster(Raster),
    Svg,
    Json,
    Coco,
    CocoList,
}

impl clap::ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Raster(Raster::Png),
            Self::Raster(Raster::Bmp),
            Self::Raster(Raster::Gif),
            Self::Raster(Raster::Pnm),
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

impl Format {
    /// Its name on the command line, and the extension of the files that are made.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Pav => "pav",
            Self::Raster(Raster::Png) => "png",
            Self::Raster(Raster::Bmp) => "bmp",
            Self::Raster(Raster::Gif) => "gif",
            Self::Raster(Raster::Pnm) => "pnm",
            Self::Raster(Raster::Jpeg) => "jpg",
            Self::Raster(Raster::Webp) => "webp",
            Self::Raster(Raster::Tiff) => "tiff",
            Self::Svg => "svg",
            Self::Json => "json",
            Self::Coco => "coco",
            Self::CocoList => "coco-list",
        }
    }

    /// The format that the extension of a file says.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Self> {
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or("");
        Ok(match extension.to_ascii_lowercase().as_str() {
            "pav" => Self::Pav,
            "png" => Self::Raster(Raster::Png),
            "bmp" => Self::Raster(Raster::Bmp),
            "gif" => Self::Raster(Raster::Gif),
            "pnm" | "pbm" | "pgm" | "ppm" | "pam" => Self::Raster(Raster::Pnm),
            "jpg" | "jpeg" => Self::Raster(Raster::Jpeg),
            "webp" => Self::Raster(Raster::Webp),
            "tif" | "tiff" => Self::Raster(Raster::Tiff),
            "svg" => Self::Svg,
            "json" => Self::Json,
            "coco" => Self::Coco,
            "coco-list" => Self::CocoList,
            _ => bail!(UnknownExtension(path.display().to_string())),
        })
    }

    /// Whether pictures are read from it.
    pub(crate) fn is_read(self) -> bool {
        !matches!(self, Self::Svg)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}: its extension is none that is known")]
struct UnknownExtension(String);

#[derive(Debug, thiserror::Error)]
#[error("{0} exists")]
struct Exists(String);

#[derive(Debug, thiserror::Error)]
#[error("standard output does not say which format to write")]
struct NoFormat;

/// What to do about an error, where the program knows.
pub(crate) fn hint(error: &anyhow::Error) -> Option<String> {
    let hint = if error.is::<Exists>() {
        "--force replaces it"
    } else if error.is::<UnknownExtension>() {
        "pav, png, bmp, gif, pnm, pbm, pgm, ppm, pam, json, coco; svg is only written"
    } else if error.is::<NoFormat>() {
        "--to png|bmp|gif|pnm|pav|svg|coco|coco-list|json, or -o FILE"
    } else {
        return limit_of(error).map(|limit| match limit.what {
            "pixels" => format!("--max-pixels {} allows it", limit.asked),
            _ => format!("--max-memory {}M allows it", limit.asked.div_ceil(1 << 20)),
        });
    };
    Some(hint.to_owned())
}

/// The limit that made something fail, if one did.
pub(crate) fn limit_of(error: &anyhow::Error) -> Option<LimitError> {
    error.chain().find_map(|cause| {
        if let Some(&PavError::Limit { what, asked, limit }) = cause.downcast_ref() {
            Some(LimitError { what, asked, limit })
        } else if let Some(&JsonError::Limit(limit)) = cause.downcast_ref() {
            Some(limit)
        } else if let Some(&RasterError::Limit(limit)) = cause.downcast_ref() {
            Some(limit)
        } else {
            cause.downcast_ref().copied()
        }
    })
}

/// Where one result goes: a file, or standard output.
#[derive(Args, Clone, Debug)]
pub(crate) struct Output {
    /// The file to write, instead of standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    path: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

impl Output {
    pub(crate) fn standard() -> Self {
        Self {
            path: None,
            force: false,
        }
    }

    /// The format asked for, or that of the file's extension.
    pub(crate) fn format(&self, asked: Option<Format>) -> anyhow::Result<Format> {
        match (asked, &self.path) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => Format::of(path),
            (None, None) => Err(NoFormat.into()),
        }
    }

    pub(crate) fn format_or_png(&self) -> anyhow::Result<Format> {
        self.path
            .as_deref()
            .map_or(Ok(Format::Raster(Raster::Png)), Format::of)
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        match &self.path {
            Some(path) => write(path, bytes, self.force),
            None => Ok(std::io::stdout().lock().write_all(bytes)?),
        }
    }
}

/// Writes beside the file, then gives it its name: a reader finds the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    if !force && path.exists() {
        return Err(Exists(place()).into());
    }
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut file = temporary_file(folder).with_context(place)?;
    file.write_all(bytes).with_context(place)?;
    let named = if force {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    match named {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Err(Exists(place()).into()),
        Err(error) => Err(error.error).with_context(place),
    }
}

/// Readable by others as far as the user's mask allows, not by the owner alone.
fn temporary_file(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pavage-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// The bytes of a file, no more of them than the limit of memory.
pub(crate) fn read(path: &Path, limits: &Limits) -> anyhow::Result<Vec<u8>> {
    let place = || path.display().to_string();
    let mut bytes = Vec::new();
    let file = fs::File::open(path).with_context(place)?;
    let length = file.metadata().with_context(place)?.len();
    limits.check_memory(length).with_context(place)?;
    // A pipe or a device does not say how long it is.
    let mut file = file.take(limits.memory.saturating_add(1));
    file.read_to_end(&mut bytes).with_context(place)?;
    limits
        .check_memory(bytes.len() as u64)
        .with_context(place)?;
    Ok(bytes)
}

/// The picture of a file of which the bytes are at hand.
pub(crate) fn picture_of(path: &Path, file: &[u8], limits: &Limits) -> anyhow::Result<Picture> {
    let place = || path.display().to_string();
    match Format::of(path)? {
        Format::Pav => decode(file, limits).with_context(place),
        Format::Raster(raster) => raster.read(file, limits).with_context(place),
        Format::Json | Format::Coco | Format::CocoList => {
            let text = std::str::from_utf8(file).with_context(place)?;
            json::read(text, limits).with_context(place)
        }
        Format::Svg => Err(anyhow!("SVG is written, not read").context(place())),
    }
}

pub(crate) fn read_picture(path: &Path, limits: &Limits) -> anyhow::Result<Picture> {
    picture_of(path, &read(path, limits)?, limits)
}
