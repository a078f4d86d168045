//! `brelan store`: copies, backs up and checks the store of games, and deletes games from it.

mod forget;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use indicatif::ProgressBar;
use store::{Address, Store, StoreError};
use table::{Explain, Message, message};
use text::Language;
use tokio::runtime::Runtime;

use forget::Forgotten;

use crate::command_error::{CommandError, cannot_read};
use crate::database::progress_bar;
use crate::serve;

/// Maximum number of games whose names are read from the store in one query.
const PAGE: i64 = 500;

/// Copies, backs up or checks a store, with a progress bar when standard error is a terminal.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let (verb, given) = given.subcommand().expect("clap requires a verb");
    let word = |name| {
        given
            .get_one::<String>(name)
            .expect("clap requires every argument")
    };
    match verb {
        "copy" => {
            let [from, to] = ["from", "to"].map(|name| Address::from(word(name).as_str()));
            copy(&existing(from)?, &to, language)
        }
        "backup" => {
            let file = Path::new(word("file"));
            if file.exists() {
                let exists = message!("cli-exists", file = word("file").as_str());
                let hint = message!("cli-exists-hint");
                return Err(CommandError::with_hint(exists, hint));
            }
            let store = existing(serve::store(given)?)?;
            copy(&store, &Address::File(file.to_owned()), language)
        }
        "forget" => {
            let store = existing(serve::store(given)?)?;
            forget::run(&store, &Forgotten::parse(given), language)
        }
        _ => check(&existing(serve::store(given)?)?, language),
    }
}

/// Refuses a file that does not exist, because opening it would create an empty store.
fn existing(address: Address) -> Result<Address, CommandError> {
    match &address {
        Address::File(file) if !file.exists() => {
            let reason = io::Error::from(io::ErrorKind::NotFound);
            Err(cannot_read(&file.display().to_string(), &reason).into())
        }
        _ => Ok(address),
    }
}

fn copy(from: &Address, to: &Address, language: Language) -> Result<ExitCode, CommandError> {
    let bar = progress_bar();
    let copied = Runtime::new()?.block_on(store::copy(from, to, &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    }));
    bar.finish_and_clear();
    let rows = copied.map_err(CommandError::explain)?;
    let (rows, to) = (rows.to_string(), to.to_string());
    let summary = message!("cli-store-copied", rows, to);
    writeln!(io::stdout(), "{}", language.say(&summary))?;
    Ok(ExitCode::SUCCESS)
}

/// Replays every game; the exit code is 1 when one of them fails or the store is damaged.
fn check(address: &Address, language: Language) -> Result<ExitCode, CommandError> {
    let check = StoreCheck {
        language,
        bar: progress_bar(),
        games: 0,
        damaged: 0,
        faults: 0,
    };
    let check = Runtime::new()?.block_on(check.run(address))?;
    let StoreCheck { games, damaged, .. } = check;
    let summary = match (damaged, check.faults) {
        (0, 0) => message!("cli-store-sound", games),
        (0, _) => message!("cli-store-faulty", games),
        _ => message!("cli-store-damaged", games, damaged),
    };
    writeln!(io::stdout(), "{}", language.say(&summary))?;
    Ok(ExitCode::from(u8::from(damaged + check.faults > 0)))
}

/// Games with ids above a text and below a number of four hexadecimal digits.
struct IdRange {
    after: String,
    before: u32,
}

impl IdRange {
    /// Above every number of four digits.
    const END: u32 = 0x10000;

    fn all() -> Self {
        Self {
            after: String::new(),
            before: Self::END,
        }
    }

    /// Two ranges with the same games; none when both bounds begin alike.
    fn halves(&self) -> Option<[Self; 2]> {
        let head = self.after.get(..4).unwrap_or("0");
        let start = u32::from_str_radix(head, 16).unwrap_or(0);
        let middle = u32::midpoint(start, self.before);
        (middle > start).then(|| {
            let low = Self {
                after: self.after.clone(),
                before: middle,
            };
            let high = Self {
                after: format!("{middle:04x}"),
                before: self.before,
            };
            [low, high]
        })
    }

    async fn names(&self, store: &Store) -> Result<Vec<String>, StoreError> {
        let before = match self.before {
            Self::END => "g".to_owned(),
            number => format!("{number:04x}"),
        };
        store.names(&self.after, &before, PAGE).await
    }
}

/// A check of all games, with what it found so far.
struct StoreCheck {
    language: Language,
    bar: ProgressBar,
    games: u64,
    /// Games that do not replay.
    damaged: u64,
    /// Other damage that was printed.
    faults: u64,
}

impl StoreCheck {
    async fn run(mut self, address: &Address) -> Result<Self, CommandError> {
        let store = Store::open(address).await.map_err(CommandError::explain)?;
        match store.quick_check().await {
            Ok(None) => {}
            Ok(Some(damage)) => self.fault(&message!("cli-store-file-damaged", damage))?,
            Err(error) => self.fault(&error.explain())?,
        }
        // Without a count, on a damaged page, the bar has no end.
        if let Ok(count) = store.count().await {
            self.bar.set_length(count);
        }
        self.replay_all(&store).await?;
        self.bar.finish_and_clear();
        store.close().await;
        Ok(self)
    }

    /// Replays the games of one range after the other. A range whose names cannot be read is halved, so
    /// that a damaged page hides only its own games.
    async fn replay_all(&mut self, store: &Store) -> Result<(), CommandError> {
        let mut ranges = vec![IdRange::all()];
        let mut unlisted = None;
        while let Some(range) = ranges.pop() {
            let names = match (range.names(store).await, range.halves()) {
                (Ok(names), _) => names,
                (Err(_), Some([low, high])) => {
                    ranges.extend([high, low]);
                    continue;
                }
                (Err(error), None) => {
                    unlisted = Some(error.explain());
                    continue;
                }
            };
            if let Some(last) = names.last() {
                let (after, before) = (last.clone(), range.before);
                ranges.push(IdRange { after, before });
            }
            for name in names {
                self.replay(store, &name).await?;
            }
        }
        match unlisted {
            Some(reason) => self.fault(&message!("cli-store-unlisted", reason)),
            None => Ok(()),
        }
    }

    /// Replays one game, and prints a line when it fails.
    async fn replay(&mut self, store: &Store, name: &str) -> Result<(), CommandError> {
        self.games += 1;
        self.bar.set_position(self.games);
        if let Err(reason) = replay_one(store, name).await {
            self.damaged += 1;
            // Only the head of the name: the whole name is a link that shows the table.
            let head: String = name.chars().take(8).collect();
            self.print(&message!("cli-store-game", name = head, reason))?;
        }
        Ok(())
    }

    fn fault(&mut self, message: &Message) -> Result<(), CommandError> {
        self.faults += 1;
        self.print(message)
    }

    fn print(&self, message: &Message) -> Result<(), CommandError> {
        let line = self.language.say(message);
        let printed = self.bar.suspend(|| writeln!(io::stderr(), "{line}"));
        Ok(printed?)
    }
}

/// Replays one game; a game deleted since its name was read counts as sound.
async fn replay_one(store: &Store, name: &str) -> Result<(), Message> {
    let game = store.load(name).await.map_err(|error| error.explain())?;
    match game {
        Some(game) => web::replays(&game).map_err(|error| error.explain()),
        None => Ok(()),
    }
}
