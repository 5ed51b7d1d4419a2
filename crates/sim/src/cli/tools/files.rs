//! Read, Write, Edit.

use std::fmt::Display;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{ToolResult, structured_patch, text};
use crate::cli::call::Call;
use crate::cli::session::Sim;

pub(super) fn read(sim: &Sim, call: &Call) -> ToolResult {
    let path = sim.absolute(text(call, "file_path"));
    if sim.files.borrow().is_directory(&path) {
        let message = sim.message("read_directory", &[("path", &path.display())]);
        return ToolResult::error(&message);
    }
    let bytes = sim.files.borrow().read(&path);
    let Some(bytes) = bytes else {
        return ToolResult::error(&format!(
            "File does not exist. Note: your current working directory is {}.",
            sim.cwd.display()
        ));
    };
    sim.state.borrow_mut().read_files.insert(path.clone());
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("ipynb") => super::notebook::read(&path, &bytes),
        Some(extension @ ("png" | "jpg" | "jpeg" | "gif" | "webp")) => image(&bytes, extension),
        Some("pdf") => pdf(&path, &bytes),
        _ => read_text(sim, call, &path, &String::from_utf8_lossy(&bytes)),
    }
}

fn read_text(sim: &Sim, call: &Call, path: &Path, content: &str) -> ToolResult {
    let number = |name: &str| {
        let value = call.input.get(name).and_then(Value::as_u64);
        value.and_then(|value| usize::try_from(value).ok())
    };
    if content.is_empty() {
        let file = json!({
            "filePath": path.display().to_string(), "content": "", "numLines": 1, "startLine": 1,
            "totalLines": 1,
        });
        let warning = sim.message("read_empty", &[]);
        return ToolResult::success(
            format!("<system-reminder>Warning: the file exists but {warning}</system-reminder>"),
            json!({ "type": "text", "file": file }),
        );
    }
    let lines: Vec<&str> = content.split('\n').collect();
    let start = number("offset").unwrap_or(1).max(1);
    let limit = number("limit").unwrap_or(2000);
    let shown: Vec<&str> = lines.iter().skip(start - 1).take(limit).copied().collect();
    let reminder = sim.message("read_reminder", &[]);
    ToolResult::success(
        format!("{}{reminder}", numbered(sim, &shown, start)),
        json!({
            "type": "text",
            "file": {
                "filePath": path.display().to_string(),
                "content": shown.join("\n"),
                "numLines": shown.len(),
                "startLine": start,
                "totalLines": lines.len(),
            },
        }),
    )
}

/// Lines with line numbers.
fn numbered(sim: &Sim, lines: &[&str], start: usize) -> String {
    let is_padded = sim.features().pads_line_numbers;
    let numbered = lines.iter().enumerate().map(|(index, line)| {
        let number = start + index;
        if is_padded {
            format!("{number:>6}→{line}")
        } else {
            format!("{number}\t{line}")
        }
    });
    numbered.collect::<Vec<_>>().join("\n")
}

fn image(bytes: &[u8], extension: &str) -> ToolResult {
    let media = format!(
        "image/{}",
        if extension == "jpg" {
            "jpeg"
        } else {
            extension
        }
    );
    let data = STANDARD.encode(bytes);
    let (width, height) = png_size(bytes).unwrap_or((1, 1));
    ToolResult::success(
        json!([{ "type": "image", "source": { "type": "base64", "data": data, "media_type": media } }]),
        json!({
            "type": "image",
            "file": {
                "base64": data,
                "type": media,
                "originalSize": bytes.len(),
                "dimensions": {
                    "originalWidth": width, "originalHeight": height,
                    "displayWidth": width, "displayHeight": height,
                },
            },
        }),
    )
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let field = |at: usize| {
        let bytes: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes))
    };
    bytes
        .starts_with(b"\x89PNG")
        .then_some((field(16)?, field(20)?))
}

