//! `brelan store`: the games themselves, copied, saved while they are played, or looked through.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use house::Language;
use store::{Address, Store};
use table::{Explain, Message};
use tokio::runtime::Runtime;

use crate::database::bar;
use crate::failure::Failure;
use crate::serve;

/// Games whose names are read at a time.
const PAGE: i64 = 500;

/// Does what the verb says, with a bar that only a terminal sees.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (verb, given) = given.subcommand().expect("clap requires a verb");
    let word = |name| given.get_one::<String>(name).expect("clap requires it");
    match verb {
        "copy" => {
            let [from, to] = ["from", "to"].map(|name| Address::from(word(name).as_str()));
            copy(&existing(from)?, &to, language)
        }
        "backup" => {
            let file = Path::new(word("file"));
            if file.exists() {
                let exists = Message::new("cli-exists").with("file", word("file").as_str());
                return Err(Failure::with_hint(exists, Message::new("cli-exists-hint")));
            }
            let store = existing(serve::store(Some(given))?)?;
            copy(&store, &Address::from(file), language)
        }
        _ => check(&existing(serve::store(Some(given))?)?, language),
    }
}

/// Nothing is made of a file that is not there.
fn existing(address: Address) -> Result<Address, Failure> {
    match &address {
        Address::File(file) if !file.exists() => {
            let name = file.display().to_string();
            let missing = Message::new("cli-cannot-read").with("file", name);
            let reason = io::Error::from(io::ErrorKind::NotFound).explain();
            Err(Failure::error(missing.with("reason", reason)))
        }
        _ => Ok(address),
    }
}

fn copy(from: &Address, to: &Address, language: Language) -> Result<ExitCode, Failure> {
    let bar = bar();
    let copied = Runtime::new()?.block_on(store::copy(from, to, &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    }));
    bar.finish_and_clear();
    let rows = copied.map_err(|error| Failure::error(error.explain()))?;
    let told = Message::new("cli-store-copied")
        .with("rows", rows.to_string())
        .with("to", to.to_string());
    writeln!(io::stdout(), "{}", language.say(&told))?;
    Ok(ExitCode::SUCCESS)
}

/// Replays every game, and names those that do not.
fn check(address: &Address, language: Language) -> Result<ExitCode, Failure> {
    let checked = Runtime::new()?.block_on(look_through(address, language));
    let (games, damaged) = checked?;
    let key = if damaged == 0 {
        "cli-store-sound"
    } else {
        "cli-store-damaged"
    };
    let told = Message::new(key)
        .with("games", games.to_string())
        .with("damaged", damaged.to_string());
    writeln!(io::stdout(), "{}", language.say(&told))?;
    Ok(ExitCode::from(u8::from(damaged > 0)))
}

/// How many games there are, and how many of them do not replay.
async fn look_through(address: &Address, language: Language) -> Result<(u64, u64), Failure> {
    let refused = |error: store::StoreError| Failure::error(error.explain());
    let store = Store::open(address).await.map_err(refused)?;
    let bar = bar();
    bar.set_length(store.count().await.map_err(refused)?);
    let (mut games, mut damaged) = (0, 0);
    let mut last = String::new();
    loop {
        let names = store.names(&last, PAGE).await.map_err(refused)?;
        let Some(name) = names.last() else {
            break;
        };
        last.clone_from(name);
        for name in names {
            games += 1;
            bar.set_position(games);
            if let Err(reason) = sound(&store, &name).await {
                damaged += 1;
                // The whole name would let whoever reads it watch the table.
                let head: String = name.chars().take(8).collect();
                let told = Message::new("cli-store-game")
                    .with("name", head)
                    .with("reason", reason);
                bar.suspend(|| writeln!(io::stderr(), "{}", language.say(&told)))?;
            }
        }
    }
    bar.finish_and_clear();
    store.close().await;
    Ok((games, damaged))
}

async fn sound(store: &Store, name: &str) -> Result<(), Message> {
    let kept = store.load(name).await.map_err(|error| error.explain())?;
    match kept {
        Some(kept) => web::replays(&kept).map_err(|error| error.explain()),
        // Forgotten meanwhile.
        None => Ok(()),
    }
}
