//! `brelan serve`, and `brelan` without a command: the web server.

use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use store::Address;
use table::{Explain, Message, key, message};
use text::Language;
use tracing_subscriber::EnvFilter;
use web::{NoOrigin, Programs, Retention, ServeConfig, ServeError, Server};

use crate::command_error::CommandError;
use crate::interrupt::interruption;
use crate::{program, program_seats};

/// Default address of the server, which only this machine can reach.
pub(crate) const ADDRESS: &str = "127.0.0.1:4210";

/// Runs the server until Ctrl-C.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let text = |name| given.get_one::<String>(name);
    let names = given.get_many::<String>("host").into_iter().flatten();
    let proxies = given.get_many::<IpAddr>("trusted-proxy");
    let usual = Retention::default();
    let config = ServeConfig {
        listen: *given.get_one("listen").expect("clap has a default"),
        names: names.cloned().collect(),
        origin: text("origin").map(|url| url.parse()).transpose()?,
        proxies: proxies.into_iter().flatten().copied().collect(),
        metrics: given.get_one("metrics").copied(),
        programs: programs(given, language)?,
        bus: text("bus").cloned(),
        store: store(given)?,
        retention: Retention {
            quota: given.get_one("quota").copied().unwrap_or(usual.quota),
            keep_days: given.get_one("keep").copied().unwrap_or(usual.keep_days),
        },
    };
    log(text("log").is_some_and(|format| format == "json"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(&config, given.get_flag("open"), language))?;
    Ok(ExitCode::SUCCESS)
}

/// Sends the log to standard error, one event a line, as JSON or text; the level is `warn` unless
/// `RUST_LOG` says otherwise. Events hold no name, secret or address of a visitor.
fn log(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    // Fails when a program that embeds this library has set up its own log, which then stays.
    let _ = if json {
        lines.json().flatten_event(true).try_init()
    } else {
        lines.with_ansi(false).try_init()
    };
}

/// Prepares the programs of `--program`, which visitors may choose as opponents, and prints the
/// sandbox level.
fn programs(given: &ArgMatches, language: Language) -> Result<Programs, CommandError> {
    let named = given.get_many::<String>("program").into_iter().flatten();
    let offered = named.map(|text| program::named(text));
    let offered = offered.collect::<Result<Vec<_>, _>>()?;
    let programs = Programs::prepare(offered, &program_seats::sandbox_config(given, language))
        .map_err(CommandError::explain)?;
    program_seats::print_sandbox(programs.in_cage(), language)?;
    Ok(programs)
}

/// Address of the store: the database of `--store`, or `games.sqlite` in the folder of `--data`.
pub(crate) fn store(given: &ArgMatches) -> Result<Address, CommandError> {
    let text = |name| given.get_one::<String>(name);
    if let Some(url) = text("store") {
        return match Address::from(url.as_str()) {
            Address::File(_) => Err(CommandError::with_hint(
                message!("cli-bad-store", text = url.as_str()),
                message!("cli-bad-store-hint"),
            )),
            server @ Address::Server(_) => Ok(server),
        };
    }
    let folder = text("data").map(PathBuf::from).or_else(host::data_folder);
    let folder = folder.ok_or_else(|| {
        let hint = message!("cli-no-data-folder-hint");
        CommandError::with_hint(message!("cli-no-data-folder"), hint)
    })?;
    Ok(Address::File(folder.join("games.sqlite")))
}

async fn serve(config: &ServeConfig, open: bool, language: Language) -> Result<(), CommandError> {
    let server = Server::open(config).await?;
    if let Some(damage) = server.damage() {
        let message = message!("cli-damaged-games", damage);
        writeln!(io::stderr(), "{}", language.say(&message))?;
    }
    let end = interruption()?;
    announce(&server, config, language)?;
    if open && let Some(address) = server.site().printed().first() {
        // Ignored on a machine without a browser: the address is printed too.
        let _ = open::that_detached(address.to_string());
    }
    server.run(end).await?;
    writeln!(io::stdout(), "{}", language.word(key!("cli-served")))?;
    Ok(())
}

/// Prints the addresses of the page, the place of the store, and a warning when other machines can
/// reach the server without `--origin`.
fn announce(server: &Server, config: &ServeConfig, language: Language) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let keys = std::iter::once(key!("cli-serving", address))
        .chain(std::iter::repeat(key!("cli-serving-also", address)));
    for (key, origin) in keys.zip(server.site().printed()) {
        let message = Message::new(key).with("address", origin.to_string());
        writeln!(out, "{}", language.say(&message))?;
    }
    let folder = match &config.store {
        Address::File(file) => file.parent().unwrap_or(file).display().to_string(),
        server @ Address::Server(_) => server.to_string(),
    };
    let folder = message!("cli-data-folder", folder);
    writeln!(out, "{}", language.say(&folder))?;
    if config.origin.is_none() && !server.address()?.ip().is_loopback() {
        writeln!(out, "{}", language.word(key!("cli-serving-everybody")))?;
    }
    out.flush()
}

impl From<NoOrigin> for CommandError {
    fn from(error: NoOrigin) -> Self {
        Self::with_hint(error.explain(), message!("cli-bad-origin-hint"))
    }
}

impl From<ServeError> for CommandError {
    fn from(error: ServeError) -> Self {
        let hint = match error {
            ServeError::Busy(_) | ServeError::Listen { .. } => message!("cli-listen-hint"),
            ServeError::Folder { .. } | ServeError::Store(_) => {
                message!("cli-no-data-folder-hint")
            }
            ServeError::Served(_) | ServeError::Held { .. } => message!("cli-folder-held-hint"),
            ServeError::Bus(_) => message!("cli-bad-bus-hint"),
            ServeError::Name(error) => return error.into(),
            ServeError::Io(error) => return error.into(),
        };
        Self::with_hint(error.explain(), hint)
    }
}
