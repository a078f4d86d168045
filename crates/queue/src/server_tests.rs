//! Tests of dispatchers and workers at a real `nats-server`, which must be installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt as _;
use games::subject;
use grade::{GradeError, GradeOptions, HomeworkJudge as _, Report};
use serde_json::json;
use table::{Message, Stop};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use crate::acceptance::{CheckedResult, ProgramsEnd};
use crate::access::QueueAccess;
use crate::archive::PackedArchive;
use crate::connection::{HEARTBEAT_SUBJECT, NatsConnection, result_subject};
use crate::dispatcher::Dispatcher;
use crate::game_job::tests::sample;
use crate::job::{Job, Work};
use crate::judge::{QueueJudge, is_sampled};
use crate::listener::listen;
use crate::presence::Heartbeat;
use crate::requirements::Requirements;
use crate::result::{JobOutcome, PlayedGame, ResultReceipt, WorkerResult};
use crate::wire::{MAX_RECEIPT_BYTES, decode, encode};
use crate::{QueueError, Worker, WorkerConfig};

/// Time between two looks for something that another process or task does.
const LOOK: Duration = Duration::from_millis(20);

/// A server that ends with the test.
struct Server {
    process: Child,
    folder: TempDir,
    /// `HOST:PORT`.
    host: String,
}

impl Server {
    fn start(more: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let process = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", "-1", "-js", "-sd"])
            .arg(folder.path().join("store"))
            .arg("--ports_file_dir")
            .arg(folder.path())
            .args(more)
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server is installed");
        let file = format!("nats-server_{}.ports", process.id());
        let file = folder.path().join(file);
        let host = loop {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let ports: Option<serde_json::Value> = serde_json::from_str(&text).ok();
            let url = ports.and_then(|ports| Some(ports["nats"][0].as_str()?.to_owned()));
            if let Some(url) = url {
                break url.trim_start_matches("nats://").to_owned();
            }
            thread::sleep(LOOK);
        };
        Self {
            process,
            folder,
            host,
        }
    }

    /// The server with these words before its address.
    fn access(&self, credentials: &str, is_open: bool) -> QueueAccess {
        QueueAccess {
            url: format!("nats://{credentials}{}", self.host),
            is_open,
            key: None,
        }
    }

