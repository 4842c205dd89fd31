import { describe, expect, it } from 'vitest';
import { buildFields, tokenOf } from '#main/trading/orders/orderFields.ts';
import { BugError, UnitError } from '#shared/units/errors.ts';
import { ZERO_ADDRESS } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeWallet, OWNER, SAFE } from '#test/slice/makers.ts';

const AT = { nowMs: START_MS, exchangeTimeMs: START_MS };

describe('order fields', () => {
  it('have the wallet as maker, its owner as signer, and expire after a week', () => {
    expect(
      buildFields(makeIntent(), makeWallet(), 9n, { nowMs: START_MS + 999, exchangeTimeMs: START_MS + 999 }),
    ).toEqual({
      salt: 9n,
      maker: SAFE,
      signer: OWNER,
      taker: ZERO_ADDRESS,
      tokenId: 111n,
      makerAmount: 61_000_000n,
      takerAmount: 100_000_000n,
      expiration: BigInt(START_MS / 1000 + 604_800),
      nonce: 0n,
      feeRateBps: 0n,
      side: 0,
      signatureType: 2,
    });
  });

  it.each([
    ['the year 10000', 253_402_300_800_000, START_MS],
    ['the year 1970', 0, 0],
  ])('expire a week after the earlier clock when the exchange says %s', (_when, exchangeTimeMs, earlierMs) => {
    const { expiration } = buildFields(makeIntent(), makeWallet(), 9n, { nowMs: START_MS, exchangeTimeMs });
    expect(expiration).toBe(BigInt(Math.floor(earlierMs / 1000) + 604_800));
  });

  it("have a passkey's wallet as maker and as signer", () => {
    const fields = buildFields(makeIntent(), makeWallet({ signatureType: 3 }), 9n, AT);
    expect(fields).toMatchObject({ maker: SAFE, signer: SAFE, signatureType: 3 });
  });

  it('swap the amounts for a sell and use the token of the side', () => {
    const intent = makeIntent({ side: 'no', direction: 'sell', price: parsePrice('0.39') });
    expect(buildFields(intent, makeWallet(), 9n, AT)).toMatchObject({
      tokenId: 222n,
      makerAmount: 100_000_000n,
      takerAmount: 39_000_000n,
      side: 1,
    });
    expect(tokenOf(intent, makeWallet())).toBe('222');
  });

  it("are refused with inexact amounts or a salt beyond JSON's integers", () => {
    const inexact = makeIntent({ price: parsePrice('0.61'), shares: toShares(1) });
    expect(() => buildFields(inexact, makeWallet(), 9n, AT)).toThrow(UnitError);
    for (const salt of [0n, -1n, 2n ** 53n]) {
      expect(() => buildFields(makeIntent(), makeWallet(), salt, AT)).toThrow(BugError);
    }
  });
});
