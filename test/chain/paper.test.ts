/** The embedded exchange on a local chain: what the headless trader does there moves real tokens of real wallets. */
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen, type RelayEntry } from '#main/wallet/relayLife.ts';
import type { Account } from '#paper/engine/state.ts';
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { WalletIntent } from '#shared/order/wallet/walletAction.ts';
import { explainSafeCode } from '#shared/text/wallet/safeCodes.ts';
import { type MarketId, parseAddress } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, type TraderBench, until } from '#test/slice/traderBench.ts';
import { openPaperChain, type PaperChain } from '../../tools/chain/paperChain.ts';

const DOLLAR = 1_000_000n;
const COLD = parseAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');

let paper: PaperChain;
let bench: TraderBench;
const broken: string[] = [];

beforeAll(async () => {
  paper = await openPaperChain();
  bench = await openTraderBench({}, { chain: paper, onBroken: (sentences) => void broken.push(...sentences) });
});
afterAll(async () => {
  await bench.close();
  await paper.close();
});

const accountOf = (): Account => bench.exchange.world.engine.accounts.find((account) => !account.isHouse)!;
const safeOf = (): Hex => bench.trader.wallet.account()!;

/** Everything that the engine holds for the member, and what the contracts hold for its wallet. */
async function compare(market: MarketId, record: MarketWalletRecord): Promise<void> {
  await bench.exchange.settlement!.idle();
  expect(broken).toEqual([]);
  const { balance, holdings } = accountOf();
  const pair = holdings.get(bench.exchange.world.find(market)!.book.id);
  expect(await paper.chain.collateralOf(safeOf())).toBe(BigInt(balance));
  expect(await paper.chain.tokensOf(safeOf(), BigInt(record.yesTokenId))).toBe(BigInt(pair?.yes.quantity ?? 0));
  expect(await paper.chain.tokensOf(safeOf(), BigInt(record.noTokenId))).toBe(BigInt(pair?.no.quantity ?? 0));
}

