//! Finding things: files, text, pages, tools.

use crate::wire::wire_struct;

wire_struct! {
    /// Input of Glob.
    #[derive(Default)]
    pub struct GlobInput {
        /// The pattern.
        pattern: String = "pattern",
        /// Where to look.
        path: Option<String> = "path",
    }

    /// Input of Grep.
    #[derive(Default)]
    pub struct GrepInput {
        /// The regular expression.
        pattern: String = "pattern",
        /// Where to look.
        path: Option<String> = "path",
        /// In which files, by pattern.
        glob: Option<String> = "glob",
        /// In which files, by type.
        kind: Option<String> = "type",
        /// `content`, `files_with_matches` or `count`.
        output_mode: Option<String> = "output_mode",
        /// Lines after a match.
        after: Option<f64> = "-A",
        /// Lines before a match.
        before: Option<f64> = "-B",
        /// Lines around a match.
        around: Option<f64> = "-C",
        /// The same, by its long name.
        context: Option<f64> = "context",
        /// With line numbers.
        line_numbers: Option<bool> = "-n",
        /// Upper and lower case are the same.
        ignore_case: Option<bool> = "-i",
        /// Only what matched.
        only_matching: Option<bool> = "-o",
        /// A match may span lines.
        multiline: Option<bool> = "multiline",
        /// At most so many.
        head_limit: Option<f64> = "head_limit",
        /// Leaving out the first so many.
        offset: Option<f64> = "offset",
    }

    /// Input of WebFetch.
    #[derive(Default)]
    pub struct WebFetchInput {
        /// The page.
        url: String = "url",
        /// What to find out.
        prompt: Option<String> = "prompt",
        /// From here on.
        offset: Option<u64> = "offset",
    }

    /// Input of WebSearch.
    #[derive(Default)]
    pub struct WebSearchInput {
        /// What to look for.
        query: String = "query",
        /// Only there.
        allowed_domains: Vec<String> = "allowed_domains",
        /// Not there.
        blocked_domains: Vec<String> = "blocked_domains",
    }

    /// Input of ToolSearch.
    #[derive(Default)]
    pub struct ToolSearchInput {
        /// What to look for.
        query: String = "query",
        /// At most so many.
        max_results: Option<u64> = "max_results",
    }

    /// Input of ListMcpResourcesTool and RefreshMcpTools.
    #[derive(Default)]
    pub struct McpServerInput {
        /// The server; absent means all.
        server: Option<String> = "server",
    }

    /// Input of ReadMcpResourceTool and ReadMcpResourceDirTool.
    #[derive(Default)]
    pub struct McpResourceInput {
        /// The server.
        server: String = "server",
        /// The resource.
        uri: String = "uri",
    }
}
