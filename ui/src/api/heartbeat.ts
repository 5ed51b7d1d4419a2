// Notices that a connection is dead though nobody said so: a laptop that slept, a phone in a tunnel, a proxy that forgot.

/** How long nothing may be heard before the host is asked, and how long it may take to answer. */
export const QUIET_MS = 15_000;
export const PATIENCE_MS = 5_000;

interface Line {
  ask(): void;
  dead(): void;
}

export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly line: Line) {}

  /** Something was heard: all is well for a while. */
  heard(): void {
    this.wait(QUIET_MS, () => this.ask());
  }

  /** There is a reason to doubt: asks now. */
  ask(): void {
    this.line.ask();
    this.wait(PATIENCE_MS, () => this.line.dead());
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wait(time: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, time);
  }
}
