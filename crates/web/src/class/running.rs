//! The list of tables where a game is being played.

use axum::Json;
use axum::extract::State;

use crate::Hub;
use crate::server::visitor::{Requester, Visitor};
use crate::tables::command::TableCommand;
use crate::tables::wire::TableInfo;

/// Responds with the tables in memory, at any node, whose game is not over, the latest first.
#[utoipa::path(get, path = "/api/running", responses((status = 200, body = Vec<TableInfo>)))]
pub(crate) async fn running(State(hub): State<Hub>, from: Visitor) -> Json<Vec<TableInfo>> {
    // As a spectator sees them, also for a player.
    let by = Requester { from, who: None };
    let mut tables = Vec::new();
    for id in hub.running() {
        // A table that left memory meanwhile is left out.
        if let Ok(table) = hub.tables().request(&by, &id, TableCommand::Describe).await
            && table.ending.is_none()
        {
            tables.push(table);
        }
    }
    tables.sort_by_key(|table| std::cmp::Reverse(table.created_ms));
    Json(tables)
}
