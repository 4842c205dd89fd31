/**
 * The headless trader in a process that kills itself (`kill -9`) at one point of an order's life.
 *
 * Shape       Started with its set-up as the argument, on the files of an account that is set up. Exits with 3 when the act ended
 *             and the point was not reached.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { buildExitCommands } from '#main/app/commands/exits.ts';
import { buildOrderCommands } from '#main/app/commands/orders.ts';
import type { Confirmations } from '#main/app/confirmations.ts';
import { openGate } from '#main/ipc/gate.ts';
import { guardHandlers } from '#main/ipc/lockRules.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { CommandName } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import { CRASH_HOOKS } from './crashHooks.ts';
import { openCrashTrader } from './crashTrader.ts';

export interface CrashSetup {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
  readonly password: string;
  readonly point: string;
  readonly intent: OrderIntent;
  /** Where a move goes. */
  readonly to: number;
}

const setup = JSON.parse(process.argv[2] ?? '') as CrashSetup;
const { intent } = setup;
const point = CRASH_HOOKS[setup.point]!;

const trader = openCrashTrader(setup);
const { trading, market, vault, locks } = trader;
const confirmations: Confirmations = {
  ask: async () => true,
  askWithPassword: async () => true,
  askAfterPassword: async () => true,
};
const gate = openGate(
  guardHandlers(
    { ...buildOrderCommands({ trader, confirmations }), ...buildExitCommands({ trader, confirmations }) } as Handlers,
    { depth: locks.depth, noteAct: () => undefined },
  ),
);

async function call(name: CommandName, input: unknown): Promise<unknown> {
  return decodeMessage(await gate({ trusted: true, window: 1, name, text: encodeMessage(input) }));
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await wait(10);
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal arrives before another line of ours runs.
  for (;;);
}

await vault.unlock(setup.password);
locks.noteUnlocked();
await until(() => market.catalogue().at === 'live' && trading.view().at === 'live');
market.watch({ books: [intent.market], tapes: [], candles: [], underlyings: [] });
await until(() => market.book(intent.market)?.health.at === 'live');
trading.setArmed(true);
if (point.act !== 'place') {
  const receipt = (await call('order.place', intent)) as { readonly value: PlaceReceipt };
  const { orderId } = receipt.value;
  await until(() => trading.view().at === 'live');
  point.arrange(trader, die);
  if (point.act === 'cancel') await call('order.cancel', { orderId });
  else await call('exit.move', { moveId: `${intent.intentId}-move`, orderId, price: setup.to, bookVersion: null });
} else {
  point.arrange(trader, die);
  await call('order.place', intent);
}
// What follows the act, such as the view of it, has this long.
await wait(5_000);
process.exit(3);
