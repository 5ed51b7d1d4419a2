//! cc-sdk does not export its parser, so this script compiles the parser's own source with the crate's public types.
//!
//! The source is read from the directory in which cargo unpacked the pinned version; this repository contains no copy.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, error, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    let source = cc_sdk_source()?.join("src/message_parser.rs");
    let parser = fs::read_to_string(source)?;
    let (before, after) = parser
        .split_once("use crate::{")
        .ok_or("the parser's imports moved")?;
    let (_, after) = after
        .split_once("\n};")
        .ok_or("the parser's imports changed")?;
    let (body, _tests) = after.split_once("#[cfg(test)]").unwrap_or((after, ""));
    // A module cannot include inner doc comments.
    let before = before.replace("//!", "//");
    let text = format!("{before}use cc_sdk::*;\n{body}");
    let out = PathBuf::from(env::var("OUT_DIR")?).join("cc_sdk_message_parser.rs");
    fs::write(out, text)?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

fn cc_sdk_source() -> Result<PathBuf, Box<dyn error::Error>> {
    let output = Command::new(env::var("CARGO")?)
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"]
        .as_array()
        .ok_or("cargo metadata lists no packages")?;
    packages
        .iter()
        .find(|package| package["name"] == "cc-sdk")
        .and_then(|package| package["manifest_path"].as_str())
        .and_then(|manifest| Path::new(manifest).parent())
        .map(Path::to_owned)
        .ok_or_else(|| "cc-sdk is not among the packages".into())
}
