//! A machine that plays games and judges papers for others.

use std::collections::BTreeMap;
use std::fs;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arena::Cage;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::{StreamExt as _, TryStreamExt as _};
use table::{Message, Stop};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, broadcast, watch};
use tokio::time::{sleep, timeout};

use crate::QueueError;
use crate::dispatcher::random_name;
use crate::job::{Presence, is_name, written};
use crate::connection::{self as link, Link, WORKERS};
use crate::requirements::Needs;
use crate::presence::SIGNED;
use crate::cache::Shelf;

/// How often it is looked whether there are jobs, while there are none.
const IDLE: Duration = Duration::from_millis(50);
/// How often it is looked whether there are other kinds of work.
const LOOK: Duration = Duration::from_secs(1);
/// How long a server may take to say that it has no job.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often whoever watches is told how it stands.
const TOLD: Duration = Duration::from_millis(200);
/// How long giving jobs back may take.
const FAREWELL: Duration = Duration::from_secs(5);
/// Kinds of work that a worker takes at a time.
const MOST_KINDS: usize = 256;
/// What is done and waits for being kept.
const MOST_UNKEPT: usize = 256;

/// What a worker is.
#[derive(Debug)]
pub struct Posting {
    /// `nats://HOST:PORT`.
    pub url: String,
    /// How tournaments call it; the machine's own name and some letters when absent.
    pub name: Option<String>,
    /// Jobs at a time.
    pub concurrency: usize,
    /// Where programs and students' work run; without one only strategies play.
    pub cage: Option<Cage>,
}

/// What a worker tells whoever watches it.
#[derive(Clone, Copy, Debug)]
pub enum Tidings<'a> {
    /// Something happened.
    Said(&'a Message),
    /// How it stands.
    Stands {
        /// Jobs that were done and kept.
        kept: u64,
        /// Jobs in progress.
        running: usize,
    },
}

/// A machine at the queue.
#[derive(Debug)]
pub struct Worker {
    runtime: Runtime,
    bench: Arc<Bench>,
}

/// What all jobs of a worker share.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) link: Link,
    pub(crate) name: String,
    pub(crate) cage: Option<Arc<Cage>>,
    pub(crate) shelf: tokio::sync::Mutex<Shelf>,
    concurrency: usize,
    pub(crate) places: Arc<Semaphore>,
    pub(crate) unkept: Arc<Semaphore>,
    pub(crate) kept: AtomicU64,
    pub(crate) aside: AtomicBool,
    pub(crate) closing: watch::Sender<bool>,
    /// Errands that want no more work.
    pub(crate) over: broadcast::Sender<String>,
    serves: Mutex<Vec<String>>,
    remarks: Mutex<Vec<Message>>,
}

impl Worker {
    /// Connects to a queue.
    ///
    /// # Errors
    /// When nobody answers there, or there is no room for programs.
    pub fn join(posting: Posting) -> Result<Self, QueueError> {
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let name = posting.name.unwrap_or_else(own_name);
        if !is_name(&name) {
            return Err(QueueError::Name(name));
        }
        let bench = Arc::new(Bench {
            link: runtime.block_on(Link::open(&posting.url))?,
            name,
            cage: posting.cage.map(Arc::new),
            shelf: tokio::sync::Mutex::new(Shelf::new()?),
            concurrency: posting.concurrency,
            places: Arc::new(Semaphore::new(posting.concurrency)),
            unkept: Arc::new(Semaphore::new(MOST_UNKEPT)),
            kept: AtomicU64::new(0),
            aside: AtomicBool::new(false),
            closing: watch::Sender::new(false),
            over: broadcast::Sender::new(16),
            serves: Mutex::default(),
            remarks: Mutex::default(),
        });
        Ok(Self { runtime, bench })
    }

    /// How tournaments call it.
    pub fn name(&self) -> &str {
        &self.bench.name
    }

    /// Works until the switch is pulled, then gives back what it has not finished.
    ///
    /// # Errors
    /// When somebody has set it aside.
    pub fn work(self, stop: &Stop, tell: &mut dyn FnMut(Tidings<'_>)) -> Result<(), QueueError> {
        let bench = &self.bench;
        self.runtime.spawn(Arc::clone(bench).take_jobs());
        self.runtime.spawn(Arc::clone(bench).sign());
        self.runtime.spawn(Arc::clone(bench).hear_of_ends());
        self.runtime.spawn(Arc::clone(bench).hear_of_itself());
        let (mut up, mut stands) = (true, (0, 0));
        while !stop.pulled() && !bench.aside.load(Ordering::Relaxed) {
            if mem::replace(&mut up, bench.link.is_up()) != up {
                let key = if up {
                    "queue-back"
                } else {
                    "queue-worker-waits"
                };
                bench.say(Message::new(key).with("place", bench.link.place.as_str()));
            }
            bench.tell(&mut stands, tell);
            thread::sleep(TOLD);
        }
        self.close();
        bench.tell(&mut stands, tell);
        let aside = bench.aside.load(Ordering::Relaxed);
        // A paper that is still judged is judged for nobody.
        self.runtime.shutdown_background();
        if aside {
            Err(QueueError::Aside)
        } else {
            Ok(())
        }
    }

    /// Gives every job back, so that others need not wait for it.
    fn close(&self) {
        let bench = &self.bench;
        bench.closing.send_replace(true);
        let places = u32::try_from(bench.concurrency).unwrap_or(u32::MAX);
        let given_back = async {
            let unkept = u32::try_from(MOST_UNKEPT).unwrap_or(u32::MAX);
            let _places = bench.places.acquire_many(places).await;
            let _unkept = bench.unkept.acquire_many(unkept).await;
            bench.link.client.flush().await
        };
        // A job that could not be given back is handed out again by itself.
        let _ = self
            .runtime
            .block_on(async { timeout(FAREWELL, given_back).await });
    }
}

impl Bench {
    pub(crate) fn say(&self, message: Message) {
        unpoisoned(&self.remarks).push(message);
    }

