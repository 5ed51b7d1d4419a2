// The trust question of a session that exists: its report, and the answer.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { decideTrust } from "@/api/commands";
import type { ProjectSettings } from "@/api/generated";
import { trustQuery } from "@/api/queries";
import { problemText } from "@/lib/problem";

export function useTrust(session: string, wanted: boolean) {
  const queries = useQueryClient();
  const query = trustQuery(session);
  const report = useQuery({ ...query, enabled: wanted });
  const answer = useMutation({
    mutationFn: (projectSettings: ProjectSettings) => decideTrust(session, projectSettings),
    // The list may have changed meanwhile: it is shown again.
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const error = answer.error ?? report.error;
  return {
    report: report.data,
    busy: answer.isPending,
    problem: error ? problemText(error) : undefined,
    decide: answer.mutateAsync,
  };
}
