/** Two accounts of one vault on one embedded exchange: nothing of one with the other, over switches, a restart and kills. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountSwitch, openAccountSwitch } from '#main/app/account/accountSwitch.ts';
import { buildAccountsCommands } from '#main/app/commands/accounts.ts';
import type { Confirmations } from '#main/app/confirmations.ts';
import type { Trader } from '#main/app/trader.ts';
import { PROTECTED_DEFAULTS } from '#main/storage/settings/protectedSettings.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { type MarketId, type OrderId, parseIntentId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { buildProcessOptions } from './processOptions.ts';
import { runAndKill } from './runAndKill.ts';
import type { SwitchSetup } from './switchProcess.ts';
import { intend, PASSWORD, RESTING_PRICE, until } from './traderBench.ts';

let dataFolder: string;
let exchange: PaperExchange;
let accounts: AccountSwitch;
let market: MarketId;
let second: string;
const made: Record<string, { owner: string; order: OrderId }> = {};

const folder = () => ({ dataFolder, port: exchange.port, token: exchange.token! });
const open = (): AccountSwitch => openAccountSwitch(buildProcessOptions(folder()));

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'adyton-accounts-'));
  exchange = await openExchange({ seed: 7 });
  accounts = open();
  await accounts.base.vault.create(PASSWORD, { kind: 'random' });
  await connect(accounts.trader());
  const { market: data } = accounts.base;
  await until(() => expect(data.catalogue().at).toBe('live'));
  const ids = data
    .catalogue()
    .markets.slice(0, 6)
    .map((listed) => listed.id);
  accounts.base.interest.watch(1, { books: ids, tapes: [], candles: [], underlyings: [] });
  market = await until(() => {
    const found = ids.find((id) => {
      const { health, bestBid, bestAsk } = data.book(id)!;
      return health.at === 'live' && bestBid !== null && bestAsk !== null && bestBid > 100_000 && bestAsk < 900_000;
    });
    return found ?? Promise.reject(new Error('Expected a market with both sides'));
  });
  second = await accounts.base.vault.addAccount(PASSWORD, { label: 'Hedges', colour: 'violet' }, { kind: 'random' });
});
afterAll(async () => {
  await accounts.close();
  await exchange.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Opens a paper account for the selected key and finishes its wallet setup. */
async function connect({ vault, venue, wallet, trading }: Trader): Promise<void> {
  const member = await venue.openPaperMember(vault.owner()!);
  await vault.storeApiKey(member);
  const { calls } = await wallet.read();
  await wallet.setup(PASSWORD, wallet.planSetup(calls.map((call) => call.hash)));
  await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
}

const isLive = () => until(() => expect(accounts.trader().trading.view()).toMatchObject({ at: 'live', reason: null }));

/** Leaves one trace of every kind: an order, an exit report, a limit, an alert and relayed calls. */
async function leaveTraces(cost: string, price: number): Promise<void> {
  const { trading, protectedSettings, alerts, account, vault } = accounts.trader();
  trading.setArmed(true);
  const at = { market, side: 'yes', direction: 'buy', postOnly: true } as const;
  const placed = await trading.place(intend({ ...at, price: toPrice(price) }));
  if (placed.outcome !== 'accepted') throw new Error(JSON.stringify(placed));
  const moveId = parseIntentId(`move-of-${account}`);
  await trading.move({ moveId, orderId: placed.orderId!, price: toPrice(price + 10_000), bookVersion: null });
  const order = await until(() => {
    const rest = trading
      .view()
      .orders.find(({ life, price: found }) => life.at === 'resting' && found === price + 10_000);
    return rest!.orderId!;
  });
  protectedSettings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd(cost) });
  alerts.create({
    scope: { kind: 'market', market },
    repeat: null,
    expiresAtMs: null,
    condition: { kind: 'spread', crosses: 'above', level: price },
  });
  made[account] = { owner: vault.owner()!, order };
}

/** What the selected account has; the prices tell the accounts apart. */
function readTraces() {
  const { trading, protectedSettings, alerts, relays, journal, vault, exitCount } = readable();
  return {
    owner: vault.owner(),
    resting: trading
      .view()
      .orders.filter(({ life }) => life.at === 'resting')
      .map(({ orderId }) => orderId),
    journal: journal.readPage({
      fromMs: null,
      toMs: null,
      market: null,
      first: 'oldest',
      after: null,
      limit: 100,
      isWanted: null,
    }).orders.length,
    exits: exitCount,
    cost: protectedSettings.value().maxOrderCost,
    levels: alerts
      .view()
      .alerts.map(({ terms: { condition } }) => (condition.kind === 'spread' ? condition.level : null)),
    relays: relays.entries().length > 0,
  };
}
const readable = () => {
  const trader = accounts.trader();
  return { ...trader, exitCount: (trader.trading.view().exits ?? []).length };
};
const ordersOnExchange = () =>
  [...exchange.world.engine.orders.values()].filter(({ account, state }) => !account.isHouse && state === 'wait');

const tracesOf = (account: string, cost: string, level: number) => ({
  owner: made[account]!.owner,
  resting: [made[account]!.order],
  journal: 2,
  cost: parseUsd(cost),
  levels: [level],
  relays: true,
});
const FIRST = ['first', '111', RESTING_PRICE] as const;
const SECOND = () => [second, '222', RESTING_PRICE + 40_000] as const;