    fn tell(&self, stood: &mut (u64, usize), tell: &mut dyn FnMut(Tidings<'_>)) {
        for message in mem::take(&mut *unpoisoned(&self.remarks)) {
            tell(Tidings::Said(&message));
        }
        let running = self.concurrency - self.places.available_permits();
        let kept = self.kept.load(Ordering::Relaxed);
        if mem::replace(stood, (kept, running)) != (kept, running) {
            tell(Tidings::Stands { kept, running });
        }
    }

    /// Says that it is there, and what it takes.
    async fn sign(self: Arc<Self>) {
        while !*self.closing.borrow() {
            let presence = Presence {
                worker: self.name.clone(),
                serves: unpoisoned(&self.serves).clone(),
            };
            if self.link.is_up() {
                self.link.say(WORKERS.to_owned(), written(&presence)).await;
            }
            sleep(SIGNED).await;
        }
    }

    async fn hear_of_ends(self: Arc<Self>) {
        let Ok(mut ends) = self.link.client.subscribe(link::over("*")).await else {
            return;
        };
        while let Some(end) = ends.next().await {
            let errand = end.subject.rsplit('.').next().unwrap_or_default();
            // Nobody listens where nothing is done.
            let _ = self.over.send(errand.to_owned());
        }
    }

    async fn hear_of_itself(self: Arc<Self>) {
        let Ok(mut aside) = self.link.client.subscribe(link::aside(&self.name)).await else {
            return;
        };
        if aside.next().await.is_some() {
            self.aside.store(true, Ordering::Relaxed);
        }
    }

    /// Takes one job after another for as long as there are places.
    async fn take_jobs(self: Arc<Self>) {
        let mut kinds = Kinds::default();
        while !*self.closing.borrow() {
            kinds.look(&self).await;
            let mut taken = 0;
            for kind in &kinds.consumers {
                taken += self.take_of(kind).await;
            }
            // Whoever came first comes last the next time.
            let turn = kinds.consumers.len().min(1);
            kinds.consumers.rotate_left(turn);
            if self.places.available_permits() == 0 {
                // Never closed: somebody gives a place back.
                drop(self.places.acquire().await);
            } else if taken == 0 {
                sleep(IDLE).await;
            }
        }
    }

    /// Takes as many jobs of a kind as there are places; how many there were.
    async fn take_of(self: &Arc<Self>, kind: &PullConsumer) -> usize {
        let free = self.places.available_permits();
        if free == 0 {
            return 0;
        }
        let batch = kind.fetch().max_messages(free).messages();
        let Ok(Ok(mut batch)) = timeout(PATIENCE, batch).await else {
            return 0;
        };
        let mut taken = 0;
        while let Ok(Some(Ok(job))) = timeout(PATIENCE, batch.next()).await {
            let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
                break;
            };
            taken += 1;
            tokio::spawn(Arc::clone(self).handle(job, place));
        }
        taken
    }
}

/// The kinds of work that are offered and can be done here.
#[derive(Default)]
struct Kinds {
    consumers: Vec<PullConsumer>,
    /// What was found out about each: whether it can be done here.
    known: BTreeMap<String, bool>,
    looked: Option<Instant>,
}

impl Kinds {
    async fn look(&mut self, bench: &Bench) {
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK) || !bench.link.is_up() {
            return;
        }
        let Ok(Ok(found)) = timeout(PATIENCE, self.find(bench)).await else {
            return;
        };
        self.looked = Some(Instant::now());
        let serves: Vec<String> = found.iter().map(|(kind, _)| kind.clone()).collect();
        let before = mem::replace(&mut *unpoisoned(&bench.serves), serves.clone());
        // Whose turn it is stays as it was while nothing changes.
        if before != serves {
            self.consumers = found.into_iter().map(|(_, consumer)| consumer).collect();
        }
    }

    async fn find(&mut self, bench: &Bench) -> Result<Vec<(String, PullConsumer)>, QueueError> {
        let stream = bench.link.stream().await?;
        let offered = stream.consumers().take(MOST_KINDS);
        let offered = offered.try_collect::<Vec<_>>().await.unwrap_or_default();
        let mut found = Vec::new();
        for info in offered {
            let Some(needs) = info.config.description.as_deref().and_then(Needs::read) else {
                continue;
            };
            let kind = needs.digest();
            if kind != info.name || !self.does(&needs, bench) {
                continue;
            }
            if let Some(consumer) = Link::consumer(&stream, &kind).await {
                found.push((kind, consumer));
            }
        }
        Ok(found)
    }

    /// Whether work of a kind can be done here; what cannot is named once.
    fn does(&mut self, needs: &Needs, bench: &Bench) -> bool {
        *self.known.entry(needs.digest()).or_insert_with(|| {
            let here = needs.are_here(bench.cage.as_deref());
            if !here {
                bench.say(Message::new("queue-cannot").with("needs", needs.told()));
            }
            here
        })
    }
}

/// A list is whole whatever became of the thread that added the last.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The machine's name and some letters.
fn own_name() -> String {
    let host: String = host().chars().take(30).collect();
    let host = if host.is_empty() { "worker" } else { &host };
    format!("{host}-{}", &random_name()[..6])
}

/// The machine's name, as far as it is one.
pub(crate) fn host() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.split('.').next().unwrap_or_default().trim();
    host.chars().filter(char::is_ascii_alphanumeric).collect()
}
