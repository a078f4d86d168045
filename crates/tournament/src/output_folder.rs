//! The output folder of a tournament: `games.jsonl`, `games.csv`, `standings.json`, `standings.csv`,
//! `standings.html`, and where programs play `programs.jsonl` and, after the last game, `secret.txt`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use store::TournamentGame;
use text::Language;

use super::{FinishedGame, Standings, TournamentPlan, TournamentSecret};

/// The output folder, to which games are written in the order of their numbers.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    jsonl: BufWriter<File>,
    csv: BufWriter<File>,
    programs: Option<BufWriter<File>>,
}

const GAMES: &str = "games.jsonl";
const SECRET: &str = "secret.txt";

impl OutputFolder {
    /// The files of an output folder, which programs must not read while games are played.
    pub fn files(path: &Path) -> [PathBuf; 7] {
        let names = [
            GAMES,
            "games.csv",
            "programs.jsonl",
            "standings.json",
            "standings.csv",
            "standings.html",
            SECRET,
        ];
        names.map(|name| path.join(name))
    }

    /// Tests whether a folder holds games.
    pub fn is_occupied(path: &Path) -> bool {
        fs::metadata(path.join(GAMES)).is_ok_and(|file| file.len() > 0)
    }

    /// Creates the folder and empties its files; games of earlier runs are written again from the store.
    pub fn create(path: &Path, plan: &TournamentPlan) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        // That of an earlier run may be that of this one.
        match fs::remove_file(path.join(SECRET)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
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

    /// Appends a game to `games.jsonl` and `games.csv`, and its notes to `programs.jsonl`.
    pub(crate) fn add(&mut self, game: &FinishedGame, row: &TournamentGame) -> io::Result<()> {
        writeln!(self.jsonl, "{}", row.line)?;
        if let (Some(programs), Some(notes)) = (&mut self.programs, &row.notes) {
            writeln!(programs, "{notes}")?;
        }
        self.csv.write_all(game.csv().as_bytes())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.jsonl.flush()?;
        self.programs.as_mut().map_or(Ok(()), Write::flush)?;
        self.csv.flush()
    }

    /// Writes the secret of the luck, after the last game.
    pub fn publish_secret(&self, secret: &TournamentSecret) -> io::Result<()> {
        fs::write(self.path.join(SECRET), secret.reveal() + "\n")
    }

    /// Writes the standings. Each file is replaced atomically.
    pub fn write_standings(
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
            let temporary = self.path.join(format!(".{name}"));
            fs::write(&temporary, text)?;
            fs::rename(&temporary, self.path.join(name))?;
        }
        Ok(())
    }
}
