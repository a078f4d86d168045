//! The tournament's end of the queue: hands out games, and takes what comes back once.

use std::collections::{BTreeMap, HashMap};
use std::mem;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::Strictness;
use arena::tournament::{Over, Plan, Task, Venue, VenueError};
use async_nats::Subject;
use async_nats::jetstream::message::PublishMessage;
use house::{Hear, Table};
use sha2::{Digest, Sha256};
use table::{Ending, Forfeit, Message, Stop};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use crate::QueueError;
use crate::archive::hex;
use crate::job::{Job, MOST_JOB, Reply, written};
use crate::link::{self, Link};
use crate::needs::Needs;
use crate::opinions::{Aside, Crash, Opinions};
use crate::roll::Roll;
use crate::trunk::{Trunk, trunks};

/// How often somebody who waits for a game looks whether anybody still wants it.
const TICK: Duration = Duration::from_millis(100);
/// After so long every worker that is there knows of a kind of games, and has said so.
const UNHEARD: Duration = Duration::from_secs(5);
/// How long saying goodbye may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// Where a tournament's games are played by workers.
#[derive(Debug)]
pub struct Queue {
    runtime: Runtime,
    hall: Arc<Hall>,
}

/// Everything that the tournament's threads and the tasks that listen share.
#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) link: Link,
    /// The same whenever the same tournament goes on with the same programs.
    pub(crate) tournament: String,
    /// This run of it.
    run: String,
    strict: bool,
    pub(crate) trunks: BTreeMap<String, Trunk>,
    state: Mutex<State>,
}

/// A game that came back.
#[derive(Debug)]
pub(crate) struct Delivered {
    pub(crate) worker: String,
    pub(crate) record: String,
    pub(crate) notes: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// Who waits for which game.
    pub(crate) waiting: HashMap<u64, oneshot::Sender<Result<Delivered, QueueError>>>,
    /// Who is to be told once a game is kept.
    pub(crate) delivered: HashMap<u64, Vec<Subject>>,
    pub(crate) opinions: Opinions,
    pub(crate) roll: Roll,
    pub(crate) remarks: Vec<Message>,
    /// The kinds of games that are played, and since when.
    pub(crate) kinds: BTreeMap<Needs, Kind>,
    /// Jobs of an earlier stream are to be handed out again.
    pub(crate) stream: u64,
    /// How often a game could not be played, or an archive arrived damaged.
    pub(crate) troubles: HashMap<String, u32>,
    pub(crate) lost: bool,
}

/// Since when games of a kind are offered, and nobody takes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) offered: Instant,
    pub(crate) since: Instant,
    pub(crate) named: bool,
}

impl State {
    /// Whether somebody not among `not` could play games of a kind. While a kind is new there may be
    /// some who have not heard of it, or were not heard of.
    fn is_taken(&self, needs: &Needs, not: &[String]) -> bool {
        let now = Instant::now();
        let may = |worker: &str| {
            !self.opinions.is_aside(worker) && !not.iter().any(|other| other == worker)
        };
        let kind = self.kinds.get(needs);
        let new = kind.is_some_and(|kind| now.duration_since(kind.offered) < UNHEARD);
        new || self.roll.takes(&needs.digest(), now, may)
    }
}

/// A job that is handed out.
#[derive(Clone, Copy)]
struct Asking<'a> {
    job: &'a Job,
    needs: &'a Needs,
    /// How often it was before.
    attempt: u32,
    /// Given up when nobody else could play it.
    alone: bool,
}

/// What became of a job.
enum Asked {
    Delivered(Delivered),
    /// Nobody wants it any more.
    Stopped,
    /// There is nobody to ask but those who have played it.
    Nobody,
}

/// A crash that somebody else is asked about.
struct Doubted {
    player: String,
    worker: String,
    delivered: Delivered,
}

impl Queue {
    /// Connects to `nats://HOST:PORT` and sends the programs of a plan there; `left_out` are folders
    /// that are no part of them.
    ///
    /// # Errors
    /// When nobody answers, or a program cannot be sent.
    pub fn open(url: &str, plan: &Plan, left_out: &[PathBuf]) -> Result<Self, QueueError> {
        let trunks = trunks(plan, left_out)?;
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build()?;
        let hall = runtime.block_on(Hall::open(url, plan, trunks))?;
        Ok(Self { runtime, hall })
    }
}

