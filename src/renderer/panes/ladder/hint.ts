/** Ladder hint: what a click on a cell does, shown before the click. */
import type { OrderView } from '#shared/ipc/views.ts';
import { checkIntent, type PreTradeContext } from '#shared/order/check.ts';
import type { Readiness } from '#shared/order/readiness.ts';
import { formatDenial } from '#shared/text/denials.ts';
import { formatContracts, formatMoney } from '#shared/text/numbers.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import { type ClickPlan, formatPlan } from '../../act/click.ts';
import type { Draft } from '../../act/draft.ts';

export interface Hint {
  readonly text: string;
  readonly tone: 'plain' | 'sends' | 'refused';
}

/** `context` belongs to the plan's side and direction; `own` are the open orders at the row. */
export function buildHint(
  plan: ClickPlan,
  market: MarketId,
  context: PreTradeContext,
  postOnly: boolean,
  own: readonly OrderView[],
  decimals: number,
): Hint {
  const text = formatPlan(plan, decimals);
  if (plan.step !== 'place') return { text: text + describeOwn(own), tone: 'plain' };
  const { shares, ...order } = plan.order;
  const [denial] = checkIntent(
    { ...order, market, postOnly, shares: shares ?? (0 as Shares), bookVersion: null, intentId: '' as IntentId },
    context,
  );
  if (denial) return { text: `${text} will be refused: ${formatDenial(denial)}`, tone: 'refused' };
  return { text: `${text}${describeCrossing(plan, context)}${describeOwn(own)}`, tone: 'sends' };
}

function describeCrossing(plan: ClickPlan, context: PreTradeContext): string {
  const { direction, price } = plan.order;
  const cross = context.crossPrice;
  if (cross === null || (direction === 'buy' ? price < cross : price > cross)) return '';
  return ' · trades immediately';
}

function describeOwn(own: readonly OrderView[]): string {
  if (own.length === 0) return '';
  const shares = own.reduce((sum, order) => sum + order.remaining, 0);
  return ` · drag moves, right-click cancels ${formatContracts(shares)}`;
}

/** Hint without a hovered cell. */
export function buildIdleHint(
  readiness: Readiness['code'],
  isLive: boolean,
  { shares, budget }: Pick<Draft, 'shares' | 'budget'>,
  isAccountLive: boolean,
): Hint {
  switch (readiness) {
    case 'noWallet':
    case 'setupRequired':
      return { text: 'A click on a price opens the wallet setup', tone: 'plain' };
    case 'locked':
      return { text: 'A click on a price opens the unlock dialog', tone: 'plain' };
    case 'readOnly':
      return { text: 'Read-only: a click fills the ticket', tone: 'plain' };
    case 'clockOffset':
      return { text: 'Clocks differ: a click fills the ticket', tone: 'plain' };
    case 'disarmed':
      return { text: 'A click on a price fills the ticket', tone: 'plain' };
    case 'armed':
      break;
  }
  if (!isLive) return { text: 'Armed, but the book is not live: a click fills the ticket', tone: 'refused' };
  if (!isAccountLive) {
    return { text: 'Armed, but the account is not confirmed: a click fills the ticket', tone: 'refused' };
  }
  if (budget !== null) return { text: `Armed: a click places for ${formatMoney(budget.amount)} USDC`, tone: 'sends' };
  if (shares === null) return { text: 'Armed, but the ticket has no size', tone: 'refused' };
  return { text: `Armed: a click places ${formatContracts(shares)}`, tone: 'sends' };
}
