//! Hands out the work of an errand, which is a tournament or a class, and takes what comes back once.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Subject;
use async_nats::jetstream::message::PublishMessage;
use sha2::{Digest, Sha256};
use table::{Message, Stop};
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::QueueError;
use crate::archive::hex;
use crate::job::{Done, Job, MOST_JOB, Reply, Work, written};
use crate::connection::{self as link, Link};
use crate::requirements::Needs;
use crate::blame::{Aside, Opinions};
use crate::presence::Roll;
use crate::upload::Trunk;

/// How often somebody who waits looks whether anybody still wants it.
pub(crate) const TICK: Duration = Duration::from_millis(100);
/// After so long every worker that is there knows of a kind of work, and has said so.
const UNHEARD: Duration = Duration::from_secs(5);

/// Everything that threads that wait and tasks that listen share.
#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) link: Link,
    /// The same whenever the same tournament or class goes on.
    pub(crate) errand: String,
    /// This run of it.
    run: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// Who waits for what.
    pub(crate) waiting: HashMap<u64, Waiting>,
    /// Who is to be told once something is kept.
    pub(crate) delivered: HashMap<u64, Vec<Subject>>,
    pub(crate) opinions: Opinions,
    pub(crate) roll: Roll,
    pub(crate) remarks: Vec<Message>,
    /// The kinds of work there are, and since when.
    pub(crate) kinds: BTreeMap<Needs, Kind>,
    /// Jobs of an earlier stream are to be handed out again.
    pub(crate) stream: u64,
    /// What was sent, by digest.
    pub(crate) trunks: BTreeMap<String, Trunk>,
    /// How often something could not be done, or an archive arrived damaged.
    pub(crate) troubles: HashMap<String, u32>,
    pub(crate) lost: bool,
}

/// Since when work of a kind is offered, and nobody takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) offered: Instant,
    pub(crate) since: Instant,
    pub(crate) named: bool,
}

impl State {
    /// Whether somebody not among `not` could do work of a kind. While a kind is new there may be
    /// some who have not heard of it, or were not heard of.
    pub(crate) fn is_taken(&self, needs: &Needs, not: &[String]) -> bool {
        let now = Instant::now();
        let may = |worker: &str| {
            !self.opinions.is_aside(worker) && !not.iter().any(|other| other == worker)
        };
        let kind = self.kinds.get(needs);
        let new = kind.is_some_and(|kind| now.duration_since(kind.offered) < UNHEARD);
        new || self.roll.takes(&needs.digest(), now, may)
    }
}

/// Somebody who waits.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// How people call what is waited for.
    pub(crate) title: Message,
    pub(crate) sender: oneshot::Sender<Result<(String, Done), QueueError>>,
}

/// A job that is handed out.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a> {
    pub(crate) job: &'a Job,
    pub(crate) needs: &'a Needs,
    /// How often it was before.
    pub(crate) attempt: u32,
    /// Given up when nobody else could do it.
    pub(crate) alone: bool,
}

/// What became of a job.
pub(crate) enum Asked {
    /// A worker has done it.
    Brought(String, Done),
    /// Nobody wants it any more.
    Stopped,
    /// There is nobody to ask but those who have done it.
    Nobody,
}

impl Hall {
    pub(crate) async fn open(url: &str, settled: &str) -> Result<Arc<Self>, QueueError> {
        let hall = Arc::new(Self {
            link: Link::open(url).await?,
            errand: hex(&Sha256::digest(settled)[..12]),
            run: random_name(),
            state: Mutex::default(),
        });
        hall.purge().await;
        hall.listen().await?;
        Ok(hall)
    }

    pub(crate) fn job(&self, number: u64, work: Work) -> Job {
        Job {
            errand: self.errand.clone(),
            number,
            work,
            not: Vec::new(),
        }
    }

    /// Words and numbers are whole whatever became of the thread that changed the last.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Jobs of an earlier run are not wanted: what is missing is handed out anew.
    pub(crate) async fn purge(&self) {
        if let Ok(stream) = self.link.stream().await {
            let jobs = link::jobs("*", &self.errand);
            // What is done for nobody costs time, and nothing else.
            let _ = stream.purge().filter(jobs).await;
        }
    }

    /// What nobody here would have brought: its worker is set aside.
    pub(crate) fn distrust(&self, job: &Job, worker: &str) {
        let mut state = self.state();
        let forged = Message::new("queue-forged").with("work", job.title());
        state.remarks.push(forged.with("worker", worker));
        let aside = state.opinions.put_aside(worker);
        drop(state);
        self.name(aside);
        // Others may have brought the same, and are not to blame.
        self.release(job.number, Reply::Kept);
    }

