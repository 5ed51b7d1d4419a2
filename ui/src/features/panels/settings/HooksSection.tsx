import { rowsLook, Section } from "@/components/ui/section";
import { Show } from "@/components/ui/show";
import { Tag } from "@/components/ui/status";
import type { Loaded } from "@/lib/load";
import { settingsStrings as strings } from "@/strings/late";
import type { CliHook, CliHooks } from "../api";

/** What the CLI runs by itself, to look at only. */
export function HooksSection({ hooks }: { hooks: Loaded<CliHooks> }) {
  return (
    <Section title={strings.hooks} note={strings.hooksNote}>
      <Show of={hooks} rows={2}>
        {(listing) =>
          listing.hooks.length === 0 ? (
            <p className="text-sm text-soft">{strings.hooksNone}</p>
          ) : (
            <ul aria-label={strings.hooks} className={rowsLook}>
              {listing.hooks.map((hook, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the CLI gives hooks no other identity
                <li key={index} className="space-y-0.5 px-3 py-1.5">
                  <HookRow hook={hook} />
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </Section>
  );
}

function HookRow({ hook }: { hook: CliHook }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <span className="font-medium">{hook.event}</span>
        {hook.matcher && <code className="font-mono text-soft">{hook.matcher}</code>}
        {hook.disabled && <Tag>{strings.hookOff}</Tag>}
        <span className="ml-auto text-soft">
          {hook.sourceLabel ?? strings.sources[hook.source ?? ""] ?? hook.source}
        </span>
      </p>
      <code className="block font-mono text-xs break-all text-soft">
        {hook.displayText ?? hook.commandText}
      </code>
      {hook.timeout !== undefined && (
        <p className="text-xs text-faint">{strings.hookTimeout(hook.timeout)}</p>
      )}
    </>
  );
}
