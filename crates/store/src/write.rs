//! The one writer: whatever waits while a commit is under way goes into the next one together.

use sqlx::AnyConnection;
use tokio::sync::{mpsc, oneshot};

use crate::codes::{self, NewCode};
use crate::lease::{self, Tenancy};
use crate::{Address, NewGame, NewReview, Store, StoreError, reviews};

/// How many writes may wait before whoever brings another waits too.
const QUEUE: usize = 4096;
/// How many go into one commit.
const GROUP: usize = 512;

#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::Sender<Job>);

#[derive(Debug)]
struct Job {
    write: Write,
    done: oneshot::Sender<Result<u64, StoreError>>,
}

#[derive(Debug)]
pub(crate) enum Write {
    Create(Box<NewGame>),
    Append(Append),
    Sit {
        id: String,
        invitation: String,
        holder: String,
    },
    Review(Box<NewReview>),
    Code(Box<NewCode>),
    Lease(Tenancy),
    Release(Tenancy),
    ReleaseAll(String),
    LimitPages(u32),
    Close,
}

/// Lines that continue a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Append {
    id: String,
    from: i64,
    lines: Vec<String>,
    ending: Option<String>,
    touched_ms: i64,
}

impl Store {
    /// Keeps a new game.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id exists already; a full or read-only disk.
    pub async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.writer
            .write(Write::Create(Box::new(game)))
            .await
            .map(drop)
    }

    /// Keeps the lines number `from` and following of a game, and how it stands after them.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where one of these numbers is taken: nothing is doubled. A full or
    /// read-only disk: nothing is written, and the same call succeeds later.
    pub async fn append(
        &self,
        id: &str,
        from: usize,
        lines: Vec<String>,
        ending: Option<String>,
        touched_ms: i64,
    ) -> Result<(), StoreError> {
        let append = Append {
            id: id.to_owned(),
            from: i64::try_from(from).unwrap_or(i64::MAX),
            lines,
            ending,
            touched_ms,
        };
        self.writer.write(Write::Append(append)).await.map(drop)
    }

    /// Seats `holder` where `invitation` is good: nobody else sits there. Says whether it was; asking
    /// again gets the same answer.
    ///
    /// # Errors
    /// A full or read-only disk.
    pub async fn sit(&self, id: &str, invitation: &str, holder: &str) -> Result<bool, StoreError> {
        let [id, invitation, holder] = [id, invitation, holder].map(str::to_owned);
        let sit = Write::Sit {
            id,
            invitation,
            holder,
        };
        self.writer.write(sit).await.map(|seated| seated > 0)
    }

    /// Keeps the answer to a question, unless it has one.
    ///
    /// # Errors
    /// A full or read-only disk.
    pub async fn keep_review(&self, review: NewReview) -> Result<(), StoreError> {
        let write = Write::Review(Box::new(review));
        self.writer.write(write).await.map(drop)
    }

    /// The most pages the file may grow to: how tests fill the disk and make room again.
    ///
    /// # Errors
    /// When the store is closed.
    pub async fn limit_pages(&self, most: u32) -> Result<(), StoreError> {
        self.writer.write(Write::LimitPages(most)).await.map(drop)
    }
}

impl Writer {
    pub(crate) fn spawn(connection: AnyConnection, address: &Address) -> Self {
        let (sender, jobs) = mpsc::channel(QUEUE);
        let pen = Pen {
            address: address.clone(),
            connection: Some(connection),
        };
        tokio::spawn(run(pen, jobs));
        Self(sender)
    }

    /// Has something written that nobody waits for, unless too much waits already.
    pub(crate) fn send(&self, write: Write) {
        let (done, _) = oneshot::channel();
        let _ = self.0.try_send(Job { write, done });
    }

    pub(crate) async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let (done, answer) = oneshot::channel();
        let job = Job { write, done };
        self.0.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) async fn close(&self) {
        // An error says that it is closed already.
        let _ = self.write(Write::Close).await;
    }
}

