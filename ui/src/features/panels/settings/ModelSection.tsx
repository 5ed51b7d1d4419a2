import { type FormEvent, useState } from "react";
import type { SessionInfo } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { Choices } from "@/components/ui/choices";
import { fieldLook } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Answer } from "@/components/ui/show";
import { Switch } from "@/components/ui/switch";
import { Segmented } from "@/components/ui/tabs";
import { useAction } from "@/lib/action";
import { settingsStrings as strings } from "@/strings/late";
import { currentModel } from "../../session/model.logic";
import { type CliSettings, control } from "../api";
import { useProcess } from "../process";
import { change } from "./change";

interface Props {
  session: string;
  info: SessionInfo;
}

/** Which model answers. */
export function ModelSection({ session, info }: Props) {
  const { awake } = useProcess(session);
  const action = useAction();
  const [other, setOther] = useState("");
  const [chosen, setChosen] = useState<string>();
  const current = currentModel(info, chosen);
  const choose = (model: string) =>
    action.run(() => {
      setChosen(model);
      const resolved = info.models.find((one) => one.value === model)?.resolvedModel;
      return change({
        session,
        awake,
        update: { model },
        shows: (now) => now.model === model || now.model === resolved || now.model !== info.model,
        said: strings.answered.model(resolved ?? model),
      });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (other.trim()) void choose(other.trim());
  };
  const unlisted = current === undefined && info.model !== undefined;
  return (
    <Section title={strings.model} note={strings.modelNote}>
      <Choices
        label={strings.model}
        value={current?.value ?? info.model}
        disabled={action.busy}
        onChoose={choose}
        choices={[
          ...(unlisted ? [{ value: info.model as string, name: info.model as string }] : []),
          ...info.models.map((model) => ({
            value: model.value,
            name: model.displayName,
            text: model.description,
          })),
        ]}
      />
      <form onSubmit={submit} className="flex gap-2">
        <input
          aria-label={strings.modelOther}
          placeholder={strings.modelOtherHint}
          value={other}
          onChange={(event) => setOther(event.target.value)}
          className={`${fieldLook} min-w-0 flex-1`}
        />
        <Button type="submit" disabled={action.busy || other.trim() === ""}>
          {strings.use}
        </Button>
      </form>
      <Answer outcome={action.outcome} />
    </Section>
  );
}

/** How much the model thinks, and how fast it answers. */
export function EffortSection({ session, info, effort }: Props & { effort: string | undefined }) {
  const { awake } = useProcess(session);
  const action = useAction();
  const levels = currentModel(info)?.effortLevels ?? [];
  const choose = (level: string) =>
    action.run(() =>
      change({
        session,
        awake,
        update: { effort: level },
        shows: (now) => now.effort === level,
        said: strings.answered.effort(level),
      }),
    );
  return (
    <Section title={strings.effort} note={strings.effortNote}>
      {levels.length === 0 ? (
        <p className="text-sm text-soft">{strings.effortNone}</p>
      ) : (
        <Segmented
          label={strings.effort}
          words={levels.map((level): [string, string] => [level, level])}
          value={info.effort ?? effort}
          disabled={action.busy}
          onChoose={choose}
        />
      )}
      <Answer outcome={action.outcome} />
    </Section>
  );
}

/** Thinking and fast mode, where the model has them. */
export function SpeedSection({ session, info, thinks }: Props & { thinks: boolean }) {
  const { awake } = useProcess(session);
  const thinking = useAction();
  const fast = useAction();
  const model = currentModel(info);
  const isFast = info.fastMode === "on" || info.fastMode === "cooldown";
  const setThinking = (on: boolean) =>
    thinking.run(async () => {
      const said = await change({
        session,
        awake,
        update: { thinking: on },
        shows: () => true,
        said: strings.answered.thinking(on),
      });
      if (!awake) return said;
      const { effective } = await control<CliSettings>(session, "get_settings");
      if (effective.alwaysThinkingEnabled !== on) throw new Error(strings.refusedThinking);
      return said;
    });
  const setFast = (on: boolean) =>
    fast.run(() =>
      change({
        session,
        awake,
        update: { fastMode: on },
        shows: (now) => (now.fastMode !== undefined && now.fastMode !== "off") === on,
        said: strings.answered.fast(on),
      }),
    );
  const canStop = model?.supportsThinkingOff ?? false;
  const canHurry = model?.supportsFastMode ?? false;
  return (
    <Section title={`${strings.thinking} · ${strings.fast}`}>
      <Switch
        label={strings.thinking}
        note={canStop ? strings.thinkingOn : strings.thinkingAlways}
        checked={!canStop || thinks}
        disabled={!canStop || thinking.busy}
        onChange={setThinking}
      />
      <Answer outcome={thinking.outcome} />
      <Switch
        label={strings.fast}
        note={
          info.fastMode === "cooldown"
            ? strings.fastCooldown
            : canHurry
              ? strings.fastNote
              : strings.fastUnsupported
        }
        checked={isFast}
        disabled={!canHurry || fast.busy}
        onChange={setFast}
      />
      <Answer outcome={fast.outcome} />
    </Section>
  );
}

/** How answers are worded. */
export function StyleSection({ session, info }: Props) {
  const { awake } = useProcess(session);
  const action = useAction();
  if (info.outputStyles.length === 0) return null;
  const choose = (outputStyle: string) =>
    action.run(() =>
      change({
        session,
        awake,
        update: { outputStyle },
        shows: (now) => now.outputStyle === outputStyle,
        said: strings.answered.style(outputStyle),
      }),
    );
  return (
    <Section title={strings.style} note={strings.styleNote}>
      <Segmented
        label={strings.style}
        words={info.outputStyles.map((style): [string, string] => [style, style])}
        value={info.outputStyle}
        disabled={action.busy}
        onChoose={choose}
      />
      <Answer outcome={action.outcome} />
    </Section>
  );
}
