/**
 * The headless trader in a process that kills itself (`kill -9`) at one point of a withdrawal or redemption.
 *
 * Shape       Started with its set-up as the argument, on the files of an account that is set up. Exits with 3 when the call ended
 *             and the point was not reached.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { buildWalletCommands } from '#main/app/commands/wallet.ts';
import type { Confirmations } from '#main/app/confirmations.ts';
import { decodeMessage } from '#shared/ipc/codec.ts';
import type { WalletIntent } from '#shared/order/wallet/walletAction.ts';
import { openCrashTrader } from './crashTrader.ts';
import { MONEY_HOOKS } from './moneyHooks.ts';
import type { ProcessFolder } from './processOptions.ts';

export interface MoneyProcess extends ProcessFolder {
  readonly password: string;
  readonly point: string;
  /** A WalletIntent, encoded as a message. */
  readonly intent: string;
}

const setup = JSON.parse(process.argv[2] ?? '') as MoneyProcess;
const { password } = setup;
const intent = decodeMessage(setup.intent) as WalletIntent;
const trader = openCrashTrader(setup);
const { vault, wallet, market } = trader;
const confirmations: Confirmations = {
  ask: async () => true,
  askAfterPassword: async () => true,
  async askWithPassword(typed) {
    await vault.checkPassword(typed);
    return true;
  },
};
const commands = buildWalletCommands({ trader, confirmations });

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await wait(10);
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal arrives before another line of ours runs.
  for (;;);
}

await vault.unlock(password);
await until(() => market.catalogue().at === 'live' && wallet.view()?.status === 'ready');
MONEY_HOOKS[setup.point]!.arrange(trader, die);
const planned = await commands['wallet.planAction']({ intent, nonce: null });
if (!planned.ok) throw new Error(`Expected a plan, found ${planned.error.code}`);
await commands['wallet.runAction']({ password, hash: planned.value.hash });
// What follows the signature has this long.
await wait(5_000);
process.exit(3);
