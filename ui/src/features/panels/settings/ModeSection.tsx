import { type FormEvent, useState } from "react";
import { setLifecycle, updateSession } from "@/api/commands";
import type { SessionInfo } from "@/api/generated";
import { until } from "@/api/until";
import { Button } from "@/components/ui/button";
import { Choices } from "@/components/ui/choices";
import { fieldLook } from "@/components/ui/field";
import { Modal } from "@/components/ui/modal";
import { Section } from "@/components/ui/section";
import { Answer } from "@/components/ui/show";
import { BYPASS, modeName, offeredModes } from "@/features/composer/modes.logic";
import { useAction } from "@/lib/action";
import { settingsStrings as strings } from "@/strings/late";
import { useProcess } from "../process";
import { change } from "./change";

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
        said: strings.answered.mode(modeName(mode)),
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
          name: modeName(mode),
          text: strings.modeTexts[mode],
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
    <Modal open={open} onClose={onClose} title={strings.bypassTitle} description={strings.bypassText}>
      <form onSubmit={submit} className="space-y-3 px-4 pt-2 pb-4">
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
    </Modal>
  );
}
