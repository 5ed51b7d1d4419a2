//! Tool names, taken apart for people.

use pilothouse_protocol::tool::McpToolName;

use crate::tool::{McpToolServer, ToolName};

/// Names whose usual spelling is not just a capital letter.
const SPELLINGS: [(&str, &str); 14] = [
    ("github", "GitHub"),
    ("gitlab", "GitLab"),
    ("api", "API"),
    ("aws", "AWS"),
    ("url", "URL"),
    ("sql", "SQL"),
    ("postgresql", "PostgreSQL"),
    ("html", "HTML"),
    ("json", "JSON"),
    ("pdf", "PDF"),
    ("id", "ID"),
    ("ide", "IDE"),
    ("http", "HTTP"),
    ("ui", "UI"),
];

/// Takes a tool's name apart: `mcp__github__search_repositories` is GitHub's Search Repositories.
pub(crate) fn tool_name(name: &str) -> ToolName {
    match McpToolName::parse(name) {
        Some(McpToolName { server, tool }) => ToolName {
            name: name.to_owned(),
            display: title(tool),
            server: Some(McpToolServer {
                name: server.to_owned(),
                display: title(server),
                tool: tool.to_owned(),
            }),
        },
        None => ToolName {
            name: name.to_owned(),
            display: plain(name).to_owned(),
            server: None,
        },
    }
}

/// The wire calls the tool that starts subagents `Task` in some places and `Agent` in others.
fn plain(name: &str) -> &str {
    match name {
        "Task" => "Agent",
        "AskUserQuestion" => "Question",
        "ListMcpResourcesTool" => "List MCP Resources",
        "ReadMcpResourceTool" => "Read MCP Resource",
        "ReadMcpResourceDirTool" => "Read MCP Resource Directory",
        other => other,
    }
}

fn title(name: &str) -> String {
    let words = name
        .split(['_', '-', ' ', '.'])
        .filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .flat_map(camel_words)
        .map(|word| spell(&word))
        .collect();
    if words.is_empty() {
        name.to_owned()
    } else {
        words.join(" ")
    }
}

/// Splits `createPullRequest` where a capital follows a small letter.
fn camel_words(word: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in word.chars() {
        if was_lower && character.is_uppercase() {
            words.push(String::new());
        }
        was_lower = character.is_lowercase();
        if let Some(last) = words.last_mut() {
            last.push(character);
        }
    }
    words
}

fn spell(word: &str) -> String {
    let lower = word.to_lowercase();
    if let Some((_, spelling)) = SPELLINGS.iter().find(|(name, _)| *name == lower) {
        return (*spelling).to_owned();
    }
    let mut characters = word.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::tool_name;

    fn shown(name: &str) -> String {
        let name = tool_name(name);
        match name.server {
            Some(server) => format!("{} > {}", server.display, name.display),
            None => name.display,
        }
    }

    #[test]
    fn mcp_names_are_for_people() {
        assert_eq!(
            shown("mcp__github__search_repositories"),
            "GitHub > Search Repositories"
        );
        assert_eq!(
            shown("mcp__memory__create_entities"),
            "Memory > Create Entities"
        );
        assert_eq!(
            shown("mcp__filesystem__read_file"),
            "Filesystem > Read File"
        );
        assert_eq!(
            shown("mcp__claude_ai_Drive__createPullRequest"),
            "Claude Ai Drive > Create Pull Request"
        );
        assert_eq!(shown("mcp__a__b__c"), "A > B C");
    }

    #[test]
    fn what_is_not_a_full_mcp_name_stays() {
        assert_eq!(shown("mcp__github"), "mcp__github");
        assert_eq!(shown("mcp____x"), "mcp____x");
        assert_eq!(shown("Bash"), "Bash");
        assert_eq!(shown("Task"), "Agent");
    }

    #[test]
    fn the_wire_name_is_kept() {
        let name = tool_name("mcp__github__search_repositories");
        assert_eq!(name.name, "mcp__github__search_repositories");
        assert_eq!(name.server.unwrap().tool, "search_repositories");
    }
}
