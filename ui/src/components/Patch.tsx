import { memo } from "react";
import type { Hunk } from "@/api/generated";
import { cn } from "@/lib/cn";

interface PatchProps {
  hunks: Hunk[];
  className?: string;
}

/** A small diff in place: line numbers, signs and colours. Large ones are for the diff viewer. */
export const Patch = memo(function Patch({ hunks, className }: PatchProps) {
  return (
    <div
      className={cn(
        "max-h-96 overflow-auto rounded-md border border-line font-mono text-xs leading-5",
        className,
      )}
    >
      <table className="min-w-full border-collapse">
        <tbody>
          {hunks.map((hunk) => numbered(hunk).map((line) => <Line key={line.key} line={line} />))}
        </tbody>
      </table>
    </div>
  );
});

interface NumberedLine {
  key: string;
  sign: string;
  text: string;
  old: number | undefined;
  fresh: number | undefined;
}

function numbered(hunk: Hunk): NumberedLine[] {
  let old = hunk.oldStart;
  let fresh = hunk.newStart;
  return hunk.lines.map((line, index) => {
    const sign = line.charAt(0);
    const shown: NumberedLine = {
      key: `${hunk.oldStart}.${hunk.newStart}.${index}`,
      sign,
      text: line.slice(1),
      old: sign === "+" ? undefined : old,
      fresh: sign === "-" ? undefined : fresh,
    };
    if (sign !== "+") old += 1;
    if (sign !== "-") fresh += 1;
    return shown;
  });
}

function Line({ line }: { line: NumberedLine }) {
  return (
    <tr className={cn(line.sign === "+" && "bg-added", line.sign === "-" && "bg-removed")}>
      <td className="w-10 px-1.5 text-right text-faint select-none">{line.old}</td>
      <td className="w-10 px-1.5 text-right text-faint select-none">{line.fresh}</td>
      <td className="w-4 text-center select-none">{line.sign}</td>
      <td className="pr-3 whitespace-pre">{line.text}</td>
    </tr>
  );
}
