import { memo, useEffect, useMemo, useState } from "react";
import remend from "remend";
import { cn } from "@/lib/cn";
import { blocksOf, hasOpenFence } from "./markdown/blocks";
import { Unfinished } from "./markdown/elements";
import { type Formulas, withFormulas } from "./markdown/formulas";
import { drawn } from "./markdown/render";
import { withoutUnfinishedTable } from "./markdown/tables";

const sizes = { prose: "text-prose", base: "text-base", small: "text-sm" };

interface MarkdownProps {
  children: string;
  /** The text is still coming: open marks at its end are closed for show. */
  streaming?: boolean;
  size?: keyof typeof sizes;
  className?: string;
}

/**
 * Text of the model. It is never trusted: raw HTML is text, links open elsewhere, nothing is loaded from elsewhere.
 * A text that has come to its end keeps its blocks, so nothing flickers when it does; one that was whole from the
 * start is read at once.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { children, streaming = false, size = "prose", className } = props;
  const text = useMemo(
    () => withFormulas(streaming ? withoutUnfinishedTable(children) : children),
    [children, streaming],
  );
  const formulas = useFormulas(text);
  const [grows] = useState(streaming);
  const blocks = grows ? blocksOf(text) : [text];
  const last = blocks.length - 1;
  return (
    <div className={cn("space-y-3 break-words [&_.katex-display]:overflow-x-auto", sizes[size], className)}>
      {blocks.map((block, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: a block keeps its place, its text is what changes
          key={index}
          text={streaming && index === last ? remend(block) : block}
          unfinished={streaming && index === last && hasOpenFence(block)}
          formulas={formulas}
        />
      ))}
    </div>
  );
});

interface BlockProps {
  text: string;
  unfinished: boolean;
  formulas: Formulas | undefined;
}

/** Drawn again only when its own text changes. */
const Block = memo(function Block({ text, unfinished, formulas }: BlockProps) {
  return <Unfinished value={unfinished}>{drawn(text, formulas)}</Unfinished>;
});

let loaded: Formulas | undefined;
let loading: Promise<Formulas> | undefined;

/** What reads and draws formulas is loaded with the first text that has one. */
function useFormulas(text: string): Formulas | undefined {
  const has = text.includes("$$");
  const [ready, setReady] = useState(loaded);
  useEffect(() => {
    if (!has || ready) return;
    let gone = false;
    loading ??= import("./markdown/katex").then((module) => {
      loaded = module.formulas;
      return loaded;
    });
    loading.then((made) => !gone && setReady(made)).catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [has, ready]);
  return has ? ready : undefined;
}