impl Write {
    /// Two nodes that write about the same games do so in the same order: neither waits for the
    /// other while the other waits for it.
    fn order(&self) -> (&str, bool) {
        match self {
            Self::Create(game) => (&game.id, false),
            Self::Append(append) => (&append.id, false),
            Self::Sit { id, .. } => (id, false),
            Self::Lease(tenancy) | Self::Release(tenancy) => (&tenancy.id, true),
            // After every game: each of them may forget what another keeps.
            Self::Code(_) => ("~", true),
            Self::Review(_) | Self::ReleaseAll(_) | Self::LimitPages(_) | Self::Close => {
                ("", false)
            }
        }
    }
}

/// What the writer writes with.
struct Pen {
    address: Address,
    /// None after the server was lost.
    connection: Option<AnyConnection>,
}

async fn run(mut pen: Pen, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::new();
    let mut last = None;
    while last.is_none() && jobs.recv_many(&mut group, GROUP).await > 0 {
        let is_close = |job: &Job| matches!(job.write, Write::Close);
        if let Some(position) = group.iter().position(is_close) {
            group.truncate(position + 1);
            last = group.pop();
        }
        group.sort_by(|one, other| one.write.order().cmp(&other.write.order()));
        pen.commit(std::mem::take(&mut group)).await;
    }
    if let Some(connection) = pen.connection
        && let Err(error) = sqlx::Connection::close(connection).await
    {
        tracing::warn!(%error, "the file of games was not closed cleanly");
    }
    if let Some(close) = last {
        answer(close, Ok(0));
    }
}

/// Whoever asked may be gone; the write stands all the same.
fn answer(job: Job, result: Result<u64, StoreError>) {
    let _ = job.done.send(result);
}

impl Pen {
    /// Commits a group. One write that cannot be must not take the others with it: where a group
    /// fails, each is tried alone; but nothing is written again that a lost server may have.
    async fn commit(&mut self, group: Vec<Job>) {
        match self.transaction(&group).await {
            Ok(results) => {
                let answered = group.into_iter().zip(results);
                answered.for_each(|(job, rows)| answer(job, Ok(rows)));
            }
            Err(StoreError::Away) => {
                for job in group {
                    answer(job, Err(StoreError::Away));
                }
            }
            Err(_) => {
                for job in group {
                    let result = self.transaction(std::slice::from_ref(&job)).await;
                    answer(job, result.map(|rows| rows[0]));
                }
            }
        }
    }

    async fn transaction(&mut self, group: &[Job]) -> Result<Vec<u64>, StoreError> {
        let mut connection = self.begin().await?;
        let written = match write_all(&mut connection, &self.address, group).await {
            Ok(results) => {
                let committed = sqlx::query("COMMIT").execute(&mut connection).await;
                committed.map(|_| results)
            }
            Err(error) => Err(error),
        };
        let written = written.map_err(StoreError::from);
        if matches!(written, Err(StoreError::Away)) {
            return written;
        }
        if written.is_err() {
            // A full disk may have ended the transaction already: then there is nothing to roll back.
            let _ = sqlx::query("ROLLBACK").execute(&mut connection).await;
        }
        self.connection = Some(connection);
        written
    }

    /// Begins a transaction, on a new connection where the server has forgotten the old one: nothing
    /// was asked of it yet.
    async fn begin(&mut self) -> Result<AnyConnection, StoreError> {
        let begins = self.address.begins();
        if let Some(mut connection) = self.connection.take() {
            let begun = sqlx::query(begins).execute(&mut connection).await;
            match begun.map_err(StoreError::from) {
                Ok(_) => return Ok(connection),
                Err(StoreError::Away) => {}
                Err(error) => {
                    self.connection = Some(connection);
                    return Err(error);
                }
            }
        }
        let mut connection = self.address.connect().await?;
        sqlx::query(begins).execute(&mut connection).await?;
        Ok(connection)
    }
}

