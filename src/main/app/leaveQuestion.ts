/**
 * Question before a person closes the program: what nobody watches then, by main's own data.
 *
 * Invariants  Null where the keys are locked already, as nothing is watched. Behind a locked screen it names no market and no size.
 * Source      docs/notices.md#leaving
 */
import { cleanText } from '#shared/base/cleanText.ts';
import { isDecided } from '#shared/market/market.ts';
import { findLeaving } from '#shared/order/leaving.ts';
import { formatLeaving } from '#shared/text/exits/leaving.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Confirmation } from '../shell/port.ts';
import type { Trader } from './traderApi.ts';

const MAX_NAME = 120;

export interface LeaveSources {
  readonly locks: Pick<Trader['locks'], 'depth'>;
  readonly trading: Pick<Trader['trading'], 'view'> & {
    readonly conditionals: Pick<Trader['trading']['conditionals'], 'view'>;
  };
  readonly market: Pick<Trader['market'], 'market'>;
  readonly now: Trader['now'];
}

export function buildLeaveQuestion({ locks, trading, market, now }: LeaveSources): Confirmation | null {
  const depth = locks.depth();
  if (depth === 'keys') return null;
  const leaving = findLeaving('close', {
    ...trading.view(),
    conditionals: trading.conditionals.view().conditionals,
    preparedUntilMs: null,
    isDecided(id) {
      const listed = market.market(id);
      return listed !== null && isDecided(listed);
    },
  });
  if (leaving === null) return null;
  const nameMarket = (id: MarketId): string => cleanText(market.market(id)?.title ?? id, MAX_NAME);
  const { title, facts, confirmLabel } = formatLeaving(leaving, {
    nowMs: now(),
    nameMarket: depth === 'screen' ? null : nameMarket,
  });
  return { title, facts: facts.map(([label, value]) => ({ label, value })), confirmLabel };
}
