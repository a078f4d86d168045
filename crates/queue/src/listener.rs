//! What is heard from the queue: work that comes back, workers that are there, silence.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::{Message as Heard, Subject, Subscriber};
use futures_util::StreamExt as _;
use table::Message;
use tokio::time::{MissedTickBehavior, interval};

use crate::QueueError;
use crate::dispatcher::{Hall, State, Waiting};
use crate::job::{Answer, Done, Outcome, Presence, Reply};
use crate::connection::{self as link, WORKERS};
use crate::blame::Aside;

/// How often the queue is looked at.
const PULSE: Duration = Duration::from_secs(1);
/// How long a silent queue is waited for.
const SILENCE: Duration = Duration::from_mins(1);
/// How long work may wait before it is said that nobody takes it.
const UNTAKEN: Duration = Duration::from_secs(4);
/// So many times a job is refused, or an archive arrives damaged, before it is given up.
const TROUBLES: u32 = 5;
/// Workers that bring the same and are told once it is kept; others need not wait.
const MOST_ALIKE: usize = 64;

impl Hall {
    /// Listens from now on, until the runtime ends.
    pub(crate) async fn listen(self: &Arc<Self>) -> Result<(), QueueError> {
        let away = |error: async_nats::SubscribeError| QueueError::Away {
            place: self.link.place.clone(),
            reason: error.to_string(),
        };
        let answers = link::answers(&self.errand);
        let answers = self.link.client.subscribe(answers).await.map_err(away)?;
        let workers = self.link.client.subscribe(WORKERS).await.map_err(away)?;
        // Whoever answers is heard from the first job on.
        let _ = self.link.client.flush().await;
        tokio::spawn(Arc::clone(self).hear(answers));
        tokio::spawn(Arc::clone(self).call_the_roll(workers));
        tokio::spawn(Arc::clone(self).feel_the_pulse());
        Ok(())
    }

    async fn call_the_roll(self: Arc<Self>, mut workers: Subscriber) {
        while let Some(heard) = workers.next().await {
            if let Some(presence) = Presence::read(&heard.payload) {
                self.state().roll.sign(presence, Instant::now());
            }
        }
    }

    async fn hear(self: Arc<Self>, mut answers: Subscriber) {
        while let Some(Heard { payload, reply, .. }) = answers.next().await {
            let Some(reply) = reply else {
                continue;
            };
            let answered = match Answer::read(&payload) {
                Some(answer) => self.take(answer, &reply).await,
                None => Some(Reply::Again),
            };
            if let Some(word) = answered {
                self.link.say(reply.to_string(), word.word().into()).await;
            }
        }
    }

    /// Passes on what was done to whoever waits for it; what its worker is told at once, if anything.
    async fn take(self: &Arc<Self>, answer: Answer, reply: &Subject) -> Option<Reply> {
        let Answer {
            number,
            worker,
            outcome,
        } = answer;
        if self.state().opinions.is_aside(&worker) {
            return Some(Reply::Aside);
        }
        let wanted = self.state().waiting.contains_key(&number);
        match outcome {
            Outcome::Done(done) => self.state().receive(number, worker, done, reply),
            _ if !wanted => Some(Reply::Kept),
            Outcome::Damaged { archive } => {
                if let Some(owner) = self.send_again(&archive).await {
                    self.state().damaged(number, &worker, owner);
                }
                Some(Reply::Again)
            }
            Outcome::Refused { reason } => {
                self.state().refused(number, &worker, reason);
                Some(Reply::Again)
            }
            Outcome::Failed { reason } => {
                let aside = self.state().failed(number, &worker, &reason);
                self.name(aside);
                Some(Reply::Again)
            }
        }
    }

