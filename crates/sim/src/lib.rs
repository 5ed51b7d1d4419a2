//! A simulated Claude Code CLI and a scripted Messages API, for tests and demos.
