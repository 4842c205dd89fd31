import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPack, type SignLot } from '#main/vault/prepared/pack.ts';
import type { OrderFields } from '#shared/order/fields.ts';
import type { Hex, Hex32 } from '#shared/units/ids.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { HOUR_MS, makePlan, makePosition, NOW_MS } from './makePlan.ts';

const draw = (length: number): Uint8Array => new Uint8Array(randomBytes(length));

function openPack(plan = makePlan(), random = draw) {
  const signed: OrderFields[] = [];
  const sign: SignLot = (fields) => {
    signed.push(fields);
    return { order: fields, digest: `0x${'7'.repeat(64)}` as Hex32, signature: `0x${'8'.repeat(130)}` as Hex };
  };
  return { pack: createPack(plan, sign, random), signed };
}

const ofSide = (pack: ReturnType<typeof openPack>['pack'], side: 'yes' | 'no') =>
  pack.lots().filter((lot) => lot.side === side);

describe('a pack', () => {
  it('signs sales only, each with an expiry and a salt of its own', () => {
    const { pack, signed } = openPack();
    expect(pack.lots()).toHaveLength(8);
    expect(new Set(signed.map(({ salt }) => salt)).size).toBe(8);
    for (const fields of signed) {
      expect(fields).toMatchObject({ side: 1, nonce: 0n, feeRateBps: 0n, signatureType: 2 });
      expect(fields.expiration).toBe(BigInt((NOW_MS + 6 * HOUR_MS) / 1000));
      expect(fields.salt > 0n && fields.salt < 2n ** 53n).toBe(true);
    }
    expect(signed.map(({ tokenId }) => tokenId)).toEqual([1001n, 1001n, 1001n, 1001n, 1002n, 1002n, 1002n, 1002n]);
    // 25 shares for at least 7.75.
    expect(signed[0]).toMatchObject({ makerAmount: 25_000_000n, takerAmount: 7_750_000n });
  });

  it('gives a body once, and authenticates it once', () => {
    const { pack } = openPack();
    const [lot] = ofSide(pack, 'yes');
    const body = pack.take(lot!.id, NOW_MS);
    expect(JSON.parse(body)).toMatchObject({
      market: 'rain-tomorrow',
      side: 'yes',
      price: '0.31',
      volume: '25',
      post_only: false,
      signed_order: { side: 1, salt: lot!.salt.toString(), token_id: '1001' },
    });
    expect(() => pack.take(lot!.id, NOW_MS)).toThrow('found it taken');
    expect(pack.markSent(`${body} `)).toBe(false);
    expect(pack.markSent(body)).toBe(true);
    expect(pack.markSent(body)).toBe(false);
  });

  it('has one lot of a position on its way at a time', () => {
    const { pack } = openPack();
    const [first, second] = ofSide(pack, 'yes');
    pack.take(first!.id, NOW_MS);
    expect(() => pack.take(second!.id, NOW_MS)).toThrow('Expected no other lot of the position on its way, found one');
    pack.take(ofSide(pack, 'no')[0]!.id, NOW_MS);
    pack.settle(first!.id);
    expect(JSON.parse(pack.take(second!.id, NOW_MS))).toMatchObject({ volume: '25' });
  });

  it('never gives a burnt lot, an unknown one, or one in its last two minutes', () => {
    const { pack } = openPack();
    const [first, second] = ofSide(pack, 'yes');
    pack.burn(first!.id);
    expect(() => pack.take(first!.id, NOW_MS)).toThrow('found it burnt');
    expect(() => pack.take('other', NOW_MS)).toThrow('Expected a prepared lot, found another');
    expect(() => pack.take(second!.id, NOW_MS + 6 * HOUR_MS - 120_000)).toThrow('before its last two minutes');
    pack.take(second!.id, NOW_MS);
    // What was given out cannot be made unsent.
    pack.burn(second!.id);
    expect(pack.lots().find(({ id }) => id === second!.id)?.at).toBe('taken');
  });

  it('knows the orders of its lots while they are on their way', () => {
    const { pack } = openPack();
    const [lot, other] = ofSide(pack, 'yes');
    pack.noteOrder(other!.id, parseOrderId('8'));
    expect(pack.hasOrder('8')).toBe(false);
    pack.take(lot!.id, NOW_MS);
    pack.noteOrder(lot!.id, parseOrderId('7'));
    expect(pack.hasOrder('7')).toBe(true);
    pack.settle(lot!.id);
    expect(pack.hasOrder('7')).toBe(false);
  });

  it('opens nothing once its key is zeroed', () => {
    const drawn: Uint8Array[] = [];
    const { pack } = openPack(makePlan({ positions: [makePosition()] }), (length) => {
      const bytes = draw(length);
      drawn.push(bytes);
      return bytes;
    });
    pack.destroy();
    expect(drawn[0]).toEqual(new Uint8Array(32));
    expect(() => pack.take(pack.lots()[0]!.id, NOW_MS)).toThrow();
  });

  it('leaves nothing of a body or a signature in what it shows', () => {
    const { pack } = openPack();
    const shown = JSON.stringify(pack.lots(), (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(shown).not.toContain('8'.repeat(20));
    expect(shown).not.toContain('signed_order');
  });
});
