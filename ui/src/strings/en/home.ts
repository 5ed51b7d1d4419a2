// Home and the overview.

import { units } from "./units";

export const home = {
  recent: "Recent",
  projectButton: (name: string) => `Use ${name}`,
  allRequests: "Open inbox",
  review: "Review",
  open: "Open",
  tourTitle: "New here? Take the tour.",
  tourText: "A simulated session shows messages, permission requests, diffs and costs. It needs no sign-in.",
  tour: "Start the tour",
  noTour: "Not now",
  finished: (age: string) => (age === units.now ? "Finished just now" : `Finished ${age} ago`),
  lastEvent: (age: string) => (age === units.now ? "Last event just now" : `Last event ${age} ago`),
  active: (count: number) => `Active ${count}`,
  all: "All",
  shown: "Sessions shown",
  allProjects: "All projects",
  project: "Project",
  new: "New",
  noneActive: "No active sessions",
  noneActiveHint: "Sessions that need you, run or are ready for review appear here.",
};
