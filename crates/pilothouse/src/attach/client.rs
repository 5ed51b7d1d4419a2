//! The API of the server on this machine.

mod events;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::{Method, Request, Response, header};
use hyper_util::rt::TokioIo;
use pilothouse_api::host::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::UnixStream;

pub(super) use events::Events;

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why something could not be had.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The server does not answer.
    Unreachable(io::Error),
    /// It answers, and says no.
    Problem(Problem),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreachable(error) => write!(formatter, "the server does not answer: {error}"),
            Self::Problem(problem) => {
                formatter.write_str(&problem.title)?;
                match &problem.detail {
                    Some(detail) => write!(formatter, " {detail}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Unreachable(error)
    }
}

/// The server of a data directory, by the socket that its user alone can open.
#[derive(Clone)]
pub(super) struct Client {
    data: PathBuf,
}

impl Client {
    pub(super) fn new(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
        }
    }

    /// The data directory of the server.
    pub(super) fn data(&self) -> &Path {
        &self.data
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Refusal> {
        let answer = self.send(Method::GET, path, None::<&()>).await?;
        read(answer).await
    }

    /// Sends a command; what is answered is given back as it is.
    pub(super) async fn post(
        &self,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Bytes, Refusal> {
        let answer = self.send(Method::POST, path, body).await?;
        whole(answer).await
    }

    /// Changes something.
    pub(super) async fn patch(&self, path: &str, body: &impl Serialize) -> Result<(), Refusal> {
        self.send(Method::PATCH, path, Some(body)).await.map(drop)
    }

    /// Deletes something.
    pub(super) async fn delete(&self, path: &str) -> Result<(), Refusal> {
        self.send(Method::DELETE, path, None::<&()>).await.map(drop)
    }

    /// Follows a session from a sequence on, or from a snapshot.
    pub(super) async fn events(
        &self,
        session: &str,
        after: Option<u64>,
    ) -> Result<Events, Refusal> {
        let after = after.map_or_else(String::new, |after| format!("?after={after}"));
        let path = format!("sessions/{}/events{after}", escape(session));
        let answer = self.send(Method::GET, &path, None::<&()>).await?;
        Ok(Events::new(answer.into_body()))
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Response<Incoming>, Refusal> {
        let sent = tokio::time::timeout(PATIENCE, self.exchange(method, path, body)).await;
        let answer = sent.map_err(|_| io::Error::other("it takes too long"))??;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status();
        let text = answer.into_body().collect().await;
        let text = text.map_err(io::Error::other)?.to_bytes();
        let problem = serde_json::from_slice(&text).unwrap_or_else(|_| Problem {
            code: "other".to_owned(),
            title: format!("The server answers {status}."),
            detail: None,
            status: status.as_u16(),
            trust: None,
        });
        Err(Refusal::Problem(problem))
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> io::Result<Response<Incoming>> {
        // Another server may have been started meanwhile, with another socket.
        let socket = pilothouse_server::running_socket(&self.data)?
            .ok_or_else(|| io::Error::other("it does not run"))?;
        let body = match body {
            Some(body) => serde_json::to_vec(body)?,
            None => Vec::new(),
        };
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/{path}"))
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))
            .map_err(io::Error::other)?;
        let stream = TokioIo::new(UnixStream::connect(socket).await?);
        let (mut sender, connection) = http1::handshake(stream).await.map_err(io::Error::other)?;
        // It ends with the answer, or with the server.
        tokio::spawn(connection);
        sender.send_request(request).await.map_err(io::Error::other)
    }
}

async fn whole(answer: Response<Incoming>) -> Result<Bytes, Refusal> {
    let body = answer.into_body().collect().await;
    Ok(body.map_err(io::Error::other)?.to_bytes())
}

async fn read<T: DeserializeOwned>(answer: Response<Incoming>) -> Result<T, Refusal> {
    let body = whole(answer).await?;
    Ok(serde_json::from_slice(&body).map_err(io::Error::other)?)
}

/// Makes a name a part of a path.
pub(super) fn escape(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let pieces = name.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_part_of_a_path() {
        assert_eq!(escape("1:5f/..?x"), "1%3A5f%2F..%3Fx");
    }
}
