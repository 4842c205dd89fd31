/**
 * Risk limits: their names, units, defaults, bounds, and which change loosens one.
 *
 * Units       `usd`, `contracts` and `price` in millionths; `ms`; `percent`; `count`; `switch`: 0 off, 1 on.
 * Invariants  Pure. A value outside its bounds is never used. Loosening a limit needs a step-up, tightening none.
 * Source      docs/risk.md#limits has the meaning and the reason of every default.
 */
export type LimitUnit = 'usd' | 'contracts' | 'price' | 'ms' | 'percent' | 'count' | 'switch';

export interface LimitRule {
  readonly unit: LimitUnit;
  readonly initial: bigint;
  readonly min: bigint;
  readonly max: bigint;
  /** The direction in which more orders are refused. */
  readonly stricter: 'lower' | 'higher';
}

const DOLLAR = 1_000_000n;
const CONTRACT = 1_000_000n;
const CENT = 10_000n;
const SECOND = 1_000n;

function atMost(unit: LimitUnit, initial: bigint, max: bigint, min = 0n): LimitRule {
  return { unit, initial, min, max, stricter: 'lower' };
}

function atLeast(unit: LimitUnit, initial: bigint, max: bigint): LimitRule {
  return { unit, initial, min: 0n, max, stricter: 'higher' };
}

export const LIMIT_RULES = {
  /** Stake and fee reserve of one buy. */
  orderCost: atMost('usd', 5_000n * DOLLAR, 1_000_000n * DOLLAR),
  /** Value that one order gives away against the live book. */
  orderGivenAway: atMost('usd', 100n * DOLLAR, 100_000n * DOLLAR),
  orderContracts: atMost('contracts', 25_000n * CONTRACT, 10_000_000n * CONTRACT),
  /** Distance of the price beyond the best opposite price. */
  bookDistance: atMost('price', 10n * CENT, 99n * CENT),
  /** Distance of the price beyond the last price. */
  lastDistance: atMost('price', 25n * CENT, 99n * CENT),
  /** Open buys with their fee reserve, and holdings at cost. */
  openNotional: atMost('usd', 25_000n * DOLLAR, 10_000_000n * DOLLAR),
  restingOrders: atMost('count', 100n, 1_000n),
  marketLoss: atMost('usd', 10_000n * DOLLAR, 10_000_000n * DOLLAR),
  eventLoss: atMost('usd', 15_000n * DOLLAR, 10_000_000n * DOLLAR),
  /** Realised and unrealised loss since 00:00 UTC. */
  dayLoss: atMost('usd', 2_500n * DOLLAR, 1_000_000n * DOLLAR),
  minuteNotional: atMost('usd', 10_000n * DOLLAR, 10_000_000n * DOLLAR),
  minuteGivenAway: atMost('usd', 250n * DOLLAR, 100_000n * DOLLAR),
  dayGivenAway: atMost('usd', 1_000n * DOLLAR, 1_000_000n * DOLLAR),
  /** Share of the exchange's order budget that only exits may use. */
  exitBudget: atLeast('percent', 25n, 90n),
  /** Time before the close in which no position is opened. */
  timeToClose: atLeast('ms', 5n * SECOND, 3_600n * SECOND),
  /** 1: a live book that cannot be compared with the REST book may be traded. */
  uncheckedBook: atMost('switch', 0n, 1n),
} as const satisfies Readonly<Record<string, LimitRule>>;

export type LimitName = keyof typeof LIMIT_RULES;
export type RiskLimits = Readonly<Record<LimitName, bigint>>;

export const LIMIT_NAMES = Object.keys(LIMIT_RULES) as readonly LimitName[];

export const DEFAULT_RISK_LIMITS: RiskLimits = buildLimits((name) => LIMIT_RULES[name].initial);

export function buildLimits(find: (name: LimitName) => bigint): RiskLimits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, find(name)])) as Record<LimitName, bigint>;
}

export function isInBounds(name: LimitName, value: bigint): boolean {
  const { min, max } = LIMIT_RULES[name];
  return value >= min && value <= max;
}

/** True when `after` allows orders that `before` refuses. */
export function isLooser(name: LimitName, before: bigint, after: bigint): boolean {
  return LIMIT_RULES[name].stricter === 'lower' ? after > before : after < before;
}
