import { call } from "@/api/http";
import { useCan } from "@/api/scope";
import { PageFrame } from "@/app/PageFrame";
import { pageStrings } from "@/strings/pages";
import { useLoad } from "../../panels/parts/load";
import { Show } from "../../panels/parts/states";
import { BrowserSection } from "./BrowserSection";
import { HostForm } from "./HostForm";
import { NotificationSection } from "./NotificationSection";

const strings = pageStrings.host;

/** How this browser shows things, and how the host keeps its sessions. */
export function Page() {
  const settings = useLoad("settings", () => call("GET /api/settings"));
  const admin = useCan("administer");
  return (
    <PageFrame title={strings.title}>
      <div className="max-w-2xl space-y-10">
        <BrowserSection />
        <NotificationSection />
        <Show of={settings} rows={8}>
          {(data) => (
            <HostForm key={JSON.stringify(data)} settings={data} admin={admin} reload={settings.reload} />
          )}
        </Show>
      </div>
    </PageFrame>
  );
}
