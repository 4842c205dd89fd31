/** Click of the ladder: places an order or fills the ticket, with a notice of the result. */
import type { MarketId } from '#shared/units/ids.ts';
import { type ClickPlan, formatBlock, formatClickOrder } from '../../act/click.ts';
import { buildIntent, draftStore, placeOrder } from '../../act/draft.ts';
import { readReadiness } from '../../domain/account/readiness.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { reportPlaced } from '../../domain/orders/placeReport.ts';
import { fillTicket, NO_TICKET } from '../../domain/orders/ticket.ts';
import type { LinkKey } from '../../domain/workspaces/links.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';

/** Performs a click; `key` names the draft to fill, `bookVersion` is the version of the displayed book; `isByKey`: no pointer did. */
export async function performClick(
  plan: ClickPlan,
  market: MarketId,
  key: LinkKey,
  bookVersion: number | null,
  decimals: number,
  isByKey: boolean,
): Promise<void> {
  const { side, direction, price, shares } = plan.order;
  if (plan.step !== 'place' || shares === null) {
    const isDialog = plan.step === 'wizard' || plan.step === 'unlock';
    const isFilled = fillTicket(key, { side, direction, price: { market, value: price } }, isByKey && !isDialog);
    if (plan.step === 'wizard' || plan.step === 'unlock') useOverlay.getState().show(plan.step);
    else if (!isFilled) useOverlay.getState().report(NO_TICKET);
    // A disarmed click is not meant to place an order.
    else if (plan.blockedBy && readReadiness(feed).code === 'armed') {
      const detail =
        plan.blockedBy === 'unknownTwin'
          ? 'The order is in the ticket. Wait until Orders knows the first one, or confirm a second one in the ticket.'
          : 'The order is in the ticket.';
      useOverlay.getState().notify('warn', `Not sent: ${formatBlock(plan)}`, detail, attemptOf('place'));
    }
    return;
  }
  const order = { side, direction, price, shares, postOnly: draftStore(key).getState().postOnly };
  const intent = buildIntent(market, order, bookVersion);
  const result = await placeOrder(intent);
  const report = reportPlaced(formatClickOrder(plan.order, decimals), result, intent.intentId);
  useOverlay.getState().report(report);
}
