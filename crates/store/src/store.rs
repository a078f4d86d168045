//! The store as the web server and the command line use it.

use std::time::Duration;

use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;

use crate::append::AppendLines;
use crate::code::{self, CodeRow, NewCode};
use crate::game::{self, GameProgress, GameSummary, ImportedGame, NewGame, StoredGame};
use crate::lease::{Lease, LeaseRequest};
use crate::review::NewReview;
use crate::schema::open_connection;
use crate::secret::StoreSecret;
use crate::tournament_row::{self, RunningGame, TournamentRow};
use crate::tournaments::to_signed;
use crate::writer::{WriteQueue, WriteRequest};
use crate::{Address, StoreError};

/// Number of connections that read at the same time.
const READERS: u32 = 4;
/// Maximum time that a read waits for a free connection, or for a server that does not answer.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// The games, tournaments and reviews of one file or database. Clones share its connections.
///
/// Reads fail when the store cannot be read, writes when the disk is full or read-only.
#[derive(Clone, Debug)]
pub struct Store {
    address: Address,
    reads: AnyPool,
    writes: WriteQueue,
    secret: StoreSecret,
}

impl Store {
    /// Opens a file, which is created where there is none, or a database, and brings its tables up to
    /// date.
    pub async fn open(address: &Address) -> Result<Self, StoreError> {
        let mut connection = open_connection(address).await?;
        let secret = StoreSecret::load_or_create(&mut connection).await?;
        let options = address.options(false)?;
        let reads = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(READ_TIMEOUT)
            .connect_lazy_with(options);
        let writes = WriteQueue::spawn(connection, address);
        Ok(Self {
            address: address.clone(),
            reads,
            writes,
            secret,
        })
    }

    /// The file or database.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// The secret that all nodes of this store share.
    pub const fn secret(&self) -> &StoreSecret {
        &self.secret
    }

    /// Closes the store after all waiting writes. The writer closes last: the last connection of an
    /// `SQLite` file moves the write-ahead log into it.
    pub async fn close(&self) {
        self.reads.close().await;
        self.writes.close().await;
    }

