//! `brelan review`: what every move of recorded games was worth.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use clap::ArgMatches;
use house::review::{MOST_BYTES, Review, Reviewer};
use house::{Easel, Language, Options, Wanted};
use indicatif::ProgressBar;
use table::{Explain, Limits, Message, Record, RecordError};

use crate::failure::{Failure, told};
use crate::{database, play};

/// A record of the command line, by its place there, and what came of it.
type Reviewed = (usize, Result<Review, Message>);

/// How the reviews are given.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Json,
    Page,
}

/// Reviews every file, several at a time; the answers come in the order of the files. One that
/// cannot be reviewed is told on standard error, the others are still answered.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let files = given.get_many("files").expect("clap requires a file");
    let files: Vec<String> = files.cloned().collect();
    let form = match (given.get_flag("json"), given.get_flag("html")) {
        (true, _) => Form::Json,
        (_, true) => Form::Page,
        (false, false) => Form::Text,
    };
    let all_reviewed = Session {
        files: &files,
        limits: limits(given, files.len()),
        workers: threads(given).min(files.len()),
        form,
        language,
    }
    .answer_all()?;
    if all_reviewed {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::Told)
    }
}

fn threads(given: &ArgMatches) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let asked = given.get_one::<u16>("threads").copied().map(usize::from);
    asked.unwrap_or_else(cores)
}

/// One game gets all the threads; of several, each gets one.
fn limits(given: &ArgMatches, files: usize) -> Limits {
    Limits {
        time: given.get_one("time").copied().map(Duration::from_millis),
        effort: given.get_one("effort").copied(),
        threads: if files == 1 { threads(given) } else { 1 },
        ..Limits::default()
    }
}

struct Session<'a> {
    files: &'a [String],
    limits: Limits,
    workers: usize,
    form: Form,
    language: Language,
}

impl Session<'_> {
    fn answer_all(&self) -> Result<bool, Failure> {
        let (sender, receiver) = mpsc::channel();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.workers {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, &sender));
            }
            drop(sender);
            let answered = self.tell_in_order(&receiver);
            // Whoever could not write does not wait for what nobody reads.
            next.store(self.files.len(), Ordering::Relaxed);
            if answered.is_err() {
                self.limits.stop.pull();
            }
            answered
        })
    }

    /// Reviews one file after the other, with an engine for each game that comes.
    fn work(&self, next: &AtomicUsize, sender: &Sender<Reviewed>) {
        let mut desks = BTreeMap::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = self.files.get(place) else {
                return;
            };
            let reviewed = self.review(file, &mut desks);
            if sender.send((place, reviewed)).is_err() {
                return;
            }
        }
    }

    fn review(
        &self,
        file: &str,
        desks: &mut BTreeMap<&'static str, Box<dyn Reviewer>>,
    ) -> Result<Review, Message> {
        let record = read(file)?;
        let game = house::find(&record.header.game).map_err(|error| error.explain())?;
        if !desks.contains_key(game.name) {
            let desk = game.reviewer(&Options::default());
            desks.insert(game.name, desk.map_err(|error| error.explain())?);
        }
        let desk = desks.get_mut(game.name).expect("made when it was absent");
        let reviewed = desk.review(&record, &self.limits, &mut |_| ());
        reviewed.map_err(|error| error.explain())
    }

    fn tell_in_order(&self, receiver: &Receiver<Reviewed>) -> Result<bool, Failure> {
        let mut out = BufWriter::new(io::stdout().lock());
        let bar = self.bar();
        let (mut waiting, mut told, mut all_reviewed) = (BTreeMap::new(), 0, true);
        for (place, reviewed) in receiver {
            bar.inc(1);
            waiting.insert(place, reviewed);
            while let Some(reviewed) = waiting.remove(&told) {
                all_reviewed &= self.tell(&self.files[told], reviewed, &mut out)?;
                told += 1;
            }
        }
        bar.finish_and_clear();
        out.flush()?;
        Ok(all_reviewed)
    }

    /// A bar where answers do not run over it.
    fn bar(&self) -> ProgressBar {
        if self.files.len() == 1 || io::stdout().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = database::bar();
        bar.set_length(self.files.len() as u64);
        bar
    }

    /// Whether there was a review to tell.
    fn tell(
        &self,
        file: &str,
        reviewed: Result<Review, Message>,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let written = match reviewed {
            Ok(review) => self.show(file, &review, out)?,
            Err(message) => Err(message),
        };
        let Err(message) = written else {
            return Ok(true);
        };
        out.flush()?;
        let text = self.language.say(&message);
        let message = Message::new("cli-review-bad-file").with("file", file);
        let text = told(self.language, &message.with("text", text), None);
        io::stderr().write_all(text.as_bytes())?;
        Ok(false)
    }

    fn show(
        &self,
        file: &str,
        review: &Review,
        out: &mut impl Write,
    ) -> io::Result<Result<(), Message>> {
        match self.form {
            Form::Json => writeln!(out, "{}", review.json(self.language)).map(Ok),
            Form::Text => {
                let apart = if self.files.len() > 1 { "\n" } else { "" };
                write!(out, "{}{apart}", review.text(self.language)).map(Ok)
            }
            Form::Page => Ok(write_page(file, &self.page(review))),
        }
    }

    /// The page, with the boards of the house.
    fn page(&self, review: &Review) -> String {
        let game = house::find(review.game).ok();
        let easel = Easel::wide(self.language);
        review.html(self.language, &|position| {
            let drawing = game?.drawing(&Wanted::still(position, easel)).ok()?;
            Some(drawing.svg)
        })
    }
}

/// Writes a page beside a record; an existing file is never touched.
fn write_page(file: &str, page: &str) -> Result<(), Message> {
    if file == "-" {
        return Err(Message::new("cli-review-html-input"));
    }
    let name = format!("{file}.html");
    let cannot = |error: io::Error| {
        let message = Message::new("cli-cannot-write").with("file", &*name);
        message.with("reason", error.explain())
    };
    let mut file = play::create(&name).map_err(|failure| match failure {
        Failure::Error { message, .. } => message,
        _ => Message::new("cli-exists").with("file", &*name),
    })?;
    file.write_all(page.as_bytes()).map_err(cannot)
}

/// Reads a record, unless it is larger than any; whoever tells why not names the file.
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
        return Err(Message::new("review-too-large").with("most", (MOST_BYTES >> 20) as u32));
    }
    text.parse().map_err(|error: RecordError| error.explain())
}
