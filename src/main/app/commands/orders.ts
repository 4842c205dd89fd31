/** Commands of orders: place, cancel, match a lost one. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Trader } from '../trader.ts';

export interface OrderCommandOptions {
  readonly trader: Pick<Trader, 'trading'>;
}

export function buildOrderCommands({ trader: { trading } }: OrderCommandOptions): CommandsOf<'order'> {
  return {
    'order.place': async (intent) => succeed(await trading.place(intent)),
    'order.cancel': async ({ orderId }) => succeed(await trading.cancel(orderId)),
    'order.cancelAll': async (selection) => succeed(await trading.cancelAll(selection)),
    'order.resolveUnknown': async ({ intentId, orderId }) => succeed(trading.matchLost(intentId, orderId)),
  };
}
