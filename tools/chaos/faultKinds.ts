/**
 * The faults of a run: each a row of the report, with the plan for the embedded exchange or an act on a process.
 *
 * Units       Durations in ms of the shared clock.
 */
import type { FaultPlan } from '#paper/server/faultPlan.ts';
import type { Random } from '#paper/simulation/random.ts';

const PLACEMENT = '/atlas/account/orders';
const CANCEL = '/cancel';
const ORDER_READS = '/pythia/orders';
const ACCOUNT_READS = '/api/v2/atlas/account/';
const INCREMENTS = '.ob-inc';
const PRIVATE_STREAMS = ['stream:order', 'stream:contract', 'stream:balance', 'stream:position'];

/** What happens outside the exchange's fault plan. */
export type Act = 'killTrader' | 'killAtPlacement' | 'restartExchange' | 'jumpClock' | 'changeDomain';

export interface Episode {
  readonly label: string;
  readonly plans: readonly FaultPlan[];
  readonly act: Act | null;
  /** How long the plans stay in force. */
  readonly durationMs: number;
  /** Offset of the trader's clock. */
  readonly jumpMs: number;
}

type Part = Partial<FaultPlan> & Pick<FaultPlan, 'kind'>;

function fault(part: Part): FaultPlan {
  const status = part.kind === 'refusal' ? 422 : 503;
  return { target: '', after: 0, count: 1, ms: 1_000, status, code: 'server.internal_error', ...part };
}

interface FaultKindRow {
  readonly label: string;
  build(random: Random): Partial<Episode>;
}

const between = (random: Random, low: number, high: number): number => low + random.below(high - low);
const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)]!;

/** A fault that happens once or twice, to requests with this target. */
const few = (label: string, part: Part): FaultKindRow => ({
  label,
  build: (random) => ({ plans: [fault({ count: 1 + random.below(2), ...part })], durationMs: 20_000 }),
});
/** A fault that happens to everything with this target for a while. */
const lasting = (label: string, parts: readonly Part[], low: number, high: number): FaultKindRow => ({
  label,
  build: (random) => ({
    plans: parts.map((part) => fault({ count: 0, ...part })),
    durationMs: between(random, low, high),
  }),
});

const act = (label: string, kind: Act): FaultKindRow => ({
  label,
  build: (random) => ({ act: kind, durationMs: between(random, 8_000, 20_000) }),
});

