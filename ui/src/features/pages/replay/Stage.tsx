import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { connection } from "@/api/connection";
import type { Replay } from "@/api/generated";
import { PageFrame } from "@/app/PageFrame";
import { Button, IconButton } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { replayName } from "@/features/session/now";
import { Transcript } from "@/features/session/Transcript";
import { clock } from "@/lib/format";
import { wireStrings as strings } from "@/strings/late";
import { Player } from "./replay.logic";

const speeds = { "0.5": "0.5×", "1": "1×", "4": "4×", "16": "16×" };
/** A pause of the recording is not waited out longer than this. */
const LONGEST_PAUSE_MS = 2000;

/** The conversation at one moment of the recording, and the slider that chooses it. */
export function Stage({ name, replay, onLeave }: { name: string; replay: Replay; onLeave?: () => void }) {
  const player = useMemo(() => new Player(replay), [replay]);
  const session = replayName(name);
  // What came of it is seen first; playing begins at the beginning.
  const [step, setStep] = useState(player.steps);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<keyof typeof speeds>("1");
  // Somebody must watch it before it can be shown, also while the list is not there yet.
  const watched = useRef<ReturnType<typeof connection.watch>>(undefined);
  useEffect(() => {
    watched.current = connection.watch(session);
    connection.show(session, player.viewAt(player.steps));
    return () => watched.current?.stop();
  }, [session, player]);
  useEffect(() => {
    connection.show(session, player.viewAt(step));
  }, [session, player, step]);
  useEffect(() => {
    if (!playing) return;
    if (step >= player.steps) return setPlaying(false);
    const wait = Math.min(player.timeOf(step + 1) - player.timeOf(step), LONGEST_PAUSE_MS);
    const timer = setTimeout(() => setStep(step + 1), wait / Number(speed));
    return () => clearTimeout(timer);
  }, [playing, step, speed, player]);
  const time = player.timeOf(step);
  const end = player.timeOf(player.steps);
  const toggle = () => {
    if (!playing && step >= player.steps) setStep(0);
    setPlaying(!playing);
  };
  return (
    <PageFrame
      title={`${strings.replayTitle}: ${name}`}
      wide
      actions={onLeave && <Button onClick={onLeave}>{strings.another}</Button>}
    >
      <div className="-m-4 flex h-[calc(100%+2rem)] flex-col">
        <Transcript key={session} session={session} />
        <div className="flex flex-wrap items-center gap-x-2 max-md:gap-x-0.5 border-t border-line px-4 py-2">
          <IconButton label={strings.previous} disabled={step === 0} onClick={() => setStep(step - 1)}>
            <SkipBack size={15} />
          </IconButton>
          <IconButton label={playing ? strings.pause : strings.play} onClick={toggle}>
            {playing ? <Pause size={16} /> : <Play size={16} />}
          </IconButton>
          <IconButton label={strings.next} disabled={step >= player.steps} onClick={() => setStep(step + 1)}>
            <SkipForward size={15} />
          </IconButton>
          <input
            type="range"
            aria-label={strings.time}
            aria-valuetext={strings.of(clock(time), clock(end))}
            min={0}
            max={player.steps}
            value={step}
            onChange={(event) => {
              setPlaying(false);
              setStep(event.target.valueAsNumber);
            }}
            className="min-w-32 flex-1 accent-solid max-md:order-first max-md:basis-full pointer-coarse:h-11"
          />
          <span className="text-xs whitespace-nowrap text-soft max-md:mr-2 max-md:ml-auto">
            {strings.of(clock(time), clock(end))}
            <span className="max-md:hidden">
              {" "}
              · {step}/{player.steps}
            </span>
          </span>
          <Select label={strings.speed} words={speeds} value={speed} onChoose={setSpeed} />
        </div>
      </div>
    </PageFrame>
  );
}
