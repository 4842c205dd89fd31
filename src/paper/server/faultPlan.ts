/**
 * Fault plan: the file and request body that describe injected faults, version 1.
 *
 * Units       `ms` in milliseconds of the exchange's wall clock.
 * Shape       `{ "version"?: 1, "faults": [{ "kind", "target"?, "after"?, "count"?, "ms"?, "status"?, "code"? }] }`.
 * Errors      UnitError that names the field, what was expected and what was found.
 * Source      docs/paper-market.md, Faults.
 */
import { z } from 'zod';
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
  'late_error',
  'truncated',
  'mistyped',
  'unknown_state',
  'black_hole',
  'reset',
  'domain_change',
  'relay_late',
  'relay_failure',
  'relay_partial',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultPlan {
  readonly kind: FaultKind;
  /** Part of a stream's name, which begins with `stream:`, or of a request's path; '' matches every target of the kind. */
  readonly target: string;
  readonly after: number;
  readonly count: number;
  /** Duration, delay or offset, depending on the kind. */
  readonly ms: number;
  /** Status and code of a refusal. */
  readonly status: number;
  readonly code: string;
}

const LONGEST_MS = 3_600_000;
const MOST_MATCHES = 1_000_000;

const faultSchema = z
  .strictObject({
    kind: z.enum(FAULT_KINDS),
    target: z.string().max(200).default(''),
    after: z.int().min(0).max(MOST_MATCHES).default(0),
    count: z.int().min(0).max(MOST_MATCHES).default(1),
    ms: z.int().min(-LONGEST_MS).max(LONGEST_MS).default(1_000),
    status: z.int().min(400).max(599).optional(),
    code: z
      .string()
      .regex(/^[a-z0-9_.]{1,80}$/, 'expected a dot-separated code')
      .default('server.internal_error'),
  })
  .refine(({ kind, ms }) => ms >= 0 || kind === 'clock_skew', { path: ['ms'], error: 'expected at least 0' });

const planSchema = z.strictObject({ version: z.literal(1).default(1), faults: z.array(faultSchema) });

export function parseFaults(value: unknown): FaultPlan[] {
  const result = planSchema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new UnitError(`a fault plan (${issue?.path.join('.') || 'object'})`, issue?.message ?? 'other input');
  }
  return result.data.faults.map((fault) => ({
    ...fault,
    status: fault.status ?? (fault.kind === 'refusal' ? 422 : 503),
  }));
}
