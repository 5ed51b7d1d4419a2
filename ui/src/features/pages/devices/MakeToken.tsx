import { type FormEvent, useState } from "react";
import { createToken } from "@/api/commands";
import type { Scope } from "@/api/generated";
import { CopyButton } from "@/components/CopyButton";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { Answer } from "@/components/ui/show";
import { useAction } from "@/lib/action";
import { pageStrings } from "@/strings/late";

const strings = pageStrings.devices;

/** A bearer token for scripts, told once. */
export function MakeToken({ onMade }: { onMade: () => Promise<void> }) {
  const action = useAction();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("view");
  const [token, setToken] = useState<string>();
  const make = (event: FormEvent) => {
    event.preventDefault();
    void action.run(async () => {
      const made = await createToken({ name: name.trim(), scope });
      setToken(made.token);
      setName("");
      await onMade();
      return undefined;
    });
  };
  return (
    <Section title={strings.makeToken}>
      <form onSubmit={make} className="flex flex-wrap items-center gap-2">
        <input
          required
          aria-label={`${strings.makeToken}: ${strings.name}`}
          placeholder={strings.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className={`${fieldLook} min-w-32 flex-1`}
        />
        <Select
          label={`${strings.makeToken}: ${strings.scope}`}
          words={strings.scopes}
          value={scope}
          onChoose={setScope}
        />
        <Button type="submit" disabled={action.busy || name.trim() === ""}>
          {strings.makeToken}
        </Button>
      </form>
      <Answer outcome={action.outcome} />
      {token && (
        <div className="space-y-1 rounded-md bg-wait-page p-2">
          <p className="text-xs text-wait">◆ {strings.tokenNote}</p>
          <div className="flex items-center gap-2">
            <input
              readOnly
              aria-label={strings.token}
              value={token}
              onFocus={(event) => event.target.select()}
              className={`${fieldLook} min-w-0 flex-1 font-mono text-xs`}
            />
            <CopyButton text={() => token} />
          </div>
        </div>
      )}
    </Section>
  );
}
