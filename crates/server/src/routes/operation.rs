//! One operation of the API: what the table of routes is made of.

use std::time::Duration;

use axum::routing::MethodRouter;
use pilothouse_api::host::Scope;

use super::shape::{Answer, Body, Shape};
use crate::app::{App, MESSAGE_BYTES};
use crate::timeouts;

/// One method of one path.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) access: Access,
    /// One line for the API description and docs/api.md.
    pub(crate) summary: &'static str,
    /// Parameters, body and answers, as the handler declares them.
    pub(crate) shape: Shape,
    /// Makes the axum route of the handler.
    pub(super) mount: fn() -> MethodRouter<App>,
    /// The longest request body.
    pub(crate) body_bytes: usize,
    /// How long a request may take.
    pub(crate) time_limit: Duration,
    /// Whether a request may carry an `Idempotency-Key`.
    pub(crate) takes_key: bool,
}

/// Who may use an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Anyone, without a login.
    Open,
    /// Devices and tokens with at least this scope.
    Scoped(Scope),
    /// Devices of scope admin, and every device for itself; the handler checks which.
    AdminOrSelf,
}

impl Access {
    /// The scope without which the handler is not called.
    pub(crate) const fn required(self) -> Option<Scope> {
        match self {
            Self::Open => None,
            Self::Scoped(scope) => Some(scope),
            Self::AdminOrSelf => Some(Scope::View),
        }
    }

    /// The scope as the API description names it.
    pub(crate) const fn name(self) -> Option<&'static str> {
        match self {
            Self::Open => None,
            Self::Scoped(scope) => Some(scope_name(scope)),
            Self::AdminOrSelf => Some(scope_name(Scope::Admin)),
        }
    }
}

const fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::View => "view",
        Scope::Answer => "answer",
        Scope::Control => "control",
        Scope::Admin => "admin",
    }
}

impl Operation {
    pub(super) const fn new(
        method: &'static str,
        path: &'static str,
        access: Access,
        summary: &'static str,
        shape: Shape,
        mount: fn() -> MethodRouter<App>,
    ) -> Self {
        Self {
            method,
            path,
            access,
            summary,
            shape,
            mount,
            body_bytes: MESSAGE_BYTES,
            time_limit: timeouts::REQUEST,
            // A request that only reads can be repeated as it is.
            takes_key: !matches!(method.as_bytes(), b"GET"),
        }
    }

    /// The media type of a body that is not JSON, and its longest size.
    pub(super) const fn accepts(mut self, media_type: &'static str, bytes: usize) -> Self {
        self.shape.body = Some(Body::Bytes(media_type));
        self.body_bytes = bytes;
        self
    }

    /// The answers of a handler whose type does not declare them.
    pub(super) const fn gives(mut self, answers: &'static [(u16, Answer)]) -> Self {
        self.shape.answers = answers;
        self
    }

    /// Allows as long as the upload of a large file takes.
    pub(super) const fn slow(mut self) -> Self {
        self.time_limit = timeouts::UPLOAD;
        self
    }

    /// Ignores keys: the answer has a secret that must not be stored, or the body is too long to be compared.
    pub(super) const fn ignores_key(mut self) -> Self {
        self.takes_key = false;
        self
    }
}

/// Builds the table. Each row has a method, an access, a path, a handler and a summary, then calls of the methods above.
///
/// A row without an access does not match the macro, so a route without a scope does not compile.
macro_rules! operations {
    ($($method:ident $access:ident $path:literal $handler:path, $summary:literal $(, $option:ident($($value:expr),*))*;)*) => {
        &[$(
            $crate::routes::operation::Operation::new(
                stringify!($method),
                $path,
                $crate::routes::operation::operations!(@access $access),
                $summary,
                $crate::routes::shape::shape_of(&$handler),
                || axum::routing::on(axum::routing::MethodFilter::$method, $handler),
            )$(.$option($($value),*))*
        ),*]
    };
    (@access open) => { $crate::routes::operation::Access::Open };
    (@access view) => { $crate::routes::operation::Access::Scoped(pilothouse_api::host::Scope::View) };
    (@access answer) => { $crate::routes::operation::Access::Scoped(pilothouse_api::host::Scope::Answer) };
    (@access control) => { $crate::routes::operation::Access::Scoped(pilothouse_api::host::Scope::Control) };
    (@access admin) => { $crate::routes::operation::Access::Scoped(pilothouse_api::host::Scope::Admin) };
    (@access admin_or_self) => { $crate::routes::operation::Access::AdminOrSelf };
}

pub(super) use operations;
