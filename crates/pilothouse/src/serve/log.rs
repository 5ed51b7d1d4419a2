//! The log on stderr.

use tracing::level_filters::LevelFilter;

use super::options::{LogFormat, LogLevel};

pub(super) fn start(format: LogFormat, level: LogLevel) {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        // Told on stderr too, with a panic where that is closed: a host without a terminal goes on.
        .log_internal_errors(false)
        .with_max_level(level);
    // A second log in one process would be a mistake of ours, and one is enough.
    drop(match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().try_init(),
    });
}