fn pdf(path: &Path, bytes: &[u8]) -> ToolResult {
    let data = STANDARD.encode(bytes);
    let document = json!({
        "type": "document",
        "source": { "type": "base64", "media_type": "application/pdf", "data": data },
    });
    let text = format!("PDF file read: {} ({} bytes)", path.display(), bytes.len());
    ToolResult::success(
        json!([{ "type": "text", "text": text }, document]),
        json!({
            "type": "pdf",
            "file": {
                "filePath": path.display().to_string(), "base64": data, "originalSize": bytes.len(),
            },
        }),
    )
}

pub(super) fn write(sim: &Sim, call: &Call) -> ToolResult {
    let path = sim.absolute(text(call, "file_path"));
    let content = text(call, "content");
    let original = sim.files.borrow().read_text(&path);
    if let Err(failure) = put(sim, &path, content) {
        return failure;
    }
    let shown = path.display();
    let name = if original.is_some() {
        "file_overwritten"
    } else {
        "file_created"
    };
    let snippet = numbered(sim, &content.split('\n').collect::<Vec<_>>(), 1);
    let state = sim.message("file_state", &[]);
    let message = sim.message(
        name,
        &[("path", &shown), ("state", &state), ("snippet", &snippet)],
    );
    let patch = original
        .as_ref()
        .map_or_else(|| json!([]), |old| structured_patch(old, content));
    count_lines(sim, original.as_deref().unwrap_or_default(), content);
    let response = json!({
        "type": if original.is_some() { "update" } else { "create" },
        "filePath": shown.to_string(),
        "content": content,
        "structuredPatch": patch,
        "originalFile": original,
        "userModified": false,
    });
    ToolResult::success(message, response)
}

pub(super) fn edit(sim: &Sim, call: &Call) -> ToolResult {
    let path = sim.absolute(text(call, "file_path"));
    let (old, new) = (text(call, "old_string"), text(call, "new_string"));
    let all = call.input.get("replace_all") == Some(&true.into());
    let was_read = sim.state.borrow().read_files.contains(&path);
    let original = sim.files.borrow().read_text(&path).unwrap_or_default();
    let content = if old.is_empty() && original.is_empty() {
        new.to_owned()
    } else if !original.contains(old) {
        return ToolResult::error(&format!(
            "String to replace not found in file.\nString: {old}"
        ));
    } else if all {
        original.replace(old, new)
    } else {
        original.replacen(old, new, 1)
    };
    if let Err(failure) = put(sim, &path, &content) {
        return failure;
    }
    count_lines(sim, &original, &content);
    let shown = path.display();
    let mut message = if all {
        let values: [(&str, &dyn Display); 3] = [("path", &shown), ("old", &old), ("new", &new)];
        sim.message("file_edited_all", &values)
    } else {
        format!("The file {shown} has been updated successfully.")
    };
    if was_read {
        message.push_str(&sim.message("file_state", &[]));
    }
    let mut response = json!({
        "filePath": shown.to_string(),
        "oldString": old,
        "newString": new,
        "originalFile": original,
        "structuredPatch": structured_patch(&original, &content),
        "userModified": false,
        "replaceAll": all,
    });
    if !was_read {
        response["contentNotInModelContext"] = true.into();
    }
    ToolResult::success(message, response)
}

/// Writes a file, and stores its previous content for `rewind_files`.
pub(super) fn put(sim: &Sim, path: &Path, content: &str) -> Result<(), ToolResult> {
    sim.remember_before(path);
    sim.files
        .borrow_mut()
        .write(path, content.as_bytes().to_vec())
        .map_err(|error| ToolResult::error(&error.to_string()))?;
    sim.state.borrow_mut().read_files.insert(path.to_owned());
    Ok(())
}

fn count_lines(sim: &Sim, old: &str, new: &str) {
    let patch = structured_patch(old, new);
    let mut state = sim.state.borrow_mut();
    for hunk in patch.as_array().into_iter().flatten() {
        for line in hunk["lines"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            match line.as_bytes().first() {
                Some(b'+') => state.totals.lines_added += 1,
                Some(b'-') => state.totals.lines_removed += 1,
                _ => {}
            }
        }
    }
}
