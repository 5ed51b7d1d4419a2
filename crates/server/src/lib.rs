//! Hosts durable Claude Code sessions: store, HTTP and WebSocket API, embedded UI.
