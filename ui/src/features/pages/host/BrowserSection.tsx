import type { ReactNode } from "react";
import { useInstall } from "@/app/install";
import { openPanel } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { dateTime, decimal, useLocale } from "@/lib/locale";
import { useTheme } from "@/lib/theme";
import { pageStrings } from "@/strings/pages";
import { useSending } from "../../composer/sending";
import { field, Section } from "../../panels/parts/layout";
import { Select } from "../../panels/parts/Select";

const strings = pageStrings.host;
const locales = [
  "en-GB",
  "en-US",
  "de-DE",
  "fr-FR",
  "es-ES",
  "it-IT",
  "nl-NL",
  "pt-BR",
  "sv-SE",
  "ja-JP",
  "zh-CN",
];

/** What only this browser is asked to do. */
export function BrowserSection() {
  const appearance = useTheme();
  const { locale, setLocale } = useLocale();
  const sending = useSending();
  return (
    <Section title={strings.browser}>
      <div className="divide-y divide-line rounded-md border border-line">
        <Row label={strings.theme}>
          <Select
            words={strings.themes}
            value={appearance.theme}
            onChoose={appearance.setTheme}
            label={strings.theme}
          />
        </Row>
        <Row label={strings.contrast}>
          <Select
            words={strings.contrasts}
            value={appearance.contrast}
            onChoose={appearance.setContrast}
            label={strings.contrast}
          />
        </Row>
        <Row label={strings.motion}>
          <Select
            words={strings.motions}
            value={appearance.motion}
            onChoose={appearance.setMotion}
            label={strings.motion}
          />
        </Row>
        <Row label={strings.enter} note={strings.enterNote}>
          <Select
            words={strings.enters}
            value={sending.enter}
            onChoose={sending.setEnter}
            label={strings.enter}
          />
        </Row>
        <Row
          label={strings.locale}
          note={strings.localeExample(`${dateTime(Date.UTC(2026, 10, 16, 13, 5))} · ${decimal(1234.5, 2)}`)}
        >
          <select
            aria-label={strings.locale}
            value={locale}
            onChange={(event) => setLocale(event.target.value)}
            className={field}
          >
            <option value="">{strings.localeSystem}</option>
            {locales.map((tag) => (
              <option key={tag} value={tag}>
                {new Intl.DisplayNames([tag], { type: "language" }).of(tag)}
              </option>
            ))}
          </select>
        </Row>
        <InstallRow />
        <Row label={strings.keys}>
          <Button onClick={() => openPanel("keys")}>{strings.openKeys}</Button>
        </Row>
      </div>
    </Section>
  );
}

/** Installs the page as an app, where the browser lets a page do that. */
function InstallRow() {
  const prompt = useInstall((state) => state.prompt);
  const installed = useInstall((state) => state.installed);
  const note = !isSecureContext
    ? strings.installUnsupported
    : installed
      ? strings.installed
      : prompt
        ? strings.installNote
        : strings.installByHand;
  return (
    <Row label={strings.install} note={note}>
      {prompt && !installed && <Button onClick={prompt}>{strings.installDo}</Button>}
    </Row>
  );
}

export function Row({
  label,
  note,
  children,
}: {
  label: string;
  note?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
      <div className="min-w-28 flex-1">
        <p className="text-sm">{label}</p>
        {note && <p className="text-xs text-soft">{note}</p>}
      </div>
      {children}
    </div>
  );
}
