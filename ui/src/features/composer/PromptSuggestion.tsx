import type { RefObject } from "react";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { Button } from "@/components/ui/button";
import { composerStrings as words } from "@/strings";

interface PromptSuggestionProps {
  session: string;
  onUse: (text: string) => void;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** What the person might say next, as the CLI suggests it: a click or Tab puts it into the empty field. */
export function PromptSuggestion({ session, onUse, area }: PromptSuggestionProps) {
  const suggestion = useView(session, select.suggestion);
  if (!suggestion) return null;
  const use = () => {
    onUse(suggestion);
    area.current?.focus();
  };
  return (
    <Button
      look="quiet"
      hotkey="Tab"
      aria-label={words.takeSuggestion(suggestion)}
      onClick={use}
      className="mb-1 min-h-7 max-w-full px-2 text-xs"
    >
      <span className="truncate">{suggestion}</span>
    </Button>
  );
}
