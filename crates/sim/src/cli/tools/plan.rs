//! Plan mode.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::ToolResult;
use crate::cli::call::Call;
use crate::cli::session::Sim;

const ENTERED: &str = "Entered plan mode. You should now focus on exploring the codebase and \
    designing an implementation approach.";

pub(super) fn enter(sim: &Sim) -> ToolResult {
    sim.change_mode("plan", false);
    sim.plan_path();
    ToolResult::success(ENTERED, json!({ "message": ENTERED }))
}

pub(super) fn exit(sim: &Sim, call: &Call) -> ToolResult {
    let before = sim.state.borrow_mut().mode_before_plan.take();
    if sim.mode() == "plan" {
        sim.change_mode(before.as_deref().unwrap_or("default"), false);
    }
    let path = sim.plan_path();
    let written = sim.plan().map(|(_, plan)| plan);
    let edited = call.input.get("plan").and_then(Value::as_str);
    let plan = match (edited, &written) {
        (Some(edited), Some(written)) if edited != written => Some(edited.to_owned()),
        _ => written.clone(),
    };
    let was_edited = plan != written;
    if let (true, Some(plan)) = (was_edited, &plan) {
        // A plan that cannot be written is still approved.
        let _unwritten = sim
            .files
            .borrow_mut()
            .write(&path, plan.as_bytes().to_vec());
    }
    let Some(plan) = plan else {
        return ToolResult::success(
            "User has approved exiting plan mode. You can now proceed.",
            json!({ "plan": null, "isAgent": false, "filePath": path.display().to_string() }),
        );
    };
    let heading = if was_edited {
        "## Approved Plan (edited by user):"
    } else {
        "## Approved Plan:"
    };
    let mut response = json!({
        "plan": plan, "isAgent": false, "filePath": path.display().to_string(),
    });
    if was_edited {
        response["planWasEdited"] = true.into();
    }
    ToolResult::success(
        format!(
            "User has approved your plan. You can now start coding.\n\nYour plan has been saved to: \
             {}\n\n{heading}\n{plan}",
            path.display()
        ),
        response,
    )
}

impl Sim {
    /// The file of this session's plan.
    pub(in crate::cli) fn plan_path(&self) -> PathBuf {
        let mut state = self.state.borrow_mut();
        let directory = self.environment.config_directory.join("plans");
        let name = format!("{}.md", plan_name());
        state
            .plan_file
            .get_or_insert_with(|| directory.join(name))
            .clone()
    }

    /// The plan, if it was written.
    pub(in crate::cli) fn plan(&self) -> Option<(PathBuf, String)> {
        let directory = self.environment.config_directory.join("plans");
        let own = self.state.borrow().plan_file.clone();
        let files = self.files.borrow();
        let path = own
            .filter(|path| files.exists(path))
            .or_else(|| files.list(&directory, false).pop())?;
        let text = files.read_text(&path)?;
        Some((path, text))
    }
}

/// A file name of three words.
fn plan_name() -> String {
    const FIRST: &[&str] = &[
        "calm", "warm", "brisk", "quiet", "bright", "gentle", "steady", "clear",
    ];
    const SECOND: &[&str] = &[
        "sailing",
        "gathering",
        "drifting",
        "rising",
        "turning",
        "resting",
    ];
    const THIRD: &[&str] = &[
        "harbor", "lantern", "compass", "meadow", "anchor", "pebble", "river",
    ];
    let random = uuid::Uuid::new_v4().as_u128();
    let pick = |words: &'static [&'static str], shift: u32| {
        let index = usize::try_from((random >> shift) & 0xffff).unwrap_or(0) % words.len();
        words[index]
    };
    format!(
        "{}-{}-{}",
        pick(FIRST, 0),
        pick(SECOND, 16),
        pick(THIRD, 32)
    )
}
