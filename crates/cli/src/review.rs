//! `brelan review`: the value of every move of recorded games.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use clap::ArgMatches;
use host::{DrawingRequest, DrawingStyle, Options};
use indicatif::ProgressBar;
use review::{MOST_BYTES, Review, Reviewer};
use table::{Explain, Limits, Message, Record, RecordError, message};
use text::Language;

use crate::command_error::{CommandError, cannot_write, error_text};
use crate::{database, play};

/// Index of a file in the command line, with its review or the reason why there is none.
type ReviewedFile = (usize, Result<Review, Message>);

/// The form in which reviews are written.
#[derive(Clone, Copy)]
enum ReviewFormat {
    Text,
    Json,
    /// A page of HTML beside each record.
    Html,
}

/// Reviews every file, several at a time, and prints the reviews in the order of the files. A file
/// that cannot be reviewed is reported on standard error, the others are still reviewed, and the
/// exit code is 2.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let files = given.get_many("files").expect("clap requires a file");
    let files: Vec<String> = files.cloned().collect();
    let format = match (given.get_flag("json"), given.get_flag("html")) {
        (true, _) => ReviewFormat::Json,
        (_, true) => ReviewFormat::Html,
        (false, false) => ReviewFormat::Text,
    };
    let all_reviewed = ReviewBatch {
        files: &files,
        limits: limits(given, files.len()),
        workers: threads(given).min(files.len()),
        format,
        language,
    }
    .run()?;
    if all_reviewed {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(CommandError::Printed)
    }
}

/// The number of `--threads`, or of cores.
fn threads(given: &ArgMatches) -> usize {
    let asked = given.get_one::<u16>("threads").copied().map(usize::from);
    asked.unwrap_or_else(play::cores)
}

/// Limits of the review of one game. A single game gets all the threads; each of several gets one.
fn limits(given: &ArgMatches, files: usize) -> Limits {
    Limits {
        time: given.get_one("time").copied().map(Duration::from_millis),
        effort: given.get_one("effort").copied(),
        threads: if files == 1 { threads(given) } else { 1 },
        ..Limits::default()
    }
}

/// The files of one call, and how they are reviewed and written.
struct ReviewBatch<'a> {
    files: &'a [String],
    limits: Limits,
    /// Number of threads that review files.
    workers: usize,
    format: ReviewFormat,
    language: Language,
}

