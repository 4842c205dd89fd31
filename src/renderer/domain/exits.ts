/** Exits: requests for the flatten dialog, the report of the latest panic, and the acts of moves. */
import { create } from 'zustand';
import type { Result } from '#shared/ipc/result.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { FlattenScope } from '#shared/order/exits/flattenPlan.ts';
import type { MoveReceipt, PanicReceipt } from '#shared/order/exits/progress.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatDenials } from '#shared/text/denials.ts';
import { MOVE_OUTCOMES, MOVE_REFUSALS } from '#shared/text/exits.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { IntentId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { act } from '../act/bridge.ts';
import { describeCancelAll, type Report } from './cancelAll.ts';

interface ExitRequests {
  /** What the open flatten dialog is about; null while it is closed. */
  readonly scope: FlattenScope | null;
  /** Result of the latest panic until it is dismissed. */
  readonly panic: PanicState | null;
}

export type PanicState = { readonly at: 'running' } | { readonly at: 'done'; readonly report: PanicReport };

export interface PanicReport extends Report {
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
  const report = describePanic(await act('exit.panic', {}));
  useExits.setState({ panic: { at: 'done', report } });
}

export function describePanic(result: Result<PanicReceipt>): PanicReport {
  if (!result.ok) {
    const detail = formatBridgeError(result.error);
    return { tone: 'bad', title: 'Panic: nothing was cancelled', detail, unproved: [] };
  }
  const { cancel, stopped, unknownOrders, flatten } = result.value;
  const { tone, title } = describeCancelAll({ ok: true, value: cancel });
  const unproved = [
    ...unknownOrders.map((id) => `Order ${id}: its answer was lost, it may rest`),
    ...cancel.unknown
      .filter((id) => !(unknownOrders as readonly string[]).includes(id))
      .map((id) => `Order ${id}: its cancel is not confirmed`),
    ...(cancel.hasUnreadable ? ['An order without a readable id: look at your account on the exchange'] : []),
    ...(cancel.isListed ? [] : ['Orders of other clients: they could not be listed']),
  ];
  const parts = ['Disarmed'];
  if (stopped > 0) parts.push(stopped === 1 ? '1 move or flatten stopped' : `${stopped} moves and flattens stopped`);
  parts.push(title.charAt(0).toLowerCase() + title.slice(1));
  if (flatten.at === 'started')
    parts.push(`flattening ${flatten.markets === 1 ? '1 market' : `${flatten.markets} markets`}`);
  if (flatten.at === 'locked') parts.push('not flattened: no order can be signed while locked');
  return { tone: unproved.length > 0 ? 'bad' : tone, title: 'Panic', detail: `${parts.join(', ')}.`, unproved };
}

/** Moves one order; returns the notice about it. */
export async function moveOrder(order: OrderView, price: Price, bookVersion: number | null): Promise<Report | null> {
  if (order.orderId === null) return null;
  const moveId = crypto.randomUUID() as IntentId;
  return describeMove(order, price, await act('exit.move', { moveId, orderId: order.orderId, price, bookVersion }));
}

export function describeMove(order: OrderView, price: Price, result: Result<MoveReceipt>): Report {
  const what = `${formatContracts(order.remaining)} ${order.side} from ${formatTickPrice(order.price)} to ${formatTickPrice(price)}`;
  if (!result.ok) return { tone: 'bad', title: `Not moved: ${what}`, detail: formatBridgeError(result.error) };
  const receipt = result.value;
  if (receipt.outcome === 'refused') {
    return { tone: 'warn', title: `Not moved: ${what}`, detail: MOVE_REFUSALS[receipt.reason] };
  }
  if (receipt.outcome === 'denied') {
    const detail = `${formatDenials(receipt.denials)}. The order stays where it is`;
    return { tone: 'warn', title: `Not moved: ${what}`, detail };
  }
  const detail = formatCoded(MOVE_OUTCOMES, receipt.result);
  switch (receipt.result.code) {
    case 'moved':
      return { tone: receipt.result.parameters.filledMeanwhile > 0 ? 'warn' : 'good', title: `Moved: ${what}`, detail };
    case 'filled':
      return { tone: 'warn', title: `Filled before the move: ${what}`, detail };
    case 'newRefused':
      return { tone: 'bad', title: `Cancelled and not placed again: ${what}`, detail };
    case 'newUnknown':
      return { tone: 'bad', title: `Unknown: ${what}`, detail };
    default:
      return { tone: 'bad', title: `Not moved: ${what}`, detail };
  }
}
