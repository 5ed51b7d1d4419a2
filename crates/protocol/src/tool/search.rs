//! Searches in files and on the web, and review findings.

use crate::raw::RawJson;
use crate::wire::{Reader, Wire, WireError, wire_struct};

wire_struct! {
    /// Input of Glob.
    #[derive(Default)]
    pub struct GlobInput {
        pattern: String,
        path: Option<String>,
    }

    /// Result of Glob.
    #[derive(Default)]
    pub struct GlobResult {
        filenames: Vec<String>,
        num_files: Option<u64> = "numFiles",
        duration_ms: Option<f64> = "durationMs",
        truncated: Option<bool>,
        total_matches: Option<u64> = "totalMatches",
        count_is_complete: Option<bool> = "countIsComplete",
        timed_out: Option<bool> = "timedOut",
    }

    /// Input of Grep.
    #[derive(Default)]
    pub struct GrepInput {
        pattern: String,
        path: Option<String>,
        glob: Option<String>,
        kind: Option<String> = "type",
        /// `content`, `files_with_matches` or `count`.
        output_mode: Option<String>,
        after: Option<f64> = "-A",
        before: Option<f64> = "-B",
        around: Option<f64> = "-C",
        context: Option<f64>,
        line_numbers: Option<bool> = "-n",
        /// Ignores upper and lower case.
        ignore_case: Option<bool> = "-i",
        only_matching: Option<bool> = "-o",
        /// A match can span lines.
        multiline: Option<bool>,
        head_limit: Option<f64>,
        offset: Option<f64>,
    }

    /// Result of Grep.
    #[derive(Default)]
    pub struct GrepResult {
        /// `content`, `files_with_matches` or `count`.
        mode: Option<String>,
        num_files: Option<u64> = "numFiles",
        filenames: Vec<String>,
        content: Option<String>,
        num_lines: Option<u64> = "numLines",
        num_matches: Option<u64> = "numMatches",
        total_files: Option<u64> = "totalFiles",
        total_lines: Option<u64> = "totalLines",
        applied_limit: Option<u64> = "appliedLimit",
        applied_offset: Option<u64> = "appliedOffset",
        timed_out: Option<bool> = "timedOut",
    }

    /// Input of WebFetch.
    #[derive(Default)]
    pub struct WebFetchInput {
        url: String,
        prompt: Option<String>,
        offset: Option<u64>,
    }

    /// Result of WebFetch.
    #[derive(Default)]
    pub struct WebFetchResult {
        bytes: Option<u64>,
        code: Option<u32>,
        code_text: Option<String> = "codeText",
        result: Option<String>,
        duration_ms: Option<f64> = "durationMs",
        url: Option<String>,
        artifact_read: Option<RawJson> = "artifactRead",
    }

    /// Input of WebSearch.
    #[derive(Default)]
    pub struct WebSearchInput {
        query: String,
        allowed_domains: Vec<String>,
        blocked_domains: Vec<String>,
    }

    /// Result of WebSearch.
    #[derive(Default)]
    pub struct WebSearchResult {
        query: Option<String>,
        results: Vec<WebSearchItem>,
        duration_seconds: Option<f64> = "durationSeconds",
        search_count: Option<u64> = "searchCount",
    }

    /// Pages found by a search.
    #[derive(Default)]
    pub struct WebSearchHits {
        tool_use_id: Option<String>,
        content: Vec<WebSearchHit>,
    }

    /// A page.
    #[derive(Default)]
    pub struct WebSearchHit {
        title: Option<String>,
        url: Option<String>,
    }

    /// Input of ReportFindings.
    #[derive(Default)]
    pub struct ReportFindingsInput {
        level: Option<String>,
        /// The findings, at most 32.
        findings: Vec<Finding>,
    }

    /// Result of ReportFindings.
    #[derive(Default)]
    pub struct ReportFindingsResult {
        count: Option<u64>,
        level: Option<String>,
        findings: Vec<Finding>,
    }

    /// A finding of a review.
    #[derive(Default)]
    pub struct Finding {
        file: Option<String>,
        line: Option<u64>,
        summary: Option<String>,
        short_summary: Option<String>,
        failure_scenario: Option<String>,
        category: Option<String>,
        /// `CONFIRMED` or `PLAUSIBLE`.
        verdict: Option<String>,
        /// `fixed`, `skipped` or `no_change_needed`.
        outcome: Option<String>,
    }
}

/// The results of a web search: pages or text.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum WebSearchItem {
    /// Text.
    Text(String),
    /// Pages.
    Hits(WebSearchHits),
}

impl Wire for WebSearchItem {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if raw.starts_with('"') {
            String::read(raw, reader).map(Self::Text)
        } else {
            WebSearchHits::read(raw, reader).map(Self::Hits)
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => text.write(out),
            Self::Hits(hits) => hits.write(out),
        }
    }
}
