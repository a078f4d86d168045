//! `brelan replay`: a record played again.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use house::{Language, Viewer};
use table::{Explain, Message, Record};

use crate::failure::Failure;

/// Prints the transcript of a record.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let file: &String = given.get_one("file").expect("clap requires a file");
    let record = read(file)?;
    let game = house::find(&record.header.game)?;

    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    let replayed = game.replay(&record, &mut |moment| {
        if written.is_ok() {
            let text = moment.transcript(Viewer::House, language);
            written = out.write_all(text.as_bytes());
        }
    });
    written?;
    out.flush()?;
    replayed.map_err(|error| refused(&error))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the record in `file`.
pub(crate) fn read(file: &str) -> Result<Record, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let message = Message::new("cli-cannot-read").with("file", file);
        Failure::error(message.with("reason", error.explain()))
    })?;
    text.parse()
        .map_err(|error: table::RecordError| refused(&error))
}

pub(crate) fn refused(error: &table::RecordError) -> Failure {
    Failure::error(error.explain())
}
