//! Health checks and counters for the operator of the server, in Prometheus' text format, at an
//! address apart from the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::server::guard::admit_operator;
use crate::{Hub, Site, locked};

#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// Failed requests by the code of their error.
    errors: Mutex<BTreeMap<String, u64>>,
    rebuilt: AtomicU64,
    repeated: AtomicU64,
}

impl Counters {
    pub(crate) fn count_error(&self, code: &str) {
        *locked(&self.errors).entry(code.to_owned()).or_default() += 1;
    }

    pub(crate) fn count_rebuilt(&self) {
        self.rebuilt.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn rebuilt(&self) -> u64 {
        self.rebuilt.load(Ordering::Relaxed)
    }

    pub(crate) fn count_repeated(&self, lines: usize) {
        self.repeated.fetch_add(lines as u64, Ordering::Relaxed);
    }

    pub(crate) fn repeated(&self) -> u64 {
        self.repeated.load(Ordering::Relaxed)
    }

    fn text(&self, tables: usize, bus_connected: bool) -> String {
        let mut text = format!(
            "# HELP brelan_tables Tables in memory.\n# TYPE brelan_tables gauge\n\
             brelan_tables {tables}\n\
             # HELP brelan_rebuilt_total Tables loaded from the store.\n\
             # TYPE brelan_rebuilt_total counter\n\
             brelan_rebuilt_total {rebuilt}\n\
             # HELP brelan_repeated_lines_total Stored lines that were replayed.\n\
             # TYPE brelan_repeated_lines_total counter\n\
             brelan_repeated_lines_total {repeated}\n\
             # HELP brelan_bus_connected Whether the bus is connected; 1 without one.\n\
             # TYPE brelan_bus_connected gauge\n\
             brelan_bus_connected {connected}\n\
             # HELP brelan_failed_requests_total Failed requests by code.\n\
             # TYPE brelan_failed_requests_total counter\n",
            rebuilt = self.rebuilt(),
            repeated = self.repeated(),
            connected = u8::from(bus_connected)
        );
        for (code, count) in locked(&self.errors).iter() {
            let _ = writeln!(
                text,
                "brelan_failed_requests_total{{code=\"{code}\"}} {count}"
            );
        }
        text
    }
}

/// The operator's routes, for requests that name one of the hosts of `site`.
pub(crate) fn app(hub: Hub, site: Site) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .layer(from_fn_with_state(site, admit_operator))
        .with_state(hub)
}

/// Responds with 200 while the store can be read, else with 503.
async fn health(State(hub): State<Hub>) -> Response {
    match hub.store().games_of("", 1).await {
        Ok(_) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "the store cannot be read");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the store cannot be read\n",
            )
                .into_response()
        }
    }
}

/// Responds with 200 while the server does not close and the store can be read. A silent bus is
/// reported and no failure, because the nodes then read the store.
async fn ready(State(hub): State<Hub>) -> Response {
    if *hub.closing().borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server closes\n").into_response();
    }
    let answer = health(State(hub.clone())).await;
    if answer.status().is_success() && !hub.bus().is_connected() {
        return "ok, and the bus is silent\n".into_response();
    }
    answer
}

async fn metrics(State(hub): State<Hub>) -> Response {
    let tables = hub.tables().len();
    let text = hub.counters().text(tables, hub.bus().is_connected());
    let content_type = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, content_type)], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted_by_their_code() {
        let counters = Counters::default();
        for code in ["busy", "too-fast", "busy"] {
            counters.count_error(code);
        }
        counters.count_rebuilt();
        counters.count_repeated(7);
        let text = counters.text(3, true);
        let lines = [
            "brelan_tables 3",
            "brelan_rebuilt_total 1",
            "brelan_repeated_lines_total 7",
            "brelan_bus_connected 1",
            "brelan_failed_requests_total{code=\"busy\"} 2",
            "brelan_failed_requests_total{code=\"too-fast\"} 1",
        ];
        for line in lines {
            assert!(text.lines().any(|known| known == line), "{text}");
        }
    }
}
