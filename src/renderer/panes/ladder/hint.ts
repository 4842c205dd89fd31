/** The ladder's foot in words: what a click on this cell will do, before it does it. */

import type { OrderView } from '#shared/ipc/views.ts';
import { checkIntent, type PreTradeContext } from '#shared/order/check.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import { type ClickPlan, formatPlan } from '../../act/click.ts';

export interface Hint {
  readonly text: string;
  readonly tone: 'plain' | 'sends' | 'refused';
}

/** `facts` are those of the plan's own side and direction; `own` the open orders at the row. */
export function buildHint(
  plan: ClickPlan,
  market: MarketId,
  facts: PreTradeContext,
  postOnly: boolean,
  own: readonly OrderView[],
  decimals: number,
): Hint {
  const text = formatPlan(plan, decimals);
  if (plan.step !== 'place') return { text: text + tellOwn(own), tone: 'plain' };
  const { shares, ...wish } = plan.wish;
  const [worst] = checkIntent(
    { ...wish, market, postOnly, shares: shares ?? (0 as Shares), bookVersion: null, intentId: '' as IntentId },
    facts,
  );
  if (worst) return { text: `${text} will be refused: ${worst.hint}`, tone: 'refused' };
  return { text: `${text}${tellCrossing(plan, facts)}${tellOwn(own)}`, tone: 'sends' };
}

function tellCrossing(plan: ClickPlan, facts: PreTradeContext): string {
  const { direction, price } = plan.wish;
  const cross = facts.crossPrice;
  if (cross === null || (direction === 'buy' ? price < cross : price > cross)) return '';
  return ' · trades at once';
}

function tellOwn(own: readonly OrderView[]): string {
  if (own.length === 0) return '';
  const shares = own.reduce((sum, order) => sum + order.remaining, 0);
  return ` · right-click cancels ${formatContracts(shares)}`;
}

/** What the foot says while nothing is pointed at; `first` is what stands before any order: a dialog, or that nothing here signs. */
export function buildIdleHint(
  first: 'wizard' | 'unlock' | 'readOnly' | null,
  isArmed: boolean,
  isLive: boolean,
  shares: Shares | null,
): Hint {
  if (first === 'wizard') return { text: 'A click on a price sets up a wallet first', tone: 'plain' };
  if (first === 'unlock') return { text: 'A click on a price unlocks first', tone: 'plain' };
  if (first === 'readOnly') return { text: 'Read-only: a click fills the ticket', tone: 'plain' };
  if (!isArmed) return { text: 'A click on a price goes to the ticket', tone: 'plain' };
  if (!isLive) return { text: 'Armed, but the book is not live: a click goes to the ticket', tone: 'refused' };
  if (shares === null) return { text: 'Armed, but the ticket has no size', tone: 'refused' };
  return { text: `Armed: a click places ${formatContracts(shares)}`, tone: 'sends' };
}
