//! Everything that can be asked of the host. A test compares it with the routes of a running server.

use super::operations::Answer::{Any, Bytes, Events, Json, List, Nothing};
use super::operations::{Body, Operation, admin, answer, control, number, open, text, truth, view};

/// The operations, in the order of docs/api.md.
pub(super) const OPERATIONS: [&[Operation]; 5] = [HOST, PROJECTS, KEPT, SESSIONS, SESSION];

const HOST: &[Operation] = &[
    open("GET", "/healthz", "Says `ok`, and nothing else.").gives(&[(200, Bytes("text/plain"))]),
    view("GET", "/metrics", "Counters for Prometheus.").gives(&[(200, Bytes("text/plain"))]),
    open(
        "POST",
        "/api/login",
        "Trades the token of a link for a cookie and a key.",
    )
    .takes(Body::Json("Login"))
    .gives(&[(200, Json("LoggedIn"))]),
    view("POST", "/api/logout", "Forgets the device that asks."),
    view("GET", "/api/openapi.json", "This description.").gives(&[(200, Any)]),
    view("GET", "/api/host", "What the host is and may be asked for.")
        .gives(&[(200, Json("HostInfo"))]),
    view(
        "GET",
        "/api/doctor",
        "The installed CLI against what is known; takes some seconds.",
    )
    .gives(&[(200, Json("DoctorReport"))]),
    control("POST", "/api/tour", "Starts the tour.").gives(&[(201, Json("SessionSummary"))]),
    view("GET", "/api/devices", "Devices and tokens.").gives(&[(200, List("Device"))]),
    admin(
        "POST",
        "/api/devices/pair",
        "Makes a link for another device.",
    )
    .takes(Body::Json("Pair"))
    .gives(&[(200, Json("Pairing"))]),
    admin(
        "DELETE",
        "/api/devices/{id}",
        "Revokes a device; any device may revoke itself.",
    ),
    admin("POST", "/api/tokens", "Makes a bearer token for a script.")
        .takes(Body::Json("NewToken"))
        .gives(&[(200, Json("MadeToken"))]),
    view(
        "POST",
        "/api/push",
        "Says where this device takes push messages.",
    )
    .takes(Body::Json("PushSubscription")),
    view(
        "DELETE",
        "/api/push",
        "Ends all push messages to this device.",
    ),
    view(
        "GET",
        "/api/ws",
        "The WebSocket: `SocketCommand` from the client, `SocketUpdate` to it.",
    )
    .gives(&[(101, Nothing)]),
];

const PROJECTS: &[Operation] = &[
    view(
        "GET",
        "/api/projects",
        "Directories with sessions, and the one that the host was started in.",
    )
    .gives(&[(200, List("Project"))]),
    control("GET", "/api/projects/browse", "Directories of the host.")
        .query(&[text(
            "path",
            "Where to look; the home directory when absent.",
        )])
        .gives(&[(200, List("FileNode"))]),
    view(
        "GET",
        "/api/projects/trust",
        "What a directory would run by itself, item by item.",
    )
    .query(&[text("path", "The directory.")])
    .gives(&[(200, Json("TrustReport"))]),
    admin(
        "POST",
        "/api/projects/trust",
        "Accepts exactly what was shown of a directory.",
    )
    .takes(Body::Json("TrustProject"))
    .gives(&[(200, Json("TrustReport"))]),
    admin(
        "DELETE",
        "/api/projects/trust",
        "Forgets what was accepted for a directory.",
    )
    .query(&[text("path", "The directory.")])
    .gives(&[(200, Json("TrustReport"))]),
];

