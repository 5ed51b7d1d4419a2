import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import type { TrustReport } from "@/api/generated";
import { get, post } from "@/api/http";
import { Button } from "@/components/ui/button";
import { problemText } from "@/lib/problem";
import { newSession as words } from "@/strings/newSession";

const { trust } = words;

/** What the directory would run by itself, and whether somebody has agreed to that. */
export function TrustNotice({ path }: { path: string }) {
  const queries = useQueryClient();
  const queryKey = ["trust", path];
  const report = useQuery({
    queryKey,
    queryFn: () => get<TrustReport>(`api/projects/trust?path=${encodeURIComponent(path)}`),
    enabled: path.startsWith("/"),
  });
  const agree = useMutation({
    mutationFn: (fingerprint: string) => post<TrustReport>("api/projects/trust", { path, fingerprint }),
    onSuccess: (trusted) => queries.setQueryData(queryKey, trusted),
    // What it would run may have changed meanwhile: it is shown again.
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  if (!report.data || report.data.items.length === 0) return null;
  const { state, items, fingerprint } = report.data;
  if (state === "trusted")
    return (
      <p className="flex items-center gap-1.5 text-xs text-soft">
        <ShieldCheck size={13} aria-hidden className="text-done" />
        {trust.trusted}
      </p>
    );
  return (
    <section
      aria-label={trust.title(items.length)}
      className="rounded-md border border-wait bg-wait-page p-3 text-sm"
    >
      <h3 className="font-medium">
        <span aria-hidden className="text-wait">
          ◆{" "}
        </span>
        {state === "changed" ? trust.changed : trust.title(items.length)}
      </h3>
      <ul className="max-h-40 overflow-y-auto py-1.5 max-sm:max-h-60">
        {items.map((item) => (
          <li key={`${item.file} ${item.what} ${item.text}`} className="flex gap-x-2 py-0.5 max-sm:flex-col">
            <span className="w-20 shrink-0 text-xs leading-5 text-soft">
              {trust.kinds[item.what] ?? item.what}
            </span>
            <code className="min-w-0 flex-1 font-mono text-xs leading-5 wrap-anywhere">{item.text}</code>
            <span className="font-mono text-xs leading-5 text-soft">{item.file}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-52 text-xs text-soft">{trust.explain}</p>
        <Button disabled={agree.isPending} onClick={() => agree.mutate(fingerprint)}>
          {agree.isPending ? trust.trusting : trust.trust}
        </Button>
      </div>
      {agree.isError && (
        <p role="alert" className="pt-1 text-fail">
          {problemText(agree.error)}
        </p>
      )}
    </section>
  );
}
