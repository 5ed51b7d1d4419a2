import { useEffect, useState } from "react";
import { cn } from "@/lib/cn";
import { contentStrings as words } from "@/strings";
import { CodeBlock } from "../Code";

let count = 0;

/** Draws a diagram as a picture: inside an image nothing of it can run, load or be clicked. */
async function draw(source: string, dark: boolean): Promise<string> {
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
    theme: dark ? "dark" : "neutral",
    fontFamily: "sans-serif",
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, source);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** A diagram in the language of mermaid: its picture, and its source beside it. */
export function Diagram({ source, unfinished }: { source: string; unfinished: boolean }) {
  const [picture, setPicture] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [showSource, setShowSource] = useState(false);
  useEffect(() => {
    if (unfinished) return;
    let gone = false;
    draw(source, document.documentElement.dataset.theme === "dark")
      .then((made) => !gone && setPicture(made))
      .catch((error: unknown) => !gone && setProblem(error instanceof Error ? error.message : String(error)));
    return () => {
      gone = true;
    };
  }, [source, unfinished]);
  if (!picture || showSource) {
    return (
      <div>
        <CodeBlock code={source} language="mermaid" unfinished={unfinished} />
        {problem && <p className="pt-1 text-xs text-faint">{words.notDrawn(problem)}</p>}
        {picture && <Toggle label={words.showDiagram} onClick={() => setShowSource(false)} />}
      </div>
    );
  }
  return (
    <figure className="rounded-md border border-line p-2">
      <img src={picture} alt={words.diagram} className="mx-auto max-h-[28rem] max-w-full" />
      <Toggle label={words.showSource} onClick={() => setShowSource(true)} className="mx-auto" />
    </figure>
  );
}

function Toggle({ label, onClick, className }: { label: string; onClick: () => void; className?: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn("block py-1 text-xs text-soft underline hover:text-ink pointer-coarse:py-3", className)}
    >
      {label}
    </button>
  );
}
