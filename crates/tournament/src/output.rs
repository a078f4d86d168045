//! The folder of a tournament: `games.jsonl`, `games.csv`, `standings.json`, `.csv` and `.html`, and
//! `programs.jsonl` where programs play.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use house::Language;

use super::{Line, Plan, Standings};

/// A folder that is written as the games come, in the order of their numbers.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    jsonl: BufWriter<File>,
    csv: BufWriter<File>,
    programs: Option<BufWriter<File>>,
}

const GAMES: &str = "games.jsonl";

impl Folder {
    /// Whether a folder holds games.
    pub fn is_occupied(path: &Path) -> bool {
        fs::metadata(path.join(GAMES)).is_ok_and(|file| file.len() > 0)
    }

    /// Begins its files anew: what they had is in the store, and comes again.
    ///
    /// # Errors
    /// When the folder cannot be made or written.
    pub fn begin(path: &Path, plan: &Plan) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let file = |name: &str| File::create(path.join(name)).map(BufWriter::new);
        let (jsonl, mut csv) = (file(GAMES)?, file("games.csv")?);
        let programs = plan.has_programs().then(|| file("programs.jsonl"));
        writeln!(
            csv,
            "number,pair,first,second,seed,result,ending,loser,plies"
        )?;
        Ok(Self {
            path: path.to_owned(),
            jsonl,
            csv,
            programs: programs.transpose()?,
        })
    }

    /// Adds a game; `json` is its line, `notes` what its programs left.
    pub(crate) fn add(&mut self, line: &Line, json: &str, notes: Option<&str>) -> io::Result<()> {
        writeln!(self.jsonl, "{json}")?;
        if let (Some(programs), Some(notes)) = (&mut self.programs, notes) {
            writeln!(programs, "{notes}")?;
        }
        self.csv.write_all(line.csv().as_bytes())
    }

    /// What was added is in the files.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.jsonl.flush()?;
        self.programs.as_mut().map_or(Ok(()), Write::flush)?;
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
