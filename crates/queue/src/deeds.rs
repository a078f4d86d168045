//! What a worker does: it plays a game, or judges a paper.

use std::path::PathBuf;
use std::sync::Arc;

use arena::tournament::{Scribe, Task};
use arena::{Party, Program, on_terms};
use grade::{GradeError, Report, grade, homework_for};
use house::Moment;
use table::Stop;
use tokio::task;

use crate::archive::ArchiveError;
use crate::game::Game;
use crate::job::{BadJob, Done, MOST_NOTES, MOST_RECORD, MOST_REPORT, Outcome, written};
use crate::paper::Paper;
use crate::worker::Bench;

/// What a program may be granted at most, in bytes.
const MOST_MEMORY: u64 = 8 << 30;

impl Bench {
    /// The folder of an archive, or what is said of it.
    async fn fetched(&self, archive: &str) -> Result<Arc<PathBuf>, Outcome> {
        let mut shelf = self.shelf.lock().await;
        let folder = shelf.folder(archive, &self.link).await;
        folder.map_err(|error| match error {
            ArchiveError::Damaged => Outcome::Damaged {
                archive: archive.to_owned(),
            },
            error => Outcome::failed(&error.to_string()),
        })
    }

    /// Plays a game.
    pub(crate) async fn play(&self, number: u64, game: &Game, stop: Stop) -> Outcome {
        let task = match game.task(number, stop) {
            Ok(task) => task,
            Err(error) => return Outcome::refused(&error.to_string()),
        };
        let mut programs = [None, None];
        let mut folders = Vec::new();
        for (side, program) in programs.iter_mut().enumerate() {
            let Some(baggage) = &game.programs[side] else {
                continue;
            };
            let folder = match self.fetched(&baggage.archive).await {
                Ok(folder) => folder,
                Err(outcome) => return outcome,
            };
            let named = match baggage.program() {
                Ok(named) => named,
                Err(error) => return Outcome::refused(&error.to_string()),
            };
            let mut player = task.setup.players[side].clone();
            player.terms.memory = player.terms.memory.map(|memory| memory.min(MOST_MEMORY));
            let found = Program::seen_from(&named, &folder);
            *program = Some(found.map(|program| on_terms(program, &player, &[])));
            folders.push(folder);
        }
        let cage = self.cage.clone();
        let played = task::spawn_blocking(move || {
            let party = Party::of(cage, programs, task.restarts, task.language);
            let outcome = played(&task, party);
            drop(folders);
            outcome
        });
        played
            .await
            .unwrap_or_else(|error| Outcome::failed(&error.to_string()))
    }

    /// Judges a paper.
    pub(crate) async fn judge(&self, paper: &Paper) -> Outcome {
        self.judged(paper).await.unwrap_or_else(|outcome| outcome)
    }

    async fn judged(&self, paper: &Paper) -> Result<Outcome, Outcome> {
        let refused = |error: BadJob| Outcome::refused(&error.to_string());
        let none = || Outcome::failed("there is no cage here");
        let cage = self.cage.clone().ok_or_else(none)?;
        let subject = paper.subject().map_err(refused)?;
        let mut folders = Vec::new();
        for archive in paper.archives() {
            folders.push(self.fetched(archive).await?);
        }
        let path = paper.path(&folders[0]).map_err(refused)?;
        let tests = folders.get(1).map(|folder| folder.as_path());
        let options = paper.options(tests).map_err(refused)?;
        let judged = task::spawn_blocking(move || {
            let homework = homework_for(subject);
            let report = homework.and_then(|homework| grade(&cage, homework, &path, &options));
            drop(folders);
            report
        });
        let report = judged.await;
        Ok(report.map_or_else(|error| Outcome::failed(&error.to_string()), reported))
    }
}

/// A report within what can be carried home.
fn reported(report: Result<Report, GradeError>) -> Outcome {
    match report {
        Ok(report) => {
            if written(&report).len() > MOST_REPORT {
                return Outcome::refused(&format!("a report of more than {MOST_REPORT} bytes"));
            }
            Outcome::Done(Done::Judged(Box::new(report)))
        }
        Err(error @ (GradeError::Io(_) | GradeError::Start(_))) => {
            Outcome::failed(&error.to_string())
        }
        Err(error) => Outcome::refused(&error.to_string()),
    }
}

/// Plays a game on this thread, within what can be carried home.
fn played(task: &Task, party: Party) -> Outcome {
    let mut table = match task.open() {
        Ok(table) => table,
        Err(error) => return Outcome::refused(&error.to_string()),
    };
    let mut scribe = Scribe::new(&*table);
    let over = task.play(&mut *table, party, &mut |moment: &dyn Moment| {
        scribe.hear(moment);
        if scribe.record.len() > MOST_RECORD {
            task.limits.stop.pull();
        }
    });
    if scribe.record.len() > MOST_RECORD {
        return Outcome::refused(&format!("a record of more than {MOST_RECORD} bytes"));
    }
    match over {
        Some(over) => Outcome::Done(Done::Played {
            record: scribe.record,
            notes: over.notes.filter(|notes| notes.len() <= MOST_NOTES),
        }),
        None => Outcome::refused("a game without an end"),
    }
}
