// An MCP server of one tool and one resource, for the tests: over stdio, or with `--http` on a port that it prints,
// where whoever comes must be signed in first. Its sign-in asks nothing and sends the browser back at once.

import { createServer } from "node:http";
import { createInterface } from "node:readline";

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: "notes", version: "1.0.0" },
  }),
  "tools/list": () => ({
    tools: [{ name: "look", description: "Looks something up.", inputSchema: { type: "object" } }],
  }),
  "resources/list": () => ({
    resources: [{ uri: "note://tides", name: "Tides", mimeType: "text/plain" }],
  }),
};

const answer = ({ id, method, params }) => ({
  jsonrpc: "2.0",
  id,
  result: results[method]?.(params) ?? {},
});

function overStdio() {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.id !== undefined) process.stdout.write(`${JSON.stringify(answer(message))}\n`);
  });
}

const pass = crypto.randomUUID();

/** What stands at an address: a status, headers and a value. */
function page(origin, url, request, body) {
  switch (url.pathname) {
    case "/.well-known/oauth-protected-resource":
    case "/.well-known/oauth-protected-resource/mcp":
      return [200, {}, { resource: `${origin}/mcp`, authorization_servers: [origin] }];
    case "/.well-known/oauth-authorization-server":
      return [
        200,
        {},
        {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ["code"],
          grant_types_supported: ["authorization_code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        },
      ];
    case "/register":
      return [201, {}, { ...JSON.parse(body), client_id: "visitor" }];
    case "/authorize": {
      const back = new URL(url.searchParams.get("redirect_uri"));
      back.searchParams.set("code", "welcome");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return [302, { location: back.href }, {}];
    }
    case "/token":
      return [200, {}, { access_token: pass, token_type: "Bearer", expires_in: 3600 }];
    case "/mcp":
      return served(origin, request, body);
    default:
      return [404, {}, {}];
  }
}

function served(origin, request, body) {
  if (request.headers.authorization !== `Bearer ${pass}`) {
    const metadata = `${origin}/.well-known/oauth-protected-resource`;
    return [401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }, {}];
  }
  if (request.method !== "POST") return [405, {}, {}];
  const message = JSON.parse(body);
  return message.id === undefined ? [202, {}, {}] : [200, {}, answer(message)];
}

function overHttp() {
  const server = createServer(async (request, response) => {
    const origin = `http://127.0.0.1:${server.address().port}`;
    let body = "";
    for await (const chunk of request) body += chunk;
    const [status, headers, value] = page(origin, new URL(request.url, origin), request, body);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
}

if (process.argv.includes("--http")) overHttp();
else overStdio();
