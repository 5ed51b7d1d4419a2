import { Suspense } from "react";
import { later, soon } from "@/lib/later";
import { withLateTexts } from "@/strings/withLateTexts";
import type { CompletionProps } from "./CompletionList";

const CompletionList = soon(
  later(withLateTexts(() => import("./CompletionList").then((module) => module.CompletionList))),
);

/** Offers commands after `/`, files and resources of MCP servers after `@`. */
export function Completion(props: CompletionProps) {
  if (!props.text.startsWith("/") && !props.text.includes("@")) return null;
  return (
    <Suspense>
      <CompletionList {...props} />
    </Suspense>
  );
}
