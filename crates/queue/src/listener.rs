//! Receives results and heartbeats from NATS, and watches whether the server answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::{Message as NatsMessage, Subscriber};
use futures_util::StreamExt as _;
use table::message;
use tokio::time::{MissedTickBehavior, interval};

use crate::QueueError;
use crate::connection::{HEARTBEAT_SUBJECT, result_subject};
use crate::dispatcher::Dispatcher;
use crate::presence::Heartbeat;
use crate::result::{ResultReceipt, WorkerResult};
use crate::wire::encode;

/// Time between two looks at the server.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Time that a silent server is waited for before the batch ends with an error.
const MAX_SILENCE: Duration = Duration::from_mins(1);

/// Subscribes to the results of the batch and to the heartbeats of all workers, and starts the tasks
/// that pass them to the dispatcher until the runtime ends.
pub(crate) async fn listen(dispatcher: &Arc<Dispatcher>) -> Result<(), QueueError> {
    let connection = &dispatcher.connection;
    let results = result_subject(&dispatcher.batch);
    let results = connection.subscribe(results).await?;
    let heartbeats = connection.subscribe(HEARTBEAT_SUBJECT.to_owned()).await?;
    // Sends the subscriptions before the first job is published.
    let _ = connection.client.flush().await;
    // A damaged archive takes seconds to repair, in which heartbeats must still be received.
    tokio::spawn(receive_results(Arc::clone(dispatcher), results));
    tokio::spawn(receive_heartbeats(Arc::clone(dispatcher), heartbeats));
    tokio::spawn(watch_server(Arc::clone(dispatcher)));
    Ok(())
}

async fn receive_results(dispatcher: Arc<Dispatcher>, mut results: Subscriber) {
    while let Some(NatsMessage { payload, reply, .. }) = results.next().await {
        let Some(reply) = reply else {
            continue;
        };
        let receipt = match dispatcher.verify(&payload) {
            Some(result) => match WorkerResult::decode(result.bytes) {
                Some(it) if result.number.is_none_or(|number| number == it.number) => {
                    dispatcher.receive(it, &reply).await
                }
                Some(_) | None => Some(ResultReceipt::Retry),
            },
            None => Some(ResultReceipt::Unsigned),
        };
        if let Some(receipt) = receipt {
            let connection = &dispatcher.connection;
            let receipt = encode(&receipt);
            connection.publish(reply.to_string(), receipt).await;
        }
    }
}

async fn receive_heartbeats(dispatcher: Arc<Dispatcher>, mut heartbeats: Subscriber) {
    while let Some(message) = heartbeats.next().await {
        if let Some(heartbeat) = Heartbeat::decode(&message.payload) {
            dispatcher.receive_heartbeat(heartbeat);
        }
    }
}

async fn watch_server(dispatcher: Arc<Dispatcher>) {
    let mut ticks = interval(CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut silence = Silence::default();
    let place = dispatcher.connection.address.as_str();
    loop {
        ticks.tick().await;
        let is_up = dispatcher.connection.is_up();
        match silence.update(is_up, Instant::now()) {
            Some(SilenceChange::Began) => {
                let seconds = MAX_SILENCE.as_secs();
                dispatcher.note(message!("queue-silent", place, seconds));
            }
            Some(SilenceChange::Ended) => dispatcher.note(message!("queue-back", place)),
            Some(SilenceChange::TooLong) => dispatcher.connection.set_lost(),
            None => {}
        }
        if is_up {
            dispatcher.restore().await;
            dispatcher.report_unserved();
        }
    }
}

#[derive(Debug, Default)]
struct Silence {
    since: Option<Instant>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SilenceChange {
    Began,
    Ended,
    /// The server has been silent for more than a minute.
    TooLong,
}

impl Silence {
    fn update(&mut self, is_up: bool, now: Instant) -> Option<SilenceChange> {
        if is_up {
            return self.since.take().map(|_| SilenceChange::Ended);
        }
        let Some(since) = self.since else {
            self.since = Some(now);
            return Some(SilenceChange::Began);
        };
        (now.duration_since(since) > MAX_SILENCE).then_some(SilenceChange::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silence_is_reported_when_it_begins_when_it_ends_and_after_a_minute() {
        let (mut silence, start) = (Silence::default(), Instant::now());
        let second = Duration::from_secs(1);
        let steps = [
            (true, Duration::ZERO, None),
            (false, second, Some(SilenceChange::Began)),
            (false, second * 2, None),
            (true, second * 3, Some(SilenceChange::Ended)),
            (true, second * 4, None),
            (false, second * 5, Some(SilenceChange::Began)),
            (false, second * 65, None),
            (false, second * 66, Some(SilenceChange::TooLong)),
        ];
        for (is_up, after, expected) in steps {
            assert_eq!(silence.update(is_up, start + after), expected, "{after:?}");
        }
    }
}
