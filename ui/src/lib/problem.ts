// What went wrong, in words.

import { ProblemError } from "@/api/http";
import { toast } from "./toast";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const detailOf = (error: unknown): string | undefined =>
  error instanceof ProblemError ? error.detail : undefined;

/** What failed and what to do about it, in one line. */
export function problemText(error: unknown): string {
  const detail = detailOf(error);
  return detail ? `${messageOf(error)} ${detail}` : messageOf(error);
}

/** Shows an error, with its detail below it. */
export function toastError(error: unknown): void {
  const detail = detailOf(error);
  toast.error(messageOf(error), detail ? { description: detail } : {});
}
