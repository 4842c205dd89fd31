/** Performs what the palette planned: places the order, fills the ticket, or runs the command. */
import { formatReadiness } from '#shared/text/account/readiness.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatBlock } from '../../act/click.ts';
import { buildIntent, placeOrder } from '../../act/draft.ts';
import { armConditional } from '../../domain/conditionals/conditionalActs.ts';
import { openConditionalDraft } from '../../domain/conditionals/conditionalDraft.ts';
import type { ConditionalForm } from '../../domain/conditionals/conditionalForm.ts';
import { attemptOf, DISARMED } from '../../domain/noticeFacts.ts';
import { reportPlaced } from '../../domain/orders/placeReport.ts';
import { fillTicket, NO_TICKET } from '../../domain/orders/ticket.ts';
import { followMarket, type LinkKey } from '../../domain/workspaces/links.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import type { Plan } from './commandPlan.ts';
import type { OrderPlan } from './orderPlan.ts';

/** True when Enter does something; a plan that is refused stays in the box. */
export function canPerform(plan: Plan): boolean {
  if (plan.kind === 'problem') return false;
  if (plan.kind === 'conditional') return plan.blockedBy === null || plan.step !== null;
  return plan.kind === 'act' ? plan.blockedBy === null : plan.step !== 'refused';
}

export async function performPlan(plan: Plan, key: LinkKey): Promise<void> {
  if (!canPerform(plan) || plan.kind === 'problem') return;
  const { report, show } = useOverlay.getState();
  if (plan.kind === 'act') {
    const done = await plan.run();
    if (done) report(done);
    return;
  }
  if (plan.kind === 'conditional') {
    if (plan.step !== null) show(plan.step);
    else {
      report(await armConditional(plan.terms));
    }
    return;
  }
  if (plan.step !== 'place') {
    giveToTicket(plan, key);
    return;
  }
  const version = feed.book(plan.market)?.version ?? null;
  const intent = buildIntent(plan.market, plan.order, version);
  report(reportPlaced(plan.summary, await placeOrder(intent), intent.intentId));
}

/** Shows the order's market under `key`, fills the ticket with the order, and opens the dialog of the step that is missing. */
export function giveToTicket({ market, order, budget, step, context, hasUnknownTwin }: OrderPlan, key: LinkKey): void {
  const { show, notify, report } = useOverlay.getState();
  const { side, direction, postOnly, shares } = order;
  const typed = order.isPriceTyped ? ({ isTyped: true } as const) : {};
  const price = { market, value: order.price, ...typed };
  // The draft's price is for the market that the ticket shows.
  followMarket(key, market);
  const isFilled = fillTicket(
    key,
    { side, direction, postOnly, shares, budget, price },
    step !== 'wizard' && step !== 'unlock',
  );
  if (step === 'wizard' || step === 'unlock') show(step);
  else if (!isFilled) report(NO_TICKET);
  else if (hasUnknownTwin)
    notify(
      'warn',
      `Not sent: ${formatBlock({ blockedBy: 'unknownTwin', blockedMs: 0 })}`,
      'The order is in the ticket, which asks before a second one.',
      attemptOf('place'),
    );
  else if (step === 'fill')
    notify('warn', `Not sent: ${formatReadiness(context.readiness)}`, 'The order is in the ticket.', DISARMED);
}

/** Shows the market under `key`, and fills the ticket with a typed conditional order, whatever stands against it. */
export function giveFormToTicket(market: MarketId, form: ConditionalForm, key: LinkKey): void {
  followMarket(key, market);
  const isOpen = openConditionalDraft(key, { market, form, changes: null });
  if (!isOpen) useOverlay.getState().report(NO_TICKET);
}