impl ReviewBatch<'_> {
    /// Reviews and prints all files. Returns whether each of them had a review.
    fn run(&self) -> Result<bool, CommandError> {
        let (sender, receiver) = mpsc::channel();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.workers {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, &sender));
            }
            drop(sender);
            let printed = self.print_in_order(&receiver);
            // When the output is closed, workers take no other file and stop the one they have.
            next.store(self.files.len(), Ordering::Relaxed);
            if printed.is_err() {
                self.limits.stop.pull();
            }
            printed
        })
    }

    /// Reviews one file after another until none is left, with one engine for each game.
    fn work(&self, next: &AtomicUsize, sender: &Sender<ReviewedFile>) {
        let mut reviewers = BTreeMap::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = self.files.get(index) else {
                return;
            };
            let reviewed = self.review(file, &mut reviewers);
            if sender.send((index, reviewed)).is_err() {
                return;
            }
        }
    }

    fn review(
        &self,
        file: &str,
        reviewers: &mut BTreeMap<&'static str, Box<dyn Reviewer>>,
    ) -> Result<Review, Message> {
        let record = read(file)?;
        let game = games::find(&record.header.game).map_err(|error| error.explain())?;
        if !reviewers.contains_key(game.name) {
            let reviewer = game.reviewer(&Options::default());
            reviewers.insert(game.name, reviewer.map_err(|error| error.explain())?);
        }
        let reviewer = reviewers.get_mut(game.name).expect("inserted when absent");
        let reviewed = reviewer.review(&record, &self.limits, &mut |_| ());
        reviewed.map_err(|error| error.explain())
    }

    fn print_in_order(&self, receiver: &Receiver<ReviewedFile>) -> Result<bool, CommandError> {
        let mut out = BufWriter::new(io::stdout().lock());
        let bar = self.bar();
        let (mut waiting, mut next, mut all_reviewed) = (BTreeMap::new(), 0, true);
        for (index, reviewed) in receiver {
            bar.inc(1);
            waiting.insert(index, reviewed);
            while let Some(reviewed) = waiting.remove(&next) {
                all_reviewed &= self.print(&self.files[next], reviewed, &mut out)?;
                next += 1;
            }
        }
        bar.finish_and_clear();
        out.flush()?;
        Ok(all_reviewed)
    }

    /// The progress bar, hidden for a single file and when reviews are printed to the same terminal.
    fn bar(&self) -> ProgressBar {
        if self.files.len() == 1 || io::stdout().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = database::progress_bar();
        bar.set_length(self.files.len() as u64);
        bar
    }

    /// Prints the review of a file, or on standard error why there is none. Returns whether there was
    /// one.
    fn print(
        &self,
        file: &str,
        reviewed: Result<Review, Message>,
        out: &mut impl Write,
    ) -> Result<bool, CommandError> {
        let written = match reviewed {
            Ok(review) => self.write(file, &review, out)?,
            Err(message) => Err(message),
        };
        let Err(message) = written else {
            return Ok(true);
        };
        out.flush()?;
        let message = message!("cli-review-bad-file", file, text = message);
        let text = error_text(self.language, &message, None);
        io::stderr().write_all(text.as_bytes())?;
        Ok(false)
    }

    /// Writes a review in the format of the call; the inner error says why the page beside the record
    /// cannot be written.
    fn write(
        &self,
        file: &str,
        review: &Review,
        out: &mut impl Write,
    ) -> io::Result<Result<(), Message>> {
        match self.format {
            ReviewFormat::Json => writeln!(out, "{}", review.json(self.language)).map(Ok),
            ReviewFormat::Text => {
                let separator = if self.files.len() > 1 { "\n" } else { "" };
                write!(out, "{}{separator}", review.text(self.language)).map(Ok)
            }
            ReviewFormat::Html => Ok(write_page(file, &self.page(review))),
        }
    }

    /// The page of a review, with a drawing of each board.
    fn page(&self, review: &Review) -> String {
        let style = DrawingStyle::wide(self.language);
        review.html(self.language, &|position| {
            let drawing = review
                .game
                .drawing(&DrawingRequest::still(position, style))
                .ok()?;
            Some(drawing.svg)
        })
    }
}

/// Writes the page of the record `file` to `file.html`; refuses a name that exists.
fn write_page(file: &str, page: &str) -> Result<(), Message> {
    if file == "-" {
        return Err(message!("cli-review-html-input"));
    }
    let name = format!("{file}.html");
    let mut file = play::create(&name).map_err(|error| {
        if let CommandError::Error { message, .. } = error {
            message
        } else {
            message!("cli-exists", file = &*name)
        }
    })?;
    file.write_all(page.as_bytes())
        .map_err(|error| cannot_write(&name, &error))
}

/// Reads a record of at most `MOST_BYTES` bytes from a file, or from standard input for `-`. The
/// error does not name the file.
fn read(file: &str) -> Result<Record, Message> {
    let cannot = |error: io::Error| error.explain();
    let source: Box<dyn Read> = if file == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(cannot)?)
    };
    let mut text = String::new();
    let read = source.take(MOST_BYTES + 1).read_to_string(&mut text);
    if read.map_err(cannot)? as u64 > MOST_BYTES {
        return Err(message!(
            "cli-review-too-large",
            most = (MOST_BYTES >> 20) as u32
        ));
    }
    text.parse().map_err(|error: RecordError| error.explain())
}
