//! The command line: arguments, then one task a file.

mod batch;
mod command;
mod file;

use batch::Batch;
use clap::Parser;
use command::{Command, Line};
use file::{Format, Output, read_picture};
use pavage::colours::{Bit, eight_colours};
use pavage::limits::Limits;
use pavage::pav::{Header, encode, encode_as};
use pavage::picture::Depth;
use pavage::{Image, Picture, coco::Coco, json, show, skyline, svg};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// 0 if all went well, 2 if anything did not.
pub(crate) fn run() -> ExitCode {
    let line = Line::parse();
    match work(&line.command, &line.limits()) {
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

fn work(command: &Command, limits: &Limits) -> anyhow::Result<()> {
    match command {
        Command::Encode { batch, mode } => {
            Batch::new(batch, Some(Format::Pav))?.run(limits, |picture, limits| {
                limits.check_encoding(picture)?;
                Ok(match mode {
                    Some(mode) => encode_as(picture, mode.to_mode())?,
                    None => encode(picture)?,
                })
            })
        }
        Command::Decode { batch, to } => {
            let batch = Batch::new(batch, *to)?;
            let format = batch.format();
            batch.run(limits, |picture, limits| {
                bytes(picture, format, Bit::White, limits)
            })
        }
        Command::Convert {
            input,
            output,
            to,
            object,
        } => {
            let format = output.format(*to)?;
            let picture = read_picture(input, limits)?;
            output.write(&bytes(&picture, format, object.to_bit(), limits)?)
        }
        Command::Info { inputs } => inputs
            .iter()
            .try_for_each(|input| print(&info(input, limits)?)),
        Command::Runs { input, output } => {
            output.write(&line(&json::runs(&read_bits(input, limits)?)))
        }
        Command::Rectangles { input, output } => output.write(&line(&json::rectangles(
            &read_picture(input, limits)?,
            limits,
        )?)),
        Command::Bw { input, output } => {
            let picture = Picture::from_bits(&read_bits(input, limits)?);
            output.write(&bytes(
                &picture,
                output.format_or_png()?,
                Bit::White,
                limits,
            )?)
        }
        Command::EightColours { input, output } => {
            let picture = read_picture(input, limits)?;
            limits.check_bits(&picture)?;
            let colours = eight_colours(&picture.to_rgb());
            let levels = colours.map(|colour| colour.map(|bit| 255 * bit as u8));
            output.write(&bytes(
                &Picture::from_rgb(&levels),
                output.format_or_png()?,
                Bit::White,
                limits,
            )?)
        }
        Command::Show { input, output } => {
            let drawing = show::draw(&read_picture(input, limits)?, limits)?;
            output.write(&bytes(
                &drawing,
                output.format_or_png()?,
                Bit::White,
                limits,
            )?)
        }
    }
}

fn read_bits(input: &Path, limits: &Limits) -> anyhow::Result<Image<Bit>> {
    let picture = read_picture(input, limits)?;
    limits.check_bits(&picture)?;
    Ok(picture.to_bits())
}

/// A picture in a format.
fn bytes(
    picture: &Picture,
    format: Format,
    object: Bit,
    limits: &Limits,
) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        Format::Pav => {
            limits.check_encoding(picture)?;
            encode(picture)?
        }
        Format::Raster(raster) => {
            limits.check_writing(raster, picture)?;
            raster.write(picture)?
        }
        Format::Svg => svg::write(picture, limits)?.into_bytes(),
        Format::Json => line(&json::rectangles(picture, limits)?),
        Format::Coco => line(&json::coco(&mask(picture, object, limits)?, false)),
        Format::CocoList => line(&json::coco(&mask(picture, object, limits)?, true)),
    })
}

fn mask(picture: &Picture, object: Bit, limits: &Limits) -> anyhow::Result<Coco> {
    limits.check_bits(picture)?;
    let mask = picture.to_bits().map(|&bit| u8::from(bit == object));
    limits.check_mask(&mask, picture)?;
    Ok(Coco::of(&mask))
}

fn line(value: &impl ToString) -> Vec<u8> {
    let mut text = value.to_string();
    text.push('\n');
    text.into_bytes()
}

fn print(text: &str) -> anyhow::Result<()> {
    Output::standard().write(text.as_bytes())
}

fn info(input: &Path, limits: &Limits) -> anyhow::Result<String> {
    let file = file::read(input, limits)?;
    let picture = file::picture_of(input, &file, limits)?;
    limits.check_encoding(&picture)?;
    let pav = if Format::of(input).is_ok_and(|format| format == Format::Pav) {
        file.clone()
    } else {
        encode(&picture)?
    };
    let (header, _) = Header::read(&pav)?;
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
        ("rectangles", rects.to_string()),
        ("runs", runs.to_string()),
        ("file", format!("{} bytes", file.len())),
        (".pav", format!("{} bytes", pav.len())),
        ("packed", format!("{packed} bytes")),
    ];
    let lines = facts.map(|(name, value)| format!("  {name:<12} {value}\n"));
    Ok(format!("{}\n{}", input.display(), lines.concat()))
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
    let image = Image::from_pixels(picture.height(), picture.width(), colours)
        .expect("a colour for each pixel");
    let mut rects = 0;
    skyline::for_each_rect(&image, |_| rects += 1);
    (rects, runs)
}
