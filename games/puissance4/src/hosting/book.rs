//! The opening book as a file: building it in parts, resuming a build, and checking it.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::Solver;
use crate::book::{BookError, MOST_PLIES, header, positions, read_part, solve_all, sum};
use table::{Budget, Explain, Limits, Message, Monotonic, key, message};

use super::{TABLE_SIZE, table_bytes};
use host::{Database, OptionSpec, Options, Progress, data_folder};

const PLIES: OptionSpec = OptionSpec::new("plies", "N", key!("puissance4-option-plies"));
const OUTPUT: OptionSpec = OptionSpec::new("output", "FILE", key!("puissance4-option-output"));
const THREADS: OptionSpec =
    OptionSpec::new("threads", "N", key!("puissance4-option-build-threads"));

pub(super) const DATABASE: Database = Database {
    build_options: &[PLIES, OUTPUT, THREADS, TABLE_SIZE],
    build,
    check_options: &[
        OptionSpec::new("file", "FILE", key!("puissance4-option-file")),
        PLIES,
        OptionSpec::new("sample", "N", key!("puissance4-option-sample")),
    ],
    check,
};

/// Solves all positions with the chosen number of discs and appends the scores to the file.
fn build(options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Message, Message> {
    let plies = plies(options)?;
    let file = match options.get(OUTPUT.name) {
        Some(file) => PathBuf::from(file),
        None => default_file(plies)?,
    };
    let boards = positions(plies);
    let mut out = locked(&file)?;
    let mut done = known(&file, &mut out, plies, boards.len())?;
    let table = table_bytes(options).map_err(|error| error.explain())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits {
        threads: number(options, THREADS.name)?.unwrap_or(cores),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let budget = Budget::new(&limits, &clock);
    let mut failure = None;
    let rest = &boards[done..];
    solve_all(rest, table, &budget, &mut |scores| {
        let bytes: Vec<u8> = scores.iter().map(|score| score.cast_unsigned()).collect();
        if let Err(error) = out.write_all(&bytes).and_then(|()| out.sync_data()) {
            failure = Some(blame(&file, &error));
            limits.stop.pull();
        }
        done += scores.len();
        progress(Progress {
            done: done as u64,
            total: boards.len() as u64,
        });
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    seal(&file, &mut out)?;
    let file = file.display().to_string();
    Ok(message!("puissance4-built", file, count = done))
}

/// Appends the checksum to a book with all scores, unless it has one.
fn seal(file: &Path, out: &mut File) -> Result<(), Message> {
    let blame = |error: std::io::Error| blame(file, &error);
    let bytes = fs::read(file).map_err(blame)?;
    if read_part(&bytes).is_ok_and(|part| part.whole) {
        return Ok(());
    }
    let written = out.write_all(&sum(&bytes)).and_then(|()| out.sync_data());
    written.map_err(blame)
}

/// Reads a finished book, and solves some of its positions again, spread evenly.
fn check(options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Message, Message> {
    let file = match options.get("file") {
        Some(file) => PathBuf::from(file),
        None => default_file(plies(options)?)?,
    };
    let bytes = fs::read(&file).map_err(|error| blame(&file, &error))?;
    let book = crate::Book::read(&bytes).map_err(|error| blame(&file, &error))?;
    let boards = positions(book.plies());
    let sample = number::<usize>(options, "sample")?.unwrap_or(20);
    let sample = sample.clamp(1, boards.len());
    let solver = Solver::new(crate::MEMORY_BYTES);
    for nth in 0..sample {
        let index = nth * boards.len() / sample;
        let solved = solver.solve(boards[index], &Budget::unlimited());
        let (right, found) = (solved.bounds.exact(), book.score(boards[index]));
        if right != found {
            let text = |score: Option<i32>| score.map_or(String::new(), |score| score.to_string());
            let (file, index) = (file.display().to_string(), index + 1);
            let (right, found) = (text(right), text(found));
            return Err(message!("puissance4-wrong", file, index, right, found));
        }
        progress(Progress {
            done: nth as u64 + 1,
            total: sample as u64,
        });
    }
    let file = file.display().to_string();
    let count = boards.len();
    Ok(message!("puissance4-checked", file, count, sample))
}

fn plies(options: &Options) -> Result<u8, Message> {
    let plies = number::<u8>(options, PLIES.name)?.unwrap_or(6);
    if plies > MOST_PLIES {
        return Err(BookError::Plies(plies).explain());
    }
    Ok(plies)
}

fn number<T: FromStr>(options: &Options, name: &'static str) -> Result<Option<T>, Message> {
    options.number(name).map_err(|error| error.explain())
}

fn default_file(plies: u8) -> Result<PathBuf, Message> {
    let folder = data_folder().ok_or_else(|| message!("puissance4-no-folder"))?;
    fs::create_dir_all(&folder).map_err(|error| blame(&folder, &error))?;
    Ok(folder.join(format!("puissance4-{plies}.book")))
}

/// Opens the file to append to and locks it: two builders would write the same scores twice.
fn locked(file: &Path) -> Result<File, Message> {
    let out = OpenOptions::new().create(true).append(true).open(file);
    let locked = out.and_then(|out| Ok(out.try_lock().map(|()| out)?));
    locked.map_err(|error| blame(file, &error))
}

/// Number of scores in the file; an empty file gets its header.
fn known(file: &Path, out: &mut File, plies: u8, positions: usize) -> Result<usize, Message> {
    let blame_io = |error: std::io::Error| blame(file, &error);
    let bytes = fs::read(file).map_err(blame_io)?;
    if bytes.is_empty() {
        out.write_all(&header(plies, positions)).map_err(blame_io)?;
        return Ok(0);
    }
    let part = read_part(&bytes).map_err(|error| blame(file, &error))?;
    if part.plies != plies {
        let (file, found) = (file.display().to_string(), part.plies);
        return Err(message!("puissance4-other-plies", file, found, plies));
    }
    if !part.whole {
        // An incomplete checksum, from a build that was stopped, is removed.
        out.set_len(part.bytes() as u64).map_err(blame_io)?;
    }
    Ok(part.scores.len())
}

fn blame(file: &Path, error: &impl Explain) -> Message {
    let (file, reason) = (file.display().to_string(), error.explain());
    message!("puissance4-file", file, reason)
}
