/** Made-up conditional orders for tests: plain values with the interesting part given. */
import type { ConditionalView, ProtectorView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ConditionalId, StopLeg } from '#shared/order/conditional/declaration/termsFields.ts';
import type { OcoTerms } from '#shared/order/conditional/kinds/oco.ts';
import type { StopTerms } from '#shared/order/conditional/kinds/stop.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';

const outcome = { market: 'm' as MarketId, side: 'yes' } as const;

function legOf(trigger: string, limit: string): StopLeg {
  return {
    trigger: {
      kind: 'price',
      outcome,
      source: 'ask',
      crosses: 'atOrBelow',
      price: parsePrice(trigger),
      minShares: parseShares('50'),
      maxSpread: 100_000,
      confirm: { kind: 'double' },
    },
    limit: parsePrice(limit),
    worst: parsePrice(limit),
    walk: null,
  };
}

const base = { outcome, direction: 'sell', shares: parseShares('500'), startsWhen: null, goodTillMs: null } as const;

export function stopTerms(trigger: string, limit: string): StopTerms {
  const leg = legOf(trigger, limit);
  const priced = leg.trigger as Extract<StopLeg['trigger'], { kind: 'price' }>;
  return { ...base, kind: 'stop', ...leg, trigger: priced };
}

export function ocoTerms(target: string, trigger: string, limit: string): OcoTerms {
  const stop = legOf(trigger, limit);
  return { ...base, kind: 'oco', takeProfit: parsePrice(target), stop, worst: stop.worst, flipTicks: null };
}

export function conditionalOf(id: string, part: Partial<ConditionalView> = {}): ConditionalView {
  return {
    id: id as ConditionalId,
    generation: 1,
    terms: stopTerms('0.31', '0.30'),
    life: { at: 'armed' },
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    fired: [],
    orders: [],
    filled: ZERO_SHARES,
    peak: null,
    missedAtMs: null,
    retryAtMs: null,
    denials: null,
    steps: [],
    ...part,
  };
}

export function protectorOf(part: Partial<ProtectorView> = {}): ProtectorView {
  return {
    id: '1' as ConditionalId,
    kind: 'stop',
    at: 'armed',
    shares: parseShares('500'),
    sources: [{ kind: 'book', outcome, provedAtMs: 1_000, problem: null, standIn: null }],
    problem: null,
    ...part,
  };
}
