//! Reads and writes files and standard streams; files are written atomically.

use super::file_format::FileFormat;
use super::hint::HintedError;
use super::labels;
use anyhow::{Context, bail};
use pavage::CodecLimits;
use pavage::Picture;
use pavage::json::{self, ColourImage};
use pavage::metadata::{self, MetadataChunk};
use pavage::pav::{decode, is_label_file};
use std::fs;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// A picture read from a file, with the metadata and the bytes of that file.
pub(crate) struct LoadedPicture {
    pub(crate) picture: Picture,
    /// The colours as they were given in JSON.
    pub(crate) colours: Option<ColourImage>,
    pub(crate) chunks: Vec<MetadataChunk>,
    pub(crate) file: Vec<u8>,
    pub(crate) format: FileFormat,
}

/// Whether a path is `-`, which stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a file or standard input, up to the memory limit.
pub(crate) fn read(path: &Path, limits: &CodecLimits) -> anyhow::Result<Vec<u8>> {
    let place = || name(path);
    let source: Box<dyn Read> = if is_standard(path) {
        Box::new(std::io::stdin().lock())
    } else {
        let file = fs::File::open(path).with_context(place)?;
        let length = file.metadata().with_context(place)?.len();
        limits.check_memory(length).with_context(place)?;
        Box::new(file)
    };
    // A pipe or a device has no length in its metadata.
    let mut bytes = Vec::new();
    let mut source = source.take(limits.memory.saturating_add(1));
    source.read_to_end(&mut bytes).with_context(place)?;
    limits
        .check_memory(bytes.len() as u64)
        .with_context(place)?;
    Ok(bytes)
}

/// Reads and decodes a picture; the format is detected from the first bytes.
pub(crate) fn load(path: &Path, limits: &CodecLimits) -> anyhow::Result<LoadedPicture> {
    let file = read(path, limits)?;
    load_bytes(file, limits).with_context(|| name(path))
}

pub(crate) fn load_bytes(file: Vec<u8>, limits: &CodecLimits) -> anyhow::Result<LoadedPicture> {
    let format = FileFormat::from_signature(&file)?;
    let mut colours = None;
    let (picture, chunks) = match format {
        FileFormat::Pav if is_label_file(&file) => (labels::decode(&file, limits)?, Vec::new()),
        FileFormat::Pav => (decode(&file, limits)?, metadata::split(&file).1),
        FileFormat::Raster(raster) => (raster.read(&file, limits)?, raster.metadata(&file)?),
        FileFormat::Json
        | FileFormat::Rows
        | FileFormat::Coco
        | FileFormat::CocoList
        | FileFormat::Svg => {
            let text = std::str::from_utf8(&file)?;
            let (picture, given) = json::read_with_colours(text, limits)?;
            colours = given;
            (picture, Vec::new())
        }
    };
    Ok(LoadedPicture {
        picture,
        colours,
        chunks,
        file,
        format,
    })
}

pub(crate) fn read_picture(path: &Path, limits: &CodecLimits) -> anyhow::Result<Picture> {
    Ok(load(path, limits)?.picture)
}

/// The kind of an output path.
enum Target {
    Standard,
    /// An existing regular file, with symbolic links resolved.
    File(PathBuf),
    /// A device, a pipe, or a link to a missing file: written in place, never replaced.
    Special,
    Nothing,
}

fn target(path: &Path) -> anyhow::Result<Target> {
    if is_standard(path) {
        return Ok(Target::Standard);
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => bail!("{} is a folder", path.display()),
        Ok(found) if found.is_file() => Ok(Target::File(fs::canonicalize(path)?)),
        Ok(_) => Ok(Target::Special),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(match fs::symlink_metadata(path) {
            Ok(_) => Target::Special,
            Err(_) => Target::Nothing,
        }),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Checks that an output may be written: it does not exist or `force` is set, and it is not the
/// input.
pub(crate) fn check_output(input: &Path, output: &Path, force: bool) -> anyhow::Result<()> {
    let Target::File(file) = target(output)? else {
        return Ok(());
    };
    if fs::canonicalize(input).is_ok_and(|input| input == file) {
        bail!("{} is both input and output", output.display());
    }
    if !force {
        bail!(HintedError::OutputExists(output.display().to_string()));
    }
    Ok(())
}

/// Writes a temporary file in the same folder and renames it, so that a reader finds the old file
/// or the whole new one.
pub(crate) fn write(
    path: &Path,
    bytes: &[u8],
    format: FileFormat,
    force: bool,
) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    match target(path)? {
        Target::Standard => write_standard(bytes, format),
        Target::Special => {
            let mut file = fs::OpenOptions::new();
            let file = file.write(true).create(true).truncate(false).open(path);
            file.with_context(place)?
                .write_all(bytes)
                .or_else(unless_closed)
        }
        Target::File(_) if !force => bail!(HintedError::OutputExists(place())),
        Target::File(file) => replace(&file, bytes, true).with_context(place),
        Target::Nothing => replace(path, bytes, false).with_context(place),
    }
}

fn replace(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let mut file = temporary_file(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    let named = if force {
        // The new file keeps the permissions of the old one.
        let permissions = fs::metadata(path)?.permissions();
        file.as_file().set_permissions(permissions)?;
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    named.map(drop).map_err(|error| error.error.into())
}

/// Writes to standard output; a closed pipe is not an error, binary data on a terminal is.
pub(crate) fn write_standard(bytes: &[u8], format: FileFormat) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    if output.is_terminal() && !format.is_text() {
        bail!(HintedError::BinaryToTerminal(format.extension()));
    }
    output
        .write_all(bytes)
        .and_then(|()| output.flush())
        .or_else(unless_closed)
}

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    write_standard(text.as_bytes(), FileFormat::Json)
}

fn unless_closed(error: std::io::Error) -> anyhow::Result<()> {
    if error.kind() == ErrorKind::BrokenPipe {
        Ok(())
    } else {
        Err(error.into())
    }
}

/// Makes a temporary file with the permissions of a normal new file, restricted by the umask.
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
