import type { liveOutput as english } from "../en/liveOutput";

export const liveOutput: typeof english = {
  title: "Bisherige Ausgabe",
  cut: "Nur das Ende.",
};
