import { openPanel } from "@/app/navigation";
import { PanelBody } from "@/components/ui/section";
import { parsePlace } from "@/lib/places";
import { FileView } from "./FileView";
import { Tree } from "./Tree";

/** The files of the project, or one of them. */
export function FilesPanel({ session, item }: { session: string; item?: string | undefined }) {
  if (item !== undefined)
    return (
      <FileView key={item} session={session} place={parsePlace(item)} onBack={() => openPanel("files")} />
    );
  return (
    <PanelBody className="space-y-3">
      <Tree session={session} />
    </PanelBody>
  );
}
