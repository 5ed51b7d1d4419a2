import { useEffect, useState } from "react";
import { useHost } from "@/api/hooks";
import { Button } from "@/components/ui/button";
import { Answer } from "@/components/ui/show";
import { useAction } from "@/lib/action";
import { strings as common } from "@/strings";
import { pageStrings } from "@/strings/late";
import { notificationsWanted, setNotificationsWanted, showNotice } from "./notifications";
import { canPush, subscribe, subscription, unsubscribe } from "./push";
import { SettingsSection, SwitchRow } from "./sections";

const strings = pageStrings.host;

/** Whether this browser may tell of sessions that wait: while a page is open, and when none is. */
export function NotificationSection() {
  const supported = "Notification" in globalThis && isSecureContext;
  const [permission, setPermission] = useState(supported ? Notification.permission : "denied");
  const [wanted, setWanted] = useState(notificationsWanted());
  const on = wanted && permission === "granted";
  /** Asks the browser where nobody did yet. */
  const permitted = async () => {
    const now = permission === "granted" ? permission : await Notification.requestPermission();
    setPermission(now);
    return now === "granted";
  };
  const change = async (next: boolean) => {
    if (next && !(await permitted())) return;
    setNotificationsWanted(next);
    setWanted(next);
  };
  const note = !supported
    ? strings.notifyUnsupported
    : permission === "denied"
      ? strings.notifyDenied
      : strings.notifyNote;
  return (
    <SettingsSection id="notifications">
      <SwitchRow
        label={strings.notifyBrowser}
        note={note}
        checked={on}
        disabled={!supported || permission === "denied"}
        onChange={change}
      />
      <PushSwitch permission={permission} permitted={permitted} />
      {on && (
        <Button onClick={() => showNotice(common.name, { body: strings.notifyTestText }, undefined)}>
          {strings.notifyTest}
        </Button>
      )}
    </SettingsSection>
  );
}

interface PushSwitchProps {
  permission: NotificationPermission;
  permitted: () => Promise<boolean>;
}

/** Messages by way of the browser's push service, which come when no page is open. */
function PushSwitch({ permission, permitted }: PushSwitchProps) {
  const host = useHost();
  const action = useAction();
  const [on, setOn] = useState(false);
  const possible = canPush() && host?.pushKey !== undefined;
  useEffect(() => {
    if (!possible) return;
    subscription().then(
      (found) => setOn(found !== undefined),
      () => setOn(false),
    );
  }, [possible]);
  const change = (next: boolean) =>
    action.run(async () => {
      if (!next) {
        await unsubscribe();
        setOn(false);
        return strings.pushOff;
      }
      if (!(await permitted())) throw new Error(strings.notifyDenied);
      await subscribe(host?.pushKey ?? "");
      setOn(true);
      return strings.pushOn;
    });
  return (
    <SwitchRow
      label={strings.push}
      note={possible ? strings.pushNote : strings.pushUnsupported}
      checked={on && permission === "granted"}
      disabled={!possible || permission === "denied" || action.busy}
      onChange={change}
    >
      <Answer outcome={action.outcome} />
    </SwitchRow>
  );
}
