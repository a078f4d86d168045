//! Connection to the NATS server, with the names of its stream, subjects and object store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Subscriber};
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

use crate::QueueError;
use crate::access::QueueAccess;
use crate::archive::{ArchiveError, MAX_ARCHIVE_BYTES, PackedArchive};
use crate::requirements::Requirements;
use crate::seal::WorkerKey;
use crate::wire::MAX_JOB_BYTES;

/// Time after the last progress message of a worker when its job is handed out again.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(10);
/// Time after which the server deletes unused jobs, consumers and archives.
const MAX_AGE: Duration = Duration::from_hours(7 * 24);
const RECONNECT_DELAY: Duration = Duration::from_millis(300);
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(20);
const STREAM: &str = "brelan-jobs";
const BUCKET: &str = "brelan-archives";
/// Subject on which workers publish heartbeats.
pub(crate) const HEARTBEAT_SUBJECT: &str = "brelan.workers";
/// Maximum number of unacknowledged jobs of one kind at all workers together.
const MAX_ACK_PENDING: i64 = 10_000;

/// Subject of the jobs with given requirements in a batch; `*` stands for every digest or batch.
pub(crate) fn job_subject(requirements_digest: &str, batch: &str) -> String {
    format!("brelan.jobs.{requirements_digest}.{batch}")
}

/// Subject on which workers return the results of a batch.
pub(crate) fn result_subject(batch: &str) -> String {
    format!("brelan.results.{batch}")
}

/// Subject on which the dispatcher says that a batch has ended; `*` stands for every batch.
pub(crate) fn ended_subject(batch: &str) -> String {
    format!("brelan.ended.{batch}")
}

/// Subject on which a worker is told that it is excluded.
pub(crate) fn exclusion_subject(worker: &str) -> String {
    format!("brelan.excluded.{worker}")
}

/// A connection that reconnects by itself. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct NatsConnection {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    /// Address of the server without user and password, for messages.
    pub(crate) address: String,
    /// Key that signs results; without one, unsigned results count.
    pub(crate) key: Option<WorkerKey>,
    lost: Arc<AtomicBool>,
}

impl NatsConnection {
    /// Connects to a server and creates the stream where there is none.
    pub(crate) async fn open(access: &QueueAccess) -> Result<Self, QueueError> {
        let options = ConnectOptions::new()
            .name("brelan")
            .reconnect_delay_callback(|_| RECONNECT_DELAY);
        let key = access.read_key()?;
        let client = access.connect(options).await?;
        let connection = Self {
            jetstream: jetstream::new(client.clone()),
            client,
            address: access.place(),
            key,
            lost: Arc::default(),
        };
        connection.stream().await?;
        Ok(connection)
    }

    pub(crate) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Whether the server was silent for more than a minute, so that the batch ends with an error.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    pub(crate) fn set_lost(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    /// The error for a server that refuses a stream, a consumer or an archive.
    pub(crate) fn no_stream(&self, error: &dyn std::error::Error) -> QueueError {
        QueueError::NoStream {
            place: self.address.clone(),
            reason: error.to_string(),
        }
    }

    /// The stream of jobs, created where there is none. A job stays in it until it is acknowledged.
    pub(crate) async fn stream(&self) -> Result<Stream, QueueError> {
        let config = stream::Config {
            name: STREAM.to_owned(),
            subjects: vec![job_subject("*", "*")],
            retention: RetentionPolicy::WorkQueue,
            max_age: MAX_AGE,
            max_message_size: i32::try_from(MAX_JOB_BYTES * 2).unwrap_or(-1),
            ..stream::Config::default()
        };
        let stream = self.jetstream.get_or_create_stream(config).await;
        stream.map_err(|error| self.no_stream(&error))
    }

    /// Creates the consumer that hands out jobs with given requirements, unless it exists. Each kind
    /// of work has a consumer of its own, because in NATS 2.9 a consumer has only one subject.
    pub(crate) async fn offer(&self, requirements: &Requirements) -> Result<(), QueueError> {
        let digest = requirements.digest();
        let config = pull::Config {
            durable_name: Some(digest.clone()),
            description: Some(requirements.text()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: MAX_ACK_PENDING,
            filter_subject: job_subject(&digest, "*"),
            inactive_threshold: MAX_AGE,
            ..pull::Config::default()
        };
        let stream = self.stream().await?;
        let created = stream.get_or_create_consumer(&digest, config).await;
        created.map(drop).map_err(|error| self.no_stream(&error))
    }

    /// The object store of archives, created where there is none.
    pub(crate) async fn archives(&self) -> Result<ObjectStore, QueueError> {
        if let Ok(store) = self.jetstream.get_object_store(BUCKET).await {
            return Ok(store);
        }
        let config = object_store::Config {
            bucket: BUCKET.to_owned(),
            max_age: MAX_AGE,
            ..object_store::Config::default()
        };
        let store = self.jetstream.create_object_store(config).await;
        store.map_err(|error| self.no_stream(&error))
    }

    /// Downloads an archive within 20 seconds. [`ArchiveError::Damaged`] when it is missing, late,
    /// too large, or has another digest.
    pub(crate) async fn download(&self, digest: &str) -> Result<PackedArchive, ArchiveError> {
        let bytes = timeout(DOWNLOAD_TIMEOUT, self.download_bytes(digest)).await;
        let bytes = bytes.ok().flatten().ok_or(ArchiveError::Damaged)?;
        PackedArchive::verify(bytes, digest)
    }

    async fn download_bytes(&self, digest: &str) -> Option<Vec<u8>> {
        let archives = self.archives().await.ok()?;
        let object = archives.get(digest).await.ok()?;
        let mut bytes = Vec::new();
        let mut object = object.take(MAX_ARCHIVE_BYTES + 1);
        object.read_to_end(&mut bytes).await.ok()?;
        Some(bytes)
    }

    pub(crate) async fn subscribe(&self, subject: String) -> Result<Subscriber, QueueError> {
        let subscriber = self.client.subscribe(subject).await;
        subscriber.map_err(|error| unreachable(&self.address, &error))
    }

    /// Publishes a message without waiting for its delivery; senders of requests repeat them.
    pub(crate) async fn publish(&self, subject: String, bytes: Vec<u8>) {
        let _ = self.client.publish(subject, bytes.into()).await;
    }
}

fn unreachable(address: &str, error: &dyn std::error::Error) -> QueueError {
    QueueError::Unreachable {
        place: address.to_owned(),
        reason: error.to_string(),
    }
}
