// What panels and pages are called, in tabs, in the palette and in the sidebar.

export const titles = {
  changes: "Changes",
  tasks: "Tasks",
  jobs: "Agents",
  mcp: "MCP",
  context: "Context",
  cost: "Usage",
  files: "Files",
  outline: "Outline",
  rewind: "Rewind",
  wire: "Protocol log",
  settings: "Settings",
  help: "Help",
  keys: "Keys",
  usage: "Usage",
  doctor: "Doctor",
  audit: "Audit",
  devices: "Devices",
  host: "Settings",
  replay: "Replay",
};
