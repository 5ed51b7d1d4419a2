import { useState } from "react";
import { openPanel } from "@/app/navigation";
import { parsePlace } from "@/lib/places";
import { filesStrings as strings } from "@/strings/files";
import { PanelBody } from "../parts/layout";
import { Segments } from "../settings/Choices";
import { FileView } from "./FileView";
import { Tree } from "./Tree";
import { WorkingTree } from "./WorkingTree";

/** The files of the project: all of them, and those that differ from the last commit. */
export function FilesPanel({ session, item }: { session: string; item?: string | undefined }) {
  const [shown, setShown] = useState<string>(strings.tree);
  if (item !== undefined)
    return (
      <FileView key={item} session={session} place={parsePlace(item)} onBack={() => openPanel("files")} />
    );
  return (
    <PanelBody className="space-y-4">
      <Segments
        label={strings.show}
        values={[strings.tree, strings.working]}
        value={shown}
        onChoose={setShown}
      />
      {shown === strings.tree ? <Tree session={session} /> : <WorkingTree session={session} />}
    </PanelBody>
  );
}
