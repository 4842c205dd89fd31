/** The embedded exchange on a local chain: what the headless trader does there moves real tokens of real wallets. */
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { buildMoneyCall } from '#main/wallet/moneyCalls.ts';
import { safeDomainOf } from '#main/wallet/setupCalls.ts';
import type { Account } from '#paper/engine/state.ts';
import { MULTI_SEND } from '#paper/server/chain/chain.ts';
import type { MarketWalletRecord } from '#shared/order/account.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { WalletAction } from '#shared/order/walletAction.ts';
import { type MarketId, parseAddress } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, type TraderBench, until } from '#test/slice/traderBench.ts';
import { buildRelayedTx } from '#wire/eip712/safeTx.ts';
import { openPaperChain, type PaperChain } from '../../tools/chain/paperChain.ts';

const DOLLAR = 1_000_000n;
const FRIEND = parseAddress(`0x${'0'.repeat(38)}f1`);

let paper: PaperChain;
let bench: TraderBench;
const broken: string[] = [];

beforeAll(async () => {
  paper = await openPaperChain();
  bench = await openTraderBench({}, { chain: paper, onBroken: (sentences) => void broken.push(...sentences) });
}, 60_000);
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
  /** The exchange's relay, asked for a money call of the product. */
  async function act(action: WalletAction): Promise<void> {
    const { venue, vault } = bench.trader;
    const wallet = await venue.fetchMarketWallet(market);
    const contracts = { ...wallet, multiSend: parseAddress(MULTI_SEND) };
    const { call } = buildMoneyCall(action, contracts, await loadCallCodec());
    const request = { tx: buildRelayedTx({ ...call, nonce: wallet.nextNonce! }), domain: safeDomainOf(wallet) };
    const [signed] = await vault.signSafeTxs([request], PASSWORD);
    const { tx } = await venue.relay({ safe: wallet.proxyAddress, value: 0n, ...call, signature: signed!.signature });
    const receipt = await paper.chain.client.getTransactionReceipt({ hash: tx as Hex });
    expect(receipt.status).toBe('success');
  }

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

  it('splits, merges and withdraws by the relay, and is refused what the contracts refuse', async () => {
    const { conditionId } = record;
    await act({ kind: 'split', conditionId, amount: 30n * DOLLAR });
    await compare(market, record);
    await act({ kind: 'merge', conditionId, amount: 10n * DOLLAR });
    await compare(market, record);
    await act({ kind: 'withdraw', to: FRIEND, amount: 100n * DOLLAR });
    await compare(market, record);
    expect(await paper.chain.collateralOf(FRIEND)).toBe(100n * DOLLAR);
    await expect(act({ kind: 'redeem', conditionIds: [conditionId] })).rejects.toThrow('relay_call_reverted');
    await compare(market, record);
  });

  it('redeems once the market is decided', async () => {
    const { world } = bench.exchange;
    expect(world.decide(world.find(market)!, 'yes')).toBe(true);
    await act({ kind: 'redeem', conditionIds: [record.conditionId] });
    await compare(market, record);
    expect(await paper.chain.tokensOf(safeOf(), BigInt(record.yesTokenId))).toBe(0n);
  });
});
