import type { ReactNode } from "react";
import { useInstall } from "@/app/install";
import { openPanel } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { dateTime, decimal, useLocale } from "@/lib/locale";
import { useTheme } from "@/lib/theme";
import { pageStrings } from "@/strings/late";
import { useSending } from "../../composer/sending";
import { Section } from "../../panels/parts/layout";

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
      <div>
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
          <Select
            label={strings.locale}
            words={[
              ["", strings.localeSystem],
              ...locales.map((tag): [string, string] => [
                tag,
                new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag,
              ]),
            ]}
            value={locale}
            onChoose={setLocale}
          />
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
    <div
      data-setting
      className="flex min-h-14 flex-wrap items-center gap-x-5 gap-y-1 border-t border-line py-3"
    >
      <div className="min-w-40 flex-1">
        <p className="font-medium">{label}</p>
        {note && <p className="text-xs text-soft">{note}</p>}
      </div>
      {children}
    </div>
  );
}
