/**
 * Ladder hint: what a click on a cell does, shown before the click.
 *
 * Shape       `text` says what happens, `more` what else can be done there; both have room at every width.
 */
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import { checkIntent, type PreTradeContext } from '#shared/order/check.ts';
import { formatContracts, formatMoney, formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import { formatDenial } from '#shared/text/orders/denials.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import { type ClickPlan, formatPlan } from '../../act/click.ts';
import type { Draft } from '../../act/draft.ts';
import { nameTerms } from '../../domain/conditionals/conditionalNames.ts';
import type { Ladder } from './model.ts';
import type { QueueTracker } from './queue.ts';

type Queue = Pick<QueueTracker, 'atLeast' | 'atMost'>;

const NO_QUEUE: Queue = { atLeast: () => null, atMost: () => null };

export interface Hint {
  readonly text: string;
  readonly more: string | null;
  readonly tone: 'plain' | 'sends' | 'refused';
}

/** `context` belongs to the plan's side and direction; `own` are the open orders at the row. */
export function buildHint(
  plan: ClickPlan,
  market: MarketId,
  context: PreTradeContext,
  postOnly: boolean,
  ownOrders: readonly OrderView[],
  decimals: number,
  queue: Queue = NO_QUEUE,
): Hint {
  const text = formatPlan(plan, decimals);
  const more = describeOwn(ownOrders, queue);
  if (plan.step !== 'place') return { text, more, tone: plan.blockedBy === 'unknownTwin' ? 'refused' : 'plain' };
  const { shares, ...order } = plan.order;
  const [denial] = checkIntent(
    { ...order, market, postOnly, shares: shares ?? (0 as Shares), bookVersion: null, intentId: '' as IntentId },
    context,
  );
  if (denial) return { text: `${text}: refused`, more: formatDenial(denial), tone: 'refused' };
  return { text: `${text}${describeCrossing(plan, context)}`, more, tone: 'sends' };
}

function describeCrossing(plan: ClickPlan, context: PreTradeContext): string {
  const { direction, price } = plan.order;
  const cross = context.crossPrice;
  if (cross === null || (direction === 'buy' ? price < cross : price > cross)) return '';
  return ' · trades at once';
}

function describeOwn(ownOrders: readonly OrderView[], queue: Queue): string | null {
  if (ownOrders.length === 0) return null;
  const shares = ownOrders.reduce((sum, order) => sum + order.remaining, 0);
  return `Own ${formatContracts(shares)}, ${describeQueue(ownOrders, queue)}: drag moves, right-click cancels`;
}

/** '140 to 370 ahead', '≤ 370 ahead' where only that is known; of several orders the most ahead of the first and the last. */
function describeQueue(ownOrders: readonly OrderView[], queue: Queue): string {
  const known = ownOrders.map(queue.atMost).filter((one) => one !== null);
  if (known.length === 0) return 'queue not known';
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const least = ownOrders.length === 1 ? queue.atLeast(ownOrders[0]!) : null;
  if (least !== null) return `${formatRange(least, first)} ahead`;
  return `≤ ${formatRange(first, last)} ahead`;
}

function formatRange(low: number, high: number): string {
  return low === high ? formatWholeContracts(low) : `${formatWholeContracts(low)} to ${formatWholeContracts(high)}`;
}

/**
 * What moving these orders would do; null without one.
 *
 * @param trades at the new price at once, of any of them.
 * @param isByKeys Enter moves them, else the release of the button.
 */
export function buildMoveHint(
  ownOrders: readonly OrderView[],
  from: number,
  to: number,
  decimals: number,
  trades: boolean,
  isByKeys: boolean,
): Hint | null {
  if (ownOrders.length === 0) return null;
  const shares = ownOrders.reduce((sum, order) => sum + order.remaining, 0);
  const [start, end] = [from, to].map((price) => formatTickPrice(price, decimals));
  return {
    text: `${isByKeys ? 'Enter moves' : 'Release to move'} ${formatContracts(shares)} from ${start} to ${end}${trades ? ' · trades at once' : ''}`,
    more: isByKeys ? 'Arrow keys choose the price, Escape leaves it where it is' : null,
    tone: 'sends',
  };
}

/** What releasing a dragged trigger would do. */
export function buildStopHint(
  { terms }: Pick<ConditionalView, 'terms'>,
  from: number,
  to: number,
  decimals: number,
): Hint {
  const [start, end] = [from, to].map((price) => formatTickPrice(price, decimals));
  return {
    text: `Release to move the trigger from ${start} to ${end}`,
    more: `${nameTerms(terms)}: its limit moves by as much`,
    tone: 'sends',
  };
}

/** A row for screen readers: '0.60, bid 370, own 300'; `picked` is the price of orders under way. */
export function describeRow(
  ladder: Ladder,
  price: number,
  ownOrders: readonly OrderView[],
  picked: number | null,
  decimals: number,
): string {
  const row = Math.round((ladder.top - price) / ladder.tick);
  const bid = ladder.bids[row] ?? 0;
  const ask = ladder.asks[row] ?? 0;
  const volume = bid > 0 ? `bid ${formatContracts(bid)}` : ask > 0 ? `ask ${formatContracts(ask)}` : 'empty';
  const shares = ownOrders.reduce((sum, order) => sum + order.remaining, 0);
  const parts = [formatTickPrice(price, decimals), volume];
  if (shares > 0) parts.push(`own ${formatContracts(shares)}`);
  if (picked !== null) parts.push(`moving from ${formatTickPrice(picked, decimals)}`);
  return parts.join(', ');
}

/** What keeps an armed click from placing; all false when nothing does. */
export interface Obstacles {
  /** The market is open and has no result. */
  readonly isTrading: boolean;
  readonly isLive: boolean;
  readonly isAccountLive: boolean;
  /** The exchange accepts no orders for this long; 0 when it does. */
  readonly blockedMs: number;
}

/** What the pointer does to own orders. */
const OWN_ACTS = 'An own order: drag moves it, right-click cancels it';

/** Hint without a hovered cell. */
export function buildIdleHint(
  readiness: Readiness['code'],
  { isTrading, isLive, isAccountLive, blockedMs }: Obstacles,
  { shares, budget }: Pick<Draft, 'shares' | 'budget'>,
): Hint {
  const plain = (text: string, more: string | null = null): Hint => ({ text, more, tone: 'plain' });
  const refused = (text: string, more: string | null = 'A click fills the ticket'): Hint => ({
    text,
    more,
    tone: 'refused',
  });
  if (!isTrading && readiness === 'armed') return refused('Armed, but this market does not trade', null);
  if (!isTrading && readiness === 'disarmed') return plain('This market does not trade');
  if (blockedMs > 0 && (readiness === 'armed' || readiness === 'disarmed')) {
    const seconds = Math.ceil(blockedMs / 1_000);
    return refused(`Blocked for ${seconds} s: too many orders`, 'The exchange accepts none until then; cancels work');
  }
  switch (readiness) {
    case 'noWallet':
      return plain(
        'A click on a price opens the wallet setup',
        isLive ? 'Prices and sizes are live without a wallet' : 'Prices and sizes are old: the book is not live',
      );
    case 'setupRequired':
      return plain('A click on a price opens the wallet setup', 'Orders can be placed once it is finished');
    case 'custodialUnconfirmed':
      return plain('A click on a price asks who holds the funds');
    case 'locked':
      return plain('A click on a price opens the unlock dialog');
    case 'readOnly':
      return plain('Read-only: a click fills the ticket');
    case 'clockOffset':
      return plain('Clocks differ: a click fills the ticket');
    case 'disarmed':
      return plain('A click on a price fills the ticket', 'While trading is armed, it places the order');
    case 'armed':
      break;
  }
  if (!isLive) return refused('Armed, but the book is not live');
  if (!isAccountLive) return refused('Armed, but the account is not confirmed');
  const sends = (text: string): Hint => ({ text, more: OWN_ACTS, tone: 'sends' });
  if (budget !== null) return sends(`Armed: a click places for ${formatMoney(budget.amount)} USDC`);
  if (shares === null) return refused('Armed, but the ticket has no size');
  return sends(`Armed: a click places ${formatContracts(shares)}`);
}
