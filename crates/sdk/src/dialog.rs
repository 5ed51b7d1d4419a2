//! Questions of MCP servers and of the CLI itself.

use std::pin::Pin;

pub use pilothouse_protocol::elicitation::*;
use pilothouse_protocol::wire::Wire;
use tokio_util::sync::CancellationToken;

use crate::connection::{Answer, OpenRequest};
use crate::handlers::raw;

/// Answers questions of MCP servers. Closures do: `|question, cancelled| async move { … }`.
pub trait ElicitationHandler: Send + Sync + 'static {
    /// Answers; the token is cancelled when the question is withdrawn.
    fn elicit(
        &self,
        question: Elicitation,
        cancelled: CancellationToken,
    ) -> impl Future<Output = ElicitationResult> + Send;
}

impl<F, R> ElicitationHandler for F
where
    F: Fn(Elicitation, CancellationToken) -> R + Send + Sync + 'static,
    R: Future<Output = ElicitationResult> + Send,
{
    fn elicit(
        &self,
        question: Elicitation,
        cancelled: CancellationToken,
    ) -> impl Future<Output = ElicitationResult> + Send {
        self(question, cancelled)
    }
}

/// Shows dialogs of one kind. Closures do: `|dialog, cancelled| async move { … }`.
pub trait DialogHandler: Send + Sync + 'static {
    /// Shows the dialog; the token is cancelled when it is withdrawn.
    fn show(
        &self,
        dialog: RequestUserDialog,
        cancelled: CancellationToken,
    ) -> impl Future<Output = DialogResult> + Send;
}

impl<F, R> DialogHandler for F
where
    F: Fn(RequestUserDialog, CancellationToken) -> R + Send + Sync + 'static,
    R: Future<Output = DialogResult> + Send,
{
    fn show(
        &self,
        dialog: RequestUserDialog,
        cancelled: CancellationToken,
    ) -> impl Future<Output = DialogResult> + Send {
        self(dialog, cancelled)
    }
}

type Answering<'a> = Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;

pub(crate) trait ErasedElicitationHandler: Send + Sync {
    fn elicit<'a>(&'a self, request: &'a OpenRequest) -> Answering<'a>;
}

impl<H: ElicitationHandler> ErasedElicitationHandler for H {
    fn elicit<'a>(&'a self, request: &'a OpenRequest) -> Answering<'a> {
        Box::pin(async move {
            match Elicitation::from_json(request.body.as_str()) {
                Ok(question) => {
                    let result =
                        ElicitationHandler::elicit(self, question, request.cancelled.clone()).await;
                    Answer::Success(raw(&result))
                }
                Err(error) => Answer::error(format!("the request does not fit: {error}")),
            }
        })
    }
}

pub(crate) trait ErasedDialogHandler: Send + Sync {
    fn show<'a>(&'a self, request: &'a OpenRequest) -> Answering<'a>;
}

impl<H: DialogHandler> ErasedDialogHandler for H {
    fn show<'a>(&'a self, request: &'a OpenRequest) -> Answering<'a> {
        Box::pin(async move {
            match RequestUserDialog::from_json(request.body.as_str()) {
                Ok(dialog) => {
                    let result = DialogHandler::show(self, dialog, request.cancelled.clone()).await;
                    Answer::Success(raw(&result))
                }
                Err(error) => Answer::error(format!("the request does not fit: {error}")),
            }
        })
    }
}