export const FAULT_ROWS: readonly FaultKindRow[] = [
  few('placement: answer lost', { kind: 'lost_answer', target: PLACEMENT }),
  {
    label: 'placement: answer lost, stream and reads late',
    build: (random) => ({
      plans: [
        fault({ kind: 'lost_answer', target: PLACEMENT }),
        fault({ kind: 'delay', target: 'stream:order', count: 0, ms: between(random, 2_000, 6_000) }),
        fault({ kind: 'slow_answer', target: ORDER_READS, count: 0, ms: between(random, 1_000, 5_000) }),
      ],
      durationMs: 15_000,
    }),
  },
  {
    label: 'placement: 5xx after acceptance',
    build: (random) => ({
      plans: [
        fault({ kind: 'late_error', target: PLACEMENT, status: pick(random, [500, 502, 503, 504]), count: 2 }),
        fault({ kind: 'delay', target: 'stream:order', count: 0, ms: between(random, 500, 6_000) }),
      ],
      durationMs: 15_000,
    }),
  },
  few('placement: 5xx, not executed', { kind: 'server_error', target: PLACEMENT, status: 502 }),
  lasting('placement: answer after the event', [{ kind: 'slow_answer', target: PLACEMENT, ms: 1_500 }], 8_000, 15_000),
  few('placement: answer slower than the time-out', { kind: 'slow_answer', target: PLACEMENT, ms: 25_000 }),
  few('placement: answer cut', { kind: 'truncated', target: PLACEMENT }),
  {
    label: 'placement: answer mistyped',
    build: (random) => ({
      plans: [fault({ kind: 'mistyped', target: PLACEMENT, count: 1 + random.below(5) })],
      durationMs: 20_000,
    }),
  },
  few('placement: request swallowed', { kind: 'black_hole', target: PLACEMENT, ms: 20_000 }),
  few('placement: connection reset', { kind: 'reset', target: PLACEMENT }),
  few('placement: unknown state', { kind: 'unknown_state', target: PLACEMENT }),
  {
    label: 'placement: refused',
    build: (random) => ({
      plans: [
        fault({
          kind: 'refusal',
          target: PLACEMENT,
          code: pick(random, ['market.order.invalid_volume_or_price', 'market.account.insufficient_balance']),
          count: 2,
        }),
      ],
      durationMs: 20_000,
    }),
  },
  few('placement: signature refused', { kind: 'wallet_rejection' }),
  few('settlement fails: order rejected', { kind: 'settlement_failure' }),
  few('order pending', { kind: 'pending', ms: 6_000 }),
  few('cancel: carried out late', { kind: 'cancel_lag', ms: 5_000 }),
  few('cancel: answer lost', { kind: 'lost_answer', target: CANCEL }),
  few('cancel: 5xx after execution', { kind: 'late_error', target: CANCEL }),
  few('cancel: request swallowed', { kind: 'black_hole', target: CANCEL, ms: 10_000 }),
  lasting('orders: 429', [{ kind: 'rate_limit', target: PLACEMENT, count: 1, ms: 10_000 }], 10_000, 20_000),
  lasting('account reads: 429', [{ kind: 'rate_limit', target: ACCOUNT_READS, count: 1, ms: 8_000 }], 8_000, 15_000),
  lasting('account reads: 5xx', [{ kind: 'server_error', target: '/account/balances' }], 8_000, 20_000),
  lasting('account reads: slow', [{ kind: 'slow_answer', target: ORDER_READS, ms: 7_000 }], 10_000, 20_000),
  lasting('account reads: swallowed', [{ kind: 'black_hole', target: '/account/positions', ms: 5_000 }], 8_000, 20_000),
  lasting('lists: cut', [{ kind: 'truncated', target: ORDER_READS }], 8_000, 15_000),
  {
    label: 'lists: one row mistyped',
    build: (random) => ({
      plans: ['/account/balances', '/account/positions', '/account/contracts', ORDER_READS].map((target) =>
        fault({ kind: 'mistyped', target, count: 0, after: random.below(3) }),
      ),
      durationMs: between(random, 8_000, 15_000),
    }),
  },
  lasting('lists: unknown state', [{ kind: 'unknown_state', target: ORDER_READS }], 8_000, 15_000),
  few('private stream: silent', { kind: 'silent_socket', target: 'stream:order', ms: 25_000 }),
  few('private stream: black hole', { kind: 'black_hole', target: 'stream:order', ms: 50_000 }),
  few('private stream: reset', { kind: 'reset', target: 'stream:order' }),
  few('private stream: closed', { kind: 'disconnect', target: 'stream:balance' }),
  {
    label: 'private stream: messages lost',
    build: () => ({
      plans: PRIVATE_STREAMS.map((target) => fault({ kind: 'sequence_skip', target, count: 3 })),
      durationMs: 15_000,
    }),
  },
  {
    label: 'private stream: messages repeated and late',
    build: (random) => ({
      plans: PRIVATE_STREAMS.flatMap((target) => [
        fault({ kind: 'delay', target, count: 4, after: random.below(3), ms: between(random, 300, 4_000) }),
        fault({ kind: 'duplicate', target, count: 4 }),
      ]),
      durationMs: 15_000,
    }),
  },
  {
    label: 'private stream: messages unreadable',
    build: (random) => ({
      plans: PRIVATE_STREAMS.flatMap((target) => [
        fault({ kind: 'truncated', target, after: random.below(3) }),
        fault({ kind: 'mistyped', target, count: 3, after: random.below(3) }),
      ]),
      durationMs: 15_000,
    }),
  },
  few('private stream: unknown state', { kind: 'unknown_state', target: 'stream:order' }),
  {
    label: 'private stream: upgrade refused',
    build: () => ({
      plans: [
        fault({ kind: 'reset', target: 'stream:order' }),
        fault({ kind: 'server_error', target: '/websocket/private', count: 2 }),
      ],
      durationMs: 20_000,
    }),
  },
  few('public streams: silent', { kind: 'silent_socket', target: INCREMENTS, ms: 25_000 }),
  few('public streams: black hole', { kind: 'black_hole', target: INCREMENTS, ms: 50_000 }),
  few('public streams: reset', { kind: 'reset', target: INCREMENTS }),
  few('public streams: sequence skipped', { kind: 'sequence_skip', target: INCREMENTS, count: 4 }),
  few('public streams: increments repeated', { kind: 'duplicate', target: INCREMENTS, count: 6 }),
  few('public streams: increments reordered', { kind: 'delay', target: INCREMENTS, count: 4, ms: 900 }),
  few('public streams: increments unreadable', { kind: 'mistyped', target: INCREMENTS, count: 3 }),
  {
    label: 'exchange’s clock off',
    build: (random) => ({
      plans: [fault({ kind: 'clock_skew', ms: pick(random, [-20_000, -4_000, 4_000, 20_000]) })],
      durationMs: between(random, 8_000, 20_000),
    }),
  },
  {
    label: 'machine’s clock jumps',
    build: (random) => ({
      act: 'jumpClock',
      jumpMs: pick(random, [-45_000, -8_000, 8_000, 45_000]),
      durationMs: between(random, 10_000, 20_000),
    }),
  },
  act('order domain changed', 'changeDomain'),
  act('exchange restarted', 'restartExchange'),
  act('trader killed', 'killTrader'),
  act('trader killed before the answer', 'killAtPlacement'),
];

export function buildEpisode(row: FaultKindRow, random: Random): Episode {
  return { label: row.label, plans: [], act: null, durationMs: 0, jumpMs: 0, ...row.build(random) };
}
