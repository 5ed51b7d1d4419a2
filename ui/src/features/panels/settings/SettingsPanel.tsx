import { type ReactNode, useEffect, useRef } from "react";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { pageLink } from "@/app/navigation";
import { PanelBody, Section } from "@/components/ui/section";
import { AwaitView } from "@/features/panels/AwaitView";
import { useLoad } from "@/lib/load";
import { settingsStrings as strings } from "@/strings/late";
import { type CliHooks, type CliRules, type CliSettings, controlQuery } from "../api";
import { NeedsProcess, useProcess } from "../process";
import { DirectoriesSection } from "./DirectoriesSection";
import { HooksSection } from "./HooksSection";
import { HostRulesSection } from "./HostRulesSection";
import { LimitsSection } from "./LimitsSection";
import { EffortSection, ModelSection, SpeedSection, StyleSection } from "./ModelSection";
import { ModeSection } from "./ModeSection";
import { RulesSection } from "./RulesSection";

/** Everything about a session that can be set, and what the CLI says it is. */
export function SettingsPanel({ session, item: wanted }: { session: string; item?: string | undefined }) {
  const [item, ...rest] = wanted?.split(" ") ?? [];
  const text = rest.join(" ");
  const info = useView(session, select.info);
  const chosen = useView(session, select.thinking);
  const { awake, epoch } = useProcess(session);
  const told = <T,>(subtype: string) => (awake ? controlQuery<T>(session, epoch, subtype) : undefined);
  const settings = useLoad(told<CliSettings>("get_settings"));
  const rules = useLoad(told<CliRules>("list_permission_rules"));
  const hooks = useLoad(told<CliHooks>("get_hooks_listing"));
  if (!info) return <AwaitView session={session} rows={8} />;
  const effort =
    settings.load.state === "ready" ? (settings.load.data.applied?.effort ?? undefined) : undefined;
  const always =
    settings.load.state === "ready" ? settings.load.data.effective.alwaysThinkingEnabled : undefined;
  const thinks = chosen ?? (typeof always === "boolean" ? always : true);
  return (
    <PanelBody>
      <ModeSection session={session} info={info} />
      <Part name="model" wanted={item}>
        <ModelSection session={session} info={info} />
      </Part>
      <EffortSection session={session} info={info} effort={effort} />
      <Part name="fast" wanted={item}>
        <SpeedSection session={session} info={info} thinks={thinks} />
      </Part>
      <Part name="style" wanted={item}>
        <StyleSection session={session} info={info} />
      </Part>
      <LimitsSection session={session} />
      <Part name="rules" wanted={item}>
        <HostRulesSection session={session} />
      </Part>
      <NeedsProcess session={session}>
        <div className="space-y-6">
          <RulesSection session={session} rules={rules} />
          <Part name="directories" wanted={item}>
            <DirectoriesSection key={text} session={session} info={info} rules={rules} begin={text} />
          </Part>
          <Part name="hooks" wanted={item}>
            <HooksSection hooks={hooks} />
          </Part>
        </div>
      </NeedsProcess>
      <Section title={strings.beyond}>
        <p className="text-sm text-soft">
          {strings.beyondNote}{" "}
          <a href={pageLink("settings")} className="text-link underline">
            {strings.beyondLink}
          </a>
        </p>
      </Section>
    </PanelBody>
  );
}

const MARGIN_PX = 16;

/** A part that a command can lead to. What is still loading above it may move it, so it is held in sight until then. */
function Part({ name, wanted, children }: { name: string; wanted: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    const panel = element?.closest("[data-panel-body]");
    if (name !== wanted || !element || !panel) return;
    // Only the panel moves: `scrollIntoView` would move the whole page as well.
    const show = () => {
      panel.scrollTop += element.getBoundingClientRect().top - panel.getBoundingClientRect().top - MARGIN_PX;
    };
    show();
    const sizes = new ResizeObserver(show);
    for (const part of panel.children) sizes.observe(part);
    const stop = () => sizes.disconnect();
    // Whoever begins to move through the panel is not pulled back.
    for (const kind of ["wheel", "pointerdown", "keydown"]) addEventListener(kind, stop, { once: true });
    return () => {
      stop();
      for (const kind of ["wheel", "pointerdown", "keydown"]) removeEventListener(kind, stop);
    };
  }, [name, wanted]);
  return (
    <div ref={place} className="empty:hidden">
      {children}
    </div>
  );
}
