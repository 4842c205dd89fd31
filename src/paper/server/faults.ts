/**
 * Fault injection: a plan of faults by kind, target and count.
 *
 * Units       `ms` in real milliseconds.
 * Shape       A fault skips `after` matches, then happens `count` times (0: until cleared).
 * Errors      parseFaults throws UnitError on unknown input.
 * Source      docs/paper-market.md, Faults.
 */
import { UnitError } from '#shared/units/errors.ts';

export const FAULT_KINDS = [
  'sequence_skip',
  'duplicate',
  'delay',
  'silent_socket',
  'disconnect',
  'lost_answer',
  'rate_limit',
  'server_error',
  'refusal',
  'slow_answer',
  'clock_skew',
  'wallet_rejection',
  'settlement_failure',
  'pending',
  'cancel_lag',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultPlan {
  readonly kind: FaultKind;
  /** Part of a stream's name or a request's path; '' matches every target of the kind. */
  readonly target: string;
  readonly after: number;
  readonly count: number;
  /** Duration, delay or offset, depending on the kind. */
  readonly ms: number;
  readonly status: number;
  /** Status and code of a refusal. */
  readonly code: string;
}

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
  /** The fault that happens now to `name`, or null. */
  take(kind: FaultKind, name: string): Fault | null;
  /** A rate limit that starts now or is in force; a request during it restarts it. */
  findBlock(name: string, nowMs: number): Fault | null;
  skewMs(): number;
}

const MOST = 100;
const LONGEST_MS = 3_600_000;
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
  };
}

/** `{"faults": [{"kind": "…", "target"?, "after"?, "count"?, "ms"?, "status"?, "code"?}]}`. */
export function parseFaults(value: unknown): FaultPlan[] {
  const list = isRecord(value) ? value.faults : undefined;
  if (!Array.isArray(list)) throw new UnitError('an object with an array of faults', typeof value);
  return list.map(parseFault);
}

function parseFault(value: unknown): FaultPlan {
  if (!isRecord(value)) throw new UnitError('a fault as an object', typeof value);
  const known = ['kind', 'target', 'after', 'count', 'ms', 'status', 'code'];
  const strange = Object.keys(value).find((key) => !known.includes(key));
  if (strange !== undefined) throw new UnitError(`one of ${known.join(', ')}`, strange);
  const kind = FAULT_KINDS.find((one) => one === value.kind);
  if (!kind) throw new UnitError(`one of ${FAULT_KINDS.join(', ')}`, String(value.kind));
  const { target = '' } = value;
  if (typeof target !== 'string' || target.length > 200) throw new UnitError('a target as text', typeof target);
  const { code = 'server.internal_error' } = value;
  if (typeof code !== 'string' || !/^[a-z0-9_.]{1,80}$/.test(code))
    throw new UnitError('a dot-coded word', String(code));
  const least = kind === 'clock_skew' ? -LONGEST_MS : 0;
  return {
    kind,
    target,
    after: readInteger('after', value.after, 0, 1_000_000, 0),
    count: readInteger('count', value.count, 0, 1_000_000, 1),
    ms: readInteger('ms', value.ms, least, LONGEST_MS, 1_000),
    status: readInteger('status', value.status, 400, 599, kind === 'refusal' ? 422 : 503),
    code,
  };
}

function readInteger(name: string, value: unknown, least: number, most: number, usual: number): number {
  if (value === undefined) return usual;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new UnitError(`${name} from ${least} to ${most}`, String(value));
  }
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
