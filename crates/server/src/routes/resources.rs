//! Resources of MCP servers, for `@`.

use axum::Json;
use axum::extract::{Path, State};
use pilothouse_api::project::McpResource;

use crate::app::App;
use crate::problem::Problem;
use crate::session::Input;

/// What sessions of the same project have listed.
pub(super) async fn seen(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<McpResource>>, Problem> {
    let summary = app
        .registry
        .ask(&id, |reply| Input::Summary { reply })
        .await?;
    let found = app
        .store
        .run(move |store| store.resources(&summary.project));
    found.await.map(Json)
}
