/** Which drill runs, for how long still, and what a row says of it. */
import { DRILL_KINDS, DRILLS, type Drill, type DrillKind } from '#shared/ipc/drills.ts';

export interface Running {
  readonly kind: DrillKind;
  /** Unix ms of this machine; main ends the drill by its own clock at about then. */
  readonly endsAtMs: number;
}

export interface DrillRow extends Drill {
  readonly kind: DrillKind;
  /** Whole seconds still to run, at least 1; null while it does not run. */
  readonly secondsLeft: number | null;
}

export function beginRunning(kind: DrillKind, nowMs: number): Running {
  return { kind, endsAtMs: nowMs + DRILLS[kind].runsMs };
}

export function listRows(running: Running | null, nowMs: number): readonly DrillRow[] {
  return DRILL_KINDS.map((kind) => ({
    kind,
    ...DRILLS[kind],
    secondsLeft:
      running?.kind === kind && nowMs < running.endsAtMs ? Math.ceil((running.endsAtMs - nowMs) / 1_000) : null,
  }));
}

/** '20 s', or 'up to 30 s, one order' where it waits for one. */
export function tellLength(drill: Drill): string {
  const seconds = Math.round(drill.runsMs / 1_000);
  return drill.needsOrder ? `up to ${seconds} s, one order` : `${seconds} s`;
}