describe('a trader on the embedded exchange with a chain', () => {
  let market: MarketId;
  let record: MarketWalletRecord;

  async function trade(change: Pick<OrderIntent, 'side' | 'direction' | 'price'>, shares: Shares): Promise<void> {
    const { trading } = bench.trader;
    const receipt = await trading.place(intend({ market, shares, ...change }));
    expect(receipt).toMatchObject({ outcome: 'accepted' });
    await until(() =>
      expect(trading.view().orders.find(({ orderId }) => orderId === receipt.orderId)?.life.at).toBe('done'),
    );
  }
  /** Plans, signs and relays as the product does, and waits for the effect that it asserts. */
  async function act(intent: WalletIntent): Promise<RelayEntry> {
    const { actions, relays } = bench.trader;
    const plan = await actions.plan(intent, null);
    await actions.run(PASSWORD, plan);
    return until(() => {
      const entry = relays.entries().find(({ hash }) => hash === plan.view.hash)!;
      expect(isOpen(entry)).toBe(false);
      return entry;
    });
  }
  const isExecuted = async (tx: string | null): Promise<boolean> =>
    (await paper.chain.client.getTransactionReceipt({ hash: tx as Hex })).status === 'success';

  it('sets its wallet up by transactions of a real Safe', async () => {
    await bench.setUp();
    expect(await paper.chain.safeNonce(safeOf())).toBe(3n);
    const { exchange, tokens } = paper.chain.contracts;
    expect(await paper.chain.read(tokens, 'isApprovedForAll', safeOf(), exchange.address)).toBe(true);
    expect(await paper.chain.collateralOf(safeOf())).toBe(10_000n * DOLLAR);
  });

  it('has its orders settled there: mint, merge and complementary, fees included', async () => {
    const { trader } = bench;
    ({ id: market } = await bench.watchBusyMarket());
    record = await trader.venue.fetchMarketWallet(market);
    trader.trading.setArmed(true);
    const book = () => trader.market.book(market)!;
    const through = (price: number) => toPrice(Math.min(Math.max(price, 10_000), 990_000));
    await trade({ side: 'yes', direction: 'buy', price: through(book().bestAsk! + 80_000) }, parseShares('40'));
    await compare(market, record);
    expect(paper.matches.mint).toBeGreaterThan(0);
    await trade({ side: 'yes', direction: 'sell', price: through(book().bestBid! - 80_000) }, parseShares('15'));
    await compare(market, record);
    expect(paper.matches.merge).toBeGreaterThan(0);
    await trade(
      { side: 'no', direction: 'buy', price: through(1_000_000 - book().bestBid! + 80_000) },
      parseShares('5'),
    );
    await compare(market, record);
    expect(paper.matches.complementary).toBeGreaterThan(0);
  });

  it('leaves resting orders out of the chain', async () => {
    const { trading } = bench.trader;
    const order = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
    const receipt = await trading.place(order);
    await compare(market, record);
    expect(await trading.cancel(receipt.orderId!)).toMatchObject({ outcome: 'cancelled' });
  });

  it('splits, merges and withdraws: the product sees the whole effect, and the contracts executed it', async () => {
    const { addresses } = bench.trader;
    addresses.add(addresses.prepare('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Cold'));
    const intents: readonly WalletIntent[] = [
      { kind: 'split', market, amount: 30n * DOLLAR },
      { kind: 'merge', market, amount: 10n * DOLLAR },
      { kind: 'withdraw', to: COLD, amount: 100_000_001n },
    ];
    for (const intent of intents) {
      const done = await act(intent);
      expect(done).toMatchObject({ at: 'executed', effect: 'full' });
      expect(await isExecuted(done.tx)).toBe(true);
      await compare(market, record);
    }
    expect(await paper.chain.collateralOf(COLD)).toBe(100_000_001n);
  });

  it('redeems a result and a void in one transaction once they are decided', async () => {
    const { world, settlement } = bench.exchange;
    const other = bench.trader.market.catalogue().markets.find((listed) => listed.id !== market)!.id;
    await act({ kind: 'split', market: other, amount: 8n * DOLLAR });
    for (const [id, result] of [
      [market, 'yes'],
      [other, 'void'],
    ] as const) {
      expect(world.decide(world.find(id)!, result)).toBe(true);
    }
    await settlement!.idle();
    // The list of markets is read at the start.
    const { vault, market: data, wallet, relays } = await bench.reopen();
    await vault.unlock(PASSWORD);
    await until(() => {
      expect(data.catalogue().at).toBe('live');
      expect(wallet.view()?.status).toBe('ready');
    });
    const done = await act({ kind: 'redeem', markets: [market, other] });
    expect(done).toMatchObject({ at: 'executed', effect: 'full', call: { operation: 1 } });
    expect(await isExecuted(done.tx)).toBe(true);
    await compare(market, record);
    expect(await paper.chain.tokensOf(safeOf(), BigInt(record.yesTokenId))).toBe(0n);
    expect(relays.entries().every(({ at }) => at === 'executed')).toBe(true);
  });

  it('is refused with the Safe’s code what the contracts refuse, and goes on after it', async () => {
    const { chain } = paper;
    const { collateral } = chain.contracts;
    const balance = await chain.collateralOf(safeOf());
    const leave: WalletIntent = { kind: 'withdraw', to: COLD, amount: DOLLAR };
    // Behind the exchange's back: the money is gone, then a second owner must sign.
    await chain.writeAs(safeOf(), collateral, 'transfer', [chain.operator.address, balance]);
    expect(await act(leave)).toMatchObject({ at: 'refused', reason: 'account.custody.relay_call_reverted, GS013' });
    await chain.mint(safeOf(), balance);
    await chain.writeAs(safeOf(), chain.safeAt(safeOf()), 'addOwnerWithThreshold', [COLD, 2n]);
    const refused = await act(leave);
    expect(refused).toMatchObject({ at: 'refused', reason: 'account.custody.relay_call_reverted, GS020' });
    expect(explainSafeCode(refused.reason!)).toContain('more owners than one');
    await compare(market, record);
    await chain.writeAs(safeOf(), chain.safeAt(safeOf()), 'changeThreshold', [1n]);
    expect(await act(leave)).toMatchObject({ at: 'executed', effect: 'full' });
    await compare(market, record);
  });
});
