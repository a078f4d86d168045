//! The table that the path of a request names.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use super::command::{ReplySender, TableCommand};
use crate::Hub;
use crate::error::RequestError;
use crate::server::visitor::Requester;

/// The table `{id}` of a request's path, and the browser that sent the request.
pub(crate) struct NamedTable {
    pub(crate) hub: Hub,
    pub(crate) by: Requester,
    pub(crate) id: String,
}

impl FromRequestParts<Hub> for NamedTable {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, hub: &Hub) -> Result<Self, RequestError> {
        let id = Path::from_request_parts(parts, hub).await;
        let Path(id) = id.map_err(|error| RequestError::Malformed(error.body_text()))?;
        Ok(Self {
            hub: hub.clone(),
            by: Requester::from_request_parts(parts, hub).await?,
            id,
        })
    }
}

impl NamedTable {
    /// Sends a command to the table and waits for the reply.
    pub(crate) async fn request<T>(
        &self,
        command: impl Fn(ReplySender<T>) -> TableCommand,
    ) -> Result<T, RequestError> {
        self.hub.tables().request(&self.by, &self.id, command).await
    }
}
