/** Drills pane model: rows, the running drill and its remaining time. */
import { DRILL_KINDS, DRILLS, type Drill, type DrillKind } from '#shared/ipc/drills.ts';

export interface Running {
  readonly kind: DrillKind;
  /** Unix ms of this machine; main ends the drill at about this time by its own clock. */
  readonly endsAtMs: number;
}

export interface DrillRow extends Drill {
  readonly kind: DrillKind;
  /** Remaining whole seconds, at least 1; null while it does not run. */
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

/** '20 s', or 'up to 30 s, one order' for a drill that needs an order. */
export function formatLength(drill: Drill): string {
  const seconds = Math.round(drill.runsMs / 1_000);
  return drill.needsOrder ? `up to ${seconds} s, one order` : `${seconds} s`;
}
