import { type CSSProperties, useEffect, useState } from "react";
import { type Colored, colored, highlight, type Token } from "@/lib/highlight";

/** The colours of some code: none at first, then all of them. Nothing is asked for while `wait` holds. */
export function useColors(code: string, path: string, wait = false): Colored | undefined {
  const [made, setMade] = useState<{ code: string; lines: Colored }>();
  useEffect(() => {
    if (wait || colored(code, path)) return;
    let gone = false;
    highlight(code, path).then((lines) => {
      if (!gone && lines) setMade({ code, lines });
    });
    return () => {
      gone = true;
    };
  }, [code, path, wait]);
  if (wait) return undefined;
  return colored(code, path) ?? (made?.code === code ? made.lines : undefined);
}

/** One line: in colours where there are some. */
export function Line({ tokens, text }: { tokens: Token[] | undefined; text: string }) {
  if (!tokens) return text;
  return tokens.map(([piece, light, dark], at) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move
      key={at}
      style={{ "--shiki-light": light, "--shiki-dark": dark } as CSSProperties}
      className="token"
    >
      {piece}
    </span>
  ));
}
