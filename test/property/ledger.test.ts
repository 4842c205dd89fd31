import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdingOf } from '#paper/engine/account.ts';
import { buildEngine } from '#paper/engine/engine.ts';
import type { Account, Fill as EngineFill } from '#paper/engine/state.ts';
import { encodeFill, encodePosition } from '#paper/server/http/encode.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { buildLedger, createLedger, settledValue } from '#shared/order/account/ledger.ts';
import { findDifferences } from '#shared/order/account/ledgerDifferences.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill } from '#test/slice/makers.ts';
import { parseFill } from '#wire/messages/fill.ts';
import { parsePosition } from '#wire/messages/position.ts';

const START = 1_000_000_000;
const SIDES: readonly Side[] = ['yes', 'no'];

const step = fc.record({
  account: fc.integer({ min: 0, max: 2 }),
  market: fc.integer({ min: 0, max: 1 }),
  side: fc.constantFrom(...SIDES),
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  ticks: fc.integer({ min: 45, max: 55 }),
  // Odd millionths, so that values have to be rounded.
  shares: fc.integer({ min: 1, max: 40_000_000 }),
  /** Of the shares held, for a sale. */
  part: fc.integer({ min: 1, max: 100 }),
  postOnly: fc.boolean(),
});
const results = fc.constantFrom('yes' as const, 'no' as const, 'void' as const, null);

const T0 = Date.UTC(2026, 0, 1);

it('rebuilds every balance, position and P&L of the exchange from fills alone, to the last millionth', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 40, maxLength: 80, size: 'max' }),
      results,
      results,
      (steps, first, second) => {
        const fills = new Map<Account, EngineFill[]>();
        const engine = buildEngine({
          onOrder: () => {},
          onFill: (fill) => fills.set(fill.order.account, [...(fills.get(fill.order.account) ?? []), fill]),
          onBalance: () => {},
          onPosition: () => {},
          onTrade: () => {},
        });
        const markets = [engine.openMarket(50), engine.openMarket(50)];
        const accounts = [0, 1, 2].map(() => engine.openAccount(false, true));
        for (const account of accounts) engine.deposit(account, START, 0);
        steps.forEach(({ account: owner, market: id, part, ...request }, at) => {
          const [account, market] = [accounts[owner]!, markets[id]!];
          const { quantity, locked } = holdingOf(account, market.id, request.side);
          const shares =
            request.direction === 'buy' ? request.shares : Math.max(1, Math.floor(((quantity - locked) * part) / 100));
          engine.place({ ...request, account, market, shares }, T0 + 1_000 * at);
        });
        const ended = [first, second];
        markets.forEach((market, at) => {
          const result = ended[at];
          if (!result) return;
          engine.closeMarket(market, T0 + 1_000_000);
          engine.resolveMarket(market, result, T0 + 1_000_000);
          for (const account of accounts) engine.redeem(account, market, T0 + 1_000_000);
        });

        for (const account of accounts) {
          const own = (fills.get(account) ?? []).map((fill) =>
            parseFill(encodeFill(fill, `market-${fill.order.market.id}`)),
          );
          const ledger = buildLedger(own);
          expect(ledger.unattributed).toBe(0);
          let cash = BigInt(START);
          for (const position of ledger.positions) {
            cash += position.realized - position.cost - position.fees;
            if (position.settlement !== null) cash += settledValue(position, position.settlement);
            const market = markets.find(({ id }) => `market-${id}` === position.market)!;
            const holding = holdingOf(account, market.id, position.side);
            if (position.settlement === null) {
              expect([position.open, position.cost]).toEqual([holding.quantity, BigInt(holding.cost)]);
              expect(position.realized).toBe(BigInt(holding.realized));
            }
            const stated = parsePosition(encodePosition(holding, position.market, position.side, 'key'));
            expect(findDifferences(position, [stated], true)).toEqual([]);
          }
          expect(cash).toBe(BigInt(account.balance));
          expect(ledger.days.reduce((sum, day) => sum + day.realized - day.fees, 0n)).toBe(
            ledger.positions.reduce((sum, position) => sum + position.realized - position.fees, 0n),
          );
        }
      },
    ),
    { numRuns: 100 },
  );
});

const change = fc.record({
  number: fc.integer({ min: 1, max: 900 }),
  market: fc.constantFrom('market-a', 'market-b'),
  side: fc.constantFrom(...SIDES, null),
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  shares: fc.integer({ min: 1, max: 40_000_000 }),
  fee: fc.constantFrom(null, '0.01', '0.02'),
  state: fc.constantFrom('active', 'settled_yes', 'voided'),
  act: fc.constantFrom('set' as const, 'set' as const, 'remove' as const),
  isRead: fc.boolean(),
});

it('steps to the ledger that all fills build, whatever the order of arrivals, later reports, removals and reads', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 300, maxLength: 900, size: 'max' }), (changes) => {
      const stepped = createLedger();
      const fills = new Map<number, Fill>();
      for (const { number, act, isRead, shares, fee, ...rest } of changes) {
        const known = fills.get(number);
        const fill = makeFill(`${number}`, {
          ...(known ?? { ...rest, market: parseMarketId(rest.market), shares: toShares(shares) }),
          state: rest.state,
          fee: fee === null ? null : parseUsd(fee),
          exchangeTimeMs: T0 + Math.floor(number / 3) * 3_600_000,
        });
        if (act === 'remove') {
          if (known !== undefined) stepped.remove(known);
          fills.delete(number);
        } else {
          if (known === undefined) stepped.add(fill);
          else stepped.replace(known, fill);
          fills.set(number, fill);
        }
        if (isRead) stepped.read();
      }
      const whole = createLedger();
      for (const fill of fills.values()) whole.add(fill);
      expect(stepped.read()).toEqual(whole.read());
    }),
    { numRuns: 40 },
  );
});
