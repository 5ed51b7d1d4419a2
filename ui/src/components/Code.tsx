import { memo, useEffect, useState } from "react";
import { cn } from "@/lib/cn";
import { type Colored, highlight } from "@/lib/highlight";

interface CodeProps {
  code: string;
  /** Its name tells the language. */
  path: string;
  firstLine?: number;
  className?: string;
}

/** Code with line numbers: plain at once, with colours when they are ready. */
export const Code = memo(function Code({ code, path, firstLine = 1, className }: CodeProps) {
  const [colored, setColored] = useState<Colored>();
  useEffect(() => {
    let gone = false;
    setColored(undefined);
    highlight(code, path)
      .then((lines) => {
        if (!gone) setColored(lines);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [code, path]);
  const lines = code.replace(/\n$/, "").split("\n");
  return (
    <div
      className={cn(
        "max-h-96 overflow-auto rounded-md border border-line font-mono text-xs leading-5",
        className,
      )}
    >
      <table className="border-collapse">
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is its identity
            <tr key={index}>
              <td className="px-2 text-right text-faint select-none">{firstLine + index}</td>
              <td className="pr-3 whitespace-pre">
                {colored?.[index]?.map((token, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move
                  <span key={at} style={token.style} className="token">
                    {token.text}
                  </span>
                )) ?? line}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
