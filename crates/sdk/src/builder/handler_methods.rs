//! What can be said about handlers and limits, for sessions that are started and for those that are attached to.

/// Makes the methods for a type with the fields `handlers` and `settings`.
macro_rules! handler_methods {
    ($type:ident) => {
        impl $type {
            /// Decides permission requests. Each is decided in a task of its own, so several can be open at once.
            pub fn permissions<F, R>(mut self, handler: F) -> Self
            where
                F: Fn($crate::PermissionRequest) -> R + Send + Sync + 'static,
                R: Future<Output = $crate::Decision> + Send + 'static,
            {
                let handler = $crate::asked::Handler::new(handler);
                self.handlers.permissions = $crate::handlers::Permissions::Handler(handler);
                self
            }

            /// Leaves permission requests and questions open until they are answered with [`Session::answer`]($crate::Session::answer).
            pub fn answer_by_hand(mut self) -> Self {
                self.handlers.permissions = $crate::handlers::Permissions::ByHand;
                self.handlers.by_hand = true;
                self
            }

            /// Calls a closure at a moment of the session, where the matcher fits; an empty one always does.
            pub fn hook<F, R>(
                self,
                event: $crate::hook::HookEvent,
                matcher: &str,
                handler: F,
            ) -> Self
            where
                F: Fn($crate::HookCall) -> R + Send + Sync + 'static,
                R: Future<Output: Into<$crate::HookAnswer>> + Send + 'static,
            {
                let point = $crate::HookPoint::on(event);
                let point = if matcher.is_empty() {
                    point
                } else {
                    point.matching(matcher)
                };
                self.hook_at(point, handler)
            }

            /// The same, with a timeout and with what a failure means.
            pub fn hook_at<F, R>(mut self, point: $crate::HookPoint, handler: F) -> Self
            where
                F: Fn($crate::HookCall) -> R + Send + Sync + 'static,
                R: Future<Output: Into<$crate::HookAnswer>> + Send + 'static,
            {
                let handler = $crate::asked::Handler::new(move |call| {
                    let answer = handler(call);
                    async move { answer.await.into() }
                });
                self.handlers.hooks.add(point, handler);
                self
            }

            /// Offers the tools of a server in this process, as `mcp__<name>__<tool>`.
            pub fn mcp_server(
                self,
                name: impl Into<String>,
                server: impl $crate::McpServer,
            ) -> Self {
                self.mcp_server_with(name, server, $crate::mcp::SdkServerOptions::default())
            }

            /// The same, with options: how long a call may take, what its tools may do.
            pub fn mcp_server_with(
                self,
                name: impl Into<String>,
                server: impl $crate::McpServer,
                options: $crate::mcp::SdkServerOptions,
            ) -> Self {
                self.handlers.servers.add(name.into(), server, options);
                self
            }

            /// Answers questions of MCP servers; without it they are declined.
            pub fn on_elicitation<F, R>(mut self, handler: F) -> Self
            where
                F: Fn($crate::Asked<$crate::dialog::Elicitation>) -> R + Send + Sync + 'static,
                R: Future<Output = $crate::dialog::ElicitationResult> + Send + 'static,
            {
                self.handlers.elicitation = Some($crate::asked::Handler::new(handler));
                self
            }

            /// Shows dialogs of one kind; kinds that nobody shows are not sent, and are left unanswered if they are.
            pub fn on_dialog<F, R>(mut self, kind: $crate::dialog::DialogKind, handler: F) -> Self
            where
                F: Fn($crate::Asked<$crate::dialog::RequestUserDialog>) -> R
                    + Send
                    + Sync
                    + 'static,
                R: Future<Output = $crate::dialog::DialogResult> + Send + 'static,
            {
                let handler = $crate::asked::Handler::new(handler);
                self.handlers.dialogs.insert(kind, handler);
                self
            }

            /// Leaves dialogs of one kind open until they are answered with [`Session::answer_raw`]($crate::Session::answer_raw).
            pub fn dialog_by_hand(mut self, kind: $crate::dialog::DialogKind) -> Self {
                self.handlers.dialog_kinds.push(kind);
                self
            }

            /// How long a request of ours may take; 60 s unless said otherwise.
            pub fn request_timeout(mut self, timeout: std::time::Duration) -> Self {
                self.settings.request_timeout = timeout;
                self
            }

            /// How long an interrupt may take before the CLI counts as unresponsive; 10 s unless said otherwise.
            pub fn interrupt_timeout(mut self, timeout: std::time::Duration) -> Self {
                self.settings.interrupt_timeout = timeout;
                self
            }

            /// How long a turn may run before it is interrupted. It then ends as [`Error::Limit`]($crate::Error::Limit), with its result and cost.
            ///
            /// The time counts from when the turn begins, or from when its prompt was sent while none ran, and includes the time in which a person decides.
            /// A CLI that goes on after the interrupt is killed.
            pub fn turn_deadline(mut self, deadline: std::time::Duration) -> Self {
                self.settings.turn_deadline = Some(deadline);
                self
            }

            /// Charges the turns to a budget, which other sessions may share.
            pub fn budget(mut self, budget: &$crate::Budget) -> Self {
                self.settings.budget = Some(budget.clone());
                self
            }

            /// How long one call of the session store may take; 60 s unless set.
            pub fn store_timeout(mut self, timeout: std::time::Duration) -> Self {
                self.settings.store_timeout = timeout;
                self
            }

            /// How long each step of closing may take; 5 s each unless said otherwise.
            pub fn close_timeouts(mut self, timeouts: $crate::CloseTimeouts) -> Self {
                self.settings.close = timeouts;
                self
            }

            /// The longest line that is kept, 256 MiB unless said otherwise. A longer one is an event that says so.
            pub fn line_limit(mut self, bytes: usize) -> Self {
                self.settings.line_limit = bytes;
                self
            }

            /// How much may be unread before deltas are dropped, 64 MiB unless said otherwise.
            pub fn unread_limit(mut self, bytes: usize) -> Self {
                self.settings.unread_limit = bytes;
                self
            }
        }
    };
}

pub(crate) use handler_methods;

use super::SessionBuilder;

handler_methods!(SessionBuilder);