const KEPT: &[Operation] = &[
    view("GET", "/api/inbox", "Everything that waits for a person.")
        .gives(&[(200, List("InboxItem"))]),
    control(
        "POST",
        "/api/uploads",
        "Takes a file for a message; the body is its bytes.",
    )
    .query(&[text("name", "The name of the file.")])
    .takes(Body::Bytes("application/octet-stream"))
    .gives(&[(200, Json("Upload"))]),
    view(
        "POST",
        "/api/replay",
        "Shows a recording as the page would; nothing of it is kept.",
    )
    .query(&[number(
        "start",
        "When it began, in milliseconds since 1970.",
    )])
    .takes(Body::Bytes("application/x-ndjson"))
    .gives(&[(200, Json("Replay"))]),
    view("GET", "/api/search", "Full text over all sessions.")
        .query(&[
            text("q", "Words, phrases in quotes, beginnings with a star."),
            text("session", "Only in this session."),
            text("project", "Only in this project."),
            text("cursor", "The `next` of the page before."),
        ])
        .gives(&[(200, Json("SearchPage"))]),
    view(
        "GET",
        "/api/audit",
        "What was decided, by whom, by which rule.",
    )
    .query(&[
        text("session", "Only of this session."),
        text("cursor", "The `next` of the page before."),
        number("limit", "How many."),
    ])
    .gives(&[(200, Json("AuditPage"))]),
    view(
        "GET",
        "/api/usage",
        "What it cost, by day, project and model.",
    )
    .query(&[number("days", "How many days back.")])
    .gives(&[(200, Json("UsageReport"))]),
    view("GET", "/api/stored", "The CLI's own conversations.")
        .query(&[
            text("project", "Only of this directory."),
            text("q", "Only those with these words."),
            text("cursor", "The `next` of the page before."),
        ])
        .gives(&[(200, Json("StoredPage"))]),
    view(
        "GET",
        "/api/settings",
        "Settings of the host; addresses of notifications only for admins.",
    )
    .gives(&[(200, Json("HostSettings"))]),
    admin("PUT", "/api/settings", "Sets all settings of the host.")
        .takes(Body::Json("HostSettings"))
        .gives(&[(200, Json("HostSettings"))]),
    view("GET", "/api/rules", "The rules that decide asks.").gives(&[(200, List("Rule"))]),
    control(
        "POST",
        "/api/rules",
        "Adds a rule; one for more than a session takes an admin.",
    )
    .takes(Body::Json("NewRule"))
    .gives(&[(201, Json("Rule"))]),
    control(
        "DELETE",
        "/api/rules/{id}",
        "Removes a rule; one for more than a session takes an admin.",
    ),
    view(
        "POST",
        "/api/rules/try",
        "What a rule would have decided; nothing is written.",
    )
    .takes(Body::Json("NewRule"))
    .gives(&[(200, Json("RuleTrial"))]),
];

const SESSIONS: &[Operation] = &[
    view("GET", "/api/sessions", "The list, newest first.")
        .query(&[
            truth(
                "archived",
                "Only archived ones, or only others; both when absent.",
            ),
            text("project", "Only of this directory."),
            text("cursor", "The `next` of the page before."),
            number("limit", "How many."),
        ])
        .gives(&[(200, Json("SessionPage"))]),
    control("POST", "/api/sessions", "Starts a session.")
        .takes(Body::Json("CreateSession"))
        .gives(&[(201, Json("SessionSummary"))]),
    admin("POST", "/api/sessions/import", "Takes an archive in.")
        .query(&[text(
            "project",
            "Where the session goes on, when not where it was.",
        )])
        .takes(Body::Bytes("application/x-tar"))
        .gives(&[(201, Json("SessionSummary"))]),
];

