/**
 * Fault injection: a plan of faults by kind, target and count.
 *
 * Units       `ms` and `nowMs` in milliseconds of the exchange's clock.
 * Shape       A fault skips `after` matches, then happens `count` times (0: until cleared).
 * Errors      `add` throws UnitError beyond 100 faults.
 * Source      docs/paper-market.md, Faults.
 */
import { UnitError } from '#shared/units/errors.ts';
import type { FaultKind, FaultPlan } from './faultPlan.ts';

export interface Fault extends FaultPlan {
  seen: number;
  done: number;
  /** End of a rate limit. */
  blockedUntilMs: number;
}

export interface Faults {
  /** False without faults; checked for every message. */
  readonly isArmed: boolean;
  add(plans: readonly FaultPlan[]): void;
  list(): readonly Fault[];
  clear(): void;
  remove(fault: Fault): void;
  /** The fault that happens now to `name`, or null. */
  take(kind: FaultKind, name: string): Fault | null;
  /** A rate limit that starts now or is in force; a request during it restarts it. */
  findBlock(name: string, nowMs: number): Fault | null;
  skewMs(): number;
  /** True while the exchange uses another order domain than before. */
  hasOtherDomain(): boolean;
}

const MOST = 100;
/** Targets of each kind when a fault names none. */
const SUFFIX: Readonly<Partial<Record<FaultKind, string>>> = { sequence_skip: '.ob-inc' };

export function buildFaults(): Faults {
  let all: Fault[] = [];
  const matches = (fault: Fault, kind: FaultKind, name: string): boolean =>
    fault.kind === kind &&
    name.includes(fault.target) &&
    (fault.target !== '' || name.endsWith(SUFFIX[kind] ?? '')) &&
    (fault.count === 0 || fault.done < fault.count);
  const take = (kind: FaultKind, name: string): Fault | null => {
    for (const fault of all) {
      if (!matches(fault, kind, name)) continue;
      fault.seen += 1;
      if (fault.seen <= fault.after) continue;
      fault.done += 1;
      return fault;
    }
    return null;
  };
  return {
    get isArmed() {
      return all.length > 0;
    },
    add(plans) {
      if (all.length + plans.length > MOST) throw new UnitError(`at most ${MOST} faults`, `${plans.length} more`);
      for (const plan of plans) all.push({ ...plan, seen: 0, done: 0, blockedUntilMs: 0 });
    },
    list: () => all,
    clear() {
      all = [];
    },
    remove(fault) {
      all = all.filter((one) => one !== fault);
    },
    take,
    findBlock(name, nowMs) {
      const blocked = all.find(
        ({ kind, target, blockedUntilMs }) => kind === 'rate_limit' && name.includes(target) && nowMs < blockedUntilMs,
      );
      const fault = blocked ?? take('rate_limit', name);
      if (fault) fault.blockedUntilMs = nowMs + fault.ms;
      return fault;
    },
    skewMs() {
      let sum = 0;
      for (const { kind, ms } of all) if (kind === 'clock_skew') sum += ms;
      return sum;
    },
    hasOtherDomain: () => all.some(({ kind }) => kind === 'domain_change'),
  };
}
