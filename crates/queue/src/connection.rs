//! The server: where jobs, archives and answers are.

use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions};

use crate::QueueError;
use crate::job::MOST_JOB;
use crate::requirements::Needs;

/// Whoever is silent for so long has lost the job.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(10);
/// How long jobs and archives that nobody asks for are kept.
const FORGOTTEN: Duration = Duration::from_hours(7 * 24);
/// How long to wait before a server that has gone is tried again.
const AGAIN: Duration = Duration::from_millis(300);
const STREAM: &str = "brelan-jobs";
const BUCKET: &str = "brelan-archives";
/// Where workers say that they are there.
pub(crate) const WORKERS: &str = "brelan.workers";
/// Jobs at a time that workers of one kind may hold.
const MOST_HELD: i64 = 10_000;

/// Where jobs of an errand go; `*` stands for every kind or every errand.
pub(crate) fn jobs(kind: &str, errand: &str) -> String {
    format!("brelan.jobs.{kind}.{errand}")
}

/// Where answers to its jobs go.
pub(crate) fn answers(errand: &str) -> String {
    format!("brelan.answers.{errand}")
}

/// Where it is said that it needs no more work.
pub(crate) fn over(errand: &str) -> String {
    format!("brelan.over.{errand}")
}

/// Where a worker is told that nothing counts that it sends.
pub(crate) fn aside(worker: &str) -> String {
    format!("brelan.aside.{worker}")
}

/// A connection that comes back by itself.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    pub(crate) place: String,
}

impl Link {
    /// Connects, and sees that jobs can be kept there.
    ///
    /// # Errors
    /// When nobody answers, or keeps nothing.
    pub(crate) async fn open(url: &str) -> Result<Self, QueueError> {
        // What stands before the host may be a password.
        let place = url.rsplit('@').next().unwrap_or_default().to_owned();
        let options = ConnectOptions::new()
            .name("brelan")
            .reconnect_delay_callback(|_| AGAIN);
        let client = options.connect(url).await.map_err(|error| {
            let (place, reason) = (place.clone(), error.to_string());
            QueueError::Away { place, reason }
        })?;
        let link = Self {
            jetstream: jetstream::new(client.clone()),
            client,
            place,
        };
        link.stream().await?;
        Ok(link)
    }

    pub(crate) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn refused(&self, error: &dyn std::error::Error) -> QueueError {
        QueueError::NoStream {
            place: self.place.clone(),
            reason: error.to_string(),
        }
    }

    /// The stream of jobs; each is there until it is acknowledged.
    pub(crate) async fn stream(&self) -> Result<Stream, QueueError> {
        let config = stream::Config {
            name: STREAM.to_owned(),
            subjects: vec![jobs("*", "*")],
            retention: RetentionPolicy::WorkQueue,
            max_age: FORGOTTEN,
            max_message_size: i32::try_from(MOST_JOB * 2).unwrap_or(-1),
            ..stream::Config::default()
        };
        let stream = self.jetstream.get_or_create_stream(config).await;
        stream.map_err(|error| self.refused(&error))
    }

    /// What hands out jobs of a kind: a consumer of its own, because a server of version 2.9 does not
    /// know more than one subject a consumer.
    pub(crate) async fn offer(&self, needs: &Needs) -> Result<(), QueueError> {
        let kind = needs.digest();
        let config = pull::Config {
            durable_name: Some(kind.clone()),
            description: Some(needs.text()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: MOST_HELD,
            filter_subject: jobs(&kind, "*"),
            inactive_threshold: FORGOTTEN,
            ..pull::Config::default()
        };
        let stream = self.stream().await?;
        let made = stream.get_or_create_consumer(&kind, config).await;
        made.map(drop).map_err(|error| self.refused(&error))
    }

    /// What hands out jobs of a kind that was offered.
    pub(crate) async fn consumer(stream: &Stream, kind: &str) -> Option<PullConsumer> {
        stream.get_consumer(kind).await.ok()
    }

    /// The archives.
    pub(crate) async fn archives(&self) -> Result<ObjectStore, QueueError> {
        if let Ok(store) = self.jetstream.get_object_store(BUCKET).await {
            return Ok(store);
        }
        let config = object_store::Config {
            bucket: BUCKET.to_owned(),
            max_age: FORGOTTEN,
            ..object_store::Config::default()
        };
        let store = self.jetstream.create_object_store(config).await;
        store.map_err(|error| self.refused(&error))
    }

    /// Says something to whoever listens.
    pub(crate) async fn say(&self, subject: String, bytes: Vec<u8>) {
        // Whoever did not hear it asks again.
        let _ = self.client.publish(subject, bytes.into()).await;
    }
}
