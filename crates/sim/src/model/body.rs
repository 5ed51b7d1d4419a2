//! A response body that is written as the script plays, and can be cut.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::mpsc;

/// The error that makes the server close a connection within a body.
#[derive(Debug)]
pub(super) struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the script cuts the connection here")
    }
}

impl std::error::Error for Cut {}

/// A complete body or one that is still being written.
#[derive(Debug)]
pub(super) enum ReplyBody {
    Whole(Option<Bytes>),
    Stream(mpsc::Receiver<Result<Bytes, Cut>>),
    /// The written part is being flushed; then the connection is closed.
    Cutting,
}

impl ReplyBody {
    pub(super) fn whole(text: impl Into<Bytes>) -> Self {
        Self::Whole(Some(text.into()))
    }
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        let body = self.get_mut();
        match body {
            Self::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Cutting => Poll::Ready(Some(Err(Cut))),
            Self::Stream(receiver) => match receiver.poll_recv(context) {
                Poll::Ready(Some(Ok(bytes))) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
                Poll::Ready(Some(Err(Cut))) => {
                    // An error would discard unflushed data, and returning `Pending` flushes it.
                    *body = Self::Cutting;
                    context.waker().wake_by_ref();
                    Poll::Pending
                }
                Poll::Ready(None) => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
            },
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(Some(bytes)) => SizeHint::with_exact(bytes.len() as u64),
            Self::Whole(None) => SizeHint::with_exact(0),
            Self::Stream(_) | Self::Cutting => SizeHint::default(),
        }
    }
}
