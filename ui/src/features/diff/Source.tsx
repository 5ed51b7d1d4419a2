import { RotateCw } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { panelStrings, changesStrings as words } from "@/strings/late";
import type { ChangeSource } from "./changes";

interface SourceProps {
  source: ChangeSource;
  onChoose: (source: ChangeSource) => void;
  reload: () => Promise<void>;
}

/** Whose changes are shown. The working tree is read again on request: others change it, too. */
export function Source({ source, onChoose, reload }: SourceProps) {
  return (
    <>
      <Select
        label={words.which}
        words={words.sources}
        value={source}
        onChoose={onChoose}
        className="min-w-0"
      />
      {source === "tree" && (
        <IconButton label={panelStrings.refresh} onClick={() => void reload()}>
          <RotateCw size={14} strokeWidth={1.75} />
        </IconButton>
      )}
    </>
  );
}
