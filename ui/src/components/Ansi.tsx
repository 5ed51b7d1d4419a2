import Anser from "anser";
import { memo } from "react";
import { cn } from "@/lib/cn";
import { Places } from "./Places";

/** Text with the colours of a terminal, as nodes: nothing of it is ever read as HTML. */
export const Ansi = memo(function Ansi({ text, className }: { text: string; className?: string }) {
  const pieces = text.includes("\u001b")
    ? Anser.ansiToJson(text, { remove_empty: true, use_classes: true })
    : undefined;
  return (
    <pre className={cn("font-mono text-sm whitespace-pre-wrap break-words", className)}>
      {pieces ? (
        pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and never move
          <span key={index} className={classesOf(piece)}>
            <Places text={piece.content} />
          </span>
        ))
      ) : (
        <Places text={text} />
      )}
    </pre>
  );
});

const colours: Record<string, string> = {
  "ansi-red": "text-fail",
  "ansi-bright-red": "text-fail",
  "ansi-green": "text-done",
  "ansi-bright-green": "text-done",
  "ansi-yellow": "text-wait",
  "ansi-bright-yellow": "text-wait",
  "ansi-blue": "text-work",
  "ansi-bright-blue": "text-work",
  "ansi-cyan": "text-work",
  "ansi-bright-cyan": "text-work",
  "ansi-bright-black": "text-faint",
};

function classesOf(piece: { fg: string | null; decorations: string[] }): string {
  return cn(
    piece.fg && colours[piece.fg],
    piece.decorations.includes("bold") && "font-semibold",
    piece.decorations.includes("dim") && "text-faint",
    piece.decorations.includes("italic") && "italic",
    piece.decorations.includes("underline") && "underline",
  );
}