/// Says that no more games are wanted: workers stop those in progress.
impl Drop for Queue {
    fn drop(&mut self) {
        let hall = &self.hall;
        let farewell = async {
            hall.link
                .say(link::over(&hall.tournament), Vec::new())
                .await;
            hall.purge().await;
            // Workers find out by themselves what they could not be told.
            let _ = hall.link.client.flush().await;
        };
        let _ = self
            .runtime
            .block_on(async { timeout(FAREWELL, farewell).await });
    }
}

impl Venue for Queue {
    fn play(
        &self,
        task: &Task,
        _: &mut dyn Table,
        hear: Hear<'_>,
    ) -> Result<Option<Over>, VenueError> {
        let played = self.runtime.block_on(self.hall.play(task));
        let Some(delivered) = played.map_err(|error| VenueError::new(&error))? else {
            return Ok(None);
        };
        let notes = delivered.notes.as_deref();
        let notes = notes.and_then(|notes| task.own_notes(notes));
        // It was gone through before it was believed.
        Ok(task
            .replay(&delivered.record, hear)
            .ok()
            .map(|ending| Over { ending, notes }))
    }

    fn keep(&self, numbers: &[u64]) {
        let delivered = &mut self.hall.state().delivered;
        let told = numbers.iter().filter_map(|number| delivered.remove(number));
        let told: Vec<Subject> = told.flatten().collect();
        let link = self.hall.link.clone();
        self.runtime.spawn(async move {
            for worker in told {
                link.say(worker.to_string(), Reply::Kept.word().into())
                    .await;
            }
        });
    }

    fn remarks(&self) -> Vec<Message> {
        mem::take(&mut self.hall.state().remarks)
    }

    fn is_live(&self) -> bool {
        false
    }
}

impl Hall {
    async fn open(
        url: &str,
        plan: &Plan,
        trunks: BTreeMap<String, Trunk>,
    ) -> Result<Arc<Self>, QueueError> {
        let archives: Vec<&str> = trunks.values().map(|trunk| &*trunk.packed.digest).collect();
        let settled = format!("{} {} {archives:?}", plan.settled(), plan.seed);
        let hall = Arc::new(Self {
            link: Link::open(url).await?,
            tournament: hex(&Sha256::digest(settled)[..12]),
            run: random_name(),
            strict: plan.admission.strictness == Strictness::Required,
            trunks,
            state: Mutex::default(),
        });
        hall.purge().await;
        hall.send_programs().await?;
        hall.listen().await?;
        Ok(hall)
    }

    /// Words and numbers are whole whatever became of the thread that changed the last.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Jobs of an earlier run are not wanted: what is missing is handed out anew.
    async fn purge(&self) {
        if let Ok(stream) = self.link.stream().await {
            let jobs = link::jobs("*", &self.tournament);
            // A game that is played for nobody costs time, and nothing else.
            let _ = stream.purge().filter(jobs).await;
        }
    }

    /// A game as a worker played it and the referee would have written it; none if its switch was
    /// pulled.
    async fn play(&self, task: &Task) -> Result<Option<Delivered>, QueueError> {
        let trunks = task.setup.players.each_ref();
        let trunks = trunks.map(|player| self.trunks.get(&player.name));
        let mut needs = Needs::of(task.game.name);
        for trunk in trunks.iter().flatten() {
            needs.with(&trunk.program, self.strict);
        }
        let baggage = trunks.map(|trunk| trunk.map(|trunk| trunk.baggage.clone()));
        let mut job = Job::of(task, &self.tournament, baggage);
        let mut doubted: Option<Doubted> = None;
        for attempt in 0.. {
            let asking = Asking {
                job: &job,
                needs: &needs,
                attempt,
                alone: doubted.is_some(),
            };
            match self.ask(&asking, &task.limits.stop).await? {
                Asked::Stopped => return Ok(None),
                Asked::Nobody => return Ok(doubted.map(|doubted| doubted.delivered)),
                Asked::Delivered(delivered) => {
                    match self.judge(task, &needs, delivered, doubted.take()) {
                        Ok(delivered) => return Ok(Some(delivered)),
                        Err(doubts) => doubted = doubts,
                    }
                }
            }
            job.not
                .extend(doubted.iter().map(|doubt| doubt.worker.clone()));
        }
        Ok(None)
    }

