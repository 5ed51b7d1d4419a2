// What went wrong, as one text.

import { ProblemError } from "@/api/http";

/** The sentence and its next step. */
export function problemText(error: unknown): string {
  if (error instanceof ProblemError) return error.detail ? `${error.message} ${error.detail}` : error.message;
  return error instanceof Error ? error.message : String(error);
}
