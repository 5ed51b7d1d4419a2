import { useRef } from "react";
import { connection } from "@/api/connection";
import { useDrafts } from "./drafts";
import { promptsOf } from "./history.logic";

/** Earlier prompts, by the Up key, with what was being typed at the end. */
export function useHistory(session: string) {
  const place = useRef<number>(undefined);
  const typed = useRef("");
  const prompts = () => {
    const { history, cleared } = useDrafts.getState();
    return promptsOf(connection.peek(session)?.entries ?? [], history[session] ?? [], cleared[session]);
  };
  return {
    earlier: (current: string): string | undefined => {
      const all = prompts();
      if (place.current === undefined) typed.current = current;
      const next = (place.current ?? all.length) - 1;
      if (next < 0) return undefined;
      place.current = next;
      return all[next];
    },
    later: (): string | undefined => {
      if (place.current === undefined) return undefined;
      const all = prompts();
      place.current += 1;
      if (place.current < all.length) return all[place.current];
      place.current = undefined;
      return typed.current;
    },
    reset: () => {
      place.current = undefined;
    },
  };
}
