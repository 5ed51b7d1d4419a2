// The MCP servers of a session: the panel, and what is offered after @.

import { join } from "node:path";
import {
  answers,
  begin,
  control,
  expect,
  idle,
  message,
  openPanel,
  recorded,
  say,
  send,
  test,
  turn,
} from "./support";
import { lines } from "./support/disk";

const hello = turn("Hello! Are you ready to begin?", [say("Hello there, yes.")]);

test("MCP server status: toggle, add and remove are the CLI's truth", async ({ page, host }) => {
  await begin(page, host, hello);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  const panel = await openPanel(page, "mcp", "MCP");
  await panel.getByLabel("Name").fill("notes");
  await panel.getByLabel("Command").fill("node notes-server.js --quiet");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const server = panel.getByRole("article", { name: "notes" });
  await expect(server).toContainText("Connected");
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
  await server.getByRole("switch", { name: "notes enabled" }).click();
  await expect(server).toHaveAttribute("data-status", "disabled");
  expect((await control<Servers>(page, "mcp_status")).mcpServers).toContainEqual(
    expect.objectContaining({ name: "notes", status: "disabled" }),
  );
  await server.getByRole("switch", { name: "notes enabled" }).click();
  await expect(server).toHaveAttribute("data-status", "connected");
  await server.getByRole("button", { name: "Reconnect" }).click();
  await expect(server.getByText("Reconnected.")).toBeVisible();
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
  const notes = { command: "node", args: [join(import.meta.dirname, "notes-server.mjs")] };
  const id = await begin(page, host, hello, { mcpServers: { mcpServers: { notes } } });
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  await idle(page);
  await message(page).pressSequentially("Compare @not");
  await page.getByRole("option", { name: /notes:/ }).click();
  await expect(message(page)).toHaveValue(/^Compare @notes:/);
  await send(page, "Compare @notes:note://tides/today with the table.");
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

test("MCP server status: a server that needs a sign-in offers its link", async ({ page, fake }) => {
  const tickets = { name: "tickets", status: "needs-auth", scope: "project", transport: "http" };
  fake.control("mcp_status", { mcpServers: [tickets] });
  fake.control("mcp_authenticate", { authUrl: "https://tickets.example/authorize?state=1" });
  await fake.session({ view: recorded("plain") });
  const panel = await openPanel(page, "mcp", "MCP");
  const server = panel.getByRole("article", { name: "tickets" });
  await expect(server).toHaveAttribute("data-status", "needs-auth");
  await server.getByRole("button", { name: "Sign in" }).click();
  const link = server.getByRole("link");
  await expect(link).toHaveAttribute("href", "https://tickets.example/authorize?state=1");
  await expect(link).toHaveAttribute("rel", /noopener/);
  expect(fake.sent.map(({ body }) => body)).toContainEqual({
    subtype: "mcp_authenticate",
    request: { serverName: "tickets" },
  });
});
