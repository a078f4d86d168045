//! The folder of a tournament: `games.jsonl`, `games.csv`, `standings.json`, `.csv` and `.html`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use house::Language;

use super::{Line, Standings};

/// A folder that is written as the games come, in the order of their numbers.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    jsonl: BufWriter<File>,
    csv: BufWriter<File>,
}

impl Folder {
    /// Begins its files anew: what they had is in the store, and comes again.
    ///
    /// # Errors
    /// When the folder cannot be made or written.
    pub fn begin(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let file = |name: &str| File::create(path.join(name)).map(BufWriter::new);
        let (jsonl, mut csv) = (file("games.jsonl")?, file("games.csv")?);
        writeln!(
            csv,
            "number,pair,first,second,seed,result,ending,loser,plies"
        )?;
        Ok(Self {
            path: path.to_owned(),
            jsonl,
            csv,
        })
    }

    /// Adds a game; `json` is its line.
    pub(crate) fn add(&mut self, line: &Line, json: &str) -> io::Result<()> {
        writeln!(self.jsonl, "{json}")?;
        self.csv.write_all(line.csv().as_bytes())
    }

    /// What was added is in the files.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.jsonl.flush()?;
        self.csv.flush()
    }

    /// Writes the standings, each file at once or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn stand(
        &mut self,
        standings: &Standings,
        title: &str,
        language: Language,
    ) -> io::Result<()> {
        self.flush()?;
        let files = [
            ("standings.json", standings.json()),
            ("standings.csv", standings.csv()),
            ("standings.html", standings.html(title, language)),
        ];
        for (name, text) in files {
            let beside = self.path.join(format!(".{name}"));
            fs::write(&beside, text)?;
            fs::rename(&beside, self.path.join(name))?;
        }
        Ok(())
    }
}
