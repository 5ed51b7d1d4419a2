import { useInstall } from "@/app/install";
import { openPanel } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { changeLanguage, dateTime, decimal, useLocale } from "@/lib/locale";
import { useTheme } from "@/lib/theme";
import { languages } from "@/strings/language";
import { pageStrings } from "@/strings/late";
import { useSending } from "../../composer/sending";
import { Row, SettingsSection } from "./sections";

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

/** How this browser behaves. */
export function GeneralSection() {
  const sending = useSending();
  return (
    <SettingsSection id="general">
      <Row label={strings.enter} note={strings.enterNote}>
        <Select
          words={strings.enters}
          value={sending.enter}
          onChoose={sending.setEnter}
          label={strings.enter}
        />
      </Row>
      <InstallRow />
      <Row label={strings.keys} note={strings.keysNote}>
        <Button onClick={() => openPanel("keys")}>{strings.openKeys}</Button>
      </Row>
    </SettingsSection>
  );
}

/** How this browser shows things. */
export function AppearanceSection() {
  const look = useTheme();
  const { locale, setLocale, language } = useLocale();
  const example = `${dateTime(Date.UTC(2026, 10, 16, 13, 5))} · ${decimal(1234.5, 2)}`;
  return (
    <SettingsSection id="appearance">
      <Row label={strings.theme}>
        <Select words={strings.themes} value={look.theme} onChoose={look.setTheme} label={strings.theme} />
      </Row>
      <Row label={strings.contrast}>
        <Select
          words={strings.contrasts}
          value={look.contrast}
          onChoose={look.setContrast}
          label={strings.contrast}
        />
      </Row>
      <Row label={strings.motion}>
        <Select
          words={strings.motions}
          value={look.motion}
          onChoose={look.setMotion}
          label={strings.motion}
        />
      </Row>
      <Row label={strings.language}>
        <Select
          label={strings.language}
          words={{ system: strings.languageSystem, ...languages }}
          value={language}
          onChoose={changeLanguage}
        />
      </Row>
      <Row label={strings.locale} note={strings.localeExample(example)}>
        <Select
          label={strings.locale}
          words={[
            ["", strings.localeSystem],
            ...locales.map((tag): [string, string] => [tag, languageOf(tag)]),
          ]}
          value={locale}
          onChoose={setLocale}
        />
      </Row>
    </SettingsSection>
  );
}

const languageOf = (tag: string): string => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;

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