    /// Creates a game; fails with [`StoreError::Conflict`] when the id exists.
    pub async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let request = WriteRequest::Create(Box::new(game));
        self.writes.write(request).await.map(drop)
    }

    /// Creates a game with the lines of a record, which are kept as one text; fails with
    /// [`StoreError::Conflict`] when the id exists.
    pub async fn import(&self, game: ImportedGame) -> Result<(), StoreError> {
        let request = WriteRequest::Import(Box::new(game));
        self.writes.write(request).await.map(drop)
    }

    /// Deletes a game with its lines, seats, codes and reviews; false when there is none of that id. A
    /// server that has it in memory ends it at the next move.
    pub async fn forget(&self, id: &str) -> Result<bool, StoreError> {
        let request = WriteRequest::Forget(id.to_owned());
        self.writes.write(request).await.map(|rows| rows > 0)
    }

    /// Reads at most `limit` ids of games that nobody went on with since a time, in milliseconds since
    /// 1970: those that are not over, and imported records.
    pub async fn abandoned(&self, since_ms: i64, limit: i64) -> Result<Vec<String>, StoreError> {
        let ids = sqlx::query_scalar(
            "SELECT id FROM games WHERE touched_ms < $1 \
             AND (ending IS NULL OR imported IS NOT NULL) LIMIT $2",
        );
        let ids = ids.bind(since_ms).bind(limit);
        Ok(ids.fetch_all(&self.reads).await?)
    }

    /// Reads at most `limit` games with ids above `after`, in the order of their ids.
    pub async fn games_after(
        &self,
        after: &str,
        limit: i64,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT id, game, header, created_ms, touched_ms, ending FROM games \
             WHERE id > $1 ORDER BY id LIMIT $2",
        );
        let rows = rows.bind(after).bind(limit);
        Ok(rows.fetch_all(&self.reads).await?)
    }

    /// Empties the write-ahead log of an `SQLite` file, in which deleted rows may still stand. While other
    /// processes read, it is emptied later.
    pub async fn erase_log(&self) -> Result<(), StoreError> {
        if matches!(self.address, Address::File(_)) {
            let erase = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
            erase.execute(&self.reads).await?;
        }
        Ok(())
    }

    /// The size in bytes of everything stored; in a file without the pages that are free again.
    pub async fn bytes(&self) -> Result<u64, StoreError> {
        let size = sqlx::query_scalar::<_, i64>(match self.address {
            Address::File(_) => {
                "SELECT (page_count - freelist_count) * page_size \
                 FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
            }
            Address::Server(_) => "SELECT pg_database_size(current_database())",
        });
        Ok(size.fetch_one(&self.reads).await?.unsigned_abs())
    }

    /// Appends lines to a game, the first of them with number `from`, and sets its ending and the time
    /// of its last line.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when one of these numbers exists: then nothing is written. A full or
    /// read-only disk: nothing is written, and the same call succeeds later.
    pub async fn append(
        &self,
        id: &str,
        from: usize,
        lines: Vec<String>,
        ending: Option<String>,
        touched_ms: i64,
    ) -> Result<(), StoreError> {
        let append = AppendLines {
            id: id.to_owned(),
            from: i64::try_from(from).unwrap_or(i64::MAX),
            lines,
            ending,
            touched_ms,
        };
        let request = WriteRequest::Append(append);
        self.writes.write(request).await.map(drop)
    }

    /// Gives the seat of an invitation to a browser; `invitation` and `holder` are digests. Returns false
    /// when the invitation is unknown or another browser has the seat; repeating the call changes nothing.
    pub async fn sit(&self, id: &str, invitation: &str, holder: &str) -> Result<bool, StoreError> {
        let [id, invitation, holder] = [id, invitation, holder].map(str::to_owned);
        let request = WriteRequest::Sit {
            id,
            invitation,
            holder,
        };
        self.writes.write(request).await.map(|rows| rows > 0)
    }

    /// Reads a game with all its lines; none when there is no game of that id. Fails when a line is
    /// damaged.
    pub async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let mut snapshot = self.reads.begin_with(self.address.begin_read()).await?;
        game::load(&mut snapshot, id).await
    }

    /// Reads the lines of a game from number `from` on. Fails when one is damaged.
    pub async fn lines(&self, id: &str, from: usize) -> Result<Vec<String>, StoreError> {
        let mut connection = self.reads.acquire().await?;
        game::lines(&mut connection, id, from).await
    }

    /// Reads the number of lines and the seats of a game in one query; none when there is no game of
    /// that id.
    pub async fn progress(&self, id: &str) -> Result<Option<GameProgress>, StoreError> {
        game::progress(&self.reads, id).await
    }

    /// Reads at most `limit` games that a browser opened or plays, by its digest, the latest first.
    pub async fn games_of(
        &self,
        browser: &str,
        limit: i64,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT id, game, header, created_ms, touched_ms, ending FROM games \
             WHERE creator = $1 OR id IN (SELECT game_id FROM seats WHERE holder = $1) \
             ORDER BY touched_ms DESC, id LIMIT $2",
        );
        let rows = rows.bind(browser).bind(limit);
        Ok(rows.fetch_all(&self.reads).await?)
    }

    /// Reads at most `limit` ids of games above `after` and below `before`, in alphabetical order.
    pub async fn names(
        &self,
        after: &str,
        before: &str,
        limit: i64,
    ) -> Result<Vec<String>, StoreError> {
        let ids = sqlx::query_scalar(
            "SELECT id FROM games WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3",
        );
        let ids = ids.bind(after).bind(before).bind(limit);
        Ok(ids.fetch_all(&self.reads).await?)
    }

    /// Counts the games.
    pub async fn count(&self) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM games");
        Ok(count.fetch_one(&self.reads).await?.unsigned_abs())
    }

    /// Checks the structure of an `SQLite` file and returns the first error found. Takes as long as
    /// reading the file. A `PostgreSQL` database is not checked, only reached.
    pub async fn quick_check(&self) -> Result<Option<String>, StoreError> {
        let query = match self.address {
            Address::File(_) => "PRAGMA quick_check(1)",
            Address::Server(_) => "SELECT 'ok'",
        };
        let answer: String = sqlx::query_scalar(query).fetch_one(&self.reads).await?;
        Ok(Some(answer).filter(|answer| answer != "ok"))
    }

    /// Stores a review, unless there is one with the same question and language.
    pub async fn keep_review(&self, review: NewReview) -> Result<(), StoreError> {
        let request = WriteRequest::Review(Box::new(review));
        self.writes.write(request).await.map(drop)
    }

    /// Reads the text of a review; none when it was never stored.
    pub async fn review(
        &self,
        question: &str,
        language: &str,
    ) -> Result<Option<String>, StoreError> {
        let found =
            sqlx::query_scalar("SELECT told FROM reviews WHERE question = $1 AND language = $2");
        let found = found.bind(question).bind(language);
        Ok(found.fetch_optional(&self.reads).await?)
    }

    /// Stores a short code that is valid for `time` from now. A code with the same target is extended.
    /// Returns false, and changes nothing, when the code has another target.
    pub async fn keep_code(
        &self,
        code: &str,
        target: &CodeRow,
        time: Duration,
    ) -> Result<bool, StoreError> {
        let new = NewCode {
            code: code.to_owned(),
            target: target.clone(),
            millis: i64::try_from(time.as_millis()).unwrap_or(i64::MAX),
        };
        let request = WriteRequest::Code(Box::new(new));
        self.writes.write(request).await.map(|rows| rows > 0)
    }

    /// Reads the target of a short code and the time it stays valid; none when it has run out.
    pub async fn code(&self, code: &str) -> Result<Option<(CodeRow, Duration)>, StoreError> {
        code::find(&self.reads, &self.address, code).await
    }

    /// Takes the lease of a game for a node, for `time` from now; none when another node has it.
    pub async fn lease(
        &self,
        id: &str,
        owner: &str,
        time: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        let request = LeaseRequest {
            id: id.to_owned(),
            owner: owner.to_owned(),
            millis: i64::try_from(time.as_millis()).unwrap_or(i64::MAX),
        };
        let lease = Lease::new(self.writes.clone(), request);
        // Dropping a lease that another node has changes nothing.
        Ok(lease.renew().await?.then_some(lease))
    }

    /// Releases all leases of a node that ends.
    pub async fn release_all(&self, owner: &str) -> Result<(), StoreError> {
        let request = WriteRequest::ReleaseAll(owner.to_owned());
        self.writes.write(request).await.map(drop)
    }

    /// Reads at most `limit` tournaments, the latest first.
    pub async fn tournaments(&self, limit: u32) -> Result<Vec<TournamentRow>, StoreError> {
        let rows =
            sqlx::query_as("SELECT * FROM tournaments ORDER BY created_ms DESC, id LIMIT $1");
        Ok(rows.bind(i64::from(limit)).fetch_all(&self.reads).await?)
    }

    /// Reads a tournament and its games in progress; none when there is no tournament of that id.
    pub async fn tournament(
        &self,
        id: &str,
    ) -> Result<Option<(TournamentRow, Vec<RunningGame>)>, StoreError> {
        let mut snapshot = self.reads.begin_with(self.address.begin_read()).await?;
        tournament_row::load(&mut snapshot, id).await
    }

    /// Reads the lines of at most `limit` published games before number `before`, the latest first. A
    /// game is published once both games of its pair are over.
    pub async fn published(
        &self,
        id: &str,
        before: u64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        // Games 1 and 2 are a pair, 3 and 4 another, and so on.
        let lines = sqlx::query_scalar(
            "SELECT line FROM tournament_games AS game WHERE tournament_id = $1 AND number < $2 \
             AND EXISTS (SELECT 1 FROM tournament_games AS other \
                 WHERE other.tournament_id = $1 \
                 AND other.number = game.number + 1 - 2 * ((game.number + 1) % 2)) \
             ORDER BY number DESC LIMIT $3",
        );
        let lines = lines.bind(id).bind(to_signed(before));
        Ok(lines.bind(i64::from(limit)).fetch_all(&self.reads).await?)
    }
}
