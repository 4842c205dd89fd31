/** Withdraw, redeem, split and merge on the embedded exchange: each act, each fault, and what a restart makes of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelayEntry } from '#main/wallet/relayLife.ts';
import { isOpen } from '#main/wallet/relayLife.ts';
import type { SeenRequest } from '#paper/server/core.ts';
import type { WalletIntent } from '#shared/order/wallet/walletAction.ts';
import { type Hex32, type MarketId, parseAddress } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

const COLD = parseAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
const relayed: SeenRequest[] = [];
let bench: TraderBench;
let markets: readonly MarketId[];

beforeAll(async () => {
  bench = await openTraderBench(
    {},
    {
      onRequest(request) {
        if (request.target.endsWith('/wallet/relay')) relayed.push(request);
      },
    },
  );
  await bench.setUp();
  const { addresses, market } = bench.trader;
  addresses.add(addresses.prepare('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Cold'));
  await until(() => expect(market.catalogue().at).toBe('live'));
  markets = market.catalogue().markets.map((listed) => listed.id);
});
afterAll(() => bench.close());

async function sign(intent: WalletIntent): Promise<Hex32> {
  const { actions } = bench.trader;
  const plan = await actions.plan(intent, null);
  await actions.run(PASSWORD, plan);
  return plan.view.hash;
}

const find = (hash: Hex32): RelayEntry => bench.trader.relays.entries().find((entry) => entry.hash === hash)!;
const whenEnded = (hash: Hex32): Promise<RelayEntry> =>
  until(() => {
    const entry = find(hash);
    expect(isOpen(entry)).toBe(false);
    return entry;
  });
const act = async (intent: WalletIntent): Promise<RelayEntry> => whenEnded(await sign(intent));
const collateral = async (): Promise<bigint> => (await bench.trader.venue.listBalances()).items[0]!.total;
const countOf = (hash: Hex32): number => relayed.filter(({ body }) => body.includes(find(hash).call.data)).length;
const arm = (...faults: Parameters<typeof bench.trader.venue.startPaperFaults>[0]) =>
  bench.trader.venue.startPaperFaults(faults);

/** Resolves markets on the exchange, and starts the client again, which reads the list at once. */
async function decide(results: Readonly<Record<MarketId, 'yes' | 'no' | 'void'>>): Promise<void> {
  const { world } = bench.exchange;
  for (const [market, result] of Object.entries(results)) {
    expect(world.decide(world.find(market)!, result)).toBe(true);
  }
  const { vault, market, wallet } = await bench.reopen();
  await vault.unlock(PASSWORD);
  await until(() => {
    expect(market.catalogue().at).toBe('live');
    expect(wallet.view()?.status).toBe('ready');
  });
}