    async fn feel_the_pulse(self: Arc<Self>) {
        let mut beat = interval(PULSE);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut silent, mut stream) = (None, None);
        loop {
            beat.tick().await;
            if self.link.is_up() {
                if silent.take().is_some() {
                    self.remark(Message::new("queue-back"));
                }
                self.mend(&mut stream).await;
                self.state().call_for_workers();
                continue;
            }
            let since = *silent.get_or_insert_with(|| {
                let seconds = i64::try_from(SILENCE.as_secs()).unwrap_or(i64::MAX);
                self.remark(Message::new("queue-silent").with("seconds", seconds));
                Instant::now()
            });
            if since.elapsed() > SILENCE {
                self.state().lost = true;
            }
        }
    }

    fn remark(&self, message: Message) {
        let message = message.with("place", self.link.place.as_str());
        self.state().remarks.push(message);
    }

    /// Makes again what a server that lost it has not: then all jobs are handed out again.
    async fn mend(&self, known: &mut Option<String>) {
        let Ok(stream) = self.link.stream().await else {
            return;
        };
        let created = format!("{:?}", stream.cached_info().created);
        let kinds: Vec<_> = self.state().kinds.keys().cloned().collect();
        for needs in kinds {
            if self.link.offer(&needs).await.is_err() {
                return;
            }
        }
        if known.as_ref() == Some(&created) {
            return;
        }
        if known.is_some() {
            if self.bring_all_again().await.is_err() {
                return;
            }
            self.state().stream += 1;
        }
        *known = Some(created);
    }
}

impl State {
    fn receive(
        &mut self,
        number: u64,
        worker: String,
        done: Done,
        reply: &Subject,
    ) -> Option<Reply> {
        self.opinions.played(&worker);
        let waiting = self.waiting.remove(&number);
        if waiting.is_none() && !self.delivered.contains_key(&number) {
            return Some(Reply::Kept);
        }
        let brought = self.delivered.entry(number).or_default();
        if brought.len() >= MOST_ALIKE {
            return Some(Reply::Kept);
        }
        brought.push(reply.clone());
        // Whoever has stopped waiting wants it no more.
        let _ = waiting.map(|waiting| waiting.sender.send(Ok((worker, done))));
        None
    }

    fn damaged(&mut self, number: u64, worker: &str, owner: String) {
        let damaged = Message::new("queue-damaged-at").with("owner", owner.as_str());
        self.remarks.push(damaged.with("worker", worker));
        if self.is_too_much(&owner) {
            self.fail(number, |_| QueueError::Damaged(owner));
        }
    }

    fn refused(&mut self, number: u64, worker: &str, reason: String) {
        self.remark(number, worker, &reason);
        if self.is_too_much(&number.to_string()) {
            let undoable = |work| QueueError::Undoable { work, reason };
            self.fail(number, undoable);
        }
    }

    fn failed(&mut self, number: u64, worker: &str, reason: &str) -> Option<Aside> {
        self.remark(number, worker, reason);
        self.opinions.failed(worker)
    }

    /// Says what a worker could not do.
    fn remark(&mut self, number: u64, worker: &str, reason: &str) {
        let waiting = self.waiting.get(&number);
        let failed = waiting.map(|waiting| {
            Message::new("queue-failed")
                .with("work", waiting.title.clone())
                .with("worker", worker)
                .with("reason", reason)
        });
        self.remarks.extend(failed);
    }

    fn is_too_much(&mut self, what: &str) -> bool {
        let times = self.troubles.entry(what.to_owned()).or_default();
        *times += 1;
        *times >= TROUBLES
    }

    fn fail(&mut self, number: u64, error: impl FnOnce(Box<Message>) -> QueueError) {
        if let Some(Waiting { title, sender }) = self.waiting.remove(&number) {
            // Whoever has stopped waiting does not ask why.
            let _ = sender.send(Err(error(Box::new(title))));
        }
    }

    /// Says once of each kind of work that nobody takes it.
    fn call_for_workers(&mut self) {
        let now = Instant::now();
        let (roll, opinions) = (&self.roll, &self.opinions);
        for (needs, kind) in &mut self.kinds {
            let may = |worker: &str| !opinions.is_aside(worker);
            if roll.takes(&needs.digest(), now, may) {
                kind.since = now;
                kind.named = false;
            } else if !kind.named && now.duration_since(kind.since) > UNTAKEN {
                kind.named = true;
                let key = if roll.has(now, may) {
                    "queue-nobody"
                } else {
                    "queue-no-worker"
                };
                self.remarks
                    .push(Message::new(key).with("needs", needs.told()));
            }
        }
    }
}
