// Moving through a recording: any moment is the view before it and the changes up to it.

import { applyChangeSet } from "@/api/applyChange";
import type { ChangeSet, Replay, SessionView } from "@/api/generated";

/** How many steps lie between two views that are kept: going back starts at the nearest. */
const KEYFRAME = 200;

export class Player {
  private readonly keyframes: SessionView[];
  private current: SessionView;
  private at = 0;

  constructor(private readonly replay: Replay) {
    this.keyframes = [replay.view];
    this.current = replay.view;
  }

  get steps(): number {
    return this.replay.sets.length;
  }

  /** When a step happened, milliseconds from the first. */
  timeOf(step: number): number {
    const first = this.replay.sets[0]?.at ?? 0;
    return step <= 0 ? 0 : (this.replay.sets[Math.min(step, this.steps) - 1]?.at ?? first) - first;
  }

  /** The last step that has happened at a time. */
  stepAt(time: number): number {
    let low = 0;
    let high = this.steps;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.timeOf(middle) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The view after so many steps. */
  viewAt(step: number): SessionView {
    const wanted = Math.max(0, Math.min(step, this.steps));
    if (wanted < this.at) this.back(wanted);
    while (this.at < wanted) {
      this.current = applyChangeSet(this.current, this.replay.sets[this.at] as ChangeSet);
      this.at += 1;
      if (this.at % KEYFRAME === 0) this.keyframes[this.at / KEYFRAME] ??= this.current;
    }
    return this.current;
  }

  private back(step: number): void {
    const nearest = Math.floor(step / KEYFRAME);
    this.current = this.keyframes[nearest] ?? this.replay.view;
    this.at = nearest * KEYFRAME;
  }
}