async fn write_all(
    connection: &mut AnyConnection,
    address: &Address,
    group: &[Job],
) -> sqlx::Result<Vec<u64>> {
    let mut results = Vec::with_capacity(group.len());
    for job in group {
        results.push(match &job.write {
            Write::Create(game) => create(connection, game).await?,
            Write::Append(lines) => append(connection, lines).await?,
            Write::Sit {
                id,
                invitation,
                holder,
            } => sit(connection, id, invitation, holder).await?,
            Write::Review(review) => reviews::insert(connection, review).await?,
            Write::Code(code) => codes::keep(connection, address, code).await?,
            Write::Lease(tenancy) => lease::take(connection, address, tenancy).await?,
            Write::Release(tenancy) => lease::release(connection, tenancy).await?,
            Write::ReleaseAll(owner) => lease::release_all(connection, owner).await?,
            Write::LimitPages(most) => limit_pages(connection, *most).await?,
            Write::Close => 0,
        });
    }
    Ok(results)
}

async fn create(connection: &mut AnyConnection, game: &NewGame) -> sqlx::Result<u64> {
    let insert = sqlx::query(
        "INSERT INTO games \
         (id, game, header, options, time_ms, creator, created_ms, touched_ms, seed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)",
    );
    let insert = insert
        .bind(&game.id)
        .bind(&game.game)
        .bind(&game.header)
        .bind(&game.options);
    let insert = insert
        .bind(game.time_ms)
        .bind(&game.creator)
        .bind(game.created_ms)
        .bind(game.seed);
    let done = insert.execute(&mut *connection).await?;
    for (side, seat) in (0i64..).zip(&game.seats) {
        let insert = sqlx::query(
            "INSERT INTO seats (game_id, side, holder, invitation) VALUES ($1, $2, $3, $4)",
        );
        let insert = insert
            .bind(&game.id)
            .bind(side)
            .bind(&seat.holder)
            .bind(&seat.invitation);
        insert.execute(&mut *connection).await?;
    }
    Ok(done.rows_affected())
}

/// What a line is checked by: also where it stands counts.
pub(crate) fn line_sum(id: &str, number: i64, line: &str) -> i64 {
    crc32fast::hash(format!("{id} {number} {line}").as_bytes()).into()
}

async fn append(connection: &mut AnyConnection, append: &Append) -> sqlx::Result<u64> {
    for (number, line) in (append.from..).zip(&append.lines) {
        let insert =
            sqlx::query("INSERT INTO lines (game_id, number, line, sum) VALUES ($1, $2, $3, $4)");
        insert
            .bind(&append.id)
            .bind(number)
            .bind(line)
            .bind(line_sum(&append.id, number, line))
            .execute(&mut *connection)
            .await?;
    }
    let update = sqlx::query("UPDATE games SET ending = $2, touched_ms = $3 WHERE id = $1");
    let update = update
        .bind(&append.id)
        .bind(&append.ending)
        .bind(append.touched_ms);
    Ok(update.execute(&mut *connection).await?.rows_affected())
}

async fn sit(
    connection: &mut AnyConnection,
    id: &str,
    invitation: &str,
    holder: &str,
) -> sqlx::Result<u64> {
    let update = sqlx::query(
        "UPDATE seats SET holder = $3 WHERE game_id = $1 AND invitation = $2 \
         AND (holder IS NULL OR holder = $3)",
    );
    let update = update.bind(id).bind(invitation).bind(holder);
    Ok(update.execute(&mut *connection).await?.rows_affected())
}

pub(crate) async fn limit_pages(connection: &mut AnyConnection, most: u32) -> sqlx::Result<u64> {
    let pragma = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {most}"));
    sqlx::query(pragma).fetch_all(&mut *connection).await?;
    Ok(0)
}
