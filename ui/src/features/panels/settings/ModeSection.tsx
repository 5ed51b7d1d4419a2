import { Dialog } from "radix-ui";
import { type FormEvent, useState } from "react";
import { setLifecycle, updateSession } from "@/api/commands";
import type { SessionInfo } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { EscLayer } from "@/lib/layers";
import { settingsStrings as strings } from "@/strings/late";
import { useAction } from "../parts/action";
import { Section } from "../parts/layout";
import { Answer } from "../parts/states";
import { until } from "../parts/until";
import { useProcess } from "../process";
import { Choices } from "./Choices";
import { change } from "./change";
import { BYPASS, offeredModes } from "./settings.logic";

/** What it may do without asking. */
export function ModeSection({ session, info }: { session: string; info: SessionInfo }) {
  const { awake } = useProcess(session);
  const action = useAction();
  const [confirming, setConfirming] = useState(false);
  const choose = (mode: string) => {
    if (mode === BYPASS) {
      setConfirming(true);
      return;
    }
    void action.run(() =>
      change({
        session,
        awake,
        update: { permissionMode: mode },
        shows: (now) => now.permissionMode === mode,
        said: strings.answered.mode(strings.modes[mode]?.name ?? mode),
      }),
    );
  };
  const bypass = () => {
    setConfirming(false);
    void action.run(async () => {
      await updateSession(session, { permissionMode: BYPASS, confirm: BYPASS });
      await setLifecycle(session, "restart");
      if (await until(session, (view) => view.info.permissionMode === BYPASS, 20_000))
        return strings.answered.restarted;
      throw new Error(`${strings.refused} ${BYPASS}`);
    });
  };
  return (
    <Section title={strings.mode}>
      <Choices
        label={strings.mode}
        value={info.permissionMode ?? "default"}
        disabled={action.busy}
        onChoose={choose}
        choices={offeredModes(info).map((mode) => ({
          value: mode,
          name: strings.modes[mode]?.name ?? mode,
          text: strings.modes[mode]?.text,
        }))}
      />
      <Answer outcome={action.outcome} />
      <Bypass open={confirming} onClose={() => setConfirming(false)} onConfirm={bypass} />
    </Section>
  );
}

interface BypassProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The mode that asks for nothing must be typed. */
function Bypass({ open, onClose, onConfirm }: BypassProps) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== BYPASS) return;
    setTyped("");
    onConfirm();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content className="fixed inset-x-0 bottom-0 z-50 space-y-3 rounded-t-md bg-page p-4 md:inset-x-auto md:top-24 md:bottom-auto md:left-1/2 md:w-[30rem] md:-translate-x-1/2 md:rounded-md">
          <EscLayer onClose={onClose} />
          <Dialog.Title className="font-semibold">{strings.bypassTitle}</Dialog.Title>
          <Dialog.Description className="text-sm text-soft">{strings.bypassText}</Dialog.Description>
          <form onSubmit={submit} className="space-y-3">
            <label className="block space-y-1 text-sm">
              <span>{strings.bypassType(BYPASS)}</span>
              <input
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className={`${fieldLook} w-full font-mono`}
              />
            </label>
            <div className="flex justify-end gap-2">
              <Button look="quiet" onClick={onClose}>
                {strings.cancel}
              </Button>
              <Button look="danger" type="submit" disabled={typed !== BYPASS}>
                {strings.bypassConfirm}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
