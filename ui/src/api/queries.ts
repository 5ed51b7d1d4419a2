// Lists and settings that are fetched, not followed. What a session says never goes through here.

import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "./http";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A sentence from the host will not change by asking again; a lost connection might be back.
      retry: (times, error) => error instanceof ProblemError && error.status === 0 && times < 3,
    },
  },
});
