//! The subcommands of `pavage`: parses the arguments and runs one job for each file.

mod batch;
mod command;
mod file;
mod file_format;
mod french;
mod hint;
mod label_maps;
mod label_studio;
mod labels;
mod object_set;
mod objects;
mod terminal;

use anyhow::{Context, bail};
use batch::FileBatch;
use clap::Parser;
use command::{
    BatchArgs, ConvertArgs, DecodeArgs, EncodeArgs, FileArgs, PavageArgs, PavageCommand, ShowArgs,
    StripArg,
};
use file::{LoadedPicture, load, read_picture};
use file_format::FileFormat;
use hint::HintedError;
use pavage::CodecLimits;
use pavage::coco::CocoMask;
use pavage::colours::{Bit, eight_colours};
use pavage::json::ColourImage;
use pavage::metadata::{self, MetadataChunk};
use pavage::pav::{
    Effort, ModeTrial, PavHeader, encode, encode_as, encode_with, is_label_file, reason, trials,
};
use pavage::picture::Layout;
use pavage::raster::{RasterFormat, png_with};
use pavage::{Picture, json, show, skyline, svg};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use terminal::TerminalGraphics;

/// Runs the program; the exit code is 0 on success and 2 on any error.
pub(crate) fn run() -> ExitCode {
    let line = PavageArgs::parse();
    match work(&line.command, &line.limits()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::from(2)
        }
    }
}

/// Prints `error: …` and, if the error has one, `hint: …` to standard error, in the language of the
/// environment.
fn report(error: &anyhow::Error) {
    let hint = hint::hint(error);
    let mut text = if french::is_wanted() {
        let causes: Vec<_> = error
            .chain()
            .map(|cause| french::french(&cause.to_string()))
            .collect();
        format!("erreur : {}\n", causes.join(" : "))
    } else {
        format!("error: {error:#}\n")
    };
    if let Some(hint) = hint {
        let line = if french::is_wanted() {
            format!("conseil : {}", french::french(&hint))
        } else {
            format!("hint: {hint}")
        };
        writeln!(text, "{line}").expect("writing to a String cannot fail");
    }
    // If standard error is closed the report is lost.
    drop(std::io::stderr().write_all(text.as_bytes()));
}

fn work(command: &PavageCommand, limits: &CodecLimits) -> anyhow::Result<()> {
    match command {
        PavageCommand::Encode(args) => encode_batch(args, limits),
        PavageCommand::Decode(args) => decode_batch(args, limits),
        PavageCommand::Convert(args) => convert(args, limits),
        PavageCommand::Info { inputs } => {
            for_each_file(inputs, |input| file::print(&info(input, limits)?))
        }
        PavageCommand::Runs(file) => write_json(file, limits, runs),
        PavageCommand::Rectangles(file) => write_json(file, limits, rectangles),
        PavageCommand::Bw(file) => write_transformed(file, limits, black_and_white),
        PavageCommand::EightColours(file) => write_transformed(file, limits, in_eight_colours),
        PavageCommand::Show(args) => show(args, limits),
        PavageCommand::Masks(args) => objects::write_masks(args, limits),
        PavageCommand::Annotations(args) => objects::write_annotations(args, limits),
        PavageCommand::Labels(args) => label_maps::convert(args, limits),
    }
}

fn encode_batch(args: &EncodeArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    refuse_other_names(&args.batch)?;
    let effort = args.effort();
    FileBatch::new(&args.batch, Some(FileFormat::Pav))?.run(limits, |loaded, limits| {
        if args.labels {
            return labels::encode(loaded, limits);
        }
        limits.check_encoding(&loaded.picture)?;
        let file = match args.mode {
            Some(mode) => encode_as(&loaded.picture, mode)?,
            None => encode_with(&loaded.picture, effort)?,
        };
        Ok(metadata::attach(file, chunks(loaded, args.strip))?)
    })
}

fn decode_batch(args: &DecodeArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    let batch = FileBatch::new(&args.batch, args.to)?;
    let format = batch.format();
    batch.run(limits, |loaded, limits| {
        file_with_metadata(loaded, format, Bit::White, args.strip, limits)
    })
}

fn convert(args: &ConvertArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    let ConvertArgs { input, output, .. } = args;
    let format = output.format(args.to)?;
    output.check(input)?;
    let loaded = load(input, limits)?;
    let bytes = file_with_metadata(&loaded, format, args.object, args.strip, limits);
    output.write(&bytes.with_context(|| file::name(input))?, format)
}

/// Writes a line of JSON made from a picture.
fn write_json(
    FileArgs { input, output }: &FileArgs,
    limits: &CodecLimits,
    make: impl Fn(&LoadedPicture, &CodecLimits) -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    output.check(input)?;
    let text = make(&load(input, limits)?, limits).with_context(|| file::name(input))?;
    output.write(&line(&text), FileFormat::Json)
}

