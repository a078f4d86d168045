//! `brelan replay`: the transcript of a recorded game.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use host::Viewer;
use table::Record;
use text::Language;

use crate::command_error::{CommandError, cannot_read};

/// Prints the transcript of the record in a file.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let file: &String = given.get_one("file").expect("clap requires a file");
    let record = read(file)?;
    let game = games::find(&record.header.game)?;

    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    let replayed = game.replay(&record, &mut |event| {
        if written.is_ok() {
            let text = event.transcript(Viewer::Referee, language);
            written = out.write_all(text.as_bytes());
        }
    });
    written?;
    out.flush()?;
    replayed.map_err(CommandError::explain)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the record in `file`.
pub(crate) fn read(file: &str) -> Result<Record, CommandError> {
    let text = std::fs::read_to_string(file).map_err(|error| cannot_read(file, &error))?;
    text.parse::<Record>().map_err(CommandError::explain)
}