const SESSION: &[Operation] = &[
    view("GET", "/api/sessions/{id}", "One row of the list.")
        .gives(&[(200, Json("SessionSummary"))]),
    control(
        "PATCH",
        "/api/sessions/{id}",
        "Alters what the host keeps about a session.",
    )
    .takes(Body::Json("UpdateSession"))
    .gives(&[(200, Json("SessionSummary"))]),
    control(
        "DELETE",
        "/api/sessions/{id}",
        "Puts it into the trash for ten minutes.",
    )
    .query(&[text(
        "worktree",
        "`keep` or `remove`; removed only when clean when absent.",
    )]),
    control(
        "POST",
        "/api/sessions/{id}/restore",
        "Takes it out of the trash.",
    )
    .gives(&[(200, Json("SessionSummary"))]),
    view(
        "GET",
        "/api/sessions/{id}/view",
        "The view, with its newest entries.",
    )
    .gives(&[(200, Json("SessionView"))]),
    view("GET", "/api/sessions/{id}/entries", "Older entries.")
        .query(&[
            text("before", "The oldest entry that is known."),
            number("limit", "How many."),
        ])
        .gives(&[(200, Json("EntryPage"))]),
    view(
        "GET",
        "/api/sessions/{id}/entries/{entry}",
        "One entry with nothing cut.",
    )
    .gives(&[(200, Json("Entry"))]),
    view(
        "GET",
        "/api/sessions/{id}/entries/{entry}/attachments/{index}",
        "A picture or document of an entry.",
    )
    .gives(&[(200, Bytes("application/octet-stream"))]),
    control("POST", "/api/sessions/{id}/fork", "Goes on with a copy.")
        .takes(Body::Json("ForkSession"))
        .gives(&[(201, Json("SessionSummary"))]),
    control(
        "POST",
        "/api/sessions/{id}/messages",
        "Sends a message, or queues it while a turn runs.",
    )
    .takes(Body::Json("NewMessage"))
    .gives(&[(200, Json("SentMessage"))]),
    control(
        "PATCH",
        "/api/sessions/{id}/queue/{uuid}",
        "Alters a message that waits.",
    )
    .takes(Body::Json("UpdateQueued")),
    control(
        "DELETE",
        "/api/sessions/{id}/queue/{uuid}",
        "Withdraws a message that waits.",
    ),
    answer(
        "POST",
        "/api/sessions/{id}/interrupt",
        "Stops the turn and holds queued messages. `cancelQueued` and `keepQueue` require the scope control.",
    )
    .takes(Body::Optional("Interrupt"))
    .gives(&[(200, Json("Interruption"))]),
    control(
        "POST",
        "/api/sessions/{id}/held",
        "Sends held messages: these, or all.",
    )
    .takes(Body::Optional("ReleaseHeld")),
    control(
        "DELETE",
        "/api/sessions/{id}/held",
        "Discards all held messages.",
    ),
    answer(
        "POST",
        "/api/sessions/{id}/asks/{ask}",
        "Answers an ask; 409 `settled` when somebody did. Free text, changed input and rules need `control`, rules in settings files `admin`.",
    )
    .takes(Body::Json("AnswerAsk"))
    .gives(&[(200, Json("AskAnswered")), (204, Nothing)]),
    view(
        "GET",
        "/api/sessions/{id}/trust",
        "What the directory of a session would run by itself.",
    )
    .gives(&[(200, Json("TrustReport"))]),
    control(
        "POST",
        "/api/sessions/{id}/trust",
        "Starts or restarts a session with its project's settings, or without them. Accepting new items takes an admin.",
    )
    .takes(Body::Json("DecideProjectSettings"))
    .gives(&[(200, Json("SessionSummary"))]),
    control(
        "POST",
        "/api/sessions/{id}/lifecycle",
        "Parks, wakes, closes, restarts.",
    )
    .takes(Body::Json("ChangeLifecycle"))
    .gives(&[(200, Json("SessionSummary"))]),
    control(
        "POST",
        "/api/sessions/{id}/control",
        "Passes a control request to the CLI, if it is on the list of harmless ones.",
    )
    .takes(Body::Json("ControlCall"))
    .gives(&[(200, Json("Json"))]),
    control(
        "POST",
        "/api/sessions/{id}/rewind",
        "Puts files back to what they were before a message.",
    )
    .takes(Body::Json("Rewind"))
    .gives(&[(200, Json("RewindReport"))]),
    control(
        "DELETE",
        "/api/sessions/{id}/schedules/{schedule}",
        "Asks the model to cancel a cron job or a wake-up.",
    )
    .gives(&[(200, Json("SentMessage"))]),
    control(
        "POST",
        "/api/sessions/{id}/agents/stop",
        "Stops all agents that run in the background.",
    )
    .gives(&[(200, Json("StoppedTasks"))]),
    control(
        "POST",
        "/api/sessions/{id}/tasks/{task}/stop",
        "Stops a task.",
    ),
    control(
        "POST",
        "/api/sessions/{id}/tasks/{task}/background",
        "Lets a tool go on in the background.",
    ),
    view(
        "GET",
        "/api/sessions/{id}/files",
        "Files, without what git ignores.",
    )
    .query(&[text("path", "The directory, relative to the session's.")])
    .gives(&[(200, List("FileNode"))]),
    view(
        "GET",
        "/api/sessions/{id}/files/content",
        "A file, whole or by `Range`.",
    )
    .query(&[text(
        "path",
        "The file, relative to the session's directory.",
    )])
    .gives(&[
        (200, Bytes("application/octet-stream")),
        (206, Bytes("application/octet-stream")),
    ]),
    view("GET", "/api/sessions/{id}/files/suggest", "Paths for `@`.")
        .query(&[text("query", "What was typed.")])
        .gives(&[(200, List("FileSuggestion"))]),
    view(
        "GET",
        "/api/sessions/{id}/resources",
        "Resources of MCP servers that sessions of this project have listed.",
    )
    .gives(&[(200, List("McpResource"))]),
    view(
        "GET",
        "/api/sessions/{id}/diff",
        "The working tree against the last commit.",
    )
    .gives(&[(200, Json("WorkingDiff"))]),
    view("GET", "/api/sessions/{id}/wire", "The records of the log.")
        .query(&[
            number("after", "Only what came after this sequence."),
            number("limit", "How many records."),
            number("cut", "How many characters of each."),
        ])
        .gives(&[(200, Json("WirePage"))]),
    view(
        "GET",
        "/api/sessions/{id}/events",
        "The session as server-sent events.",
    )
    .query(&[number(
        "after",
        "Goes on after this sequence, if the host still can.",
    )])
    .gives(&[(200, Events("SocketUpdate"))]),
    view("GET", "/api/sessions/{id}/export", "The session as a file.")
        .query(&[text("format", "`markdown`, `json`, `raw` or `archive`.")])
        .gives(&[(200, Bytes("application/octet-stream"))]),
];
