import { ArrowLeft, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { Code } from "@/components/Code";
import { CopyButton } from "@/components/CopyButton";
import { Markdown } from "@/components/Markdown";
import { Patch } from "@/components/Patch";
import { IconButton } from "@/components/ui/button";
import { Show } from "@/components/ui/show";
import { Segmented } from "@/components/ui/tabs";
import { bytes } from "@/lib/format";
import { useLoad } from "@/lib/load";
import type { Place } from "@/lib/places";
import { filesStrings as strings } from "@/strings/late";
import { NotebookView } from "../notebook/NotebookView";
import { type FileContent, fileQuery } from "./read";

/** How a file is shown. */
type Shown = "rendered" | "source" | "changes";

interface Props {
  session: string;
  place: Place;
  onBack: () => void;
}

/** One file: as text with colours, as a picture, as a notebook, or as what this session changed in it. */
export function FileView({ session, place: { path, line }, onBack }: Props) {
  const files = useView(session, select.files);
  const change = files?.find((file) => file.path === path || file.path.endsWith(`/${path}`));
  const content = useLoad(fileQuery(session, path));
  const [shown, setShown] = useState<Shown>(line === undefined ? "rendered" : "source");
  const url = useObjectUrl(content.load.state === "ready" ? content.load.data.blob : undefined);
  const rich = /\.(md|markdown|ipynb)$/i.test(path);
  const views: [Shown, string][] = [
    ...(rich ? [["rendered", strings.rendered] as [Shown, string]] : []),
    ["source", strings.source],
    ...(change && change.hunks.length > 0 ? [["changes", strings.changes] as [Shown, string]] : []),
  ];
  const view = views.some(([one]) => one === shown) ? shown : views[0]?.[0];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-1 border-b border-line px-2 py-1.5">
        <IconButton label={strings.back} onClick={onBack}>
          <ArrowLeft size={16} />
        </IconButton>
        <h3 className="min-w-32 flex-1 font-mono text-xs break-all">{path}</h3>
        <CopyButton text={() => path} label={strings.copyPath} />
        {url && (
          <a
            href={url}
            download={path.split("/").pop()}
            aria-label={strings.download}
            title={strings.download}
            className="inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-panel hover:text-ink pointer-coarse:size-11"
          >
            <Download size={15} aria-hidden />
          </a>
        )}
        {views.length > 1 && (
          <Segmented label={strings.view} words={views} value={view} onChoose={setShown} />
        )}
      </header>
      <div className="min-h-0 flex-1 space-y-2 overflow-auto p-3">
        <Show of={content} rows={10}>
          {(file) =>
            view === "changes" && change ? (
              <Patch hunks={change.hunks} path={path} className="max-h-none" />
            ) : (
              <Content file={file} url={url} path={path} line={line} rendered={view === "rendered"} />
            )
          }
        </Show>
      </div>
    </div>
  );
}

/** An address of this page for bytes that were fetched. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

interface ContentProps {
  file: FileContent;
  url: string | undefined;
  path: string;
  line: number | undefined;
  rendered: boolean;
}

function Content({ file, url, path, line, rendered }: ContentProps) {
  if (file.kind === "image")
    return url && <img src={url} alt={path} className="max-w-full rounded-md border border-line" />;
  if (file.kind === "binary")
    return (
      <p className="text-sm text-soft">
        {strings.binary} {bytes(file.size)}
      </p>
    );
  if (rendered && /\.ipynb$/i.test(path)) return <NotebookView text={file.text} />;
  return (
    <>
      {file.cut && <p className="text-sm text-wait">{strings.large(bytes(file.size))}</p>}
      {rendered ? (
        <Markdown>{file.text}</Markdown>
      ) : (
        <Code code={file.text} path={path} line={line} className="max-h-none" />
      )}
    </>
  );
}
