//! The command line: arguments, then one task a file.

mod batch;
mod command;
mod file;

use batch::Batch;
use clap::Parser;
use command::{Command, Line};
use file::{Format, Output, read_picture};
use pavage::colours::{Bit, eight_colours};
use pavage::pav::{Effort, Header, Trial, encode, encode_as, encode_with, trials};
use pavage::picture::Depth;
use pavage::{Picture, coco::Coco, json, show, skyline, svg};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// 0 if all went well, 2 if anything did not.
pub(crate) fn run() -> ExitCode {
    match work(&Line::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::from(2)
        }
    }
}

/// `error: …` and, where one is known, `hint: …`.
fn report(error: &anyhow::Error) {
    let mut text = format!("error: {error:#}\n");
    if let Some(hint) = file::hint(error) {
        writeln!(text, "hint: {hint}").expect("a string takes any text");
    }
    // Nothing is left to say it to if standard error is closed.
    drop(std::io::stderr().write_all(text.as_bytes()));
}

fn work(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Encode {
            batch,
            effort,
            smallest,
            mode,
        } => {
            let effort = if *smallest { Effort::SMALLEST } else { *effort };
            let write = |picture: &Picture| match mode {
                Some(mode) => encode_as(picture, mode.to_mode()),
                None => encode_with(picture, effort),
            };
            Batch::new(batch, Some(Format::Pav))?.run(|picture| Ok(write(picture)?))
        }
        Command::Decode { batch, to } => {
            let batch = Batch::new(batch, *to)?;
            let format = batch.format();
            batch.run(move |picture| bytes(picture, format, Bit::White))
        }
        Command::Convert {
            input,
            output,
            to,
            object,
        } => {
            let format = output.format(*to)?;
            let picture = read_picture(input)?;
            output.write(&bytes(&picture, format, object.to_bit())?)
        }
        Command::Info { inputs } => inputs.iter().try_for_each(|input| print(&info(input)?)),
        Command::Runs { input, output } => {
            output.write(&line(&json::runs(&read_picture(input)?.to_bits())))
        }
        Command::Rectangles { input, output } => {
            output.write(&line(&json::rectangles(&read_picture(input)?)))
        }
        Command::Bw { input, output } => {
            let picture = Picture::from_bits(&read_picture(input)?.to_bits());
            output.write(&bytes(&picture, output.format_or_png()?, Bit::White)?)
        }
        Command::EightColours { input, output } => {
            let colours = eight_colours(&read_picture(input)?.to_rgb());
            let levels = colours.map(|colour| colour.map(|bit| 255 * bit as u8));
            output.write(&bytes(
                &Picture::from_rgb(&levels),
                output.format_or_png()?,
                Bit::White,
            )?)
        }
        Command::Show { input, output } => {
            let drawing = show::draw(&read_picture(input)?)?;
            output.write(&bytes(&drawing, output.format_or_png()?, Bit::White)?)
        }
    }
}

/// A picture in a format.
fn bytes(picture: &Picture, format: Format, object: Bit) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        Format::Pav => encode(picture)?,
        Format::Raster(raster) => raster.write(picture)?,
        Format::Svg => svg::write(picture).into_bytes(),
        Format::Json => line(&json::rectangles(picture)),
        Format::Coco => line(&json::coco(&mask(picture, object), false)),
        Format::CocoList => line(&json::coco(&mask(picture, object), true)),
    })
}

fn mask(picture: &Picture, object: Bit) -> Coco {
    Coco::of(&picture.to_bits().map(|&bit| u8::from(bit == object)))
}

fn line(value: &impl ToString) -> Vec<u8> {
    let mut text = value.to_string();
    text.push('\n');
    text.into_bytes()
}

fn print(text: &str) -> anyhow::Result<()> {
    Output::standard().write(text.as_bytes())
}

fn info(input: &Path) -> anyhow::Result<String> {
    let file = file::read(input)?;
    let picture = file::picture_of(input, &file)?;
    let tried = trials(&picture, Effort::default())?;
    let pav = if Format::of(input).is_ok_and(|format| format == Format::Pav) {
        &file
    } else {
        &tried[0].file
    };
    let (header, _) = Header::read(pav)?;
    let bits = if picture.is_black_and_white() {
        1
    } else {
        8 * picture.layout().pixel_bytes()
    };
    let packed = (picture.width() * picture.height() * bits).div_ceil(8);
    let (rects, runs) = counts(&picture);
    let facts = [
        (
            "size",
            format!("{} x {}", picture.width(), picture.height()),
        ),
        ("samples", describe(&picture)),
        ("mode", header.mode.name().to_owned()),
        (
            "tried",
            tried.iter().map(outcome).collect::<Vec<_>>().join(", "),
        ),
        ("rectangles", rects.to_string()),
        ("runs", runs.to_string()),
        ("file", format!("{} bytes", file.len())),
        (".pav", format!("{} bytes", pav.len())),
        ("packed", format!("{packed} bytes")),
    ];
    let lines = facts.map(|(name, value)| format!("  {name:<12} {value}\n"));
    Ok(format!("{}\n{}", input.display(), lines.concat()))
}

/// A mode that the default effort tried: what it takes, and about how long it takes to read.
fn outcome(trial: &Trial) -> String {
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
    let depth = match picture.layout().depth {
        Depth::Eight => 8,
        Depth::Sixteen => 16,
    };
    format!("{} of {depth} bits", picture.layout().channels.name())
}

/// Rectangles of the greedy cover, and runs of equal pixels of the picture read as one line.
fn counts(picture: &Picture) -> (usize, usize) {
    let pixels = picture
        .samples()
        .chunks_exact(picture.layout().pixel_bytes());
    let colours = pixels.map(|pixel| {
        pixel
            .iter()
            .fold(0, |all, &byte| all << 8 | u64::from(byte))
    });
    let colours: Vec<u64> = colours.collect();
    let runs = colours.chunk_by(PartialEq::eq).count();
    let image = pavage::Image::from_pixels(picture.height(), picture.width(), colours)
        .expect("a colour for each pixel");
    let mut rects = 0;
    skyline::for_each_rect(&image, |_| rects += 1);
    (rects, runs)
}
