/** Exits: requests for the flatten dialog, the report of the latest panic, and the acts of moves. */
import { create } from 'zustand';
import type { Result } from '#shared/ipc/result.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { FlattenScope } from '#shared/order/exits/flattenPlan.ts';
import type { MoveReceipt, PanicReceipt, UnprotectedPosition } from '#shared/order/exits/progress.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { MOVE_OUTCOMES, MOVE_REFUSALS } from '#shared/text/exits/exits.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { formatDenials } from '#shared/text/orders/denials.ts';
import type { IntentId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { act } from '../../act/bridge.ts';
import { feed } from '../../feed/feed.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { marketName } from '../markets/markets.ts';
import { attemptOf, EVENT, type Report } from '../noticeFacts.ts';
import { describeCancelAll } from '../orders/cancelAll.ts';

interface ExitRequests {
  /** What the open flatten dialog is about; null while it is closed. */
  readonly scope: FlattenScope | null;
  /** Result of the latest panic until it is dismissed. */
  readonly panic: PanicState | null;
}

export type PanicState =
  | { readonly at: 'running' }
  | {
      readonly at: 'done';
      readonly result: Result<PanicReceipt>;
      /** Trading was seen disarmed since: the receipt may come before the frame that shows it. */
      readonly isDisarmed: boolean;
    };

/** What a panic did, as it is now. */
export interface PanicReport {
  readonly tone: Report['tone'];
  readonly title: string;
  readonly detail: string | null;
  /** What could not be proved, one line each. */
  readonly unproved: readonly string[];
}

export const useExits = create<ExitRequests>(() => ({ scope: null, panic: null }));

/** Opens the dialog that previews and starts a flatten. */
export function requestFlatten(scope: FlattenScope | null): void {
  useExits.setState({ scope });
}

/** Disarms, stops what places, cancels everything; the report stays until it is dismissed. */
export async function panic(): Promise<void> {
  if (useExits.getState().panic?.at === 'running') return;
  useExits.setState({ panic: { at: 'running' }, scope: null });
  const result = await act('exit.panic', {});
  useExits.setState({ panic: { at: 'done', result, isDisarmed: !isArmed(feed) } });
}

type PanicSource = Pick<Mirror, 'account' | 'conditionals' | 'catalogue'>;

/**
 * The report of a panic, by what is known now: an order that turned out to have ended is no longer unproved, and a position
 * that is protected again, or gone, is no longer unprotected.
 */
export function describePanic(result: Result<PanicReceipt>, mirror: PanicSource): PanicReport {
  if (!result.ok) {
    const detail = formatBridgeError(result.error);
    return { tone: 'bad', title: 'Panic: nothing was cancelled', detail, unproved: [] };
  }
  const { cancel, stopped, conditionals, unknownOrders, flatten } = result.value;
  const { tone, title } = describeCancelAll({ ok: true, value: cancel });
  const orders = mirror.account()?.orders ?? [];
  const isOpen = (id: string): boolean => {
    const order = orders.find((one) => one.intentId === id || one.orderId === id);
    return order === undefined || !isTerminal(order.life);
  };
  const lost = unknownOrders.filter(isOpen);
  const uncancelled = cancel.unknown.filter((id) => !(unknownOrders as readonly string[]).includes(id)).filter(isOpen);
  const unproved = [
    ...lost.map((id) => `${nameOrder(orders, id)}: its answer was lost, it may rest`),
    ...uncancelled.map((id) => `${nameOrder(orders, id)}: its cancel is not confirmed`),
    ...(cancel.hasUnreadable ? ['An order without a readable id: look at your account on the exchange'] : []),
    ...(cancel.isListed ? [] : ['Orders of other clients: they could not be listed']),
  ];
  const unprotected = result.value.unprotected.flatMap((one) => stillUnprotected(one, mirror));
  const parts = ['Disarmed'];
  if (stopped > 0) parts.push(stopped === 1 ? '1 move or flatten stopped' : `${stopped} moves and flattens stopped`);
  const isProvedSince = unproved.length === 0 && cancel.unknown.length > 0;
  parts.push(isProvedSince ? 'every order is accounted for by now' : title.charAt(0).toLowerCase() + title.slice(1));
  if (cancel.filled > 0) parts.push(cancel.filled === 1 ? '1 had filled before' : `${cancel.filled} had filled before`);
  if (conditionals > 0) parts.push(conditionals === 1 ? '1 conditional ended' : `${conditionals} conditionals ended`);
  if (unprotected.length > 0) parts.push(`${unprotected.join(' and ')} now unprotected`);
  if (flatten.at === 'started')
    parts.push(`flattening ${flatten.markets === 1 ? '1 market' : `${flatten.markets} markets`}`);
  if (flatten.at === 'locked') parts.push('not flattened: no order can be signed while locked');
  const now = isProvedSince ? 'good' : tone;
  return {
    tone: unproved.length > 0 ? 'bad' : unprotected.length > 0 && now === 'good' ? 'warn' : now,
    title: 'Panic',
    detail: `${parts.join(', ')}.`,
    unproved,
  };
}

/** The report at a newer state of the account: null once trading is armed again and every order is accounted for. */
export function followPanic(panic: PanicState | null, mirror: PanicSource): PanicState | null {
  if (panic?.at !== 'done') return panic;
  if (!isArmed(mirror)) return panic.isDisarmed ? panic : { ...panic, isDisarmed: true };
  return panic.isDisarmed && describePanic(panic.result, mirror).unproved.length === 0 ? null : panic;
}

function isArmed(mirror: Pick<Mirror, 'account'>): boolean {
  return mirror.account()?.armed === true;
}

/** 'buy 500 yes at 0.43', or its id before the account has it. */
function nameOrder(orders: readonly OrderView[], id: string): string {
  const order = orders.find((one) => one.intentId === id || one.orderId === id);
  if (order === undefined) return `Order ${id}`;
  const { direction, shares, side, price } = order;
  return `Order to ${direction ?? 'trade'} ${formatContracts(shares)} ${side} at ${formatTickPrice(price)}`;
}

/** '767 yes in Harbour List'; the market is left out where there is one. */
function stillUnprotected({ market, side, shares }: UnprotectedPosition, mirror: PanicSource): readonly string[] {
  const account = mirror.account();
  const quantity =
    account === null
      ? shares
      : (account.positions.find((one) => one.market === market && one.outcome === side)?.quantity ?? 0);
  const protection = mirror
    .conditionals()
    ?.protections.find(({ outcome }) => outcome.market === market && outcome.side === side);
  const left = protection === undefined ? quantity : Math.min(quantity, protection.unprotected);
  if (left === 0) return [];
  const listed = mirror.catalogue()?.markets.find((one) => one.id === market);
  const where = listed === undefined ? '' : ` in ${marketName(listed)}`;
  return [`${formatContracts(left)} ${side}${where}`];
}

/** Moves one order; returns the notice about it. */
export async function moveOrder(order: OrderView, price: Price, bookVersion: number | null): Promise<Report | null> {
  if (order.orderId === null) return null;
  const moveId = crypto.randomUUID() as IntentId;
  return describeMove(
    order,
    price,
    moveId,
    await act('exit.move', { moveId, orderId: order.orderId, price, bookVersion }),
  );
}

/** @param moveId also the id of the order that it places. */
export function describeMove(order: OrderView, price: Price, moveId: IntentId, result: Result<MoveReceipt>): Report {
  const tried = attemptOf('move');
  const what = `${formatContracts(order.remaining)} ${order.side} from ${formatTickPrice(order.price)} to ${formatTickPrice(price)}`;
  if (!result.ok)
    return { tone: 'bad', title: `Not moved: ${what}`, detail: formatBridgeError(result.error), fact: tried };
  const receipt = result.value;
  if (receipt.outcome === 'refused') {
    return { tone: 'warn', title: `Not moved: ${what}`, detail: MOVE_REFUSALS[receipt.reason], fact: tried };
  }
  if (receipt.outcome === 'denied') {
    const detail = `${formatDenials(receipt.denials)}. The order stays where it is`;
    return { tone: 'warn', title: `Not moved: ${what}`, detail, fact: tried };
  }
  const detail = formatCoded(MOVE_OUTCOMES, receipt.result);
  switch (receipt.result.code) {
    case 'moved':
      return {
        tone: receipt.result.parameters.filledMeanwhile > 0 ? 'warn' : 'good',
        title: `Moved: ${what}`,
        detail,
        fact: { kind: 'order', intentId: moveId, what },
      };
    case 'filled':
      return { tone: 'warn', title: `Filled before the move: ${what}`, detail, fact: EVENT };
    case 'newRefused':
      return { tone: 'bad', title: `Cancelled and not placed again: ${what}`, detail, fact: tried };
    case 'newUnknown':
      return { tone: 'bad', title: `Unknown: ${what}`, detail, fact: { kind: 'order', intentId: moveId, what } };
    default:
      return { tone: 'bad', title: `Not moved: ${what}`, detail, fact: tried };
  }
}
