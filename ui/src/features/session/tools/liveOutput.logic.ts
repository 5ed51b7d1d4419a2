// The end of what a command has printed, for a glance at it.

/** As many lines as tell that something moves, and no more. */
const SHOWN = 4;

/** The last lines that say something. Of a line that was written over and over, as progress is, the newest state. */
export function lastLines(output: string, most = SHOWN): string {
  return output
    .split("\n")
    .map((line) => line.replace(/\r+$/, "").split("\r").at(-1) ?? "")
    .filter((line) => line.trim() !== "")
    .slice(-most)
    .join("\n");
}
