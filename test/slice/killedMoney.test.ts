/** `kill -9` of a real program at each step of a withdrawal and of a redemption, and a start on the same files and exchange. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trader } from '#main/app/trader.ts';
import { isOpen, type RelayEntry } from '#main/wallet/relayLife.ts';
import type { Account } from '#paper/engine/state.ts';
import type { PaperMarket } from '#paper/simulation/paperMarket.ts';
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { WalletIntent } from '#shared/order/wallet/walletAction.ts';
import { parseAddress, parseMarketId } from '#shared/units/ids.ts';
import { MONEY_HOOKS } from './moneyHooks.ts';
import type { MoneyProcess } from './moneyProcess.ts';
import { runAndKill } from './runAndKill.ts';
import { openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

const ENTRY = join(import.meta.dirname, 'moneyProcess.ts');
/** Within the five minutes in which the exchange counts relays, with room. */
const COUNTED_MS = 4 * 60_000;
const COLD = parseAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');

let bodies: string[];
/** When the exchange received them. */
let relayedAtMs: number[];
/** Calls that were stored as being sent, and whose bytes never left: they count as sent. */
let unsent: number;
let bench: TraderBench;
let account: Account;
let markets: readonly PaperMarket[];
const names = Object.keys(MONEY_HOOKS);
const points = names.map((name, at) => ({ name, at, left: MONEY_HOOKS[name]!.left }));

async function open(): Promise<void> {
  bodies = [];
  relayedAtMs = [];
  unsent = 0;
  bench = await openTraderBench(
    {},
    {
      onRequest({ target, body }) {
        if (!target.endsWith('/wallet/relay')) return;
        bodies.push(body);
        relayedAtMs.push(Date.now());
      },
    },
  );
  await bench.setUp();
  const { addresses } = bench.trader;
  addresses.add(addresses.prepare('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Cold'));
  const { world } = bench.exchange;
  account = world.engine.accounts.find((one) => !one.isHouse)!;
  markets = world.markets.slice(0, 2 * names.length);
}

/** What the wallet holds of the markets that a redemption is about. */
const sharesOf = (at: number): readonly number[] =>
  markets.slice(2 * at, 2 * at + 2).map(({ book }) => {
    const pair = account.holdings.get(book.id);
    return pair ? pair.yes.quantity + pair.no.quantity : 0;
  });

/** A withdrawal, or one redemption of a market that was just won and one that was voided; and what it moves. */
function arrange(kind: 'withdraw' | 'redeem', at: number): { intent: WalletIntent; change: number } {
  const amount = 1_000_000 + 2 * at;
  if (kind === 'withdraw') return { intent: { kind, to: COLD, amount: BigInt(amount) }, change: -amount };
  const { world } = bench.exchange;
  const redeemed = [markets[2 * at]!, markets[2 * at + 1]!];
  for (const [index, market] of redeemed.entries()) {
    expect(world.engine.split(account, market.book, amount, Date.now())).toBe(true);
    expect(world.decide(market, index === 0 ? 'yes' : 'void')).toBe(true);
  }
  return { intent: { kind, markets: redeemed.map(({ slug }) => parseMarketId(slug)) }, change: 2 * amount };
}

async function act({ actions }: Trader, intent: WalletIntent): Promise<void> {
  await actions.run(PASSWORD, await actions.plan(intent, null));
}

// Each has an account of its own: a killed program's calls count against the exchange's limit.
describe.each(['withdraw', 'redeem'] as const)('%s, after kill -9 when', (kind) => {
  beforeAll(open, 60_000);
  afterAll(() => bench.close());

  // The steps are the same for both: a redemption has every second one.
  const own = points.filter((_point, at) => kind === 'withdraw' || at % 2 === 0);
  it.each(own)('$name, finishes relayed once', async ({ name, at, left }) => {
    const { intent, change } = arrange(kind, at);
    const before = { balance: account.balance, relayed: bodies.length };
    const { dataFolder, exchange, answers } = bench;
    const known = new Set(bench.trader.relays.entries().map(({ hash }) => hash));
    const trader = await bench.reopen(() =>
      runAndKill<MoneyProcess>(ENTRY, {
        dataFolder,
        port: answers.port,
        token: exchange.token!,
        password: PASSWORD,
        point: name,
        intent: encodeMessage(intent),
      }),
    );
    expect(bodies.length - before.relayed).toBe(left === 'executed' ? 1 : 0);
    expect(account.balance - before.balance).toBe(left === 'executed' ? change : 0);

    const { vault, wallet, relays, market } = trader;
    const added = (): readonly RelayEntry[] => relays.entries().filter(({ hash }) => !known.has(hash));
    expect(added()).toHaveLength(left === 'nothing' ? 0 : 1);
    await vault.unlock(PASSWORD);
    await until(() => {
      expect(market.catalogue().at).toBe('live');
      expect(wallet.view()?.status).toBe('ready');
    });
    if (left === 'unsent') {
      unsent += 1;
      const [entry] = added();
      expect(entry).toMatchObject({ at: 'unknown', reason: 'interrupted', signature: null });
      expect(relays.stop(entry!.hash)).toBe(true);
    }
    if (left === 'nothing' || left === 'unsent') await act(trader, intent);

    await until(() => expect(added().filter(isOpen)).toEqual([]));
    const last = added().toSorted((a, b) => b.createdAtMs - a.createdAtMs)[0]!;
    expect(last).toMatchObject({ at: 'executed', effect: 'full', signature: null });
    expect(added().map(({ call }) => call.nonce)).toEqual(added().map(() => last.call.nonce));
    expect(account.balance - before.balance).toBe(change);
    const sent = bodies.slice(before.relayed);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain(last.call.data);
    // No relay is forgotten by a kill, and none is counted that was not sent or about to be.
    const { used } = trader.venue.health().budgets.find(({ name: budget }) => budget === 'relay')!;
    expect(used).toBeLessThanOrEqual(bodies.length + unsent);
    expect(used).toBeGreaterThanOrEqual(relayedAtMs.filter((atMs) => atMs > Date.now() - COUNTED_MS).length);
    if (intent.kind !== 'redeem') return;
    expect(sharesOf(at)).toEqual([0, 0]);
    await expect(act(trader, intent)).rejects.toMatchObject({ coded: { parameters: { code: 'nothingHeld' } } });
  });
});
