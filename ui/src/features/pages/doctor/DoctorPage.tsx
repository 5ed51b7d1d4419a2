import { RotateCw } from "lucide-react";
import type { DoctorCheck, DoctorReport } from "@/api/generated";
import { doctorQuery } from "@/api/queries";
import { PageFrame } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { Facts, rowsLook, Section } from "@/components/ui/section";
import { Failed, Loading } from "@/components/ui/states";
import { State } from "@/components/ui/status";
import { Worded } from "@/components/Worded";
import { useLoad } from "@/lib/load";
import { pageStrings } from "@/strings/late";

const strings = pageStrings.doctor;

/** The CLI against what this host knows of it: version, sign-in, flags, surface. */
export function Page() {
  const { load, reload } = useLoad(doctorQuery);
  const busy = load.state === "loading" || (load.state === "ready" && load.renewing);
  return (
    <PageFrame
      crowded
      title={strings.title}
      actions={
        <Button onClick={() => void reload()} disabled={busy}>
          <RotateCw size={14} aria-hidden /> {strings.again}
        </Button>
      }
    >
      <div className="space-y-8">
        <p className="text-sm text-soft">{busy ? strings.looking : strings.note}</p>
        {load.state === "loading" && <Loading rows={8} />}
        {load.state === "failed" && <Failed error={load.error} onRetry={() => void reload()} />}
        {load.state === "ready" && <Report report={load.data} />}
      </div>
    </PageFrame>
  );
}

const tones = { ok: "done", warning: "wait", error: "fail" } as const;
const order = { error: 0, warning: 1, ok: 2 } as const;

function Report({ report }: { report: DoctorReport }) {
  const checks = [...report.checks].sort((left, right) => order[left.outcome] - order[right.outcome]);
  return (
    <>
      <Section title={strings.cli}>
        <Facts
          rows={[
            [strings.path, report.path],
            [strings.version, report.version && `${report.version}, ${strings.verdicts[report.verdict]}`],
            [strings.verified, report.verified.join(", ")],
          ]}
        />
      </Section>
      <Section title={strings.checks}>
        {checks.every(({ outcome }) => outcome === "ok") && (
          <p className="text-sm text-done">✓ {strings.allFine}</p>
        )}
        <ul aria-label={strings.checks} className={rowsLook}>
          {checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Check({ check }: { check: DoctorCheck }) {
  return (
    <li className="space-y-1 px-3.5 py-2.5">
      <p className="flex items-center gap-2 text-sm font-medium">
        <span className="inline-block first-letter:uppercase">{check.name}</span>{" "}
        <State tone={tones[check.outcome]}>{strings.outcomes[check.outcome]}</State>
      </p>
      <p className="text-sm break-words text-soft">
        <Worded text={check.text} />
      </p>
      {check.fix && (
        <p className="text-sm break-words">
          <span className="text-soft">{strings.todo}: </span>
          <Worded text={check.fix} />
        </p>
      )}
    </li>
  );
}