    /// Says who was set aside; a worker is told so.
    pub(crate) fn name(&self, aside: Option<Aside>) {
        let Some(aside) = aside else {
            return;
        };
        self.state().remarks.push(named(&aside));
        if let Aside::Worker { worker } = aside {
            let link = self.link.clone();
            tokio::spawn(async move { link.say(link::aside(&worker), Vec::new()).await });
        }
    }

    /// Answers whoever brought something.
    pub(crate) fn release(&self, number: u64, reply: Reply) {
        let told = self.state().delivered.remove(&number).unwrap_or_default();
        let link = self.link.clone();
        tokio::spawn(async move {
            for worker in told {
                link.say(worker.to_string(), reply.word().into()).await;
            }
        });
    }

    /// Hands a job out and waits for it.
    pub(crate) async fn ask(&self, asking: &Asking<'_>, stop: &Stop) -> Result<Asked, QueueError> {
        let Asking {
            job, needs, alone, ..
        } = *asking;
        let (sender, mut brought) = oneshot::channel();
        let title = job.title();
        let waiting = Waiting { title, sender };
        self.state().waiting.insert(job.number, waiting);
        let mut handed_out = None;
        loop {
            let (stream, lost) = {
                let state = self.state();
                (state.stream, state.lost)
            };
            if lost {
                return Err(QueueError::Lost(self.link.place.clone()));
            }
            if handed_out != Some(stream) && self.hand_out(asking, stream).await? {
                handed_out = Some(stream);
            }
            tokio::select! {
                biased;
                brought = &mut brought => match brought {
                    Ok(brought) => return brought.map(|(worker, done)| Asked::Brought(worker, done)),
                    Err(_) => return Ok(Asked::Stopped),
                },
                () = sleep(TICK) => {}
            }
            let nobody = alone && !self.state().is_taken(needs, &job.not);
            if stop.pulled() || nobody {
                self.state().waiting.remove(&job.number);
                return Ok(if nobody {
                    Asked::Nobody
                } else {
                    Asked::Stopped
                });
            }
        }
    }

    /// Puts a job into the stream; whether it is there.
    async fn hand_out(&self, asking: &Asking<'_>, stream: u64) -> Result<bool, QueueError> {
        let Asking {
            job,
            needs,
            attempt,
            ..
        } = *asking;
        let bytes = written(job);
        if bytes.len() > MOST_JOB {
            let reason = format!("{} bytes", bytes.len());
            let work = Box::new(job.title());
            return Err(QueueError::Undoable { work, reason });
        }
        if !self.link.is_up() || !self.offer(needs).await {
            return Ok(false);
        }
        let id = format!("{}.{stream}.{}.{attempt}", self.run, job.number);
        let message = PublishMessage::build().payload(bytes.into()).message_id(id);
        let subject = link::jobs(&needs.digest(), &self.errand);
        let sent = self.link.jetstream.send_publish(subject, message).await;
        Ok(match sent {
            Ok(kept) => kept.await.is_ok(),
            Err(_) => false,
        })
    }

    /// Sees that work of a kind is handed out; whether they are.
    async fn offer(&self, needs: &Needs) -> bool {
        let known = self.state().kinds.contains_key(needs);
        if !known && self.link.offer(needs).await.is_err() {
            return false;
        }
        let now = Instant::now();
        let kind = Kind {
            offered: now,
            since: now,
            named: false,
        };
        self.state().kinds.entry(needs.clone()).or_insert(kind);
        true
    }
}

fn named(aside: &Aside) -> Message {
    match aside {
        Aside::Player { player, workers } => Message::new("queue-player-aside")
            .with("player", player.as_str())
            .with("workers", workers.as_str()),
        Aside::Worker { worker } => {
            Message::new("queue-worker-aside").with("worker", worker.as_str())
        }
    }
}

/// Twelve letters that nobody else has.
pub(crate) fn random_name() -> String {
    let mut bytes = [0; 6];
    // Without randomness of the system the clock has to do: it only tells runs apart.
    if getrandom::fill(&mut bytes).is_err() {
        let nanos = std::time::SystemTime::UNIX_EPOCH.elapsed();
        let nanos = nanos.map_or(0, |since| since.subsec_nanos());
        bytes[..4].copy_from_slice(&nanos.to_le_bytes());
    }
    hex(&bytes)
}
