//! Ctrl-C and SIGTERM: the future that waits for them, and the exit code afterwards.

use std::io;
use std::thread;

use table::Stop;

/// Exit code of a command that was interrupted with everything saved.
pub(crate) const INTERRUPTED: u8 = 130;

/// Pulls `stop` at the first Ctrl-C or SIGTERM.
pub(crate) fn stop_on_interrupt(stop: Stop) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let entered = runtime.enter();
    let interruption = interruption()?;
    drop(entered);
    thread::spawn(move || {
        runtime.block_on(interruption);
        stop.pull();
    });
    Ok(())
}

/// Completes at the first SIGINT or SIGTERM received after this call.
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

/// Completes at the first Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn interruption() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Without signals the command runs until it is killed; what it acknowledged is saved.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
