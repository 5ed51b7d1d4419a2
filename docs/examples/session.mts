// Creates a session, streams it, and allows the first thing it asks for. Needs Node 20 and no package.
//
//   ui/node_modules/.bin/tsc --outDir out --target es2022 --module nodenext docs/examples/session.mts
//   PILOTHOUSE=http://127.0.0.1:7477 TOKEN=... node out/docs/examples/session.mjs /path/of/project 'What to do'
//
// The types are those of the API; a newer Node runs this file as it is.
import type { Change, SessionSummary, SocketUpdate } from "../../ui/src/api/generated.js";

const { PILOTHOUSE: host = "http://127.0.0.1:7477", TOKEN: token = "" } = process.env;
const [project = process.cwd(), text = "What is in this project?"] = process.argv.slice(2);

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${host}/api/${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, { method: "POST", body: JSON.stringify(body), headers });

/** The updates of a session, one by one, as its server-sent events bring them. */
async function* updates(session: string): AsyncGenerator<SocketUpdate> {
  const response = await call(`sessions/${session}/events`);
  let waiting = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    waiting += piece;
    const events = waiting.split("\n\n");
    waiting = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice(6));
    }
  }
}

/** Prints what the model writes, answers asks; true when the session has nothing more to do. */
async function see(session: string, change: Change): Promise<boolean> {
  if (change.kind === "appended") process.stdout.write(change.text);
  if (change.kind === "askSet" && change.ask.state.state === "open") {
    await post(`sessions/${session}/asks/${change.ask.id}`, { kind: "allow" });
    console.log(`\nallowed ${change.ask.id}`);
  }
  return change.kind === "entrySet" && change.entry.body.kind === "turn";
}

const created = await post("sessions", { project });
const { id: session } = (await created.json()) as SessionSummary;
console.log(`session ${session}`);
const following = updates(session);
await following.next(); // The snapshot: from here on nothing is missed.

// A key makes it safe to send the message again when the answer was lost.
await post(`sessions/${session}/messages`, { text }, { "idempotency-key": `first-${session}` });

follow: for await (const update of following) {
  if (update.kind !== "changes") continue;
  for (const change of update.sets.flatMap((set) => set.changes)) {
    if (await see(session, change)) break follow;
  }
}
console.log("\ndone");
process.exit(0);
