//! One job at a worker, from the moment it is taken until it is kept or given back.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use arena::tournament::{Scribe, Task};
use arena::{Party, Program, on_terms};
use async_nats::jetstream::{AckKind, Message as Handed};
use house::Moment;
use table::{Message, Stop};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::task;
use tokio::time::{sleep, timeout};

use crate::archive::ArchiveError;
use crate::job::{Answer, Job, MOST_NOTES, MOST_RECORD, Outcome, Reply, plain, written};
use crate::link::{self, ACK_WAIT};
use crate::worker::Bench;

/// How often it is said that a game goes on.
const PROGRESS: Duration = Duration::from_secs(ACK_WAIT.as_secs() / 4);
/// The longest game: nobody waits longer for one.
const LONGEST: Duration = Duration::from_hours(6);
/// What a program may be granted at most, in bytes.
const MOST_MEMORY: u64 = 8 << 30;
/// How soon a job that somebody else should play is offered again.
const ELSEWHERE: Duration = Duration::from_millis(300);
/// How soon one that could not be played is.
const LATER: Duration = Duration::from_secs(1);
/// How long a tournament may take to keep a game, and how long one that is away is looked for.
const KEPT: Duration = Duration::from_secs(3);
const AWAY: Duration = Duration::from_secs(30);
const AGAIN: Duration = Duration::from_millis(500);

/// How a game ended for its worker.
enum Shift {
    Done(Outcome),
    /// Nobody wants it any more.
    Unwanted,
    /// The worker ends.
    Closing,
}

impl Bench {
    /// Plays a job and brings its game home.
    pub(crate) async fn handle(self: Arc<Self>, handed: Handed, place: OwnedSemaphorePermit) {
        let Some(job) = Job::read(&handed.payload) else {
            // Nobody knows whose it is.
            return self.acknowledge(&handed, AckKind::Term).await;
        };
        if job.not.contains(&self.name) {
            let elsewhere = AckKind::Nak(Some(ELSEWHERE));
            return self.acknowledge(&handed, elsewhere).await;
        }
        let shift = self.go_on(&handed, &job).await;
        // Whoever plays next need not wait until this one is kept.
        let unkept = Arc::clone(&self.unkept).acquire_owned().await;
        drop(place);
        match shift {
            Shift::Closing => self.acknowledge(&handed, AckKind::Nak(None)).await,
            Shift::Unwanted => self.acknowledge(&handed, AckKind::Term).await,
            Shift::Done(outcome) => self.deliver(&handed, &job, outcome).await,
        }
        drop(unkept);
    }

    async fn acknowledge(&self, handed: &Handed, kind: AckKind) {
        // What is not heard is handed out again.
        let _ = handed.ack_with(kind).await;
    }

    /// Plays, and says from time to time that it goes on.
    async fn go_on(self: &Arc<Self>, handed: &Handed, job: &Job) -> Shift {
        let (stop, begun) = (Stop::default(), Instant::now());
        let (mut closing, mut over) = (self.closing.subscribe(), self.over.subscribe());
        let playing = self.outcome(job, stop.clone());
        tokio::pin!(playing);
        let mut given_up = None;
        loop {
            tokio::select! {
                outcome = &mut playing => {
                    return given_up.unwrap_or(Shift::Done(outcome));
                }
                () = closed(&mut closing), if given_up.is_none() => {
                    given_up = Some(Shift::Closing);
                }
                Ok(tournament) = over.recv(), if given_up.is_none() => {
                    if tournament == job.tournament {
                        given_up = Some(Shift::Unwanted);
                    }
                }
                () = sleep(PROGRESS) => self.acknowledge(handed, AckKind::Progress).await,
            }
            if given_up.is_some() || begun.elapsed() > LONGEST {
                stop.pull();
            }
        }
    }

