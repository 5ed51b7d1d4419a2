import { type FormEvent, useEffect, useState } from "react";
import { pairDevice } from "@/api/commands";
import type { Pairing, Scope } from "@/api/generated";
import { CopyButton } from "@/components/CopyButton";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { Answer } from "@/components/ui/show";
import { useAction } from "@/lib/action";
import { clockTime } from "@/lib/locale";
import { pageStrings } from "@/strings/late";
import { Qr } from "./Qr";

const strings = pageStrings.devices;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Makes a link and shows it as a QR code. */
export function Pair({ onPaired }: { onPaired: () => Promise<void> }) {
  const action = useAction();
  const [scope, setScope] = useState<Scope>("control");
  const [pairing, setPairing] = useState<Pairing>();
  const make = (event: FormEvent) => {
    event.preventDefault();
    void action.run(async () => {
      setPairing(await pairDevice(scope));
      return undefined;
    });
  };
  // The list is renewed while the code is on the screen, so that the new device appears when it is in.
  useEffect(() => {
    if (!pairing) return;
    const timer = setInterval(() => void onPaired(), 3000);
    return () => clearInterval(timer);
  }, [pairing, onPaired]);
  return (
    <Section title={strings.pair} note={strings.pairNote}>
      <form onSubmit={make} className="flex flex-wrap items-center gap-2">
        <Select label={strings.scope} words={strings.scopes} value={scope} onChoose={setScope} />
        <Button look="primary" type="submit" disabled={action.busy}>
          {strings.makeLink}
        </Button>
      </form>
      <Answer outcome={action.outcome} />
      {pairing && <Shown pairing={pairing} />}
    </Section>
  );
}

function Shown({ pairing }: { pairing: Pairing }) {
  const address = new URL(pairing.link);
  const near = LOOPBACK.test(address.hostname);
  return (
    <div className="space-y-3 pt-2">
      <Qr text={pairing.link} label={strings.qr} />
      <div className="flex items-center gap-2">
        <input
          readOnly
          aria-label={strings.link}
          value={pairing.link}
          onFocus={(event) => event.target.select()}
          className={`${fieldLook} min-w-0 flex-1 font-mono text-xs`}
        />
        <CopyButton text={() => pairing.link} />
      </div>
      <p className="text-xs text-soft">{strings.expires(clockTime(pairing.expiresAt))}</p>
      {near && <p className="rounded-md bg-wait-page p-2 text-sm text-wait">◆ {strings.loopback}</p>}
      {!near && address.protocol === "http:" && (
        <p className="rounded-md bg-wait-page p-2 text-sm text-wait">◆ {strings.insecure}</p>
      )}
    </div>
  );
}
