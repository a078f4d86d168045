//! `brelan serve`, and `brelan` alone: the page.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use house::Language;
use store::Address;
use table::{Explain, Message};
use tracing_subscriber::EnvFilter;
use web::{NoOrigin, Programs, ServeConfig, ServeError, Server};

use crate::failure::Failure;
use crate::{company, program};

/// Where the page is unless told otherwise: this machine alone.
pub(crate) const ADDRESS: &str = "127.0.0.1:4210";

/// Serves the page until Ctrl-C.
pub(crate) fn run(given: Option<&ArgMatches>, language: Language) -> Result<ExitCode, Failure> {
    let text = |name| given.and_then(|given| given.get_one::<String>(name));
    let listen = given.and_then(|given| given.get_one::<SocketAddr>("listen").copied());
    let names = given.and_then(|given| given.get_many::<String>("host"));
    let proxies = given.and_then(|given| given.get_many::<IpAddr>("trusted-proxy"));
    let config = ServeConfig {
        listen: listen.unwrap_or_else(|| ADDRESS.parse().expect("an address")),
        names: names.into_iter().flatten().cloned().collect(),
        origin: text("origin").map(|url| url.parse()).transpose()?,
        proxies: proxies.into_iter().flatten().copied().collect(),
        metrics: given.and_then(|given| given.get_one::<SocketAddr>("metrics").copied()),
        programs: programs(given, language)?,
        bus: text("bus").cloned(),
        store: store(given)?,
    };
    log(text("log").is_some_and(|format| format == "json"));
    let open = given.is_some_and(|given| given.get_flag("open"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(&config, open, language))?;
    Ok(ExitCode::SUCCESS)
}

/// Failures go to standard error, a line each: what a log says is for whoever keeps the server, and
/// holds no name, no secret and no address of a visitor.
fn log(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    // A program that has set up its own log keeps it.
    let _ = if json {
        lines.json().flatten_event(true).try_init()
    } else {
        lines.with_ansi(false).try_init()
    };
}

/// The programs that visitors may choose, and in which cage they are.
fn programs(given: Option<&ArgMatches>, language: Language) -> Result<Programs, Failure> {
    let Some(given) = given else {
        return Ok(Programs::default());
    };
    let named = given.get_many::<String>("program").into_iter().flatten();
    let offered = named.map(|text| program::named(text));
    let offered = offered.collect::<Result<Vec<_>, _>>()?;
    let programs = Programs::admit(offered, &company::admission(given, language))
        .map_err(|error| Failure::error(error.explain()))?;
    if let Some(cage) = programs.in_cage() {
        io::stderr().write_all(company::level(cage, language).as_bytes())?;
    }
    Ok(programs)
}

/// Where games are kept: the database of `--store`, or the file in the folder of `--data`.
pub(crate) fn store(given: Option<&ArgMatches>) -> Result<Address, Failure> {
    let text = |name| given.and_then(|given| given.get_one::<String>(name));
    if let Some(url) = text("store") {
        return match Address::from(url.as_str()) {
            Address::File(_) => Err(Failure::with_hint(
                Message::new("cli-bad-store").with("text", url.as_str()),
                Message::new("cli-bad-store-hint"),
            )),
            server @ Address::Server(_) => Ok(server),
        };
    }
    let folder = text("data").map_or_else(data_folder, |folder| Ok(PathBuf::from(folder)))?;
    Ok(Address::File(folder.join("games.sqlite")))
}

pub(crate) fn data_folder() -> Result<PathBuf, Failure> {
    house::data_folder().ok_or_else(|| {
        Failure::with_hint(
            Message::new("cli-no-data-folder"),
            Message::new("cli-no-data-folder-hint"),
        )
    })
}

async fn serve(config: &ServeConfig, open: bool, language: Language) -> Result<(), Failure> {
    let server = Server::open(config).await?;
    if let Some(damage) = server.damage() {
        let message = Message::new("cli-damaged-games").with("damage", damage);
        writeln!(io::stderr(), "{}", language.say(&message))?;
    }
    let end = interruption()?;
    announce(&server, config, language)?;
    if open && let Some(address) = server.site().printed().first() {
        // The address is printed too: a machine without a browser is no error.
        let _ = open::that_detached(address.to_string());
    }
    server.run(end).await?;
    Ok(writeln!(io::stdout(), "{}", language.word("cli-served"))?)
}

fn announce(server: &Server, config: &ServeConfig, language: Language) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let keys = ["cli-serving"]
        .into_iter()
        .chain(std::iter::repeat("cli-serving-also"));
    for (key, origin) in keys.zip(server.site().printed()) {
        let message = Message::new(key).with("address", origin.to_string());
        writeln!(out, "{}", language.say(&message))?;
    }
    let folder = match &config.store {
        Address::File(file) => file.parent().unwrap_or(file).display().to_string(),
        server @ Address::Server(_) => server.to_string(),
    };
    let folder = Message::new("cli-data-folder").with("folder", folder);
    writeln!(out, "{}", language.say(&folder))?;
    if config.origin.is_none() && !server.address()?.ip().is_loopback() {
        writeln!(out, "{}", language.word("cli-serving-everybody"))?;
    }
    out.flush()
}

/// Ctrl-C, or what a service manager sends; heard from now on.
#[cfg(unix)]
pub(crate) fn interruption() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => (),
            _ = terminate.recv() => (),
        }
    })
}

/// Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn interruption() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Without signals the server runs until it is killed, which loses nothing.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

impl From<NoOrigin> for Failure {
    fn from(error: NoOrigin) -> Self {
        let message = Message::new("cli-bad-origin").with("text", error.0);
        Self::with_hint(message, Message::new("cli-bad-origin-hint"))
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Self {
        match error {
            ServeError::Listen { address, reason } => {
                let busy = reason.kind() == io::ErrorKind::AddrInUse;
                let key = if busy {
                    "cli-busy-port"
                } else {
                    "cli-cannot-listen"
                };
                let message = Message::new(key).with("address", address.to_string());
                let message = if busy {
                    message
                } else {
                    message.with("reason", reason.explain())
                };
                Self::with_hint(message, Message::new("cli-listen-hint"))
            }
            ServeError::Folder { folder, reason } => {
                let message =
                    Message::new("cli-cannot-write").with("file", folder.display().to_string());
                let message = message.with("reason", reason.explain());
                Self::with_hint(message, Message::new("cli-no-data-folder-hint"))
            }
            ServeError::Served(store) => {
                let message = Message::new("cli-store-served").with("store", store.to_string());
                Self::with_hint(message, Message::new("cli-folder-held-hint"))
            }
            ServeError::Store(error) => {
                Self::with_hint(error.explain(), Message::new("cli-no-data-folder-hint"))
            }
            ServeError::Held { folder, by } => {
                let message = Message::new("cli-folder-held")
                    .with("folder", folder.display().to_string())
                    .with("by", by);
                Self::with_hint(message, Message::new("cli-folder-held-hint"))
            }
            ServeError::Bus(error) => {
                let message = Message::new("cli-bad-bus").with("text", error.0);
                Self::with_hint(message, Message::new("cli-bad-bus-hint"))
            }
            ServeError::Name(error) => error.into(),
            ServeError::Io(error) => error.into(),
        }
    }
}
