//! The scripted Messages API.
