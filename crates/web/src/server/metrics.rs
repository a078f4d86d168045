//! What a keeper of the server looks at, apart from the page: whether it lives, and which limits were
//! hit how often, in Prometheus' text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::Hub;
use crate::limits::Limit;

/// What is counted while the server runs.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// How often each failure was answered, by its code.
    refusals: Mutex<BTreeMap<&'static str, u64>>,
    /// How many tables were brought back from the store.
    rebuilt: AtomicU64,
    /// How many lines the referee went through that were written before or elsewhere.
    repeated: AtomicU64,
}

impl Counters {
    pub(crate) fn count(&self, code: &'static str) {
        let mut counts = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(code).or_default() += 1;
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

    fn text(&self, tables: usize, bus_heard: bool, spent: &[(&str, u64)]) -> String {
        let counts = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = format!(
            "# HELP brelan_tables Tables in memory.\n# TYPE brelan_tables gauge\n\
             brelan_tables {tables}\n\
             # HELP brelan_rebuilt_total Tables brought back from the store.\n\
             # TYPE brelan_rebuilt_total counter\n\
             brelan_rebuilt_total {rebuilt}\n\
             # HELP brelan_repeated_lines_total Lines gone through that were written before or elsewhere.\n\
             # TYPE brelan_repeated_lines_total counter\n\
             brelan_repeated_lines_total {repeated}\n\
             # HELP brelan_bus_heard Whether other nodes hear of this one, where there are any.\n\
             # TYPE brelan_bus_heard gauge\n\
             brelan_bus_heard {heard}\n\
             # HELP brelan_refusals_total Requests that were not done, by reason.\n\
             # TYPE brelan_refusals_total counter\n",
            rebuilt = self.rebuilt(),
            repeated = self.repeated(),
            heard = u8::from(bus_heard)
        );
        for (code, count) in counts.iter() {
            let _ = writeln!(text, "brelan_refusals_total{{code=\"{code}\"}} {count}");
        }
        text += "# HELP brelan_spent_elsewhere_total What other nodes let through, by limit.\n\
                 # TYPE brelan_spent_elsewhere_total counter\n";
        for (limit, count) in spent {
            let _ = writeln!(
                text,
                "brelan_spent_elsewhere_total{{limit=\"{limit}\"}} {count}"
            );
        }
        text
    }
}

/// The keeper's pages.
pub(crate) fn app(hub: Hub) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(hub)
}

/// Well as long as games can be read.
async fn health(State(hub): State<Hub>) -> Response {
    match hub.store().games_of("", 1).await {
        Ok(_) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "the games cannot be read");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the games cannot be read\n",
            )
                .into_response()
        }
    }
}

/// Ready as long as it does not close and games can be read; a silent bus is said and is no reason to
/// send people elsewhere, since the store is looked at instead.
async fn ready(State(hub): State<Hub>) -> Response {
    if *hub.closing().borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the house closes\n").into_response();
    }
    let answer = health(State(hub.clone())).await;
    if answer.status().is_success() && !hub.bus().is_heard() {
        return "ok, and the bus is silent\n".into_response();
    }
    answer
}

async fn metrics(State(hub): State<Hub>) -> Response {
    let spent = Limit::ALL.map(|limit| (limit.name(), hub.limits().heard(limit)));
    let (tables, heard) = (hub.tables(), hub.bus().is_heard());
    let text = hub.counters().text(tables, heard, &spent);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, kind)], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_counted_by_their_code() {
        let counters = Counters::default();
        for code in ["busy", "too-fast", "busy"] {
            counters.count(code);
        }
        counters.count_rebuilt();
        counters.count_repeated(7);
        let text = counters.text(3, true, &[("code", 5)]);
        let lines = [
            "brelan_tables 3",
            "brelan_rebuilt_total 1",
            "brelan_repeated_lines_total 7",
            "brelan_bus_heard 1",
            "brelan_spent_elsewhere_total{limit=\"code\"} 5",
            "brelan_refusals_total{code=\"busy\"} 2",
            "brelan_refusals_total{code=\"too-fast\"} 1",
        ];
        for line in lines {
            assert!(text.lines().any(|known| known == line), "{text}");
        }
    }
}
