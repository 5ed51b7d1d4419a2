//! Sessions as files, out and in.

use std::io::{BufReader, BufWriter, Seek, Write};

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use pilothouse_api::session::SessionSummary;
use tokio::io::AsyncWriteExt;
use tokio_util::io::ReaderStream;

use super::body::Created;
use super::query::{Query, parameters};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::cli_transcripts::CliTranscripts;
use crate::export::{self, Format, Place};
use crate::problem::Problem;
use crate::session::Input;

/// The largest archive that is taken.
pub(super) const ARCHIVE_BYTES: usize = 2 << 30;

parameters! {
    pub(super) struct ExportQuery {
        /// The format of the file.
        format: Format,
    }
}

/// Writes the session aside and sends the file, so that a slow reader keeps nothing open but that.
pub(super) async fn export(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Problem> {
    if CliTranscripts::conversation_id(&id).is_some() {
        return Err(
            Problem::refused("This conversation is not a session of this host.")
                .detail("Resume it or fork it first, then export that session."),
        );
    }
    let summary = app
        .registry
        .ask(&id, |reply| Input::Summary { reply })
        .await?;
    let format = query.format;
    let name = format!("{}.{}", summary.id, format.extension());
    let shared = app.registry.shared.clone();
    let (file, size) = blocking(move || {
        let scratch = shared.config.data.join("tmp");
        let mut file = export::scratch_file(&scratch)?;
        let mut out = BufWriter::new(&mut file);
        let log = shared.log_dir(&summary.id);
        export::write(
            format,
            &log,
            &summary,
            &shared.transcripts,
            &scratch,
            &mut out,
        )?;
        out.flush()?;
        drop(out);
        let size = file.stream_position()?;
        file.rewind()?;
        Ok((file, size))
    })
    .await?;
    let stream = ReaderStream::new(tokio::fs::File::from_std(file));
    let mut response = Body::from_stream(stream).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(format.media_type()),
    );
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    let disposition = format!("attachment; filename=\"{name}\"");
    let disposition = HeaderValue::from_str(&disposition).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    Ok(response)
}

parameters! {
    pub(super) struct ImportQuery {
        /// The project directory in which the session continues; the one of the archive when absent.
        project: Option<String>,
    }
}

/// Takes an archive in. It can bring settings that let things run, so it needs all rights.
pub(super) async fn import(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<ImportQuery>,
    mut body: Body,
) -> Result<Created<SessionSummary>, Problem> {
    let shared = app.registry.shared.clone();
    let scratch = shared.config.data.join("tmp");
    let file = blocking(move || Ok(export::scratch_file(&scratch)?)).await?;
    let mut file = tokio::fs::File::from_std(file);
    let mut size = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Problem::invalid("The upload was cut off."))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        size += data.len();
        if size > ARCHIVE_BYTES {
            return Err(Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "tooLarge",
                "The archive is larger than this host takes.",
            )
            .detail("Import it with `pilothouse sessions import` on the host itself."));
        }
        file.write_all(&data).await?;
    }
    file.flush().await?;
    let mut file = file.into_std().await;
    // It may have been revoked while the archive was on its way.
    app.auth.check_device(&caller.device.id).await?;
    let session = blocking(move || {
        file.rewind()?;
        let place = Place {
            sessions: &shared.config.data.join("sessions"),
            transcripts: &shared.transcripts,
            project: query.project.as_deref(),
        };
        export::import(&mut BufReader::new(file), &place).map_err(not_imported)
    })
    .await?;
    let summary = app
        .registry
        .ask(&session, |reply| Input::Summary { reply })
        .await?;
    Ok(Created(summary))
}

fn not_imported(error: std::io::Error) -> Problem {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::AlreadyExists => {
            Problem::conflict("exists", "This session is on this host already.")
                .detail("Remove it first if the archive is to take its place.")
        }
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
            Problem::refused("This is not an archive of a session, or it is damaged.")
                .detail("Make one with the format archive of an export.")
        }
        ErrorKind::Unsupported => {
            Problem::refused("This archive was made by a newer version of the host.")
        }
        _ => Problem::internal(error),
    }
}
