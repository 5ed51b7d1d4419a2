// How each element of a text looks. These are constants: a block whose text did not change is not drawn again.

import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { placeOf } from "@/lib/places";
import { contentStrings as words } from "@/strings";
import { CodeBlock } from "../Code";
import { FileLink, withPlaces } from "../Places";
import { Diagram } from "./Diagram";
import { Picture, PictureSession } from "./Picture";

interface HastNode {
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

interface Props {
  node?: HastNode;
  children?: ReactNode;
}

/** Whether the code of a fenced block is still coming. */
export const Unfinished = createContext(false);

const textOf = (node: HastNode): string => node.value ?? (node.children ?? []).map(textOf).join("");

/** A fenced block: the code inside is taken from the tree, since its text alone matters. */
function Fence({ node }: Props) {
  const unfinished = useContext(Unfinished);
  const code = node?.children?.find((child) => child.tagName === "code");
  const classes = code?.properties?.className;
  const language = (Array.isArray(classes) ? classes : [])
    .map(String)
    .find((name) => name.startsWith("language-"))
    ?.slice("language-".length);
  const text = code ? textOf(code) : "";
  if (language === "mermaid") return <Diagram source={text} unfinished={unfinished} />;
  return <CodeBlock code={text} language={language ?? ""} unfinished={unfinished} />;
}

function Link({ href, children }: Props & { href?: string }) {
  if (!href || !/^(https?:|mailto:)/i.test(href))
    return <span className="underline decoration-dotted">{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="text-link underline underline-offset-2"
    >
      {children}
    </a>
  );
}

/** Inline code; a file name is a link to the file. */
function InlineCode({ children }: Props) {
  const session = useContext(PictureSession);
  const place = typeof children === "string" ? placeOf(children) : undefined;
  return (
    <code className="font-mono text-[0.88em] break-words">
      {place && session !== undefined ? (
        <FileLink session={session} place={place}>
          {children}
        </FileLink>
      ) : (
        children
      )}
    </code>
  );
}

const heading = (Tag: "h3" | "h4" | "h5", look: string) =>
  function Heading({ children }: Props) {
    // The page's own headings stand above: those of a text begin lower.
    return <Tag className={look}>{children}</Tag>;
  };

function Table({ children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={words.table} className="overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </section>
  );
}

const cellLook = (align: unknown) => ({
  textAlign: align === "right" || align === "center" ? (align as "right" | "center") : ("left" as const),
});

export const elements = {
  pre: Fence,
  code: InlineCode,
  a: Link,
  img: ({ src, alt }: { src?: unknown; alt?: unknown }) => (
    <Picture source={typeof src === "string" ? src : ""} alt={typeof alt === "string" ? alt : ""} />
  ),
  p: ({ children }: Props) => <p>{withPlaces(children)}</p>,
  h1: heading("h3", "pt-1 text-lg font-semibold"),
  h2: heading("h3", "pt-1 text-base font-semibold"),
  h3: heading("h4", "pt-1 font-semibold"),
  h4: heading("h5", "font-semibold text-soft"),
  h5: heading("h5", "font-semibold text-soft"),
  h6: heading("h5", "font-semibold text-soft"),
  ul: ({ children }: Props) => (
    <ul className="list-disc space-y-1 pl-5 marker:text-faint [&_ul]:pt-1 [&_ol]:pt-1">{children}</ul>
  ),
  ol: ({ children, start }: Props & { start?: unknown }) => (
    <ol
      className="list-decimal space-y-1 pl-6 marker:text-faint [&_ul]:pt-1 [&_ol]:pt-1"
      {...(typeof start === "number" ? { start } : {})}
    >
      {children}
    </ol>
  ),
  // The box of a task stands in the place of the mark.
  li: ({ children, className }: Props & { className?: string }) => (
    <li className={className?.includes("task-list-item") ? "-ml-5 list-none [&>p]:inline" : "[&>p]:inline"}>
      {withPlaces(children)}
    </li>
  ),
  blockquote: ({ children }: Props) => (
    <blockquote className="border-l-2 border-line pl-3 text-soft">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  strong: ({ children }: Props) => <strong className="font-semibold">{children}</strong>,
  input: ({ checked }: { checked?: boolean }) => (
    <span role="img" aria-label={checked ? words.done : words.open} className="mr-1 text-faint">
      {checked ? "☑" : "☐"}
    </span>
  ),
  table: Table,
  thead: ({ children }: Props) => <thead className="border-b border-line">{children}</thead>,
  tbody: ({ children }: Props) => <tbody className="divide-y divide-line">{children}</tbody>,
  tr: ({ children }: Props) => <tr>{children}</tr>,
  th: ({ children, style }: Props & ComponentProps<"th">) => (
    <th className="px-2 py-1 font-semibold" style={cellLook(style?.textAlign)}>
      {children}
    </th>
  ),
  td: ({ children, style }: Props & ComponentProps<"td">) => (
    <td className="px-2 py-1 align-top" style={cellLook(style?.textAlign)}>
      {withPlaces(children)}
    </td>
  ),
};