    async fn outcome(&self, job: &Job, stop: Stop) -> Outcome {
        let failed = |reason: &str| Outcome::Failed {
            reason: plain(reason),
        };
        let task = match job.task(stop) {
            Ok(task) => task,
            Err(error) => return refused(&error.to_string()),
        };
        let mut programs = [None, None];
        let mut folders = Vec::new();
        for (side, program) in programs.iter_mut().enumerate() {
            let Some(baggage) = &job.programs[side] else {
                continue;
            };
            let mut shelf = self.shelf.lock().await;
            let folder = match shelf.folder(&baggage.archive, &self.link).await {
                Ok(folder) => folder,
                Err(ArchiveError::Damaged) => {
                    let archive = baggage.archive.clone();
                    return Outcome::Damaged { archive };
                }
                Err(error) => return failed(&error.to_string()),
            };
            let named = match baggage.program() {
                Ok(named) => named,
                Err(error) => return refused(&error.to_string()),
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
            .unwrap_or_else(|error| failed(&error.to_string()))
    }

    /// Asks until the game is kept, or nobody wants it.
    async fn deliver(&self, handed: &Handed, job: &Job, outcome: Outcome) {
        let answer = Answer {
            number: job.number,
            worker: self.name.clone(),
            outcome,
        };
        let bytes = written(&answer);
        let subject = link::answers(&job.tournament);
        let mut over = self.over.subscribe();
        let mut heard = Instant::now();
        while !*self.closing.borrow() && heard.elapsed() < AWAY {
            if !self.link.is_up() {
                heard = Instant::now();
            }
            let asked = self
                .link
                .client
                .request(subject.clone(), bytes.clone().into());
            if let Ok(Ok(reply)) = timeout(KEPT, asked).await {
                return self.heed(handed, Reply::read(&reply.payload)).await;
            }
            self.acknowledge(handed, AckKind::Progress).await;
            tokio::select! {
                Ok(tournament) = over.recv() => {
                    if tournament == job.tournament {
                        return self.acknowledge(handed, AckKind::Term).await;
                    }
                }
                () = sleep(AGAIN) => {}
            }
        }
        if *self.closing.borrow() {
            return self.acknowledge(handed, AckKind::Nak(None)).await;
        }
        // A tournament that goes on another time hands out what it misses.
        let away = Message::new("queue-tournament-away").with("number", job.number.to_string());
        self.say(away);
        self.acknowledge(handed, AckKind::Term).await;
    }

    async fn heed(&self, handed: &Handed, reply: Option<Reply>) {
        let kind = match reply {
            Some(Reply::Kept) => {
                self.kept.fetch_add(1, Ordering::Relaxed);
                AckKind::Ack
            }
            Some(Reply::Aside) => {
                self.aside.store(true, Ordering::Relaxed);
                AckKind::Nak(None)
            }
            Some(Reply::Again) | None => AckKind::Nak(Some(LATER)),
        };
        self.acknowledge(handed, kind).await;
    }
}

/// Waits until the worker ends.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // The bench has the other end, and is held by whoever waits.
    let _ = closing.wait_for(|closing| *closing).await;
}

fn refused(reason: &str) -> Outcome {
    Outcome::Refused {
        reason: plain(reason),
    }
}

/// Plays a game on this thread, within what can be carried home.
fn played(task: &Task, party: Party) -> Outcome {
    let mut table = match task.open() {
        Ok(table) => table,
        Err(error) => return refused(&error.to_string()),
    };
    let mut scribe = Scribe::new(&*table);
    let over = task.play(&mut *table, party, &mut |moment: &dyn Moment| {
        scribe.hear(moment);
        if scribe.record.len() > MOST_RECORD {
            task.limits.stop.pull();
        }
    });
    if scribe.record.len() > MOST_RECORD {
        return refused(&format!("a record of more than {MOST_RECORD} bytes"));
    }
    match over {
        Some(over) => Outcome::Played {
            record: scribe.record,
            notes: over.notes.filter(|notes| notes.len() <= MOST_NOTES),
        },
        None => refused("a game without an end"),
    }
}
