//! `brelan draw`: a position as an SVG file that needs no style sheet, for documents.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use draw::standalone;
use host::{DrawingRequest, DrawingStyle};
use table::Side;
use text::Language;

use crate::command_error::CommandError;

/// Writes the picture to the file of `--output`, or prints it.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let text = |name| given.get_one::<String>(name).map(String::as_str);
    let game = games::find(text("game").expect("clap requires a game"))?;
    let near = match text("near") {
        Some("second") => Side::Second,
        _ => Side::First,
    };
    let style = DrawingStyle {
        near,
        ..DrawingStyle::wide(language)
    };
    let view = text("position").unwrap_or(game.sample);
    let drawn = game.drawing(&DrawingRequest::still(view, style))?;
    let picture = standalone(&drawn.svg);
    match text("output") {
        Some(file) => fs::write(file, picture)?,
        None => io::stdout().write_all(picture.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