fn runs(loaded: &LoadedPicture, limits: &CodecLimits) -> anyhow::Result<String> {
    limits.check_bits(&loaded.picture)?;
    Ok(json::runs(&loaded.picture.to_bits()))
}

/// The greedy cover, with the colours that were given if they were given in JSON.
fn rectangles(loaded: &LoadedPicture, limits: &CodecLimits) -> anyhow::Result<String> {
    Ok(match &loaded.colours {
        Some(colours) => colours.rectangles(limits)?,
        None => json::rectangles(&loaded.picture, limits)?,
    })
}

/// The rows of pixels, as lists of lists.
fn rows(loaded: &LoadedPicture, limits: &CodecLimits) -> anyhow::Result<String> {
    if let Some(colours) = &loaded.colours {
        return Ok(colours.rows(limits)?);
    }
    limits.check_bits(&loaded.picture)?;
    Ok(ColourImage::new(&loaded.picture).rows(limits)?)
}

fn black_and_white(picture: &Picture, limits: &CodecLimits) -> anyhow::Result<Picture> {
    limits.check_bits(picture)?;
    Ok(Picture::from_bits(&picture.to_bits()))
}

fn in_eight_colours(picture: &Picture, limits: &CodecLimits) -> anyhow::Result<Picture> {
    limits.check_bits(picture)?;
    let colours = eight_colours(&picture.to_rgb());
    let levels = colours.map(|colour| colour.map(|bit| 255 * bit as u8));
    Ok(Picture::from_rgb(&levels))
}

/// Runs `work` on each file; a failure is reported and does not stop the others.
fn for_each_file(
    inputs: &[PathBuf],
    work: impl Fn(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let failures = inputs.iter().filter_map(|input| work(input).err());
    conclude(failures.collect(), inputs.len())
}

/// Reports the failures among `all` files and returns an error if there are any.
fn conclude(mut failures: Vec<anyhow::Error>, all: usize) -> anyhow::Result<()> {
    match (failures.len(), all) {
        (0, _) => Ok(()),
        (1, 1) => Err(failures.remove(0)),
        (failed, all) => {
            failures.iter().for_each(report);
            bail!("{failed} of {all} files failed")
        }
    }
}

/// Refuses an output name of another format: `encode` writes `.pav` only.
fn refuse_other_names(batch: &BatchArgs) -> anyhow::Result<()> {
    let named = batch.output.as_deref().filter(|output| !output.is_dir());
    match named.map(|output| (output, FileFormat::from_extension(output))) {
        Some((output, Ok(format))) if format != FileFormat::Pav => bail!(
            "{}: encode writes .pav files only, use convert for {}",
            output.display(),
            format.extension()
        ),
        _ => Ok(()),
    }
}

/// Transforms a picture and writes the result in the format of the output name, or as PNG.
fn write_transformed(
    FileArgs { input, output }: &FileArgs,
    limits: &CodecLimits,
    make: impl Fn(&Picture, &CodecLimits) -> anyhow::Result<Picture>,
) -> anyhow::Result<()> {
    let format = output.format_or_png()?;
    output.check(input)?;
    let picture = make(&read_picture(input, limits)?, limits).with_context(|| file::name(input))?;
    output.write(&bytes(&picture, format, Bit::White, limits)?, format)
}

fn show(ShowArgs { file, graphics }: &ShowArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    let is_drawn =
        file.output.file().is_none() && (graphics.is_some() || std::io::stdout().is_terminal());
    if !is_drawn {
        return write_transformed(file, limits, |picture, limits| {
            Ok(show::draw(picture, limits)?)
        });
    }
    let drawing = show::draw(&read_picture(&file.input, limits)?, limits);
    let drawing = drawing.with_context(|| file::name(&file.input))?;
    limits.check_bits(&drawing)?;
    let graphics = graphics.unwrap_or_else(TerminalGraphics::guess);
    file::print(&graphics.draw(&drawing)?)
}

fn chunks(loaded: &LoadedPicture, strip: StripArg) -> &[MetadataChunk] {
    if strip.strip { &[] } else { &loaded.chunks }
}

/// Converts a loaded picture to a file of the given format with its metadata. JSON and COCO hold
/// shapes rather than the picture, and take no metadata.
fn file_with_metadata(
    loaded: &LoadedPicture,
    format: FileFormat,
    object: Bit,
    strip: StripArg,
    limits: &CodecLimits,
) -> anyhow::Result<Vec<u8>> {
    let chunks = chunks(loaded, strip);
    let picture = &loaded.picture;
    match format {
        FileFormat::Json => Ok(line(&rectangles(loaded, limits)?)),
        FileFormat::Rows => Ok(line(&rows(loaded, limits)?)),
        FileFormat::Pav => {
            let file = bytes(picture, format, object, limits)?;
            Ok(metadata::attach(file, chunks)?)
        }
        FileFormat::Raster(RasterFormat::Png) => {
            limits.check_writing(RasterFormat::Png, picture)?;
            Ok(png_with(picture, chunks)?)
        }
        FileFormat::Raster(_) | FileFormat::Svg if !chunks.is_empty() => {
            let names = chunks
                .iter()
                .map(|chunk| String::from_utf8_lossy(&chunk.name));
            let mut names: Vec<_> = names.map(std::borrow::Cow::into_owned).collect();
            names.dedup();
            bail!(HintedError::MetadataLost {
                format: format.extension(),
                names: names.join(", "),
            })
        }
        _ => bytes(picture, format, object, limits),
    }
}

/// Converts a picture to a file of the given format, without metadata.
fn bytes(
    picture: &Picture,
    format: FileFormat,
    object: Bit,
    limits: &CodecLimits,
) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        FileFormat::Pav => {
            limits.check_encoding(picture)?;
            encode(picture)?
        }
        FileFormat::Raster(raster) => {
            limits.check_writing(raster, picture)?;
            raster.write(picture)?
        }
        FileFormat::Svg => svg::write(picture, limits)?.into_bytes(),
        FileFormat::Json => line(&json::rectangles(picture, limits)?),
        FileFormat::Rows => line(&ColourImage::new(picture).rows(limits)?),
        FileFormat::Coco => line(&json::coco(&mask(picture, object, limits)?, false)),
        FileFormat::CocoList => line(&json::coco(&mask(picture, object, limits)?, true)),
    })
}

