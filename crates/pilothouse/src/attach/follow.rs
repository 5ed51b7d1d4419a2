//! A session as it goes on, also through a restart of the server.

use std::time::Duration;

use pilothouse_api::socket::SocketUpdate;
use tokio::sync::mpsc;

use super::client::{Client, Refusal};

/// How long a server that is gone is left alone.
const PAUSE: Duration = Duration::from_millis(500);

/// What is heard.
pub(super) enum News {
    Update(Box<SocketUpdate>),
    /// The connection is lost; it is tried again.
    Lost,
    /// It is there again.
    Back,
    /// The session cannot be followed.
    Refused(String),
}

/// Follows a session until nobody listens.
pub(super) async fn follow(client: Client, session: String, news: mpsc::Sender<News>) {
    let mut after = None;
    let mut lost = false;
    loop {
        match client.events(&session, after).await {
            Ok(mut events) => {
                if std::mem::take(&mut lost) && news.send(News::Back).await.is_err() {
                    return;
                }
                while let Some(update) = events.next().await {
                    after = sequence(&update).or(after);
                    if news.send(News::Update(Box::new(update))).await.is_err() {
                        return;
                    }
                }
            }
            Err(refusal @ Refusal::Problem(_)) => {
                // Whoever listens ends with this; one that is gone does not need it.
                drop(news.send(News::Refused(refusal.to_string())).await);
                return;
            }
            Err(Refusal::Unreachable(_)) => {}
        }
        if !std::mem::replace(&mut lost, true) && news.send(News::Lost).await.is_err() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// After which sequence it goes on.
fn sequence(update: &SocketUpdate) -> Option<u64> {
    match update {
        SocketUpdate::Snapshot { view, .. } => Some(view.seq),
        SocketUpdate::Changes { sets, .. } => sets.last().map(|set| set.seq),
        _ => None,
    }
}
