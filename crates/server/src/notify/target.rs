//! Notifications as webhooks and ntfy topics take them.

use std::path::Path;

use axum::http::{HeaderName, HeaderValue, header};
use pilothouse_api::push::{PushKind, PushMessage};
use pilothouse_api::settings::{NotifyKind, NotifyTarget};
use serde_json::json;

use crate::outgoing::Post;

/// Makes the request for a target; `None` when it cannot be made.
///
/// Unless the target is told to say more, nothing that a person or the model wrote is in it:
/// not the title either, which often is the beginning of the first message.
pub(super) fn post(target: &NotifyTarget, message: &PushMessage, link: &str) -> Option<Post> {
    let project = Path::new(&message.project)
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let (headers, body) = match target.kind {
        NotifyKind::Webhook => webhook(target, message, link),
        NotifyKind::Ntfy => ntfy(target, message, &project, link)?,
    };
    Some(Post {
        url: target.url.clone(),
        headers,
        body,
        // The person who set the target may well have meant a machine of the same network.
        private_addresses: true,
    })
}

type Parts = (Vec<(HeaderName, HeaderValue)>, Vec<u8>);

fn webhook(target: &NotifyTarget, message: &PushMessage, link: &str) -> Parts {
    let mut body = json!({
        "kind": message.kind,
        "session": message.session,
        "project": message.project,
        "at": message.at,
        "link": link,
        "waiting": message.waiting,
    });
    if let Some(ask) = &message.ask {
        body["ask"] = json!(ask);
    }
    if let Some(tool) = &message.tool {
        body["tool"] = json!(tool);
    }
    if target.text {
        body["title"] = json!(message.title);
        body["text"] = json!(message.text);
    }
    let json_type = HeaderValue::from_static("application/json");
    (
        vec![(header::CONTENT_TYPE, json_type)],
        body.to_string().into_bytes(),
    )
}

fn ntfy(target: &NotifyTarget, message: &PushMessage, project: &str, link: &str) -> Option<Parts> {
    let (title, priority, tag) = match message.kind {
        PushKind::Ask => ("A session waits for you", "high", "raised_hand"),
        PushKind::Ended => ("A session is done", "default", "white_check_mark"),
        PushKind::Failed => ("A session failed", "high", "warning"),
    };
    let headers = vec![
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        ),
        (
            HeaderName::from_static("title"),
            HeaderValue::from_static(title),
        ),
        (
            HeaderName::from_static("priority"),
            HeaderValue::from_static(priority),
        ),
        (
            HeaderName::from_static("tags"),
            HeaderValue::from_static(tag),
        ),
        (
            HeaderName::from_static("click"),
            HeaderValue::from_str(link).ok()?,
        ),
    ];
    let tool = message.tool.as_deref();
    let mut body = match tool {
        Some(tool) => format!("{project}: {tool}"),
        None => project.to_owned(),
    };
    if target.text {
        body = format!("{}\n{body}", message.title);
        if let Some(text) = &message.text {
            body.push('\n');
            body.push_str(text);
        }
    }
    Some((headers, body.into_bytes()))
}
