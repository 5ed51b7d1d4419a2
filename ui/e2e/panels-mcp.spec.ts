// The MCP servers of a session: the panel, and what is offered after @.

import { lines } from "./disk";
import { answers, expect, test } from "./host";
import { begin, control, idle, openPanel, say, shot, turn } from "./panels";

const hello = turn("Hello! Are you ready to begin?", [say("Hello there, yes.")]);

test("MCP server status: toggle, add and remove are the CLI's truth", async ({ page, host }) => {
  await begin(page, host, hello);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  const panel = await openPanel(page, "mcp", "MCP");
  await panel.getByLabel("Name").fill("notes");
  await panel.getByLabel("Command").fill("node notes-server.js --quiet");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const server = panel.getByRole("article", { name: "notes" });
  await expect(server).toContainText("connected");
  interface Servers {
    mcpServers: { name: string; status: string; config: unknown }[];
  }
  const first = await control<Servers>(page, "mcp_status");
  expect(first.mcpServers).toContainEqual(
    expect.objectContaining({
      name: "notes",
      config: { type: "stdio", command: "node", args: ["notes-server.js", "--quiet"] },
    }),
  );
  await shot(page, "mcp");
  await server.getByRole("switch", { name: "notes enabled" }).click();
  await expect(server).toHaveAttribute("data-status", "disabled");
  expect((await control<Servers>(page, "mcp_status")).mcpServers).toContainEqual(
    expect.objectContaining({ name: "notes", status: "disabled" }),
  );
  await server.getByRole("switch", { name: "notes enabled" }).click();
  await expect(server).toHaveAttribute("data-status", "connected");
  await server.getByRole("button", { name: "Reconnect" }).click();
  await expect(server.getByText("The CLI reconnected it.")).toBeVisible();
  await server.getByRole("button", { name: "Remove" }).click();
  await expect(server).toBeHidden();
  expect((await control<Servers>(page, "mcp_status")).mcpServers).not.toContainEqual(
    expect.objectContaining({ name: "notes" }),
  );
});

test("MCP resources: servers are offered after @, and what is typed goes to the CLI unchanged", async ({
  page,
  host,
}) => {
  const id = await begin(page, host, hello, { mcpServers: { mcpServers: { notes: { command: "notes" } } } });
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  await idle(page);
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("Compare @not");
  await page.getByRole("option", { name: /notes:/ }).click();
  await expect(message).toHaveValue(/^Compare @notes:/);
  await message.fill("Compare @notes:note://tides/today with the table.");
  await page.getByRole("button", { name: "Send" }).click();
  interface Line {
    type: string;
    message?: unknown;
  }
  const told = () =>
    lines<Line>(host, id)
      .filter(({ type }) => type === "user")
      .map((line) => JSON.stringify(line.message));
  await expect.poll(() => told().join()).toContain("Compare @notes:note://tides/today with the table.");
});

test("MCP server status: a server that wants a sign-in offers the way to it", async ({ page, host }) => {
  await begin(page, host, hello);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  // No simulated server asks for a sign-in, so the CLI's answers are given in its place, as recorded.
  const asked: string[] = [];
  await page.route(/\/control$/, (route) => {
    const { subtype, request } = route.request().postDataJSON() as {
      subtype: string;
      request: { serverName?: string };
    };
    const server = { name: "tickets", status: "needs-auth", scope: "project", transport: "http" };
    if (subtype === "mcp_status") return route.fulfill({ json: { mcpServers: [server] } });
    if (subtype !== "mcp_authenticate") return route.continue();
    asked.push(request.serverName ?? "");
    return route.fulfill({ json: { authUrl: "https://tickets.example/authorize?state=1" } });
  });
  const panel = await openPanel(page, "mcp", "MCP");
  const server = panel.getByRole("article", { name: "tickets" });
  await expect(server).toHaveAttribute("data-status", "needs-auth");
  await server.getByRole("button", { name: "Sign in" }).click();
  const link = server.getByRole("link");
  await expect(link).toHaveAttribute("href", "https://tickets.example/authorize?state=1");
  await expect(link).toHaveAttribute("rel", /noopener/);
  expect(asked).toEqual(["tickets"]);
});
