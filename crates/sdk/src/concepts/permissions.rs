//! Permission requests for tool calls.
//!
//! A closure decides:
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! use pilothouse_sdk::{Cli, Decision};
//!
//! let (session, events) = Cli::locate()?
//!     .session()
//!     .permissions(|request| async move {
//!         match request.tool_name.as_str() {
//!             "Write" | "Edit" => Decision::allow(),
//!             other => Decision::deny(format!("{other} is not for this session")),
//!         }
//!     })
//!     .start()
//!     .await?;
//! # drop((session, events));
//! # Ok(())
//! # }
//! ```
//!
//! - There is no deadline. A person may take days.
//! - If a handler panics, the call is denied and there is an event. Without a handler, permission requests are denied.
//! - `allow` runs the call with its original input; [`with_input`](crate::Decision::with_input) replaces the input;
//!   [`remember`](crate::Decision::remember) also changes future permissions.
//! - The model reads the message of a denial. [`and_interrupt`](crate::Decision::and_interrupt) also ends the turn;
//!   because the model would never see the message, it is sent as the next prompt.
//! - When the CLI withdraws a permission request, the request's token is cancelled and the answer is ignored.
//!
//! AskUserQuestion and ExitPlanMode are permission requests too: see [`questions`](crate::PermissionRequest::questions), [`Answers`](crate::Answers), [`plan`](crate::PermissionRequest::plan).
//!
//! ```
//! use pilothouse_sdk::{Answers, Decision, PermissionRequest};
//!
//! fn answer(request: &PermissionRequest) -> Decision {
//!     let Some(questions) = request.questions() else { return Decision::deny("no question") };
//!     let mut answers = Answers::new();
//!     for question in &questions {
//!         answers = match question.options.first() {
//!             Some(option) => answers.choose(question, &option.label),
//!             None => answers.say(question, "as you like"),
//!         };
//!     }
//!     Decision::answer(request, &answers)
//! }
//! ```
//!
//! Elicitations of MCP servers and dialogs of the CLI do not concern a tool and have their own handlers;
//! without one, an elicitation is declined, and a dialog is never shown.
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! use pilothouse_sdk::Cli;
//! use pilothouse_sdk::dialog::{DialogKind, DialogResult, ElicitationResult};
//!
//! let (session, events) = Cli::locate()?
//!     .session()
//!     .on_elicitation(|question| async move {
//!         println!("{} asks: {}", question.mcp_server_name, question.message);
//!         match serde_json::json!({"name": "Ada"}).try_into() {
//!             Ok(form) => ElicitationResult::accept(form),
//!             Err(_) => ElicitationResult::cancel(),
//!         }
//!     })
//!     .on_dialog(DialogKind::GoalProposal, |_dialog| async {
//!         DialogResult::completed(serde_json::json!({"approved": false}).into())
//!     })
//!     .start()
//!     .await?;
//! # drop((session, events));
//! # Ok(())
//! # }
//! ```
//!
//! [`Decision::error`](crate::Decision::error) is for a host that cannot decide: the call fails, the model reads the
//! reason, and the turn continues.
//!
//! Rules in the CLI's syntax are in [`rules`](crate::rules). They only decide calls for which the CLI sends a request.
//! A host that shows permission requests to remote users uses `answer_by_hand` and
//! [`Session::answer`](crate::Session::answer): the first answer counts, a later one is an error.
