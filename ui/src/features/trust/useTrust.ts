// The trust question of a session that exists: its report, and the answer.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProjectSettings } from "@/api/generated";
import { call } from "@/api/http";
import { problemText } from "@/lib/problem";

export function useTrust(session: string, wanted: boolean) {
  const queries = useQueryClient();
  const path = { id: session };
  const queryKey = ["trust", session];
  const report = useQuery({
    queryKey,
    queryFn: () => call("GET /api/sessions/{id}/trust", { path }),
    enabled: wanted,
    gcTime: 0,
  });
  const answer = useMutation({
    mutationFn: (projectSettings: ProjectSettings) =>
      call("POST /api/sessions/{id}/trust", { path, body: { projectSettings } }),
    // The list may have changed meanwhile: it is shown again.
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const error = answer.error ?? report.error;
  return {
    report: report.data,
    busy: answer.isPending,
    problem: error ? problemText(error) : undefined,
    decide: answer.mutateAsync,
  };
}
