import { memo, useEffect, useMemo, useState } from "react";
import { type MathPlugin, type PluginConfig, Streamdown } from "streamdown";
import { cn } from "@/lib/cn";
import { blocksOf } from "./markdown/blocks";
import { elements } from "./markdown/elements";
import { withFormulas } from "./markdown/formulas";
import { withoutUnfinishedTable } from "./markdown/tables";

interface MarkdownProps {
  children: string;
  /** The text is still coming: open marks at its end are closed for show. */
  streaming?: boolean;
  className?: string;
}

// Constants, so that a block whose text did not change is not drawn again.
const plain: PluginConfig = {};
const noPlugins: [] = [];
const controls = false;
const links = { enabled: false };
const oneBlock = (text: string): string[] => [text];

/**
 * Text of the model. It is never trusted: raw HTML is text, links open elsewhere, nothing is loaded from elsewhere.
 * A text that has come to its end keeps its blocks, so nothing flickers when it does; one that was whole from the
 * start is read at once.
 */
export const Markdown = memo(function Markdown({ children, streaming = false, className }: MarkdownProps) {
  const text = useMemo(
    () => withFormulas(streaming ? withoutUnfinishedTable(children) : children),
    [children, streaming],
  );
  const plugins = useMath(text);
  const [grows] = useState(streaming);
  return (
    <Streamdown
      mode={grows ? "streaming" : "static"}
      parseMarkdownIntoBlocksFn={grows ? blocksOf : oneBlock}
      parseIncompleteMarkdown={streaming}
      components={elements as never}
      rehypePlugins={noPlugins}
      urlTransform={safeUrl}
      plugins={plugins}
      controls={controls}
      linkSafety={links}
      className={cn("space-y-3 text-prose break-words [&_.katex-display]:overflow-x-auto", className)}
    >
      {text}
    </Streamdown>
  );
});

/** Lets addresses through that a text may hold: links, mail, files of the project, embedded pictures. */
function safeUrl(url: string): string {
  if (/^(https?:|mailto:|data:image\/(png|jpeg|gif|webp);)/i.test(url)) return url;
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? "" : url;
}

let math: PluginConfig | undefined;
let loading: Promise<PluginConfig> | undefined;

async function loadMath(): Promise<PluginConfig> {
  const [{ createMathPlugin }] = await Promise.all([
    import("@streamdown/math"),
    import("katex/dist/katex.min.css"),
  ]);
  math = { math: createMathPlugin({ errorColor: "var(--fail)" }) as MathPlugin };
  return math;
}

/** Formulas are loaded with the first text that has one. */
function useMath(text: string): PluginConfig {
  const has = text.includes("$$");
  const [ready, setReady] = useState(math);
  useEffect(() => {
    if (!has || ready) return;
    let gone = false;
    loading ??= loadMath();
    loading.then((made) => !gone && setReady(made)).catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [has, ready]);
  return has && ready ? ready : plain;
}
