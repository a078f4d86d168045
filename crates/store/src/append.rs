//! Lines that are appended to games, those of many games in one call of the database.

use std::fmt::Write as _;

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use crate::Address;
use crate::game::line_sum;

/// Maximum number of lines in one statement: with four values each, below the limit of variables of
/// either database.
pub(crate) const MAX_LINES: usize = 4000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AppendLines {
    pub(crate) id: String,
    pub(crate) from: i64,
    pub(crate) lines: Vec<String>,
    pub(crate) ending: Option<String>,
    /// Time of the lines, in milliseconds since 1970.
    pub(crate) touched_ms: i64,
}

/// Whether these requests can be one statement each for lines and games: no game occurs twice. They are
/// in the order of their games.
pub(crate) fn fit_together(appends: &[&AppendLines]) -> bool {
    let lines: usize = appends.iter().map(|append| append.lines.len()).sum();
    let differ = appends.windows(2).all(|pair| pair[0].id != pair[1].id);
    differ && lines <= MAX_LINES
}

/// Inserts lines and updates their games.
pub(crate) async fn append_all(
    connection: &mut AnyConnection,
    address: &Address,
    appends: &[&AppendLines],
) -> sqlx::Result<()> {
    let [mut insert, mut update] = [0, 1].map(|_| Placeholders::new(address));
    let lines = insert_text(&mut insert, appends);
    let games = update_text(&mut update, appends);
    let statement = bind_lines(sqlx::query(AssertSqlSafe(lines)), appends);
    if appends.iter().any(|append| !append.lines.is_empty()) {
        statement.execute(&mut *connection).await?;
    }
    let statement = bind_games(sqlx::query(AssertSqlSafe(games)), appends);
    statement.execute(connection).await.map(drop)
}

/// Inserts lines and updates their games in a transaction of its own, in one call: each call of an
/// `SQLite` connection hands work over to its thread and back. After an error the transaction is open.
pub(crate) async fn commit_all(
    connection: &mut AnyConnection,
    address: &Address,
    appends: &[&AppendLines],
) -> sqlx::Result<()> {
    let mut values = Placeholders::new(address);
    let lines = insert_text(&mut values, appends);
    let games = update_text(&mut values, appends);
    let begin = address.begin_write();
    let text = format!("{begin}; {lines}; {games}; COMMIT");
    let statement = bind_lines(sqlx::query(AssertSqlSafe(text)), appends);
    let statement = bind_games(statement, appends);
    statement.execute(connection).await.map(drop)
}

/// Placeholders of the values of a statement: `PostgreSQL` needs numbers; in `SQLite` they are names,
/// whose lookup is slow for many rows.
struct Placeholders {
    numbered: bool,
    count: usize,
}

impl Placeholders {
    const fn new(address: &Address) -> Self {
        Self {
            numbered: matches!(address, Address::Server(_)),
            count: 0,
        }
    }

    fn next(&mut self) -> String {
        self.count += 1;
        if self.numbered {
            format!("${}", self.count)
        } else {
            "?".to_owned()
        }
    }
}

fn insert_text(values: &mut Placeholders, appends: &[&AppendLines]) -> String {
    let mut text = String::from("INSERT INTO lines (game_id, number, line, sum) VALUES ");
    let count: usize = appends.iter().map(|append| append.lines.len()).sum();
    for line in 0..count {
        let [id, number, text_of, sum] = [0; 4].map(|_: i32| values.next());
        let comma = if line == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}({id}, {number}, {text_of}, {sum})");
    }
    text
}

fn update_text(values: &mut Placeholders, appends: &[&AppendLines]) -> String {
    let mut text =
        String::from("UPDATE games SET ending = new.ending, touched_ms = new.touched_ms FROM (");
    for row in 0..appends.len() {
        let union = if row == 0 { "" } else { " UNION ALL " };
        let [id, ending, time] = [0; 3].map(|_: i32| values.next());
        let _ = write!(
            text,
            "{union}SELECT CAST({id} AS TEXT) AS id, CAST({ending} AS TEXT) AS ending, \
             CAST({time} AS BIGINT) AS touched_ms"
        );
    }
    text + ") AS new WHERE games.id = new.id"
}

type Statement<'q> = Query<'q, Any, AnyArguments>;

fn bind_lines<'q>(mut statement: Statement<'q>, appends: &[&'q AppendLines]) -> Statement<'q> {
    for append in appends {
        for (number, line) in (append.from..).zip(&append.lines) {
            let sum = line_sum(&append.id, number, line);
            statement = statement.bind(&append.id).bind(number);
            statement = statement.bind(line).bind(sum);
        }
    }
    statement
}

fn bind_games<'q>(mut statement: Statement<'q>, appends: &[&'q AppendLines]) -> Statement<'q> {
    for append in appends {
        statement = statement.bind(&append.id).bind(&append.ending);
        statement = statement.bind(append.touched_ms);
    }
    statement
}
