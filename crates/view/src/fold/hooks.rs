//! Hooks of the user's settings while they run.

use pilothouse_protocol::system::{HookOutcome, HookProgress, HookResponse, HookStarted};

use crate::entry::{EntryBody, HookRun, HookState};
use crate::text::cut_output;

use super::SessionFold;

impl SessionFold {
    pub(super) fn hook_started(&mut self, hook: &HookStarted) {
        let run = HookRun {
            name: hook.hook_name.clone().unwrap_or_default(),
            event: hook
                .hook_event
                .as_ref()
                .map(|event| event.as_str().to_owned())
                .unwrap_or_default(),
            state: HookState::Running,
            stdout: cut_output(""),
            stderr: cut_output(""),
            exit_code: None,
            ended_at: None,
        };
        let id = self.add(None, EntryBody::Hook(run));
        self.state.hooks.insert(hook.hook_id.clone(), id);
    }

    pub(super) fn hook_progress(&mut self, hook: &HookProgress) {
        let Some(id) = self.state.hooks.get(&hook.hook_id).cloned() else {
            return;
        };
        let (stdout, stderr) = (hook.stdout.as_deref(), hook.stderr.as_deref());
        self.set_body(&id, |body| {
            if let EntryBody::Hook(run) = body {
                run.stdout = cut_output(stdout.unwrap_or_default());
                run.stderr = cut_output(stderr.unwrap_or_default());
            }
        });
    }

    pub(super) fn hook_response(&mut self, hook: &HookResponse) {
        let Some(id) = self.state.hooks.remove(&hook.hook_id) else {
            return;
        };
        let at = self.now.at;
        self.set_body(&id, |body| {
            if let EntryBody::Hook(run) = body {
                run.state = match &hook.outcome {
                    Some(HookOutcome::Error) => HookState::Error,
                    Some(HookOutcome::Cancelled) => HookState::Cancelled,
                    _ => HookState::Success,
                };
                run.stdout = cut_output(hook.stdout.as_deref().unwrap_or_default());
                run.stderr = cut_output(hook.stderr.as_deref().unwrap_or_default());
                run.exit_code = hook.exit_code;
                run.ended_at = Some(at);
            }
        });
    }

    /// Hooks that were running when the process ended.
    pub(super) fn cancel_hooks(&mut self) {
        for id in std::mem::take(&mut self.state.hooks).into_values() {
            self.set_body(&id, |body| {
                if let EntryBody::Hook(run) = body {
                    run.state = HookState::Cancelled;
                }
            });
        }
    }
}
