/**
 * A data folder of the terminal on paper whose wallet has won and voided shares, and calls that did not end well: a refused
 * withdrawal, a redemption that was executed in part, a withdrawal without an effect, and one that is late.
 *
 * Shape       Made by the headless trader and an exchange on the same folder, which the embedded one continues.
 */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { openTrader } from '#main/app/trader.ts';
import { isOpen } from '#main/wallet/relayLife.ts';
import { openExchange } from '#paper/server/exchange.ts';
import { parseFaults } from '#paper/server/faultPlan.ts';
import type { WalletIntent } from '#shared/order/wallet/walletAction.ts';
import { parseAddress, parseMarketId } from '#shared/units/ids.ts';

const COLD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Sets of each market, in millionths: the amounts tell the markets apart. */
const SETS = [10_000_000, 20_000_000, 30_000_000, 40_000_000] as const;
/** Longer than a call may take before it counts as late. */
const AGE_MS = 40_000;

/** Left are the last three markets: two won ones, which pay 20 and 30 dollars, and a voided one, which pays 40. */
export async function prepareMoney(folder: string, password: string): Promise<void> {
  const exchange = await openExchange({ dataFolder: path.join(folder, 'paper', 'exchange') });
  const { world } = exchange;
  const markets = world.markets.slice(0, SETS.length);
  for (const [index, one] of markets.entries()) world.decide(one, index === 3 ? 'void' : 'yes');
  const url = `127.0.0.1:${exchange.port}`;
  const trader = openTrader({
    dataFolder: folder,
    exchange: {
      network: 'paper',
      baseUrl: `http://${url}`,
      wsBaseUrl: `ws://${url}`,
      headers: { 'X-Adyton-Paper': exchange.token! },
    },
    log: { path: '', write: () => undefined },
    now: () => Date.now(),
    steadyMs: () => performance.now(),
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    random: { uniform: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
    keychain: null,
  });
  const { vault, venue, wallet, market, addresses, actions, relays } = trader;
  const owner = await vault.create(password, { kind: 'random' });
  await vault.storeApiKey(await venue.openPaperMember(owner));
  const { calls } = await wallet.read();
  await wallet.setup(password, wallet.planSetup(calls.map(({ hash }) => hash)));
  addresses.add(addresses.prepare(COLD, 'Cold storage'));

  const account = world.engine.accounts.find((one) => !one.isHouse)!;
  for (const [index, one] of markets.entries()) world.engine.split(account, one.book, SETS[index]!, Date.now());
  const ids = markets.map(({ slug }) => parseMarketId(slug));
  await expect.poll(() => market.catalogue().at).toBe('live');

  const sign = async (intent: WalletIntent): Promise<void> => {
    await actions.run(password, await actions.plan(intent, null));
  };
  const signToEnd = async (intent: WalletIntent): Promise<void> => {
    await sign(intent);
    await expect.poll(() => relays.entries().filter(isOpen), { timeout: 30_000 }).toEqual([]);
  };
  const redeemed = { kind: 'redeem', markets: ids.slice(0, 2) } as const;
  const arm = (fault: object): void => exchange.faults.add(parseFaults({ faults: [fault] }));
  const refusal = { status: 422, code: 'account.custody.relay_call_reverted' };
  arm({ kind: 'refusal', target: '/wallet/relay', ...refusal });
  await signToEnd({ kind: 'withdraw', to: parseAddress(COLD), amount: 33_000_000n });
  arm({ kind: 'relay_partial', count: 2 });
  await signToEnd(redeemed);
  await signToEnd({ kind: 'withdraw', to: parseAddress(COLD), amount: 25_000_000n });
  arm({ kind: 'relay_failure' });
  await sign({ kind: 'withdraw', to: parseAddress(COLD), amount: 75_000_000n });
  await expect.poll(() => relays.entries().find(isOpen)?.at).toBe('relayed');
  await trader.close();
  exchange.save();
  await exchange.close();
  await age(path.join(folder, 'paper', 'relays.json'));
}

/** The call that is under way was sent a while ago. */
async function age(file: string): Promise<void> {
  const stored = JSON.parse(await readFile(file, 'utf8')) as { entries: Record<string, unknown>[] };
  for (const entry of stored.entries) {
    if (entry.at !== 'relayed') continue;
    for (const time of ['createdAtMs', 'sentAtMs', 'updatedAtMs']) entry[time] = (entry[time] as number) - AGE_MS;
  }
  await writeFile(file, JSON.stringify(stored));
}
