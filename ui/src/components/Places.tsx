import { Children, type ReactNode, useContext } from "react";
import { useSession } from "@/api/hooks";
import { openPanel } from "@/app/navigation";
import { formatPlace, type Piece, type Place, piecesOf, relativePath } from "@/lib/places";
import { contentStrings as words } from "@/strings";
import { PictureSession } from "./markdown/Picture";

/** Text with links to the project files and web addresses it names. Outside a session, file names stay plain text. */
export function Places({ text }: { text: string }) {
  const session = useContext(PictureSession);
  const pieces = piecesOf(text);
  if (pieces.every((piece) => typeof piece === "string")) return text;
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and never move
    <PieceOf key={index} piece={piece} session={session} />
  ));
}

function PieceOf({ piece, session }: { piece: Piece; session: string | undefined }) {
  if (typeof piece === "string") return piece;
  if ("url" in piece)
    return (
      <a href={piece.url} target="_blank" rel="noreferrer noopener" className={look}>
        {piece.text}
      </a>
    );
  if (session === undefined) return piece.text;
  return (
    <FileLink session={session} place={piece.place}>
      {piece.text}
    </FileLink>
  );
}

/** Adds links to files and addresses to the children that are text. */
export const withPlaces = (children: ReactNode): ReactNode =>
  Children.map(children, (child) => (typeof child === "string" ? <Places text={child} /> : child));

const look = "text-link underline decoration-dotted underline-offset-2 hover:decoration-solid";

interface FileLinkProps {
  session: string;
  place: Place;
  children: ReactNode;
}

/** Link that opens a project file in the Files panel, at its line. */
export function FileLink({ session, place, children }: FileLinkProps) {
  const summary = useSession(session);
  const root = summary?.worktree ?? summary?.project;
  const path = relativePath(place.path, root);
  if (path === undefined) return children;
  return (
    <button
      type="button"
      title={words.openFile(path)}
      onClick={() => openPanel("files", formatPlace({ ...place, path }))}
      className={`${look} cursor-pointer text-left wrap-anywhere`}
    >
      {children}
    </button>
  );
}
