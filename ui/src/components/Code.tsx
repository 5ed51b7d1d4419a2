import { memo, useEffect, useRef } from "react";
import { cn } from "@/lib/cn";
import { contentStrings as words } from "@/strings";
import { CopyButton } from "./CopyButton";
import { Line, useColors } from "./Tokens";

interface CodeProps {
  code: string;
  /** Its name tells the language. */
  path: string;
  firstLine?: number;
  /** The line to scroll to and mark. */
  line?: number | undefined;
  className?: string;
}

/** Code with line numbers: plain at once, with colours when they are ready. */
export const Code = memo(function Code({ code, path, firstLine = 1, line: marked, className }: CodeProps) {
  const colors = useColors(code, path);
  const row = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref moves with the line
  useEffect(() => row.current?.scrollIntoView({ block: "center" }), [marked]);
  const lines = code.replace(/\n$/, "").split("\n");
  return (
    <div className="group/code relative">
      <div
        className={cn(
          "max-h-96 overflow-auto rounded-md border border-line bg-panel font-mono text-xs leading-5",
          className,
        )}
      >
        <table className="border-collapse">
          <tbody>
            {lines.map((line, index) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is its identity
                key={index}
                {...(firstLine + index === marked
                  ? { ref: row, "aria-current": "location", className: "bg-select" }
                  : {})}
              >
                <td className="sticky left-0 bg-inherit px-2 text-right text-faint select-none">
                  {firstLine + index}
                </td>
                <td className="pr-8 whitespace-pre">
                  <Line tokens={colors?.[index]} text={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {/* It lies over the code, so it is a little smaller than a thumb. */}
      <CopyButton
        text={() => code}
        className="absolute top-1 right-2 bg-panel opacity-0 group-hover/code:opacity-100 focus-visible:opacity-100 pointer-coarse:size-9 pointer-coarse:opacity-100"
      />
    </div>
  );
});

/** A command, whole: a long one is wrapped, so that nothing of what would run is out of sight. */
export const Command = memo(function Command({ code }: { code: string }) {
  const colors = useColors(code, "sh");
  return (
    <div className="relative rounded-md border border-line bg-panel" data-code-block>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-64 overflow-y-auto py-2 pr-9 pl-3 font-mono text-xs leading-5 whitespace-pre-wrap pointer-coarse:py-3 pointer-coarse:pr-11"
      >
        <code className="break-words">
          {code.split("\n").map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is its identity
            <span key={index} className="block min-h-5">
              <Line tokens={colors?.[index]} text={line} />
            </span>
          ))}
        </code>
      </pre>
      <CopyButton
        text={() => code}
        label={words.copyCode}
        className="absolute top-1 right-1 pointer-coarse:top-0 pointer-coarse:right-0"
      />
    </div>
  );
});

interface CodeBlockProps {
  code: string;
  /** The word behind the fence. */
  language: string;
  /** It is still being written: it stays plain until it is whole. */
  unfinished?: boolean;
}

/** Code inside prose: its language, a way to copy it, colours when it is whole. */
export const CodeBlock = memo(function CodeBlock({ code, language, unfinished = false }: CodeBlockProps) {
  const text = code.replace(/\n$/, "");
  const colors = useColors(text, language || "text", unfinished);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-panel" data-code-block>
      <figcaption className="flex h-7 items-center justify-between border-b border-line pr-1 pl-3 text-xs text-faint pointer-coarse:h-11 pointer-coarse:pr-0">
        {language || words.plainText}
        <CopyButton text={() => text} label={words.copyCode} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-3 py-2 font-mono text-xs leading-5">
        <code>
          {text.split("\n").map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is its identity
            <span key={index} className="block min-h-5">
              <Line tokens={colors?.[index]} text={line} />
            </span>
          ))}
        </code>
      </pre>
    </figure>
  );
});
