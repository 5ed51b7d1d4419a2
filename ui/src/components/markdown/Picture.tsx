import { createContext, useContext, useEffect, useState } from "react";
import { blobUrl } from "@/api/http";
import { fileAddress } from "@/api/reads";

/** The session whose files a text may show; none outside a session. */
export const PictureSession = createContext<string | undefined>(undefined);

/** A picture in a text: embedded ones and files of the project are shown, those from elsewhere are links. */
export function Picture({ source, alt }: { source: string; alt: string }) {
  const session = useContext(PictureSession);
  const [shown, setShown] = useState<string | undefined>(
    source.startsWith("data:image/") ? source : undefined,
  );
  const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(source) || source.startsWith("//");
  // The address is empty while it is being written, and where it is not allowed.
  const isFile = !isElsewhere && source !== "";
  useEffect(() => {
    if (!isFile || session === undefined) return;
    let made: string | undefined;
    let gone = false;
    blobUrl(fileAddress(session, source))
      .then((url) => {
        made = url;
        if (gone) URL.revokeObjectURL(url);
        else setShown(url);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [isFile, session, source]);
  if (shown)
    return <img src={shown} alt={alt} className="max-h-96 max-w-full rounded-md border border-line" />;
  const words = alt ? `picture: ${alt}` : "picture";
  if (!isElsewhere)
    return <span className="text-soft">{isFile ? `[${words}, ${source}]` : `[${words}]`}</span>;
  return (
    <a href={source} target="_blank" rel="noreferrer noopener" className="text-link underline">
      {`[${words}, ${hostOf(source)}]`}
    </a>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "elsewhere";
  }
}
