//! Permission requests: may this tool run?
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
//! - A handler that panics denies, and an event says so. Without a handler, permission requests are denied.
//! - `allow` runs the input as asked; [`with_input`](crate::Decision::with_input) changes it; [`remember`](crate::Decision::remember) also changes what is asked in future.
//! - The message of a denial is read by the model. With [`and_interrupt`](crate::Decision::and_interrupt) the turn ends and the model would never see it, so it is sent as the next prompt.
//! - When the CLI withdraws a permission request, the request's token is cancelled and the answer no longer matters.
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
//! Questions of MCP servers (elicitations) and dialogs of the CLI are not about a tool and have handlers of their own;
//! without one a question is declined, and a dialog is never shown.
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
//! [`Decision::error`](crate::Decision::error) is for a host that cannot decide: the call fails, the model reads why, and the turn goes on.
//!
//! Rules in the CLI's syntax are in [`rules`](crate::rules). They decide only what the CLI asks about.
//! A host that shows permission requests to people elsewhere uses `answer_by_hand` and [`Session::answer`](crate::Session::answer): the first answer counts, a later one is an error.