describe('an action', () => {
  it('withdraws to a listed address, and shows the balance before and after', async () => {
    const before = await collateral();
    const done = await act({ kind: 'withdraw', to: COLD, amount: parseUsd('12.345678') });
    expect(done).toMatchObject({ at: 'executed', effect: 'full', signature: null, tx: expect.any(String) });
    expect(done.lines).toEqual([{ share: null, change: -12_345_678n, before, found: before - 12_345_678n }]);
    expect(bench.trader.addresses.find(COLD)?.usedAtMs).not.toBeNull();
  });

  it('splits and merges complete sets, all of them by name', async () => {
    const market = markets[0]!;
    const before = await collateral();
    expect(await act({ kind: 'split', market, amount: 50_000_000n })).toMatchObject({ effect: 'full' });
    expect(await collateral()).toBe(before - 50_000_000n);
    const merged = await act({ kind: 'merge', market, amount: 'all' });
    expect(merged).toMatchObject({ effect: 'full', action: { kind: 'merge', amount: 50_000_000n } });
    expect(await collateral()).toBe(before);
  });

  it('redeems a result and a void in one transaction, at one half for the void', async () => {
    const [, won, voided] = markets as [MarketId, MarketId, MarketId];
    for (const market of [won, voided]) await act({ kind: 'split', market, amount: 10_000_000n });
    await expect(sign({ kind: 'redeem', markets: [won] })).rejects.toMatchObject({
      coded: { parameters: { code: 'notResolved' } },
    });
    await decide({ [won]: 'no', [voided]: 'void' });
    const before = await collateral();
    const done = await act({ kind: 'redeem', markets: [won, voided] });
    expect(done).toMatchObject({ at: 'executed', effect: 'full', call: { operation: 1 } });
    expect(await collateral()).toBe(before + 20_000_000n);
    await expect(sign({ kind: 'redeem', markets: [won] })).rejects.toMatchObject({
      coded: { parameters: { code: 'nothingHeld' } },
    });
  });

  it('is refused above what is free, to an unlisted address, and with a plan that is not the latest', async () => {
    const { actions } = bench.trader;
    const refuses = (intent: WalletIntent, code: string) =>
      expect(sign(intent)).rejects.toMatchObject({ coded: { parameters: { code } } });
    await refuses({ kind: 'withdraw', to: COLD, amount: parseUsd('1000000') }, 'moreThanFree');
    await refuses({ kind: 'merge', market: markets[0]!, amount: 'all' }, 'amountZero');
    await refuses({ kind: 'withdraw', to: parseAddress(`0x${'9e'.repeat(20)}`), amount: 1n }, 'notListed');
    const first = await actions.plan({ kind: 'withdraw', to: COLD, amount: 1n }, null);
    const second = await actions.plan({ kind: 'withdraw', to: COLD, amount: 2n }, null);
    await expect(actions.run(PASSWORD, first)).rejects.toMatchObject({ coded: { parameters: { code: 'planGone' } } });
    await expect(actions.run('wrong', second)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(bench.trader.relays.entries().filter(isOpen)).toEqual([]);
  });

  it('waits behind another one, in nonce order', async () => {
    const hashes = [
      await sign({ kind: 'withdraw', to: COLD, amount: 1_000_000n }),
      await sign({ kind: 'withdraw', to: COLD, amount: 2_000_000n }),
      await sign({ kind: 'withdraw', to: COLD, amount: 3_000_000n }),
    ];
    const ended = [];
    for (const hash of hashes) ended.push(await whenEnded(hash));
    expect(ended.map(({ effect }) => effect)).toEqual(['full', 'full', 'full']);
    const [a, b, c] = ended.map(({ call }) => call.nonce) as [number, number, number];
    expect([b - a, c - b]).toEqual([1, 1]);
    expect(hashes.map(countOf)).toEqual([1, 1, 1]);
  });
});

describe('a fault of the relay', () => {
  it('that loses the answer is resolved by reading: executed once, sent once', async () => {
    await arm({ kind: 'lost_answer', target: '/wallet/relay', count: 1 });
    const hash = await sign({ kind: 'withdraw', to: COLD, amount: 4_000_000n });
    expect(await whenEnded(hash)).toMatchObject({ at: 'executed', effect: 'full', tx: null });
    expect(countOf(hash)).toBe(1);
  });

  it('that executes late is watched until the effect is there', async () => {
    await arm({ kind: 'relay_late', ms: 1_200, count: 1 });
    const hash = await sign({ kind: 'withdraw', to: COLD, amount: 5_000_000n });
    await until(() => expect(find(hash).at).toBe('relayed'));
    expect(await whenEnded(hash)).toMatchObject({ at: 'executed', effect: 'full' });
    expect(countOf(hash)).toBe(1);
  });

  it('that executes a part says so', async () => {
    const [, , , one, two] = markets as [MarketId, MarketId, MarketId, MarketId, MarketId];
    for (const market of [one, two]) await act({ kind: 'split', market, amount: 8_000_000n });
    await decide({ [one]: 'yes', [two]: 'yes' });
    await arm({ kind: 'relay_partial', count: 1 });
    const done = await act({ kind: 'redeem', markets: [one, two] });
    expect(done).toMatchObject({ at: 'executed', effect: 'partial' });
    const [cash] = done.lines;
    expect(cash!.found! - cash!.before!).toBe(8_000_000n);
    expect(await act({ kind: 'redeem', markets: [two] })).toMatchObject({ effect: 'full' });
  });

  it('that never executes keeps the nonce: stopped and signed again, it moves once', async () => {
    const before = await collateral();
    await arm({ kind: 'relay_failure', count: 1 });
    const hash = await sign({ kind: 'withdraw', to: COLD, amount: 6_000_000n });
    await until(() => expect(find(hash).at).toBe('relayed'));
    const { nonce } = find(hash).call;
    expect(bench.trader.relays.stop(hash)).toBe(true);
    const again = await act({ kind: 'withdraw', to: COLD, amount: 6_500_000n });
    expect(again).toMatchObject({ at: 'executed', effect: 'full', call: { nonce } });
    expect(find(hash).at).toBe('superseded');
    expect(await collateral()).toBe(before - 6_500_000n);
  });

  it('that refuses is final, and nothing moved', async () => {
    const { actions } = bench.trader;
    const before = await collateral();
    const plan = await actions.plan({ kind: 'withdraw', to: COLD, amount: before - 10_000_000n }, null);
    // Spent elsewhere between the preview and the signature: the chain reverts.
    const { engine } = bench.exchange.world;
    const account = engine.accounts.find((one) => !one.isHouse)!;
    engine.withdraw(account, 9_500_000, Date.now());
    engine.withdraw(account, 1_000_000, Date.now());
    await arm({ kind: 'slow_answer', target: '/wallet/relay', ms: 400, count: 1 });
    await actions.run(PASSWORD, plan);
    const second = await sign({ kind: 'withdraw', to: COLD, amount: 100_000n }).catch((error: unknown) => error);
    expect(second).toMatchObject({ coded: { parameters: { code: 'moreThanFree' } } });
    expect(await whenEnded(plan.view.hash)).toMatchObject({
      at: 'refused',
      reason: 'account.custody.relay_call_reverted',
      signature: null,
    });
    expect(await collateral()).toBe(before - 10_500_000n);
  });

  it('that limits the rate keeps the call signed, and it can be stopped', async () => {
    await arm({ kind: 'rate_limit', target: '/wallet/relay', ms: 600, count: 1 });
    const hash = await sign({ kind: 'withdraw', to: COLD, amount: 8_000_000n });
    await until(() => expect(bench.trader.relays.waitsUntilMs()).not.toBeNull());
    expect(find(hash)).toMatchObject({ at: 'signed' });
    bench.trader.relays.stop(hash);
    expect(await whenEnded(hash)).toMatchObject({ at: 'stopped', signature: null });
  });
});

it('of a wallet that needs two signatures is refused before the plan, and the pane says what is missing', async () => {
  const { answers, trader } = bench;
  answers.change('"safe_threshold":1', '"safe_threshold":2');
  await trader.wallet.read();
  const block = { code: 'moreOwners', parameters: { threshold: 2 } };
  expect(trader.walletView().relays.block).toEqual(block);
  const refused = sign({ kind: 'withdraw', to: COLD, amount: 1_000_000n });
  await expect(refused).rejects.toMatchObject({ coded: { parameters: { code: 'blocked', parameters: { block } } } });
  answers.change('"safe_threshold":2', '"safe_threshold":1');
  await trader.wallet.read();
  expect(trader.walletView().relays.block).toBeNull();
});