    /// The open server with a key of 16 times this letter.
    fn with_key(&self, letter: char) -> QueueAccess {
        let file = self.folder.path().join(format!("key-{letter}"));
        fs::write(&file, letter.to_string().repeat(16)).expect("the folder is ours");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::Permissions::from_mode(0o600);
            fs::set_permissions(&file, mode).expect("the file is ours");
        }
        QueueAccess {
            key: Some(file),
            ..self.access("", true)
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn runtime() -> Runtime {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.expect("the system has threads")
}

/// A worker whose results the test decides.
#[derive(Clone)]
struct FakeWorker {
    name: &'static str,
    connection: NatsConnection,
}

impl FakeWorker {
    /// Connects, and publishes heartbeats until the runtime ends.
    async fn join(name: &'static str, access: &QueueAccess, serves: &Requirements) -> Self {
        let connection = NatsConnection::open(access).await.expect("a server");
        let heartbeat = encode(&Heartbeat {
            worker: name.to_owned(),
            serves: vec![serves.digest()],
        });
        let worker = Self { name, connection };
        let publisher = worker.connection.clone();
        tokio::spawn(async move {
            loop {
                let subject = HEARTBEAT_SUBJECT.to_owned();
                publisher.publish(subject, heartbeat.clone()).await;
                sleep(LOOK).await;
            }
        });
        worker
    }

    /// Takes the next job of a kind that does not exclude this worker, and drops those that do.
    async fn take(&self, requirements: &Requirements) -> Job {
        let stream = self.connection.stream().await.expect("a stream");
        loop {
            sleep(LOOK).await;
            let consumer: Result<PullConsumer, _> =
                stream.get_consumer(&requirements.digest()).await;
            let Ok(consumer) = consumer else { continue };
            let fetched = consumer.fetch().max_messages(1).messages().await;
            let mut fetched = fetched.expect("the server hands out jobs");
            if let Some(Ok(message)) = fetched.next().await {
                message.ack().await.expect("the server is there");
                let job = Job::decode(&message.payload).expect("a job");
                if !job.excluded.iter().any(|name| name == self.name) {
                    return job;
                }
            }
        }
    }

    /// Returns a result and waits for the receipt.
    async fn give(&self, job: &Job, outcome: JobOutcome) -> ResultReceipt {
        let result = encode(&WorkerResult {
            number: job.number,
            worker: self.name.to_owned(),
            outcome,
        });
        let result = match &self.connection.key {
            Some(key) => key.seal([&job.batch, &job.run], job.number, &result),
            None => result,
        };
        let subject = result_subject(&job.batch);
        let reply = self.connection.client.request(subject, result.into()).await;
        let payload = reply.expect("the dispatcher answers").payload;
        decode(&payload, MAX_RECEIPT_BYTES).expect("a receipt")
    }
}

fn failed() -> JobOutcome {
    JobOutcome::failed(&"the judge panicked")
}

fn played(record: &str) -> JobOutcome {
    let record = record.to_owned();
    JobOutcome::Played(PlayedGame {
        record,
        notes: None,
    })
}

/// Accepts every game.
fn check(outcome: JobOutcome) -> Option<CheckedResult<String>> {
    match outcome {
        JobOutcome::Played(game) => Some(CheckedResult {
            value: game.record,
            programs: ProgramsEnd::NotRun,
        }),
        _ => None,
    }
}

async fn dispatcher(access: &QueueAccess) -> Arc<Dispatcher> {
    let dispatcher = Dispatcher::open(access, "a batch").await.expect("a server");
    let dispatcher = Arc::new(dispatcher);
    listen(&dispatcher).await.expect("a server");
    dispatcher
}

fn a_game(dispatcher: &Dispatcher) -> (Job, Requirements) {
    let game = Work::Game(Box::new(sample(["A@naif", "B@naif"])));
    (
        dispatcher.job(1, game),
        Requirements::for_game("allumettes"),
    )
}

#[test]
fn a_server_that_lets_everyone_in_is_refused_unless_that_is_allowed() {
    let server = Server::start(&[]);
    let open = |credentials: &str, is_open| {
        let access = server.access(credentials, is_open);
        runtime().block_on(async { NatsConnection::open(&access).await.map(drop) })
    };
    for credentials in ["", "ana:secret@"] {
        let refused = open(credentials, false);
        assert!(matches!(refused, Err(QueueError::Open(_))), "{refused:?}");
    }
    assert!(open("", true).is_ok());
}

#[test]
fn the_user_and_password_of_an_address_are_sent_and_never_shown() {
    let server = Server::start(&["--user", "ana", "--pass", "s@cret"]);
    let open = |credentials: &str| {
        let access = server.access(credentials, false);
        runtime().block_on(async { NatsConnection::open(&access).await.map(drop) })
    };
    assert!(open("ana:s%40cret@").is_ok());
    for wrong in ["ana:other-s%40cret@", "ana-s%40cret@", "bob:s%40cret@"] {
        let error = open(wrong).expect_err("the password is wrong");
        let shown = format!("{error} {error:?}");
        assert!(matches!(error, QueueError::Unreachable { .. }), "{shown}");
        assert!(!shown.contains("cret"), "{shown}");
    }
}

#[test]
fn a_worker_is_refused_by_a_server_whose_password_it_does_not_have() {
    let server = Server::start(&["--auth", "a-token"]);
    let connect = |credentials: &str| {
        Worker::connect(WorkerConfig {
            access: server.access(credentials, false),
            name: None,
            concurrency: 1,
            cage: None,
        })
    };
    assert!(connect("a-token@").is_ok());
    assert!(connect("another@").is_err());
}

#[test]
fn a_job_that_fails_on_two_workers_ends_with_their_names_and_excludes_neither() {
    let server = Server::start(&[]);
    let access = server.access("", true);
    runtime().block_on(async {
        let dispatcher = dispatcher(&access).await;
        let (job, work) = a_game(&dispatcher);
        let one = FakeWorker::join("one", &access, &work).await;
        let other = FakeWorker::join("other", &access, &work).await;
        let failing = async {
            for worker in [&one, &other] {
                let job = worker.take(&work).await;
                assert_eq!(worker.give(&job, failed()).await, ResultReceipt::Stored);
            }
        };
        let stop = Stop::default();
        let run = dispatcher.run(job.clone(), &work, &stop, check);
        let (ended, ()) = tokio::join!(run, failing);
        let error = ended.expect_err("both workers failed");
        let QueueError::Broken { workers, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(workers, "one, other");
        // Both may do the next job.
        let next = async {
            let job = one.take(&work).await;
            one.give(&job, played("a game")).await
        };
        let run = async {
            let accepted = dispatcher.run(job, &work, &stop, check).await;
            dispatcher.confirm(1, ResultReceipt::Stored);
            accepted
        };
        let (accepted, receipt) = tokio::join!(run, next);
        let accepted = accepted.expect("a result").expect("not stopped");
        assert_eq!((&*accepted.value, &*accepted.worker), ("a game", "one"));
        assert_eq!(receipt, ResultReceipt::Stored);
    });
}

#[test]
fn a_job_that_fails_twice_on_the_only_worker_ends() {
    let server = Server::start(&[]);
    let access = server.access("", true);
    runtime().block_on(async {
        let dispatcher = dispatcher(&access).await;
        let (job, work) = a_game(&dispatcher);
        let only = FakeWorker::join("only", &access, &work).await;
        let failing = async {
            for _ in 0..2 {
                let job = only.take(&work).await;
                only.give(&job, failed()).await;
            }
        };
        let stop = Stop::default();
        let (ended, ()) = tokio::join!(dispatcher.run(job, &work, &stop, check), failing);
        assert!(matches!(ended, Err(QueueError::Broken { .. })));
    });
}

#[test]
fn a_result_counts_only_with_the_signature_of_the_key() {
    let server = Server::start(&[]);
    let access = server.with_key('a');
    runtime().block_on(async {
        let dispatcher = dispatcher(&access).await;
        let (job, work) = a_game(&dispatcher);
        let honest = FakeWorker::join("honest", &access, &work).await;
        let unsigned = FakeWorker::join("unsigned", &server.access("", true), &work).await;
        let forger = FakeWorker::join("forger", &server.with_key('b'), &work).await;
        let returned = async {
            let job = honest.take(&work).await;
            for stranger in [&unsigned, &forger] {
                let receipt = stranger.give(&job, played("forged")).await;
                assert_eq!(receipt, ResultReceipt::Unsigned);
            }
            let earlier = Job {
                run: "earlier".to_owned(),
                ..job.clone()
            };
            let receipt = honest.give(&earlier, played("replayed")).await;
            assert_eq!(receipt, ResultReceipt::Unsigned);
            honest.give(&job, played("honest")).await
        };
        let stop = Stop::default();
        let run = async {
            let accepted = dispatcher.run(job, &work, &stop, check).await;
            dispatcher.confirm(1, ResultReceipt::Stored);
            accepted
        };
        let (accepted, receipt) = tokio::join!(run, returned);
        let accepted = accepted.expect("a result").expect("not stopped");
        assert_eq!(accepted.value, "honest");
        assert_eq!(receipt, ResultReceipt::Stored);
        let notices = dispatcher.take_notices();
        let unsigned = notices
            .iter()
            .filter(|it| it.to_string().contains("queue-unsigned"));
        assert_eq!(unsigned.count(), 1, "{notices:?}");
    });
}

/// A report of a submission in which every check has the same verdict.
fn report(path: &str, verdict: &str) -> JobOutcome {
    let check = json!({
        "id": "2.1", "function": "tierce", "verdict": verdict, "points": 0.0, "worth": 1.0,
        "says": null, "crash": null, "notes": [],
    });
    let report = json!({
        "subject": "421", "path": path, "edition": null, "points": 0.0, "out_of": 20.0,
        "checks": [check], "faults": [],
    });
    serde_json::from_value(json!({ "judged": report })).expect("a report")
}

/// A judge of a folder with one sampled submission, and that submission.
fn sampled_class(access: &QueueAccess, folder: &Path) -> (QueueJudge, PathBuf) {
    let (file, options) = (folder.join("devoir.py"), GradeOptions::default());
    let subject = subject("421").expect("the subject exists");
    let judge = QueueJudge::open(access, None, subject, folder, &options, 2, Stop::default());
    let judge = judge.expect("a server");
    let sampled = |number: &u32| {
        fs::write(&file, format!("x = {number}\n")).expect("the folder is ours");
        let archive = PackedArchive::pack(&file, &[]).expect("a small file");
        is_sampled(&judge.identity, &archive.digest)
    };
    let found = (0..1000).find(sampled);
    assert!(found.is_some(), "one in eight is sampled");
    (judge, file)
}

/// Judges a submission while these workers each return a report with their verdict, in this order.
fn judged(workers: &[(&'static str, &'static str)]) -> (Result<Report, GradeError>, Vec<Message>) {
    let server = Server::start(&[]);
    let access = server.access("", true);
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let (judge, file) = sampled_class(&access, folder.path());
    let work = Requirements::for_grading(subject("421").expect("the subject exists"), None);
    let path = file.display().to_string();
    let answering = async {
        let mut joined = Vec::new();
        for (name, verdict) in workers {
            joined.push((FakeWorker::join(name, &access, &work).await, *verdict));
        }
        for (worker, verdict) in joined {
            let job = worker.take(&work).await;
            let outcome = report(&path, verdict);
            // The receipt of the last report comes when the submission is judged.
            tokio::spawn(async move { worker.give(&job, outcome).await });
        }
    };
    let runtime = runtime();
    let judged = thread::scope(|scope| {
        let judged = scope.spawn(|| judge.judge(0, &file));
        runtime.block_on(answering);
        judged.join().expect("the judge does not panic")
    });
    (judged, judge.take_notices())
}

#[test]
fn a_sampled_report_that_a_second_worker_contradicts_is_an_error_with_both_names() {
    let (judged, _) = judged(&[("liar", "right"), ("honest", "wrong")]);
    let Err(GradeError::NoWorker(reason)) = judged else {
        panic!("{judged:?}");
    };
    let reason = reason.to_string();
    assert!(
        reason.contains("liar") && reason.contains("honest"),
        "{reason}"
    );
}

#[test]
fn a_sampled_report_that_a_second_worker_confirms_counts() {
    let (judged, notices) = judged(&[("one", "right"), ("other", "right")]);
    assert!(judged.is_ok(), "{judged:?}");
    let unchecked = notices
        .iter()
        .any(|it| it.to_string().contains("queue-unchecked"));
    assert!(!unchecked, "{notices:?}");
}

#[test]
fn a_sampled_report_that_nothing_can_check_counts_and_is_named() {
    let (judged, notices) = judged(&[("only", "right")]);
    assert!(judged.is_ok(), "{judged:?}");
    let unchecked = notices
        .iter()
        .any(|it| it.to_string().contains("queue-unchecked"));
    assert!(unchecked, "{notices:?}");
}
