/**
 * Faults of requests: refusals before execution, and changes of the response.
 *
 * Source      docs/paper-market.md, Faults.
 */
import type { Socket } from 'node:net';
import { steadyMs } from '../clock.ts';
import type { Core } from '../core.ts';
import type { FaultKind } from '../faultPlan.ts';
import { changeState, mistype } from '../faultyValues.ts';
import { Refusal } from './refusal.ts';

export interface Response {
  readonly status: number;
  readonly value: unknown;
  /** Bytes that are sent before the connection is closed; null: all. */
  readonly cutAfter?: (text: string) => number;
}

/** A refusal that is served instead of executing the request, or null. */
export function findInjectedRefusal({ faults, clock }: Pick<Core, 'faults' | 'clock'>, path: string): Refusal | null {
  if (!faults.isArmed) return null;
  if (faults.findBlock(path, steadyMs(clock))) return new Refusal(429, 'server.too_many_requests');
  const failure = faults.take('server_error', path);
  if (failure) return new Refusal(failure.status, 'server.internal_error');
  const refused = faults.take('refusal', path);
  return refused ? new Refusal(refused.status, refused.code) : null;
}

/** True when the connection swallows the request: reset at once, or held without an answer. */
export function isSwallowed({ faults, later }: Pick<Core, 'faults' | 'later'>, path: string, socket: Socket): boolean {
  if (!faults.isArmed) return false;
  if (faults.take('reset', path)) {
    socket.resetAndDestroy();
    return true;
  }
  const hole = faults.take('black_hole', path);
  if (hole) later(hole.ms, () => socket.destroy());
  return hole !== null;
}

export interface Fate {
  readonly kind: FaultKind | null;
  /** Null: the connection is closed without a response. */
  readonly response: Response | null;
  readonly delayMs: number;
}

/** The response of an executed request after the faults in force. */
export function decideFate({ faults }: Pick<Core, 'faults'>, path: string, status: number, value: unknown): Fate {
  const whole = { status, value };
  if (!faults.isArmed) return { kind: null, response: whole, delayMs: 0 };
  const slow = faults.take('slow_answer', path);
  const delayMs = slow?.ms ?? 0;
  if (faults.take('lost_answer', path)) return { kind: 'lost_answer', response: null, delayMs };
  const late = faults.take('late_error', path);
  if (late) {
    const error = { errors: ['server.internal_error'] };
    return { kind: 'late_error', response: { status: late.status, value: error }, delayMs };
  }
  if (faults.take('truncated', path)) {
    return { kind: 'truncated', response: { ...whole, cutAfter: (text) => text.length >> 1 }, delayMs };
  }
  const mistyped = faults.take('mistyped', path);
  if (mistyped) return { kind: 'mistyped', response: { status, value: mistype(value, mistyped.done) }, delayMs };
  if (faults.take('unknown_state', path)) {
    return { kind: 'unknown_state', response: { status, value: changeState(value) }, delayMs };
  }
  return { kind: slow ? 'slow_answer' : null, response: whole, delayMs };
}
