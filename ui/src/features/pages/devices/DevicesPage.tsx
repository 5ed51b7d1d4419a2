import { Laptop, SquareTerminal, Trash2 } from "lucide-react";
import { useState } from "react";
import { revokeDevice } from "@/api/commands";
import type { Device } from "@/api/generated";
import { devicesQuery } from "@/api/queries";
import { useCan } from "@/api/scope";
import { PageFrame } from "@/app/PageFrame";
import { Button, IconButton } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import { rowsLook, Section } from "@/components/ui/section";
import { Answer, Show } from "@/components/ui/show";
import { Tag } from "@/components/ui/status";
import { Worded } from "@/components/Worded";
import { useAction } from "@/lib/action";
import { age } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { dateTime } from "@/lib/locale";
import { useNow } from "@/lib/now";
import { pageStrings } from "@/strings/late";
import { MakeToken } from "./MakeToken";
import { Pair } from "./Pair";

const strings = pageStrings.devices;

/** Who may come in: devices and tokens, a way to add and to take away. */
export function Page() {
  const devices = useLoad(devicesQuery);
  const admin = useCan("administer");
  const reload = devices.reload;
  return (
    <PageFrame title={strings.title}>
      <div className="space-y-10">
        {admin ? <Pair onPaired={reload} /> : <p className="text-sm text-soft">{strings.needsAdmin}</p>}
        <Show of={devices}>
          {(list) => (
            <>
              <Section title={strings.list}>
                <List
                  devices={list.filter((device) => !device.token)}
                  label={strings.list}
                  admin={admin}
                  reload={reload}
                />
              </Section>
              <Section title={strings.tokens} note={<Worded text={strings.tokensNote} />}>
                <List
                  devices={list.filter((device) => device.token)}
                  label={strings.tokens}
                  admin={admin}
                  reload={reload}
                />
              </Section>
            </>
          )}
        </Show>
        {admin && <MakeToken onMade={reload} />}
      </div>
    </PageFrame>
  );
}

/** Creating a token does not count as using it. */
const lastSeen = ({ token, createdAt, seenAt }: Device, now: number): string =>
  token && seenAt <= createdAt ? strings.neverUsed : strings.seen(age(seenAt, now));

interface ListProps {
  devices: Device[];
  label: string;
  admin: boolean;
  reload: () => Promise<void>;
}

function List({ devices, label, admin, reload }: ListProps) {
  const now = useNow();
  const action = useAction();
  const [asked, setAsked] = useState<Device>();
  const revoke = (device: Device) => {
    setAsked(undefined);
    void action.run(async () => {
      await revokeDevice(device.id);
      await reload();
      return strings.revoked;
    });
  };
  return (
    <>
      {devices.length === 0 && <p className="text-sm text-soft">{strings.tokensNone}</p>}
      <ul aria-label={label} className={`${rowsLook} empty:hidden`}>
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 px-3.5 py-2.5">
            {device.token ? (
              <SquareTerminal size={16} aria-hidden className="shrink-0 text-soft" />
            ) : (
              <Laptop size={16} aria-hidden className="shrink-0 text-soft" />
            )}
            <div className="min-w-0 flex-1">
              <p className="text-sm break-words">
                {device.name} {device.current && <Tag>{strings.current}</Tag>}
              </p>
              <p className="text-xs text-soft" title={dateTime(device.seenAt)}>
                {strings.scopes[device.scope]} · {lastSeen(device, now)}
              </p>
            </div>
            {(admin || device.current) && (
              <IconButton label={strings.revoke(device.name)} onClick={() => setAsked(device)}>
                <Trash2 size={14} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Answer outcome={action.outcome} />
      {asked && (
        <Modal
          open
          onClose={() => setAsked(undefined)}
          title={strings.revoke(asked.name)}
          description={strings.revokeSure(asked.name)}
        >
          <div className="flex justify-end gap-2 p-4">
            <Button look="quiet" onClick={() => setAsked(undefined)}>
              {strings.cancel}
            </Button>
            <Button look="danger" onClick={() => revoke(asked)}>
              {strings.revokeDo}
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}