it('opens a new account empty, and leaves the orders of the other at the exchange', async () => {
  const before = accounts.trader();
  await leaveTraces('111', RESTING_PRICE);
  expect(readTraces()).toMatchObject({ ...tracesOf(...FIRST), exits: 1 });
  await accounts.select(PASSWORD, second);
  const { trading, account, sessionKeys } = accounts.trader();
  expect(account).toBe(second);
  expect(readTraces()).toEqual({
    owner: accounts.base.vault.accounts()[1]!.owner,
    resting: [],
    journal: 0,
    exits: 0,
    cost: PROTECTED_DEFAULTS.maxOrderCost,
    levels: [],
    relays: false,
  });
  expect([trading.view().at, trading.view().armed, sessionKeys.view().keys]).toEqual(['none', false, []]);
  expect(ordersOnExchange().map(({ id }) => String(id))).toEqual([made.first!.order]);

  // What still runs of the account before reaches neither the exchange nor the other account.
  expect(before.vault.credentials()).toBeNull();
  expect(before.trading.view().armed).toBe(false);
  expect(await before.venue.cancelOrder(made.first!.order)).toMatchObject({ kind: 'rejected' });
  await expect(before.venue.listBalances()).rejects.toThrow();
  await expect(before.vault.storeApiKey({ apiKey: 'late', apiSecret: 'late' })).rejects.toMatchObject({
    code: 'LOCKED',
  });
  expect(() => before.protectedSettings.save({ panicFlattens: true })).toThrow(
    expect.objectContaining({ code: 'LOCKED' }),
  );
  const late = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE });
  await before.trading.place(late).catch(() => null);
  expect(ordersOnExchange()).toHaveLength(1);
});

it('keeps the traces of two accounts apart', async () => {
  await connect(accounts.trader());
  await leaveTraces('222', RESTING_PRICE + 40_000);
  expect(readTraces()).toMatchObject({ ...tracesOf(...SECOND()), exits: 1 });
  await accounts.select(PASSWORD, 'first');
  await isLive();
  await until(() => expect(readTraces()).toMatchObject(tracesOf(...FIRST)));
  expect(accounts.trader().trading.view().armed).toBe(false);
  expect(ordersOnExchange()).toHaveLength(2);
});

it('says what stays before it switches or removes, and does neither when it is declined', async () => {
  const asked: unknown[] = [];
  const confirmations: Confirmations = {
    ask: async () => false,
    askAfterPassword: async () => false,
    async askWithPassword(_password, code, parameters) {
      asked.push([code, parameters]);
      return false;
    },
  };
  const commands = buildAccountsCommands({ trader: accounts.trader(), accounts, confirmations });
  const declined = { ok: false, error: { code: 'CANCELLED' } };
  expect(await commands['accounts.select']({ password: PASSWORD, id: second })).toMatchObject(declined);
  expect(await commands['accounts.remove']({ password: PASSWORD, id: second })).toMatchObject(declined);
  expect(asked).toMatchObject([
    ['selectAccount', { from: 'Account 1', to: 'Hedges', orders: 1 }],
    ['removeAccount', { label: 'Hedges', isBackedUp: false, orders: 1, relays: 0 }],
  ]);
  expect(accounts.trader().account).toBe('first');
  expect(await commands['accounts.remove']({ password: PASSWORD, id: 'first' })).toMatchObject({
    error: { code: 'DENIED', parameters: { reason: 'selectedAccount' } },
  });
});

it('stays with its account when the switch fails', async () => {
  await expect(accounts.select('wrong password', second)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  const { vault } = accounts.base;
  const { selectAccount } = vault;
  Object.assign(vault, { selectAccount: () => Promise.reject(new Error('disk full')) });
  await expect(accounts.select(PASSWORD, second)).rejects.toThrow('disk full');
  Object.assign(vault, { selectAccount });
  await isLive();
  await until(() => expect(readTraces()).toMatchObject(tracesOf(...FIRST)));
});

it('starts again with the account that was selected last', async () => {
  await accounts.select(PASSWORD, second);
  await accounts.close();
  accounts = open();
  expect(accounts.trader().account).toBe(second);
  await accounts.base.vault.unlock(PASSWORD);
  await isLive();
  await until(() => expect(readTraces()).toMatchObject(tracesOf(...SECOND())));
});

it.each<[SwitchSetup['dies'], () => readonly [string, string, number]]>([
  ['beforeTheSelection', SECOND],
  ['afterTheSelection', () => FIRST],
])(
  'starts with one whole account after a kill %s',
  async (dies, expected) => {
    await accounts.close();
    const setup: SwitchSetup = { ...folder(), password: PASSWORD, to: 'first', dies };
    await runAndKill(join(import.meta.dirname, 'switchProcess.ts'), setup);
    accounts = open();
    await accounts.base.vault.unlock(PASSWORD);
    expect(accounts.trader().account).toBe(expected()[0]);
    await isLive();
    await until(() => expect(readTraces()).toMatchObject(tracesOf(...expected())));
    expect(ordersOnExchange()).toHaveLength(2);
  },
  60_000,
);

it('removes an account with its keys, and leaves its files and orders', async () => {
  const { vault } = accounts.base;
  expect(accounts.trader().account).toBe('first');
  await vault.removeAccount(PASSWORD, second);
  expect(vault.accounts().map(({ id }) => id)).toEqual(['first']);
  expect(existsSync(join(dataFolder, 'paper', 'accounts', second, 'journal.sqlite'))).toBe(true);
  expect(ordersOnExchange()).toHaveLength(2);
  await expect(accounts.select(PASSWORD, second)).rejects.toMatchObject({ code: 'DENIED' });
  expect(accounts.trader().account).toBe('first');
});
