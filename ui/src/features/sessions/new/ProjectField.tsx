import { useQuery } from "@tanstack/react-query";
import { Folder, GitBranch } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useHost } from "@/api/hooks";
import { projectsQuery } from "@/api/queries";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { cn } from "@/lib/cn";
import { shortPath } from "@/lib/format";
import { newSession as words } from "@/strings/late";
import { DirectoryBrowser } from "./DirectoryBrowser";

export const useProjects = () => useQuery(projectsQuery);

/** How many recent projects are offered. */
const RECENT = 6;

/** Where the session works: typed, one of the recent ones, or found by looking around. */
export function ProjectField({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const projects = useProjects();
  const host = useHost();
  const [browsing, setBrowsing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef(value);
  // What comes into the field by itself gives way to what is typed.
  useLayoutEffect(() => {
    if (value !== typed.current && document.activeElement === input.current) input.current?.select();
    typed.current = value;
  }, [value]);
  const recent = [...(projects.data ?? [])]
    .sort((left, right) => right.usedAt - left.usedAt)
    .slice(0, RECENT);
  return (
    <div className="space-y-1.5">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={words.project}>
            <Input
              required
              ref={input}
              value={value}
              placeholder={words.projectHint}
              spellCheck={false}
              autoCapitalize="off"
              onChange={(event) => {
                typed.current = event.target.value;
                onChange(event.target.value);
              }}
              className="font-mono"
            />
          </Field>
        </div>
        <Button aria-expanded={browsing} onClick={() => setBrowsing(!browsing)}>
          {browsing ? words.hideBrowse : words.browse}
        </Button>
      </div>
      {browsing ? (
        <DirectoryBrowser start={value} onChoose={onChange} />
      ) : (
        recent.length > 0 && (
          <ul aria-label={words.recent} className="flex flex-wrap gap-1">
            {recent.map((project) => (
              <li key={project.path} className="min-w-0">
                <button
                  type="button"
                  title={shortPath(project.path, host?.home, 80)}
                  aria-pressed={project.path === value}
                  onClick={() => onChange(project.path)}
                  className={cn(
                    "inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border border-line px-2.5 text-xs text-soft hover:text-ink",
                    "aria-pressed:border-ink aria-pressed:text-ink pointer-coarse:h-11 pointer-coarse:px-4",
                  )}
                >
                  <Folder size={12} aria-hidden className="shrink-0" />
                  <span className="truncate">{project.name}</span>
                  {project.branch && (
                    <span className="flex items-center gap-0.5 truncate text-faint">
                      <GitBranch size={11} aria-hidden />
                      {project.branch}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )
      )}
    </div>
  );
}
