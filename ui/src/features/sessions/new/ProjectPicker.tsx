import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ChevronDown, Folder, FolderGit2, GitBranch } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { cloneProject } from "@/api/commands";
import { useHost } from "@/api/hooks";
import { browseQuery, projectsQuery } from "@/api/queries";
import { shortPath } from "@/lib/format";
import { EscLayer } from "@/lib/layers";
import { problemText } from "@/lib/problem";
import { useSettled } from "@/lib/settled";
import { newSession as words } from "@/strings/late";
import { projectName } from "../sessions.logic";
import { listedFor, type ProjectOption, pathOf, projectOptions } from "./project.logic";

export const useProjects = () => useQuery(projectsQuery);

interface ProjectPickerProps {
  value: string;
  onChoose: (path: string) => void;
}

/** Where the session works: a recent project, a path with completion, or a repository to clone. */
export function ProjectPicker({ value, onChoose }: ProjectPickerProps) {
  const [open, setOpen] = useState(false);
  const name = value === "" ? words.noProject : projectName(value);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`${words.project}: ${name}`}
        data-tip={value || words.project}
        className="inline-flex h-7 min-w-0 shrink-0 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] whitespace-nowrap text-soft hover:bg-hover hover:text-ink data-[state=open]:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11"
      >
        <Folder size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span className="max-w-44 truncate">{name}</span>
        <ChevronDown size={12} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={words.project}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-[min(28rem,calc(100vw-1rem))] overflow-hidden rounded-[10px] border border-line bg-raised shadow-float"
        >
          <EscLayer onClose={() => setOpen(false)} />
          <Options
            onChoose={(path) => {
              onChoose(path);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Options({ onChoose }: Pick<ProjectPickerProps, "onChoose">) {
  const home = useHost()?.home;
  const [text, setText] = useState("");
  const [cloning, setCloning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const projects = useProjects().data ?? [];
  const path = pathOf(useSettled(text.trim()), home);
  const listed = useQuery({ ...browseQuery(listedFor(path ?? "/")), enabled: path !== undefined });
  const options = projectOptions(text, {
    projects,
    directories: listed.isError ? [] : (listed.data ?? []),
    home,
  });
  const clone = async (address: string) => {
    setCloning(true);
    setProblem(undefined);
    try {
      onChoose((await cloneProject(address)).path);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setCloning(false);
    }
  };
  const choose = (option: ProjectOption) => {
    if (option.kind === "clone") void clone(option.address);
    // Another level, until "use" is chosen.
    else if (option.kind === "directory") setText(`${option.path}/`);
    else onChoose(option.path);
  };
  return (
    <Command label={words.project} loop shouldFilter={false}>
      <Command.Input
        value={text}
        onValueChange={(next) => {
          setText(next);
          setProblem(undefined);
        }}
        placeholder={words.projectHint}
        spellCheck={false}
        autoCapitalize="off"
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-faint pointer-coarse:h-11"
      />
      <Command.List className="max-h-64 overflow-y-auto p-1">
        {options.length === 0 && (
          <div role="presentation" className="px-2 py-2 text-xs text-soft">
            {words.notAbsolute}
          </div>
        )}
        {options.map((option) => (
          <Command.Item
            key={option.kind === "clone" ? option.address : `${option.kind} ${option.path}`}
            value={option.kind === "clone" ? option.address : `${option.kind} ${option.path}`}
            disabled={cloning}
            onSelect={() => choose(option)}
            className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-hover pointer-coarse:min-h-11"
          >
            <Line option={option} home={home} cloning={cloning} />
          </Command.Item>
        ))}
      </Command.List>
      {problem && (
        <p role="alert" className="border-t border-line px-3 py-2 text-xs wrap-anywhere text-fail">
          {problem}
        </p>
      )}
    </Command>
  );
}

interface LineProps {
  option: ProjectOption;
  home: string | undefined;
  cloning: boolean;
}

function Line({ option, home, cloning }: LineProps) {
  const Icon =
    option.kind === "clone" ? GitBranch : option.kind === "directory" && option.isGit ? FolderGit2 : Folder;
  const [name, detail] = wordsOf(option, home);
  return (
    <>
      <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <span className="min-w-0 truncate">{cloning ? words.cloning : name}</span>
      <span className="ml-auto max-w-[60%] shrink-0 truncate text-xs text-faint">{detail}</span>
    </>
  );
}

function wordsOf(option: ProjectOption, home: string | undefined): [name: string, detail: string] {
  switch (option.kind) {
    case "clone":
      return [words.clone(option.address), home === undefined ? "" : words.cloneInto(shortPath(home, home))];
    case "project":
      return [option.name, shortPath(option.path, home, 34)];
    case "use":
      return [words.choosePath(shortPath(option.path, home, 50)), ""];
    case "directory":
      return [`${option.name}/`, ""];
  }
}
