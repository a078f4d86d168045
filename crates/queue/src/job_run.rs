//! One job at a worker, from the moment it is taken until it is kept or given back.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message as Handed};
use table::{Message, Stop};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{sleep, timeout};

use crate::job::{Answer, Job, Outcome, Reply, Work, written};
use crate::connection::{self as link, ACK_WAIT};
use crate::worker::Bench;

/// How often it is said that a game goes on.
const PROGRESS: Duration = Duration::from_secs(ACK_WAIT.as_secs() / 4);
/// The longest game: nobody waits longer for one.
const LONGEST: Duration = Duration::from_hours(6);
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
                Ok(errand) = over.recv(), if given_up.is_none() => {
                    if errand == job.errand {
                        given_up = Some(Shift::Unwanted);
                    }
                }
                () = sleep(PROGRESS) => self.acknowledge(handed, AckKind::Progress).await,
            }
            if given_up.is_some() || begun.elapsed() > LONGEST {
                stop.pull();
            }
            // A paper has no switch; nobody waits for its report.
            if matches!(job.work, Work::Paper(_))
                && let Some(shift) = given_up
            {
                return shift;
            }
        }
    }

    async fn outcome(&self, job: &Job, stop: Stop) -> Outcome {
        match &job.work {
            Work::Game(game) => self.play(job.number, game, stop).await,
            Work::Paper(paper) => self.judge(paper).await,
        }
    }

    /// Asks until the game is kept, or nobody wants it.
    async fn deliver(&self, handed: &Handed, job: &Job, outcome: Outcome) {
        let answer = Answer {
            number: job.number,
            worker: self.name.clone(),
            outcome,
        };
        let bytes = written(&answer);
        let subject = link::answers(&job.errand);
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
                Ok(errand) = over.recv() => {
                    if errand == job.errand {
                        return self.acknowledge(handed, AckKind::Term).await;
                    }
                }
                () = sleep(AGAIN) => {}
            }
        }
        if *self.closing.borrow() {
            return self.acknowledge(handed, AckKind::Nak(None)).await;
        }
        // Whoever goes on another time hands out what is missing.
        self.say(Message::new("queue-errand-away").with("work", job.title()));
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
