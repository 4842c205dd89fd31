import { expect, it } from 'vitest';
import { readBest, readPreTradeContext } from '#renderer/domain/orders/preTradeContext.ts';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd, ZERO_USD } from '#shared/units/usd.ts';
import { makeBalance } from '#test/slice/makers.ts';
import { makeRiskView } from '#test/slice/riskMakers.ts';
import { bookOf, orderOf, positionOf, walletOf } from '../../panes/facts.ts';

const M = 'm' as MarketId;

function mirrorWith(part: Partial<Frame>) {
  const mirror = openMirror(openFrameClock(() => undefined));
  mirror.applyFrame({ seq: 1, sentAtMs: 0, clockOffsetMs: 250, ...part });
  return mirror;
}

const book: Frame['books'] = [bookOf(M)];

it('mirrors the best prices for NO and selects the price that an order would cross', () => {
  const mirror = mirrorWith({ books: book });
  expect(readBest(mirror, M, 'yes')).toEqual({ bid: 600_000, ask: 620_000 });
  expect(readBest(mirror, M, 'no')).toEqual({ bid: 380_000, ask: 400_000 });
  expect(readPreTradeContext(mirror, M, 'no', 'buy', 0).crossPrice).toBe(400_000);
  expect(readPreTradeContext(mirror, M, 'yes', 'sell', 0).crossPrice).toBe(600_000);
});

it("uses the exchange's clock and denies while data is missing", () => {
  const facts = readPreTradeContext(mirrorWith({}), M, 'yes', 'buy', 1_000);
  expect(facts.exchangeTimeMs).toBe(1_250);
  expect(facts).toMatchObject({
    readiness: { code: 'noWallet' },
    market: null,
    bookHealth: { at: 'waiting' },
    available: null,
    sellable: null,
  });
});

it('has the readiness that main sends', () => {
  const wallet = walletOf({ signer: { kind: 'none', reason: { code: 'noSecondKey', parameters: {} } } });
  expect(readPreTradeContext(mirrorWith({ wallet }), M, 'yes', 'buy', 0).readiness).toEqual({
    code: 'readOnly',
    parameters: { reason: { code: 'noSecondKey', parameters: {} } },
  });
});

it('has nothing to sell without a position', () => {
  const account: NonNullable<Frame['account']> = {
    at: 'live',
    reason: null,
    armed: true,
    balance: null,
    committed: ZERO_USD,
    lockDrift: ZERO_USD,
    isReserveKnown: true,
    orders: [],
    fills: [],
    ledger: EMPTY_LEDGER,
    positions: [positionOf('m')],
    rewards: [],
    feeRateMicros: 20_000,
    risk: makeRiskView(),
    reconciledAtMs: 1,
  };
  const mirror = mirrorWith({ account });
  expect(readPreTradeContext(mirror, M, 'yes', 'sell', 0).sellable).toBe(100_000_000);
  expect(readPreTradeContext(mirror, M, 'no', 'sell', 0).sellable).toBe(0);
  expect(readPreTradeContext(mirror, M, 'no', 'sell', 0).risk.limits).toBe(account.risk.limits);
});

it('subtracts pending orders from the available balance, as main does', () => {
  const sent = { ...orderOf({ at: 'sent' }), market: M, locked: null };
  const account: NonNullable<Frame['account']> = {
    at: 'live',
    reason: null,
    armed: true,
    balance: makeBalance('1000'),
    committed: parseUsd('61.5'),
    lockDrift: ZERO_USD,
    isReserveKnown: true,
    orders: [sent, { ...sent, direction: 'sell', shares: parseShares('40') }],
    fills: [],
    ledger: EMPTY_LEDGER,
    positions: [positionOf('m')],
    rewards: [],
    feeRateMicros: 20_000,
    risk: makeRiskView(),
    reconciledAtMs: null,
  };
  const mirror = mirrorWith({ account });
  const facts = readPreTradeContext(mirror, M, 'yes', 'sell', 0);
  expect(facts.sellable).toBe(60_000_000);
  expect(facts.available).toBe(parseUsd('938.5'));
  expect(readPreTradeContext(mirror, M, 'no', 'sell', 0).sellable).toBeNull();
});

it('does not know what an unreadable row may be, as main does not', () => {
  const row = { id: null, market: M, outcome: null, problem: { path: 'x', expected: 'y', found: 'z' } };
  const account = {
    balance: makeBalance('1000'),
    committed: ZERO_USD,
    orders: [],
    fills: [],
    positions: [positionOf('m')],
    reconciledAtMs: 1,
    unreadableRows: { balances: [row], positions: [row], fills: [], lastKnown: [] },
  } as unknown as NonNullable<Frame['account']>;
  const facts = readPreTradeContext(mirrorWith({ account }), M, 'yes', 'buy', 0);
  expect(facts).toMatchObject({ available: null, sellable: 100_000_000 });
  expect(readPreTradeContext(mirrorWith({ account }), M, 'no', 'sell', 0).sellable).toBeNull();
});
