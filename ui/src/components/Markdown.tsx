import { memo } from "react";
import { Streamdown } from "streamdown";
import { cn } from "@/lib/cn";

interface MarkdownProps {
  children: string;
  /** The text is still coming: open marks at its end are closed for show. */
  streaming?: boolean;
  className?: string;
}

/** Text of the model. It is never trusted: raw HTML is text, links open elsewhere. */
export const Markdown = memo(function Markdown({ children, streaming = false, className }: MarkdownProps) {
  return (
    <Streamdown
      mode={streaming ? "streaming" : "static"}
      parseIncompleteMarkdown={streaming}
      className={cn("markdown space-y-3 break-words", className)}
    >
      {children}
    </Streamdown>
  );
});
