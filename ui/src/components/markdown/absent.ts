// Stands in for parts of Streamdown's dependencies that never run here; vite.config.ts leaves them out of the bundle.
//
// rehype-raw, rehype-sanitize, rehype-harden: Streamdown's default plugins, which Markdown.tsx replaces. Raw HTML becomes
// text and is never parsed. mdast-util-to-markdown: writes Markdown, which nobody does. marked: splits a text into blocks,
// which blocks.ts does. Should one of them run after all, it fails instead of letting HTML through.

function absent(): never {
  throw new Error("this part of Streamdown is not in the bundle");
}

/** Streamdown extends this when it is loaded. */
export const defaultSchema = {};
export const harden = absent;
export const defaultHandlers = {};
export const Lexer = { lex: absent };
export default absent;
