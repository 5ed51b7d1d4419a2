//! Finding things: files, text, pages, resources, tools.

use crate::raw::RawJson;
use crate::wire::{Audit, Wire, WireError, wire_struct};

wire_struct! {
    /// Result of Glob.
    #[derive(Default)]
    pub struct GlobResult {
        /// The files.
        filenames: Vec<String> = "filenames",
        /// How many these are.
        num_files: Option<u64> = "numFiles",
        /// How long it took.
        duration_ms: Option<f64> = "durationMs",
        /// There are more.
        truncated: Option<bool> = "truncated",
        /// How many there are.
        total_matches: Option<u64> = "totalMatches",
        /// They were all counted.
        count_is_complete: Option<bool> = "countIsComplete",
        /// It took too long.
        timed_out: Option<bool> = "timedOut",
    }

    /// Result of Grep.
    #[derive(Default)]
    pub struct GrepResult {
        /// `content`, `files_with_matches` or `count`.
        mode: Option<String> = "mode",
        /// How many files.
        num_files: Option<u64> = "numFiles",
        /// The files.
        filenames: Vec<String> = "filenames",
        /// The lines.
        content: Option<String> = "content",
        /// How many lines.
        num_lines: Option<u64> = "numLines",
        /// How many matches.
        num_matches: Option<u64> = "numMatches",
        /// How many files there are.
        total_files: Option<u64> = "totalFiles",
        /// How many lines there are.
        total_lines: Option<u64> = "totalLines",
        /// At most so many.
        applied_limit: Option<u64> = "appliedLimit",
        /// Leaving out the first so many.
        applied_offset: Option<u64> = "appliedOffset",
        /// It took too long.
        timed_out: Option<bool> = "timedOut",
    }

    /// Result of WebFetch.
    #[derive(Default)]
    pub struct WebFetchResult {
        /// Size of the page.
        bytes: Option<u64> = "bytes",
        /// Status of the page.
        code: Option<u32> = "code",
        /// The same as text.
        code_text: Option<String> = "codeText",
        /// What was found out.
        result: Option<String> = "result",
        /// How long it took.
        duration_ms: Option<f64> = "durationMs",
        /// The page.
        url: Option<String> = "url",
        /// The artifact it belongs to.
        artifact_read: Option<RawJson> = "artifactRead",
    }

    /// Result of WebSearch.
    #[derive(Default)]
    pub struct WebSearchResult {
        /// What was looked for.
        query: Option<String> = "query",
        /// What was found.
        results: Vec<WebSearchItem> = "results",
        /// How long it took.
        duration_seconds: Option<f64> = "durationSeconds",
        /// How often it was searched.
        search_count: Option<u64> = "searchCount",
    }

    /// Pages found by one search.
    #[derive(Default)]
    pub struct WebSearchHits {
        /// The search.
        tool_use_id: Option<String> = "tool_use_id",
        /// The pages.
        content: Vec<WebSearchHit> = "content",
    }

    /// A page.
    #[derive(Default)]
    pub struct WebSearchHit {
        /// Its title.
        title: Option<String> = "title",
        /// Its address.
        url: Option<String> = "url",
    }

    /// Result of ToolSearch.
    #[derive(Default)]
    pub struct ToolSearchResult {
        /// The tools.
        matches: Vec<String> = "matches",
        /// What was looked for.
        query: Option<String> = "query",
        /// How many tools are not loaded.
        total_deferred_tools: Option<u64> = "total_deferred_tools",
    }

    /// A resource of an MCP server.
    #[derive(Default)]
    pub struct McpResourceEntry {
        /// Its address.
        uri: String = "uri",
        /// Its name.
        name: Option<String> = "name",
        /// What its bytes are.
        mime_type: Option<String> = "mimeType",
        /// What it is.
        description: Option<String> = "description",
        /// Its server.
        server: Option<String> = "server",
    }

    /// Result of ReadMcpResourceTool.
    #[derive(Default)]
    pub struct ReadMcpResourceResult {
        /// Its parts.
        contents: Vec<McpResourcePart> = "contents",
        /// What went wrong.
        error: Option<String> = "error",
    }

    /// A part of a resource.
    #[derive(Default)]
    pub struct McpResourcePart {
        /// Its address.
        uri: String = "uri",
        /// What its bytes are.
        mime_type: Option<String> = "mimeType",
        /// Its text.
        text: Option<String> = "text",
        /// A file with its bytes.
        blob_saved_to: Option<String> = "blobSavedTo",
    }

    /// Result of ReadMcpResourceDirTool.
    #[derive(Default)]
    pub struct ReadMcpResourceDirResult {
        /// The resources.
        resources: Vec<McpResourceEntry> = "resources",
        /// What went wrong.
        error: Option<String> = "error",
    }

    /// What became of the tools of one MCP server.
    #[derive(Default)]
    pub struct RefreshedServer {
        /// The server.
        server: String = "server",
        /// `refreshed`, `error` or `not_connected`.
        status: Option<String> = "status",
        /// How many tools it has.
        tool_count: Option<u64> = "toolCount",
        /// Tools that came.
        added: Vec<String> = "added",
        /// Tools that went.
        removed: Vec<String> = "removed",
        /// What went wrong.
        error: Option<String> = "error",
    }
}

/// What a web search found: pages, or something said about them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum WebSearchItem {
    /// Something said.
    Text(String),
    /// Pages.
    Hits(WebSearchHits),
}

impl Wire for WebSearchItem {
    fn read(raw: &str, exact: &mut bool) -> Result<Self, WireError> {
        if raw.starts_with('"') {
            String::read(raw, exact).map(Self::Text)
        } else {
            WebSearchHits::read(raw, exact).map(Self::Hits)
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => text.write(out),
            Self::Hits(hits) => hits.write(out),
        }
    }

    fn audit(&self, audit: &mut Audit) {
        if let Self::Hits(hits) = self {
            hits.audit(audit);
        }
    }
}
