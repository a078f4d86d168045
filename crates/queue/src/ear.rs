//! What a tournament hears from the queue: games that come back, workers that are there, silence.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::{Message as Heard, Subject, Subscriber};
use futures_util::StreamExt as _;
use table::Message;
use tokio::time::{MissedTickBehavior, interval};

use crate::QueueError;
use crate::hall::{Delivered, Hall, State};
use crate::job::{Answer, Outcome, Presence, Reply};
use crate::link::{self, WORKERS};
use crate::opinions::Aside;

/// How often the queue is looked at.
const PULSE: Duration = Duration::from_secs(1);
/// How long a silent queue is waited for.
const SILENCE: Duration = Duration::from_mins(1);
/// How long games may wait before it is said that nobody takes them.
const UNTAKEN: Duration = Duration::from_secs(4);
/// So many times a game is refused, or an archive arrives damaged, before the tournament ends.
const TROUBLES: u32 = 5;
/// Workers that bring one game and are told once it is kept; others need not wait.
const MOST_ALIKE: usize = 64;

impl Hall {
    /// Listens from now on, until the runtime ends.
    pub(crate) async fn listen(self: &Arc<Self>) -> Result<(), QueueError> {
        let away = |error: async_nats::SubscribeError| QueueError::Away {
            place: self.link.place.clone(),
            reason: error.to_string(),
        };
        let answers = link::answers(&self.tournament);
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

    /// Passes a game on to whoever waits for it; what its worker is told at once, if anything.
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
            Outcome::Played { record, notes } => {
                let delivered = Delivered {
                    worker,
                    record,
                    notes,
                };
                self.state().receive(number, delivered, reply)
            }
            _ if !wanted => Some(Reply::Kept),
            Outcome::Damaged { archive } => {
                if let Some(player) = self.send_again(&archive).await {
                    self.state().damaged(number, &worker, player);
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
            if self.send_programs().await.is_err() {
                return;
            }
            self.state().stream += 1;
        }
        *known = Some(created);
    }
}

impl State {
    fn receive(&mut self, number: u64, delivered: Delivered, reply: &Subject) -> Option<Reply> {
        self.opinions.played(&delivered.worker);
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
        let _ = waiting.map(|waiting| waiting.send(Ok(delivered)));
        None
    }

    fn damaged(&mut self, number: u64, worker: &str, player: String) {
        let damaged = Message::new("queue-damaged-at").with("player", player.as_str());
        self.remarks.push(damaged.with("worker", worker));
        if self.is_too_much(&player) {
            self.fail(number, QueueError::Damaged(player));
        }
    }

    fn refused(&mut self, number: u64, worker: &str, reason: String) {
        self.remarks.push(failure(number, worker, &reason));
        if self.is_too_much(&number.to_string()) {
            self.fail(number, QueueError::Unplayable { number, reason });
        }
    }

    fn failed(&mut self, number: u64, worker: &str, reason: &str) -> Option<Aside> {
        self.remarks.push(failure(number, worker, reason));
        self.opinions.failed(worker)
    }

    fn is_too_much(&mut self, what: &str) -> bool {
        let times = self.troubles.entry(what.to_owned()).or_default();
        *times += 1;
        *times >= TROUBLES
    }

    fn fail(&mut self, number: u64, error: QueueError) {
        let waiting = self.waiting.remove(&number);
        // Whoever has stopped waiting does not ask why.
        let _ = waiting.map(|waiting| waiting.send(Err(error)));
    }

    /// Says once of each kind of games that nobody takes them.
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

fn failure(number: u64, worker: &str, reason: &str) -> Message {
    Message::new("queue-failed")
        .with("number", number.to_string())
        .with("worker", worker)
        .with("reason", reason)
}
