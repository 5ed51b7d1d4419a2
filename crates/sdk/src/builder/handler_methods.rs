//! Methods for handlers and limits, shared by started and attached sessions.

/// Generates the methods for a type with the fields `handlers` and `settings`.
macro_rules! handler_methods {
    ($type:ident) => {
        impl $type {
            /// Sets the handler of permission requests. Each request runs in its own task, so several can be open at
            /// once.
            pub fn permissions<F, R>(mut self, handler: F) -> Self
            where
                F: Fn($crate::PermissionRequest) -> R + Send + Sync + 'static,
                R: Future<Output = $crate::Decision> + Send + 'static,
            {
                let handler = $crate::asked::Handler::new(handler);
                self.handlers.permissions = $crate::handlers::Permissions::Handler(handler);
                self
            }

            /// Leaves permission requests and questions open until [`Session::answer`]($crate::Session::answer) is
            /// called.
            pub fn answer_by_hand(mut self) -> Self {
                self.handlers.permissions = $crate::handlers::Permissions::ByHand;
                self.handlers.by_hand = true;
                self
            }

            /// Calls a closure for a hook event if the matcher matches; an empty one always does.
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

            /// Registers a hook with a timeout and the effect of a failure.
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

            /// Adds an MCP server in this process; its tools are named `mcp__<name>__<tool>`.
            pub fn mcp_server(
                self,
                name: impl Into<String>,
                server: impl $crate::McpServer,
            ) -> Self {
                self.mcp_server_with(name, server, $crate::mcp::SdkServerOptions::default())
            }

            /// Adds an MCP server with options: the timeout of a call, policies for its tools.
            pub fn mcp_server_with(
                self,
                name: impl Into<String>,
                server: impl $crate::McpServer,
                options: $crate::mcp::SdkServerOptions,
            ) -> Self {
                self.handlers.servers.add(name.into(), server, options);
                self
            }

            /// Sets the handler of elicitations; without one they are declined.
            pub fn on_elicitation<F, R>(mut self, handler: F) -> Self
            where
                F: Fn($crate::Asked<$crate::dialog::Elicitation>) -> R + Send + Sync + 'static,
                R: Future<Output = $crate::dialog::ElicitationResult> + Send + 'static,
            {
                self.handlers.elicitation = Some($crate::asked::Handler::new(handler));
                self
            }

            /// Sets the handler of dialogs of one kind; kinds without a handler are not sent, and are left unanswered
            /// if they are.
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

            /// Leaves dialogs of one kind open until [`Session::answer_raw`]($crate::Session::answer_raw) is called.
            pub fn dialog_by_hand(mut self, kind: $crate::dialog::DialogKind) -> Self {
                self.handlers.dialog_kinds.push(kind);
                self
            }

            /// Sets the timeout of requests to the CLI; 60 s by default.
            pub fn request_timeout(mut self, timeout: std::time::Duration) -> Self {
                self.settings.request_timeout = timeout;
                self
            }

            /// Sets the timeout of an interrupt, after which the CLI counts as unresponsive; 10 s by default.
            pub fn interrupt_timeout(mut self, timeout: std::time::Duration) -> Self {
                self.settings.interrupt_timeout = timeout;
                self
            }

            /// Sets the maximum duration of a turn. A longer turn is interrupted and ends with
            /// [`Error::Limit`]($crate::Error::Limit), including its result and cost.
            ///
            /// The time starts with the turn, or with its prompt if no turn was running, and includes the time for
            /// permission requests.
            /// A CLI that continues after the interrupt is killed.
            pub fn turn_deadline(mut self, deadline: std::time::Duration) -> Self {
                self.settings.turn_deadline = Some(deadline);
                self
            }

            /// Charges the turns to a budget, which other sessions may share.
            pub fn budget(mut self, budget: &$crate::Budget) -> Self {
                self.settings.budget = Some(budget.clone());
                self
            }

            /// Sets the timeout of a call to the session store; 60 s by default.
            pub fn store_timeout(mut self, timeout: std::time::Duration) -> Self {
                self.settings.store_timeout = timeout;
                self
            }

            /// Sets the timeout of each step of closing; 5 s by default.
            pub fn close_timeouts(mut self, timeouts: $crate::CloseTimeouts) -> Self {
                self.settings.close = timeouts;
                self
            }

            /// Sets the maximum length of a line; 256 MiB by default. A longer line becomes an event without its
            /// content.
            pub fn line_limit(mut self, bytes: usize) -> Self {
                self.settings.line_limit = bytes;
                self
            }

            /// Sets how many bytes may be unread before deltas are dropped; 64 MiB by default.
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
