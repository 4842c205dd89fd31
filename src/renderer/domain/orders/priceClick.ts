/** A click on a price of a pane that never places: the plan, and the filled ticket. */
import type { Side } from '#shared/market/outcome.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type ClickOrder, type ClickPlan, planClick } from '../../act/click.ts';
import { type Draft, draftStore } from '../../act/draft.ts';
import { feed } from '../../feed/feed.ts';
import { findDialog, readReadiness } from '../account/readiness.ts';
import type { Report } from '../noticeFacts.ts';
import { followMarket, type LinkKey } from '../workspaces/links.ts';
import { readPreTradeContext } from './preTradeContext.ts';
import { fillTicket, NO_TICKET } from './ticket.ts';

/** What the window does besides: a dialog of the setup, or a notice. */
export interface ClickReports {
  show(dialog: 'wizard' | 'unlock'): void;
  report(report: Report): void;
}

/** What a click on this price of the book does; `price` in the terms of `side`. */
export function planFill(key: LinkKey, market: MarketId, column: 'bid' | 'ask', side: Side, price: Price): ClickPlan {
  const context = readPreTradeContext(feed, market, side, 'buy', Date.now());
  return planClick(column, side, price, {
    ...context,
    isBookLive: context.bookHealth.at === 'live',
    isAccountLive: feed.account()?.at === 'live',
    // The pane never places, so neither own orders nor a blocked budget matter.
    orders: [],
    blockedMs: 0,
    draft: draftStore(key).getState(),
    mayPlace: false,
  });
}

/** Fills the ticket of the link group with the plan's order; the group shows the market first. */
export function fillFromPlan(key: LinkKey, market: MarketId, plan: ClickPlan, reports: ClickReports): void {
  const { side, direction, price } = plan.order;
  const isFilled = fill(key, market, { side, direction, price: { market, value: price } });
  if (plan.step === 'wizard' || plan.step === 'unlock') reports.show(plan.step);
  else if (!isFilled) reports.report(NO_TICKET);
}

/** Fills the ticket with a whole order, its size too. */
export function fillWithOrder(key: LinkKey, market: MarketId, order: ClickOrder, reports: ClickReports): void {
  const { side, direction, price, shares } = order;
  const size = shares === null ? {} : { shares };
  const isFilled = fill(key, market, { side, direction, price: { market, value: price }, ...size });
  const dialog = findDialog(readReadiness(feed).code);
  if (dialog === 'wizard' || dialog === 'unlock') reports.show(dialog);
  else if (!isFilled) reports.report(NO_TICKET);
}

function fill(key: LinkKey, market: MarketId, draft: Partial<Draft>): boolean {
  followMarket(key, market);
  return fillTicket(key, draft);
}
