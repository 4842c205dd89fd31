import { beforeEach, describe, expect, it } from 'vitest';
import { type ExitPlan, MAX_PREPARED_MS } from '#shared/order/exits/preparedExits.ts';
import { parseAddress, parseMarketId, parseTokenId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeMarket, makePosition, makeWallet, OWNER } from '#test/slice/makers.ts';
import { openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

let bench: TradingBench;
beforeEach(async () => {
  bench = openTradingBench();
  bench.exchange.positions = [makePosition('50')];
  await bench.open();
});

const choice = { market: MARKET, side: 'yes', price: parsePrice('0.50'), shares: null } as const;
const plan = (...choices: (typeof choice)[]) => bench.trading.prepared.plan(choices, 6);

describe('a plan of exits', () => {
  it('has the settled position, the account and the expiry as they are now', async () => {
    const { plan: made } = (await plan(choice)) as { plan: ExitPlan };
    expect(made).toMatchObject({
      account: {
        exchangeAddress: makeWallet().exchangeAddress,
        chainId: 137,
        domainName: 'Exchange',
        signatureType: 2,
      },
      domainVersion: '1',
      signer: { kind: 'own', key: OWNER },
      positions: [{ market: MARKET, side: 'yes', sellable: 50_000_000, price: 500_000, yesTokenId: '111' }],
    });
    const [position] = made.positions;
    expect(position!.lots.reduce((sum, lot) => sum + lot, 0)).toBe(50_000_000);
    expect(position!.expiresAtMs).toBeLessThanOrEqual(bench.clock.now() + 6 * 3_600_000);
  });

  it('has as many shares as asked for, and never more than can be sold', async () => {
    const sumOf = async (shares: string): Promise<number> => {
      const answer = await bench.trading.prepared.plan([{ ...choice, shares: parseShares(shares) }], 6);
      return (answer as { plan: ExitPlan }).plan.positions[0]!.lots.reduce((sum: number, lot) => sum + lot, 0);
    };
    expect([await sumOf('20'), await sumOf('50'), await sumOf('80')]).toEqual([20_000_000, 50_000_000, 50_000_000]);
  });

  it('ends with the market, and after twelve hours at most', async () => {
    bench.context.market = () => makeMarket({ closeAtMs: START_MS + 3_600_000 });
    expect(await plan(choice)).toMatchObject({ plan: { positions: [{ expiresAtMs: START_MS + 3_600_000 }] } });
    bench.context.market = () => makeMarket({ closeAtMs: null });
    const long = await bench.trading.prepared.plan([choice], 1_000);
    const { expiresAtMs } = (long as { plan: ExitPlan }).plan.positions[0]!;
    expect(expiresAtMs).toBeLessThanOrEqual(bench.clock.now() + MAX_PREPARED_MS);
    bench.context.market = () => makeMarket({ closeAtMs: bench.clock.now() + 60_000 });
    expect(await plan(choice)).toEqual({ fault: 'tooShort' });
  });

  it('is refused while locked, for a custodial account, on data that is not current, and without anything to sell', async () => {
    expect(await bench.trading.prepared.plan([], 6)).toEqual({ fault: 'noPosition' });
    expect(await plan(choice, choice)).toEqual({ fault: 'positionTwice' });
    expect(await plan({ ...choice, price: parsePrice('0.505') })).toMatchObject({ denial: { code: 'badPrice' } });
    expect(await plan({ ...choice, side: 'no' as never })).toMatchObject({ denial: { code: 'sellable' } });
    bench.trading.applyPrivateEvent({
      kind: 'closed',
      atMs: bench.clock.now(),
      reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } },
    });
    expect(await plan(choice)).toMatchObject({ denial: { parameters: { reason: 'accountNotLive' } } });
    bench.context.custodialAccount = () => `custodial:${'0'.repeat(40)}` as never;
    expect(await plan(choice)).toEqual({ fault: 'custodial' });
    bench.account.vault = 'locked';
    expect(await plan(choice)).toMatchObject({ denial: { code: 'locked' } });
  });

  it('is refused for a wallet that no key signs for, that is not ready, or whose record does not fit', async () => {
    bench.exchange.wallet = makeWallet({ ownerAddress: parseAddress(`0x${'99'.repeat(20)}`) });
    expect(await plan(choice)).toMatchObject({ denial: { code: 'readOnly' } });
    bench = openTradingBench({ checkMarketRecord: () => ({ code: 'otherTokens', parameters: {} }) });
    await bench.open();
    expect(await plan(choice)).toMatchObject({ denial: { code: 'walletMismatch' } });
    bench.exchange.wallet = makeWallet({ safeStatus: 'setup_required' });
    expect(await plan(choice)).toEqual({ denial: { code: 'walletNotReady', parameters: {} } });
    bench.exchange.isDown = true;
    expect(await plan(choice)).toMatchObject({ denial: { code: 'walletUnreadable' } });
  });

  it('is refused when the tokens of a market are not those that were pinned', async () => {
    await plan(choice);
    bench.context.market = () => makeMarket({ yesTokenId: parseTokenId('333') });
    expect('plan' in (await plan(choice))).toBe(false);
    bench.context.market = () => null;
    expect('plan' in (await plan({ ...choice, market: parseMarketId('gone') as never }))).toBe(false);
  });
});
