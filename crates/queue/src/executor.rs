//! Executes jobs on a worker's machine: plays a game, or grades a submission.

use std::path::PathBuf;
use std::sync::Arc;

use grade::{GradeError, Report, grade, homework_for};
use host::EventView;
use sandbox::{Cage, ProgramCommand, SeatedPrograms};
use table::Stop;
use tokio::sync::Mutex;
use tokio::task;
use tournament::{GameSpec, RecordWriter};

use crate::archive::ArchiveError;
use crate::cache::ArchiveCache;
use crate::connection::NatsConnection;
use crate::game_job::GameJob;
use crate::job::{InvalidJob, Job, Work};
use crate::result::{JobOutcome, PlayedGame};
use crate::submission_job::SubmissionJob;
use crate::wire::{MAX_NOTES_BYTES, MAX_RECORD_BYTES, MAX_REPORT_BYTES, encode};

/// Maximum memory limit that a job may ask for a program, in bytes.
const MAX_MEMORY_BYTES: u64 = 8 << 30;

/// Plays games and grades submissions in a cage, with files from the archive cache.
#[derive(Debug)]
pub(crate) struct Executor {
    connection: NatsConnection,
    /// The cage for foreign code; without one only strategies play.
    cage: Option<Arc<Cage>>,
    cache: Mutex<ArchiveCache>,
}

impl Executor {
    pub(crate) fn new(connection: NatsConnection, cage: Option<Cage>) -> std::io::Result<Self> {
        Ok(Self {
            connection,
            cage: cage.map(Arc::new),
            cache: Mutex::new(ArchiveCache::new()?),
        })
    }

    pub(crate) fn cage(&self) -> Option<&Cage> {
        self.cage.as_deref()
    }

    /// Executes a job. Pulling `stop` ends a game; grading has no switch.
    pub(crate) async fn execute(&self, job: &Job, stop: Stop) -> JobOutcome {
        let outcome = match &job.work {
            Work::Game(game) => self.play(job.number, game, stop).await,
            Work::Submission(submission) => self.grade(submission).await,
        };
        outcome.unwrap_or_else(|failure| failure)
    }

    /// The folder of an archive, or the outcome that reports why it is not there.
    async fn folder(&self, digest: &str) -> Result<Arc<PathBuf>, JobOutcome> {
        let mut cache = self.cache.lock().await;
        let folder = cache.folder(digest, &self.connection).await;
        folder.map_err(|error| match error {
            ArchiveError::Damaged => JobOutcome::Damaged {
                archive: digest.to_owned(),
            },
            error => JobOutcome::failed(&error),
        })
    }

    async fn play(
        &self,
        number: u64,
        game: &GameJob,
        stop: Stop,
    ) -> Result<JobOutcome, JobOutcome> {
        let task = game.task(number, stop)?;
        let mut programs = [None, None];
        let mut folders = Vec::new();
        for (side, program) in programs.iter_mut().enumerate() {
            let Some(packed) = &game.programs[side] else {
                continue;
            };
            let folder = self.folder(&packed.archive).await?;
            let named = packed.program()?;
            let mut player = task.setup.players[side].clone();
            let memory = player.terms.memory;
            player.terms.memory = memory.map(|memory| memory.min(MAX_MEMORY_BYTES));
            let found = ProgramCommand::from_named(&named, &folder);
            *program = Some(found.map(|program| program.with_player_limits(&player, &[])));
            folders.push(folder);
        }
        let cage = self.cage.clone();
        let played = task::spawn_blocking(move || {
            let (restarts, language) = (task.restarts, task.language);
            let programs = SeatedPrograms::from_commands(cage, programs, restarts, language);
            let outcome = play_here(&task, programs);
            drop(folders);
            outcome
        });
        played.await.map_err(|error| JobOutcome::failed(&error))
    }

    async fn grade(&self, submission: &SubmissionJob) -> Result<JobOutcome, JobOutcome> {
        let no_cage = || JobOutcome::failed(&"this machine has no cage");
        let cage = self.cage.clone().ok_or_else(no_cage)?;
        let subject = submission.subject()?;
        let mut folders = Vec::new();
        for digest in submission.archives() {
            folders.push(self.folder(digest).await?);
        }
        let path = submission.path(&folders[0])?;
        let tests = folders.get(1).map(|folder| folder.as_path());
        let options = submission.options(tests)?;
        let graded = task::spawn_blocking(move || {
            let homework = homework_for(subject);
            let report = homework.and_then(|homework| grade(&cage, homework, &path, &options));
            drop(folders);
            report
        });
        let report = graded.await.map_err(|error| JobOutcome::failed(&error))?;
        Ok(report_outcome(report))
    }
}

impl From<InvalidJob> for JobOutcome {
    fn from(error: InvalidJob) -> Self {
        Self::refused(&error)
    }
}

/// The outcome of grading; a report above the size limit is refused.
fn report_outcome(report: Result<Report, GradeError>) -> JobOutcome {
    match report {
        Ok(report) => {
            if encode(&report).len() > MAX_REPORT_BYTES {
                let reason = format!("the report has more than {MAX_REPORT_BYTES} bytes");
                return JobOutcome::refused(&reason);
            }
            JobOutcome::Judged(Box::new(report))
        }
        Err(error @ (GradeError::Io(_) | GradeError::Start(_))) => JobOutcome::failed(&error),
        Err(error) => JobOutcome::refused(&error),
    }
}

/// Plays a game on this thread. A record above the size limit ends it, and is refused.
fn play_here(task: &GameSpec, programs: SeatedPrograms) -> JobOutcome {
    let mut table = match task.open() {
        Ok(table) => table,
        Err(error) => return JobOutcome::refused(&error),
    };
    let mut writer = RecordWriter::new(&*table);
    let over = task.play(&mut *table, programs, &mut |event: &dyn EventView| {
        writer.write(event);
        if writer.record.len() > MAX_RECORD_BYTES {
            task.limits.stop.pull();
        }
    });
    if writer.record.len() > MAX_RECORD_BYTES {
        let reason = format!("the record has more than {MAX_RECORD_BYTES} bytes");
        return JobOutcome::refused(&reason);
    }
    match over {
        Some(over) => JobOutcome::Played(PlayedGame {
            record: writer.record,
            notes: over.notes.filter(|notes| notes.len() <= MAX_NOTES_BYTES),
        }),
        None => JobOutcome::refused(&"the game has no end"),
    }
}
