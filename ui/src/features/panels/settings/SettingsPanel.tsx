import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { type CliHooks, type CliRules, type CliSettings, control } from "../api";
import { AwaitView } from "../parts/AwaitView";
import { PanelBody } from "../parts/layout";
import { useLoad } from "../parts/load";
import { NeedsProcess, useProcess } from "../process";
import { DirectoriesSection } from "./DirectoriesSection";
import { HooksSection } from "./HooksSection";
import { HostRulesSection } from "./HostRulesSection";
import { LimitsSection } from "./LimitsSection";
import { EffortSection, ModelSection, SpeedSection, StyleSection } from "./ModelSection";
import { ModeSection } from "./ModeSection";
import { RulesSection } from "./RulesSection";

const infoOf = (view: SessionView) => view.info;
const thinkingOf = (view: SessionView) => view.host.thinking;

/** Everything about a session that can be set, and what the CLI says it is. */
export function SettingsPanel({ session }: { session: string }) {
  const info = useView(session, infoOf);
  const chosen = useView(session, thinkingOf);
  const { awake, epoch } = useProcess(session);
  const key = awake ? `${session} ${epoch}` : undefined;
  const settings = useLoad(key, () => control<CliSettings>(session, "get_settings"));
  const rules = useLoad(key, () => control<CliRules>(session, "list_permission_rules"));
  const hooks = useLoad(key, () => control<CliHooks>(session, "get_hooks_listing"));
  if (!info) return <AwaitView session={session} rows={8} />;
  const effort =
    settings.load.state === "ready" ? (settings.load.data.applied?.effort ?? undefined) : undefined;
  const told =
    settings.load.state === "ready" ? settings.load.data.effective.alwaysThinkingEnabled : undefined;
  const thinks = chosen ?? (typeof told === "boolean" ? told : true);
  return (
    <PanelBody>
      <ModeSection session={session} info={info} />
      <ModelSection session={session} info={info} />
      <EffortSection session={session} info={info} effort={effort} />
      <SpeedSection session={session} info={info} thinks={thinks} />
      <StyleSection session={session} info={info} />
      <LimitsSection session={session} />
      <HostRulesSection session={session} />
      <NeedsProcess session={session}>
        <div className="space-y-6">
          <RulesSection session={session} rules={rules} />
          <DirectoriesSection session={session} info={info} rules={rules} />
          <HooksSection hooks={hooks} />
        </div>
      </NeedsProcess>
    </PanelBody>
  );
}
