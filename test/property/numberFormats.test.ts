/** Number formats: what is typed has one meaning in all of them, and an order has the same bytes. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { buildFields } from '#main/trading/orders/orderFields.ts';
import { parseTypedPrice } from '#renderer/domain/orders/typedPrice.ts';
import { parseTypedSize } from '#renderer/domain/orders/typedSize.ts';
import { NUMBER_FORMATS, type NumberFormat } from '#shared/ipc/preferences.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { formatContracts, formatMoney, formatTickPrice, setNumberFormat } from '#shared/text/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { makeIntent, makeWallet } from '#test/slice/makers.ts';
import { encodePlacement } from '#wire/messages/placement.ts';

afterEach(() => setNumberFormat('1,234.56'));

const FACTS = { direction: 'buy', price: null, feeRateMicros: 0, sellable: null, available: null } as const;

/** Contracts of a typed size, or null where it is refused. */
function sizeIn(format: NumberFormat, text: string): Shares | null {
  setNumberFormat(format);
  const typed = parseTypedSize(text, 'contracts', FACTS);
  return typed.ok ? typed.value.shares : null;
}

function bytesIn(format: NumberFormat, size: string, price: string): string {
  setNumberFormat(format);
  const typedSize = parseTypedSize(size, 'contracts', FACTS);
  const typedPrice = parseTypedPrice(price, DEFAULT_TICK);
  if (!typedSize.ok || !typedPrice.ok) throw new Error('Expected both to be read');
  const intent = makeIntent({ shares: typedSize.value.shares!, price: typedPrice.value });
  const order = buildFields(intent, makeWallet(), 7n, { nowMs: 0, exchangeTimeMs: 0 });
  return encodePlacement({ intent, signed: { order, digest: `0x${'00'.repeat(32)}`, signature: '0x00' } as never });
}

const typedNumber = fc.oneof(
  fc.stringMatching(/^\d{1,4}([.,' ]\d{1,4}){0,3}[km]?$/),
  fc.stringMatching(/^\d{1,3}([.,' \u202f’]\d{3}){1,2}([.,]\d{1,2})?$/),
);

describe('number formats', () => {
  it('give a typed size one value, or refuse it: never two values', () => {
    fc.assert(
      fc.property(typedNumber, (text) => {
        const read = NUMBER_FORMATS.map((format) => sizeIn(format, text)).filter((size) => size !== null);
        expect(new Set(read).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never read a shown number as another one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (hundredths) => {
        const shares = hundredths * 10_000;
        for (const format of NUMBER_FORMATS) {
          setNumberFormat(format);
          const read = sizeIn(format, formatContracts(shares));
          expect(read === null || read === shares).toBe(true);
        }
      }),
    );
  });

  it('leave the bytes of an order as they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90_000_000 }), fc.integer({ min: 1, max: 99 }), (hundredths, cents) => {
        const size = `${Math.trunc(hundredths / 100)}.${`${hundredths % 100}`.padStart(2, '0')}`;
        const price = `0.${`${cents}`.padStart(2, '0')}`;
        const bytes = NUMBER_FORMATS.map((format) => bytesIn(format, size, price));
        expect(new Set(bytes).size).toBe(1);
      }),
    );
  });

  it('show the same digits with their own marks', () => {
    const shown = NUMBER_FORMATS.map((format) => {
      setNumberFormat(format);
      return [
        formatMoney(toUsd(-1_234_567_890_000n)),
        formatTickPrice(610_000 as Price),
        formatContracts(12_500_000_000),
      ];
    });
    expect(shown).toEqual([
      ['−1,234,567.89', '0.61', '12,500'],
      ['−1.234.567,89', '0,61', '12.500'],
      ['−1\u202f234\u202f567,89', '0,61', '12\u202f500'],
      ['−1’234’567.89', '0.61', '12’500'],
    ]);
  });
});
