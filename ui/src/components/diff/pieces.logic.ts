// A line cut into pieces, each with its colours and whether it is a changed word.

import type { Range } from "@/lib/diff";
import type { Token } from "@/lib/highlight";

export interface Piece {
  text: string;
  light?: string;
  dark?: string;
  changed: boolean;
}

export function piecesOf(text: string, tokens: Token[] | undefined, words: Range[] | undefined): Piece[] {
  const colored: Token[] = tokens ?? [[text, "", ""]];
  const pieces: Piece[] = [];
  let at = 0;
  for (const [token, light, dark] of colored) {
    let from = 0;
    for (const cut of cutsOf(words ?? [], at, at + token.length)) {
      pieces.push(piece(token.slice(from, cut - at), light, dark, words, at + from));
      from = cut - at;
    }
    pieces.push(piece(token.slice(from), light, dark, words, at + from));
    at += token.length;
  }
  return pieces.filter((one) => one.text !== "");
}

/** Where a stretch must be cut so that each piece is wholly inside or outside of the ranges. */
const cutsOf = (ranges: Range[], from: number, to: number): number[] =>
  ranges.flat().filter((edge) => edge > from && edge < to);

function piece(text: string, light: string, dark: string, words: Range[] | undefined, at: number): Piece {
  const changed = words?.some(([from, to]) => at >= from && at < to) ?? false;
  return light === "" ? { text, changed } : { text, light, dark, changed };
}
