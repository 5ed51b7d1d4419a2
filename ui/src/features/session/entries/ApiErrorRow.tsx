import { conversation as words } from "@/strings";
import type { RowProps } from "../EntryRow";

/** The API refused or failed for good. */
export function ApiErrorRow({ body }: RowProps<"apiError">) {
  return (
    <div role="alert" className="rounded-md border-l-2 border-fail bg-fail-page px-3 py-2">
      <p className="break-words">{body.text}</p>
      <p className="text-sm text-soft">
        {words.apiErrors[body.error] ?? words.otherApiError}
        {body.status ? words.apiStatus(body.status) : ""}
      </p>
    </div>
  );
}