fn mask(picture: &Picture, object: Bit, limits: &CodecLimits) -> anyhow::Result<CocoMask> {
    limits.check_bits(picture)?;
    let mask = picture.to_bits().map(|&bit| u8::from(bit == object));
    limits.check_mask(&mask, picture)?;
    Ok(CocoMask::from_image(&mask))
}

fn line(text: &str) -> Vec<u8> {
    format!("{text}\n").into_bytes()
}

fn info(input: &Path, limits: &CodecLimits) -> anyhow::Result<String> {
    let place = || file::name(input);
    let bytes = file::read(input, limits)?;
    if is_label_file(&bytes) {
        let facts = labels::facts(bytes, limits).with_context(place)?;
        return Ok(table(&place(), &facts));
    }
    let loaded = file::load_bytes(bytes, limits).with_context(place)?;
    let picture = &loaded.picture;
    limits.check_encoding(picture).with_context(place)?;
    let tried = trials(picture, Effort::default()).with_context(place)?;
    let pav = if loaded.format == FileFormat::Pav {
        &loaded.file
    } else {
        &tried[0].file
    };
    let (header, _) = PavHeader::read(pav)?;
    let bits = if picture.is_black_and_white() {
        1
    } else {
        8 * picture.layout().pixel_bytes()
    };
    let packed = (picture.width() * picture.height() * bits).div_ceil(8);
    let (rects, runs) = counts(picture);
    let mut facts = vec![
        (
            "size",
            format!("{} x {}", picture.width(), picture.height()),
        ),
        ("samples", describe(picture)),
        ("mode", header.mode.name().to_owned()),
        ("chosen", choice(&tried)),
        (
            "tried",
            tried.iter().map(outcome).collect::<Vec<_>>().join(", "),
        ),
        ("rectangles", rects.to_string()),
        ("runs", runs.to_string()),
        ("file", format!("{} bytes", loaded.file.len())),
        (".pav", format!("{} bytes", pav.len())),
        ("packed", format!("{packed} bytes")),
    ];
    facts.extend(loaded.chunks.iter().map(|chunk| {
        let name = String::from_utf8_lossy(&chunk.name);
        ("metadata", format!("{name}, {} bytes", chunk.body.len()))
    }));
    Ok(table(&place(), &facts))
}

fn table(name: &str, facts: &[(&str, String)]) -> String {
    let lines = facts
        .iter()
        .map(|(name, value)| format!("  {name:<12} {value}\n"));
    format!("{name}\n{}", lines.collect::<String>())
}

/// The mode that the default effort chooses, and the reason.
fn choice(tried: &[ModeTrial]) -> String {
    let reason = reason(tried);
    format!("{}, {reason}", tried[0].mode.name())
}

/// A mode that the default effort tried: its file size and its estimated decoding time.
fn outcome(trial: &ModeTrial) -> String {
    let milliseconds = trial.nanoseconds as f64 / 1e6;
    format!(
        "{} {} bytes {milliseconds:.1} ms",
        trial.mode.name(),
        trial.file.len()
    )
}

fn describe(picture: &Picture) -> String {
    if picture.is_black_and_white() {
        return "black and white".to_owned();
    }
    let Layout { channels, depth } = picture.layout();
    format!("{} of {} bits", channels.name(), 8 * depth.bytes())
}

/// The number of rectangles of the greedy cover, and the number of runs in row-major order.
fn counts(picture: &Picture) -> (usize, usize) {
    let colours: Vec<u64> = picture.pixel_values().collect();
    let runs = colours.chunk_by(PartialEq::eq).count();
    let mut rects = 0;
    skyline::for_each_rect(&picture.image(colours), |_| rects += 1);
    (rects, runs)
}
