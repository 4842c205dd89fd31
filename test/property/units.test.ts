import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAmounts } from '#shared/order/amounts.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import { UnitError } from '#shared/units/errors.ts';
import {
  parseAddress,
  parseHex,
  parseHex32,
  parseIntentId,
  parseMarketId,
  parseOrderId,
  parseTokenId,
} from '#shared/units/ids.ts';
import { formatMicros, formatMicrosFixed, parseMicros, parseMicrosBig } from '#shared/units/micros.ts';
import { parseInteger, parseReal } from '#shared/units/numbers.ts';
import { formatPrice, mirrorPrice, parsePrice, toPrice } from '#shared/units/price.ts';
import { formatShares, parseShares, toShares } from '#shared/units/shares.ts';
import { parseIsoTime } from '#shared/units/time.ts';
import { costCeil, costFloor, formatUsd, isExactCost, parseUsd, toUsd } from '#shared/units/usd.ts';

const price = fc.integer({ min: 1, max: 999_999 }).map(toPrice);
const shares = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map(toShares);
const decimals = fc.integer({ min: 0, max: 6 });

describe('text and units', () => {
  it('parse what they format', () => {
    fc.assert(
      fc.property(price, shares, fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), decimals, (p, s, usd, places) => {
        expect(parsePrice(formatPrice(p, places))).toBe(p);
        expect(parseShares(formatShares(s, places))).toBe(s);
        expect(parseUsd(formatUsd(toUsd(usd), places))).toBe(usd);
        expect(parseMicrosBig(formatMicros(usd, places))).toBe(usd);
      }),
    );
  });

  it('are parsed like exact fractions: digits before and after the point, nothing else', () => {
    const digits = fc.stringMatching(/^\d{1,9}$/);
    const fraction = fc.stringMatching(/^\d{1,6}$/);
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        const exact = BigInt(whole) * 1_000_000n + BigInt(part) * 10n ** BigInt(6 - part.length);
        expect(parseMicrosBig(`${whole}.${part}`)).toBe(exact);
      }),
    );
  });

  it('have the same millionths by the short and by the exact way', () => {
    const text = fc.oneof(
      fc.stringMatching(/^-?\d{0,11}(\.\d{0,8})?$/),
      fc.string({ unit: fc.constantFrom(...'0123456789.-+e x') }),
    );
    fc.assert(
      fc.property(text, (given) => {
        let exact: number | null = null;
        try {
          exact = Number(parseMicrosBig(given));
        } catch {}
        if (exact === null || !Number.isSafeInteger(exact)) expect(() => parseMicros(given)).toThrow(UnitError);
        else expect(parseMicros(given)).toBe(exact);
      }),
    );
  });

  it('are rounded toward zero for display, by less than one of the last place', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), decimals, (value, places) => {
        const shown = parseMicrosBig(formatMicrosFixed(value, places));
        const difference = value < 0n ? shown - value : value - shown;
        expect(difference >= 0n && difference < 10n ** BigInt(6 - places)).toBe(true);
      }),
    );
  });

  it('have one text, as a number and as a bigint', () => {
    const value = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2_000_000, max: 2_000_000 }));
    fc.assert(
      fc.property(value, decimals, fc.constantFrom('zero', 'up', 'down'), (number, places, toward) => {
        expect(formatMicrosFixed(number, places, toward)).toBe(formatMicrosFixed(BigInt(number), places, toward));
      }),
    );
  });

  it('give a value or UnitError for any text, nothing else', () => {
    const parsers: ((text: string) => unknown)[] = [
      parseMicros,
      parseMicrosBig,
      parsePrice,
      parseShares,
      parseUsd,
      parseInteger,
      parseReal,
      parseIsoTime,
      parseMarketId,
      parseOrderId,
      parseIntentId,
      parseTokenId,
      parseAddress,
      parseHex32,
      parseHex,
    ];
    const nearly = fc.stringMatching(/^[-+0-9a-fxeE.:TZ ]{0,60}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), nearly), (text) => {
        for (const parse of parsers) {
          try {
            parse(text);
          } catch (error) {
            expect(error).toBeInstanceOf(UnitError);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('money', () => {
  it('is signed exactly or refused, with swapped amounts for buys and sells', () => {
    fc.assert(
      fc.property(price, shares, (p, s) => {
        const product = BigInt(p) * BigInt(s);
        if (!isExactCost(p, s)) {
          expect(product % 1_000_000n).not.toBe(0n);
          expect(() => buildAmounts('buy', p, s)).toThrow(UnitError);
          return;
        }
        const buy = buildAmounts('buy', p, s);
        expect(buy.makerAmount * 1_000_000n).toBe(product);
        expect(buildAmounts('sell', p, s)).toEqual({ makerAmount: buy.takerAmount, takerAmount: buy.makerAmount });
      }),
    );
  });

  it('on the tick with hundredths of a share is always exact', () => {
    const tick = fc.integer({ min: 1, max: 99 }).map((cents) => toPrice(cents * 10_000));
    const hundredths = fc.integer({ min: 1, max: 10 ** 9 }).map((count) => toShares(count * 10_000));
    fc.assert(fc.property(tick, hundredths, (p, s) => isExactCost(p, s)));
  });

  it('is rounded in the named direction, by less than a millionth', () => {
    fc.assert(
      fc.property(price, shares, (p, s) => {
        const exact = BigInt(p) * BigInt(s);
        const [up, down] = [costCeil(p, s) * 1_000_000n - exact, exact - costFloor(p, s) * 1_000_000n];
        expect(up >= 0n && up < 1_000_000n && down >= 0n && down < 1_000_000n).toBe(true);
      }),
    );
  });

  it('reserved for fees is never below the exact fee, above it by less than a millionth, and the same for both outcomes', () => {
    const rate = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(price, shares, rate, (p, s, micros) => {
        const exact = BigInt(micros) * BigInt(p) * BigInt(1_000_000 - p) * BigInt(s);
        const over = maxTakerFee(p, s, micros) * 10n ** 18n - exact;
        expect(over >= 0n && over < 10n ** 18n).toBe(true);
        expect(maxTakerFee(mirrorPrice(p), s, micros)).toBe(maxTakerFee(p, s, micros));
      }),
    );
  });
});
