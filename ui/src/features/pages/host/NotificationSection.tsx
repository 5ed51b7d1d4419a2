import { useState } from "react";
import { Button } from "@/components/ui/button";
import { strings as common } from "@/strings";
import { pageStrings } from "@/strings/pages";
import { Section } from "../../panels/parts/layout";
import { Switch } from "../../panels/parts/Switch";
import { notificationsWanted, setNotificationsWanted } from "./notifications";

const strings = pageStrings.host;

/** Whether this browser may tell of sessions that wait. */
export function NotificationSection() {
  const supported = "Notification" in globalThis && isSecureContext;
  const [permission, setPermission] = useState(supported ? Notification.permission : "denied");
  const [wanted, setWanted] = useState(notificationsWanted());
  const on = wanted && permission === "granted";
  const change = async (next: boolean) => {
    if (next && permission !== "granted") setPermission(await Notification.requestPermission());
    setNotificationsWanted(next);
    setWanted(next);
  };
  const note = !supported
    ? strings.notifyUnsupported
    : permission === "denied"
      ? strings.notifyDenied
      : strings.notifyNote;
  return (
    <Section title={strings.notifications}>
      <div className="space-y-2 rounded-md border border-line p-3">
        <Switch
          label={strings.notifyBrowser}
          note={note}
          checked={on}
          disabled={!supported || permission === "denied"}
          onChange={change}
        />
        {on && (
          <Button onClick={() => new Notification(common.name, { body: strings.notifyTestText })}>
            {strings.notifyTest}
          </Button>
        )}
      </div>
    </Section>
  );
}
