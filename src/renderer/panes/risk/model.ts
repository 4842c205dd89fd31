/**
 * Risk pane model: every limit with its present use, the loss stop, and typed values.
 *
 * Units       As the limit's; shares of a bar from 0 to 1.
 * Errors      Never throws: text that is no value of the limit gives null.
 */
import {
  isInBounds,
  isLooser,
  LIMIT_RULES,
  type LimitName,
  type LimitRule,
  listLimits,
  listOpenEvents,
  type RiskLimits,
} from '#shared/order/risk/limits.ts';
import type { RiskState } from '#shared/order/risk/state.ts';
import { listExposed } from '#shared/order/risk/use.ts';
import { formatLimit } from '#shared/text/risk/risk.ts';
import { formatMicros, parseMicrosBig } from '#shared/units/micros.ts';
import { toNumber } from '#shared/units/numbers.ts';

export type Tone = 'good' | 'warn' | 'bad';

export const GROUPS: readonly { readonly title: string; readonly limits: readonly LimitName[] }[] = [
  { title: 'Account', limits: listLimits('account') },
  { title: 'Value given away, exits too', limits: listLimits('givenAway') },
  { title: 'One order', limits: listLimits('order') },
  { title: 'Market', limits: listLimits('market') },
];

const WARN_SHARE = 0.8;

/** Events in which something is open, and marked ones. */
export function listEvents(state: RiskState): readonly number[] {
  return [...new Set([...listOpenEvents(state, listExposed(state)), ...state.exclusiveEvents])].sort((a, b) => a - b);
}

export interface Row {
  readonly limit: LimitName;
  /** '120.00', or null without a use. */
  readonly use: string | null;
  readonly value: string;
  /** Of the bar; null without a use. */
  readonly share: number | null;
  readonly tone: Tone;
}

export function buildRow(limit: LimitName, state: RiskState): Row {
  const allowed = state.limits[limit];
  const use = (LIMIT_RULES[limit] as LimitRule).use?.(state, listExposed(state)) ?? null;
  const value = formatLimit(limit, allowed);
  if (use === null) return { limit, use: null, value, share: null, tone: 'good' };
  const isMost = LIMIT_RULES[limit].stricter === 'lower';
  const share = isMost ? shareOf(use, allowed) : shareOf(use, 100n);
  const isUsedUp = isMost ? use >= allowed : use <= allowed;
  const tone = isUsedUp ? 'bad' : isMost && share > WARN_SHARE ? 'warn' : 'good';
  const text = formatLimit(limit, use);
  return { limit, use: isMost ? text : `${text} free`, value, share, tone };
}

function shareOf(use: bigint, whole: bigint): number {
  if (whole <= 0n) return use > 0n ? 1 : 0;
  const share = (use * 1_000n) / whole;
  return share >= 1_000n ? 1 : share <= 0n ? 0 : toNumber(share) / 1_000;
}

/** State of the loss stop for the pane's header. */
export function describeStop(state: RiskState): { readonly tone: Tone; readonly text: string } {
  const { tone, use } = buildRow('dayLoss', state);
  if (use === null) return { tone: 'warn', text: 'loss of the day not known' };
  if (tone === 'bad') return { tone, text: 'loss stop: only exits are sent' };
  return { tone, text: `lost today ${use}` };
}

/** Text of a limit for its field: plain decimals, seconds for times. */
export function typedText(limit: LimitName, value: bigint): string {
  switch (LIMIT_RULES[limit].unit) {
    case 'usd':
    case 'price':
      return formatMicros(value, 2);
    case 'contracts':
      return formatMicros(value);
    case 'ms':
      return formatMicros(value * 1_000n);
    default:
      return String(value);
  }
}

/** Parses a typed limit within its bounds; null on anything else. */
export function parseTyped(limit: LimitName, text: string): bigint | null {
  try {
    const micros = parseMicrosBig(text.trim().replaceAll(',', ''));
    const { unit } = LIMIT_RULES[limit];
    const isMicros = unit === 'usd' || unit === 'price' || unit === 'contracts';
    const scale = isMicros ? 1n : unit === 'ms' ? 1_000n : 1_000_000n;
    if (micros % scale !== 0n) return null;
    return isInBounds(limit, micros / scale) ? micros / scale : null;
  } catch {
    return null;
  }
}

export function boundsOf(limit: LimitName): string {
  const { min, max } = LIMIT_RULES[limit];
  return `From ${formatLimit(limit, min)} to ${formatLimit(limit, max)}`;
}

/** True when the change needs the password. */
export function needsPassword(limit: LimitName, limits: RiskLimits, next: bigint | null): boolean {
  return next !== null && isLooser(limit, limits[limit], next);
}
