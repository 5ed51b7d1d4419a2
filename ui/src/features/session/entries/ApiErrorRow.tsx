import type { RowProps } from "../EntryRow";

/** What to do about the errors a person can do something about. */
const next: Record<string, string> = {
  authentication_failed: "Sign in with `claude` in a terminal, then send the message again.",
  billing_error: "Check the account's credit, then send the message again.",
  rate_limit: "Wait until the limit resets, then send the message again.",
  overloaded: "The service is overloaded. Send the message again in a while.",
  server_error: "Send the message again in a while.",
  model_not_found: "Choose another model.",
  invalid_request: "Shorten the conversation with /compact, or start a new session.",
};

/** The API refused or failed for good. */
export function ApiErrorRow({ body }: RowProps<"apiError">) {
  return (
    <div role="alert" className="rounded-md border-l-2 border-fail bg-fail-page px-3 py-2">
      <p className="break-words">{body.text}</p>
      <p className="text-sm text-soft">
        {next[body.error] ?? "The session goes on; send the message again."}
        {body.status ? ` (status ${body.status})` : ""}
      </p>
    </div>
  );
}