    /// Whether a game counts; otherwise it is played again, elsewhere if a crash is doubted.
    fn judge(
        &self,
        task: &Task,
        needs: &Needs,
        delivered: Delivered,
        doubted: Option<Doubted>,
    ) -> Result<Delivered, Option<Doubted>> {
        let Ok(ending) = task.replay(&delivered.record, &mut |_| ()) else {
            self.distrust(task.number, &delivered.worker);
            return Err(doubted);
        };
        let worker = &delivered.worker;
        let programs = task.setup.players.iter();
        let programs = programs.filter(|player| self.trunks.contains_key(&player.name));
        let mut state = self.state();
        let Some(player) = fallen(ending, task) else {
            if programs.count() > 0 {
                let doubt = doubted.as_ref();
                let doubt = doubt.map(|doubt| (&*doubt.player, &*doubt.worker));
                let aside = state.opinions.stood(worker, doubt);
                drop(state);
                self.name(aside);
            }
            return Ok(delivered);
        };
        let others = state.is_taken(needs, std::slice::from_ref(worker));
        let (crash, aside) = state.opinions.fell(player, worker, others);
        drop(state);
        self.name(aside);
        match crash {
            Crash::Counts => Ok(delivered),
            Crash::Doubted => {
                self.release(task.number, Reply::Kept);
                Err(Some(Doubted {
                    player: player.to_owned(),
                    worker: worker.clone(),
                    delivered,
                }))
            }
        }
    }

    /// A record that the referee would not have written: its worker is set aside.
    fn distrust(&self, number: u64, worker: &str) {
        let mut state = self.state();
        let forged = Message::new("queue-forged").with("number", number.to_string());
        state.remarks.push(forged.with("worker", worker));
        let aside = state.opinions.put_aside(worker);
        drop(state);
        self.name(aside);
        // Others may have brought the same game, and are not to blame.
        self.release(number, Reply::Kept);
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

    /// Answers whoever brought a game.
    fn release(&self, number: u64, reply: Reply) {
        let told = self.state().delivered.remove(&number).unwrap_or_default();
        let link = self.link.clone();
        tokio::spawn(async move {
            for worker in told {
                link.say(worker.to_string(), reply.word().into()).await;
            }
        });
    }

    /// Hands a job out and waits for it.
    async fn ask(&self, asking: &Asking<'_>, stop: &Stop) -> Result<Asked, QueueError> {
        let Asking {
            job, needs, alone, ..
        } = *asking;
        let (sender, mut delivered) = oneshot::channel();
        self.state().waiting.insert(job.number, sender);
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
                delivered = &mut delivered => match delivered {
                    Ok(delivered) => return delivered.map(Asked::Delivered),
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
            let number = job.number;
            return Err(QueueError::Unplayable { number, reason });
        }
        if !self.link.is_up() || !self.offer(needs).await {
            return Ok(false);
        }
        let id = format!("{}.{stream}.{}.{attempt}", self.run, job.number);
        let message = PublishMessage::build().payload(bytes.into()).message_id(id);
        let subject = link::jobs(&needs.digest(), &self.tournament);
        let sent = self.link.jetstream.send_publish(subject, message).await;
        Ok(match sent {
            Ok(kept) => kept.await.is_ok(),
            Err(_) => false,
        })
    }

    /// Sees that games of a kind are handed out; whether they are.
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

/// Whose program crashed or did not start, if that ended the game.
fn fallen(ending: Ending, task: &Task) -> Option<&str> {
    match ending {
        Ending::Forfeited(side, Forfeit::Crash | Forfeit::Start) => {
            Some(&task.setup.players[side.index()].name)
        }
        Ending::Forfeited(..) | Ending::Played(_) => None,
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
