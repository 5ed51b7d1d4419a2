import { Plus } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { Answer } from "@/components/ui/show";
import { useAction } from "@/lib/action";
import { panelStrings } from "@/strings/late";
import { type CliServer, control } from "../api";
import { configOf, type NewServer, ownServers } from "./mcp.logic";

const strings = panelStrings.mcp;
const blank: NewServer = { name: "", kind: "stdio", target: "", extra: "" };

interface Props {
  session: string;
  all: CliServer[];
  reload: () => Promise<void>;
}

/** Adds a server for this session. */
export function AddServer({ session, all, reload }: Props) {
  const action = useAction();
  const [server, setServer] = useState(blank);
  const set = (change: Partial<NewServer>) => setServer((before) => ({ ...before, ...change }));
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const done = await action.run(async () => {
      const servers = { ...ownServers(all), [server.name.trim()]: configOf(server) };
      const answer = await control<{ errors?: Record<string, string> }>(session, "mcp_set_servers", {
        servers,
      });
      await reload();
      const error = answer.errors?.[server.name.trim()];
      if (error) throw new Error(error);
      return strings.added(server.name.trim());
    });
    if (done) setServer(blank);
  };
  const stdio = server.kind === "stdio";
  return (
    <Section title={strings.add} note={strings.addNote}>
      <form onSubmit={add} className="space-y-2">
        <div className="grid grid-cols-2 gap-2">
          <Labelled label={strings.name}>
            <input
              required
              pattern="[A-Za-z0-9_\-]+"
              value={server.name}
              onChange={(event) => set({ name: event.target.value })}
              className={`${fieldLook} w-full`}
            />
          </Labelled>
          <Labelled label={strings.kind}>
            <Select
              words={strings.kinds}
              value={server.kind}
              onChoose={(kind) => set({ kind })}
              className="w-full"
            />
          </Labelled>
        </div>
        <Labelled label={stdio ? strings.command : strings.url}>
          <input
            required
            type={stdio ? "text" : "url"}
            placeholder={stdio ? strings.commandHint : strings.urlHint}
            value={server.target}
            onChange={(event) => set({ target: event.target.value })}
            spellCheck={false}
            autoCapitalize="off"
            className={`${fieldLook} w-full font-mono`}
          />
        </Labelled>
        <Labelled label={stdio ? strings.environment : strings.headers}>
          <textarea
            rows={1}
            placeholder={stdio ? strings.environmentHint : strings.headersHint}
            value={server.extra}
            onChange={(event) => set({ extra: event.target.value })}
            spellCheck={false}
            className={`${fieldLook} field-sizing-content w-full py-1.5 font-mono`}
          />
        </Labelled>
        <Button type="submit" disabled={action.busy}>
          <Plus size={14} aria-hidden /> {strings.addDo}
        </Button>
        <Answer outcome={action.outcome} />
      </form>
    </Section>
  );
}

function Labelled({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label className={`block space-y-1 text-xs text-soft ${className ?? ""}`}>
      <span>{label}</span>
      {children}
    </label>
  );
}
