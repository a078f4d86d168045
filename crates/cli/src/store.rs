//! `brelan store`: copies, backs up and checks the store of games.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use store::{Address, Store};
use table::{Explain, Message, message};
use text::Language;
use tokio::runtime::Runtime;

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

/// Replays every game; the exit code is 1 when one of them fails.
fn check(address: &Address, language: Language) -> Result<ExitCode, CommandError> {
    let (games, damaged) = Runtime::new()?.block_on(replay_all(address, language))?;
    let summary = if damaged == 0 {
        message!("cli-store-sound", games)
    } else {
        message!("cli-store-damaged", games, damaged)
    };
    writeln!(io::stdout(), "{}", language.say(&summary))?;
    Ok(ExitCode::from(u8::from(damaged > 0)))
}

/// Replays every game of the store and prints a line to standard error for each that fails. Returns
/// the number of games and the number of failures.
async fn replay_all(address: &Address, language: Language) -> Result<(u64, u64), CommandError> {
    let store = Store::open(address).await.map_err(CommandError::explain)?;
    let bar = progress_bar();
    bar.set_length(store.count().await.map_err(CommandError::explain)?);
    let (mut games, mut damaged) = (0, 0);
    let mut last = String::new();
    loop {
        let names = store.names(&last, PAGE).await;
        let names = names.map_err(CommandError::explain)?;
        let Some(name) = names.last() else {
            break;
        };
        last.clone_from(name);
        for name in names {
            games += 1;
            bar.set_position(games);
            if let Err(reason) = replay_one(&store, &name).await {
                damaged += 1;
                // Only the head of the name: the whole name is a link that shows the table.
                let head: String = name.chars().take(8).collect();
                let line = message!("cli-store-game", name = head, reason);
                bar.suspend(|| writeln!(io::stderr(), "{}", language.say(&line)))?;
            }
        }
    }
    bar.finish_and_clear();
    store.close().await;
    Ok((games, damaged))
}

/// Replays one game; a game deleted since its name was read counts as sound.
async fn replay_one(store: &Store, name: &str) -> Result<(), Message> {
    let game = store.load(name).await.map_err(|error| error.explain())?;
    match game {
        Some(game) => web::replays(&game).map_err(|error| error.explain()),
        None => Ok(()),
    }
}
