/**
 * Conditional orders of a run: their terms from the book of the moment, and what they may have done at most.
 *
 * Units       Ticks of one cent, millionths.
 */
import { TICKS } from '#paper/engine/fees.ts';
import type { ConditionalId, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import type { Difference } from './compare.ts';
import type { ExchangeHost } from './exchangeHost.ts';
import type { Step } from './plan.ts';
import { markOf } from './recorder.ts';

const TICK = 10_000;
const SHARE = 1_000_000;

export interface Held {
  readonly market: MarketId;
  readonly book: { readonly bestBid: number; readonly bestAsk: number };
  readonly shares: number;
}

/** The same number, the same uuid. */
export function nameConditional(number: number): ConditionalId {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as ConditionalId;
}

/** Null where nothing is held. */
export function buildConditional(
  { side, conditional, contracts, away }: Extract<Step, { kind: 'arm' }>,
  { market, book, shares: held }: Held,
): ConditionalTerms | null {
  const shares = Math.min(contracts, Math.floor(held / SHARE)) * SHARE;
  if (shares === 0) return null;
  const price = (ticks: number) => toPrice(Math.min(TICKS - 1, Math.max(1, ticks)) * TICK);
  const ask = side === 'yes' ? book.bestAsk : TICKS - book.bestBid;
  const outcome = { market, side };
  const trigger: PriceTrigger = {
    kind: 'price',
    outcome,
    source: 'ask',
    crosses: 'atOrBelow',
    price: price(ask + 1 - away),
    minShares: toShares(SHARE),
    maxSpread: 500_000,
    confirm: { kind: 'double' },
  };
  const base = {
    outcome,
    direction: 'sell',
    shares: toShares(shares),
    worst: price(1),
    startsWhen: null,
    goodTillMs: null,
  } as const;
  const stop = { trigger, limit: price(ask - 4), walk: null };
  switch (conditional) {
    case 'stop':
      return { ...base, kind: 'stop', ...stop };
    case 'takeProfit':
      return { ...base, kind: 'takeProfit', limit: price(ask + away), touch: null };
    case 'oco':
      return { ...base, kind: 'oco', takeProfit: price(ask + 2), stop: { ...stop, worst: price(1) }, flipTicks: null };
    case 'trailing': {
      const distance = { kind: 'ticks', ticks: 1 + away } as const;
      const minShares = toShares(SHARE);
      return {
        ...base,
        kind: 'trailing',
        distance,
        activation: null,
        minShares,
        maxSpread: 500_000,
        cap: 5 * TICK,
        walk: null,
      };
    }
  }
}

/** Never more than intended, never the other direction or outcome, never beyond the worst price. */
export function compareConditionals(
  host: ExchangeHost,
  armed: ReadonlyMap<ConditionalId, ConditionalTerms>,
  entries: readonly JournalEntry[],
): Difference[] {
  const found: Difference[] = [];
  const orders = host.recorder.orders();
  for (const [id, terms] of armed) {
    const own = entries.flatMap((entry) =>
      entry.kind === 'signed' && entry.intentId.startsWith(id) ? host.recorder.ordersOf(markOf(entry)) : [],
    );
    let committed = 0;
    for (const orderId of new Set(own)) {
      const order = orders.get(orderId);
      if (order === undefined) continue;
      committed += order.state === 'wait' || order.state === 'pending' ? order.shares : order.shares - order.remaining;
      const isOwn = order.market === terms.outcome.market && order.side === terms.outcome.side;
      if (isOwn && order.direction === 'sell' && order.ticks * TICK >= terms.worst) continue;
      found.push({ what: `order ${orderId} of conditional ${id} is not what it may place`, orderId, intentId: null });
    }
    if (committed > terms.shares) {
      const what = `conditional ${id} placed ${committed} of ${terms.shares}`;
      found.push({ what, orderId: own[0] ?? null, intentId: null });
    }
  }
  return found;
}
