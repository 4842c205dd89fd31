import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex } from '#paper/server/chain/hex.ts';
import { isSignedBy, recoverSigner } from '#paper/server/chain/signatures.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { TestMember } from '../member.ts';

const read = <T>(name: string): T[] =>
  (
    JSON.parse(readFileSync(new URL(`../../../../fixtures/vectors/${name}`, import.meta.url), 'utf8')) as {
      vectors: T[];
    }
  ).vectors;

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const FIELD = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;
const HALF = ORDER / 2n;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const other = (v: string): string => (v === '1b' ? '1c' : '1b');
/** No point of the curve has this x. */
const NOWHERE = 5n;

/** The same signature, made wrong in every way that is known. */
function listMalformed(signature: string): [string, string][] {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
  return [
    ['r of zero', `0x${word(0n)}${s}${v}`],
    ['s of zero', `0x${r}${word(0n)}${v}`],
    ['both of zero', `0x${word(0n)}${word(0n)}${v}`],
    ['r of the order', `0x${word(ORDER)}${s}${v}`],
    [
      'r above the order',
      `0x${word(ORDER + BigInt(`0x${r}`) > 2n ** 256n ? ORDER + 1n : ORDER + BigInt(`0x${r}`))}${s}${v}`,
    ],
    ['r of the field', `0x${word(FIELD)}${s}${v}`],
    ['r of all ones', `0x${'ff'.repeat(32)}${s}${v}`],
    ['s of the order', `0x${r}${word(ORDER)}${v}`],
    ['s of all ones', `0x${r}${'ff'.repeat(32)}${v}`],
    ['the high s', `0x${r}${word(ORDER - BigInt(`0x${s}`))}${other(v)}`],
    ['the lowest high s', `0x${r}${word(HALF + 1n)}${v}`],
    ['an r on no point', `0x${word(NOWHERE)}${s}${v}`],
    ...['00', '01', '02', '1a', '1d', '1e', '1f', '23', '24', 'ff'].map((wrong): [string, string] => [
      `v ${wrong}`,
      `0x${r}${s}${wrong}`,
    ]),
    ['64 bytes', `0x${r}${s}`],
    ['66 bytes', `${signature}00`],
    ['half a byte less', signature.slice(0, -1)],
    ['a compact one of EIP-2098', `0x${r}${word(BigInt(`0x${s}`) + (v === '1c' ? 1n << 255n : 0n))}`],
    ['nothing', '0x'],
  ];
}

describe('recovery', () => {
  test('finds the signers of orders, Safe transactions and Safe messages that independent programs signed', () => {
    const known = [
      ...read<{ digest: string; signature: string; order: { signer: string } }>('orders_v1.json').map(
        ({ digest, signature, order }) => [digest, signature, order.signer],
      ),
      ...read<{ safeTxHash: string; signature_eip712: string; owner: string }>('safe_tx.json').map(
        ({ safeTxHash, signature_eip712, owner }) => [safeTxHash, signature_eip712, owner],
      ),
      ...read<{ safeMessageHash: string; signature: string; owner: string }>('safe_message.json').map(
        ({ safeMessageHash, signature, owner }) => [safeMessageHash, signature, owner],
      ),
    ] as [string, string, string][];
    expect(known.length).toBeGreaterThan(30);
    for (const [hash, signature, signer] of known) {
      expect(recoverSigner(fromHex(hash), signature)).toBe(signer.toLowerCase());
      expect(isSignedBy(signer, fromHex(hash), signature)).toBe(true);
      const digits = `0x${signature.slice(2).toUpperCase()}`;
      expect(recoverSigner(fromHex(hash), digits)).toBe(signer.toLowerCase());
    }
  });

  test('tells a Safe message from the order inside it', () => {
    const vectors =
      read<Record<'orderDigest' | 'safeMessageHash' | 'owner' | 'rawOrderHashSignature_rejected', string>>(
        'safe_message.json',
      );
    for (const { orderDigest, safeMessageHash, owner, rawOrderHashSignature_rejected: raw } of vectors) {
      expect(isSignedBy(owner, fromHex(orderDigest), raw)).toBe(true);
      expect(isSignedBy(owner, fromHex(safeMessageHash), raw)).toBe(false);
    }
  });

  test('takes what another library signs, of nobody else, over nothing else, with no other v', async () => {
    const [owner, stranger] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())];
    for (let turn = 0; turn < 25; turn += 1) {
      const hash = keccak256(toHex(`order ${turn}`));
      const signature = await owner.sign({ hash });
      const flipped = signature.slice(0, -2) + other(signature.slice(-2));
      const bytes = fromHex(hash);
      expect([turn, isSignedBy(owner.address, bytes, signature)]).toEqual([turn, true]);
      expect(isSignedBy(owner.address.toLowerCase(), bytes, signature)).toBe(true);
      expect(isSignedBy(stranger.address, bytes, signature)).toBe(false);
      expect(isSignedBy(owner.address, fromHex(keccak256(toHex('another'))), signature)).toBe(false);
      expect(isSignedBy(owner.address, bytes, flipped)).toBe(false);
      expect(isSignedBy(owner.address, bytes, await stranger.sign({ hash }))).toBe(false);
    }
  });

  test('takes nothing malformed', () => {
    expect(() => secp256k1.Point.fromHex(`02${word(NOWHERE)}`)).toThrow();
    for (const { digest, signature } of read<{ digest: string; signature: string }>('orders_v1.json')) {
      for (const [name, bad] of listMalformed(signature)) {
        expect([name, recoverSigner(fromHex(digest), bad)]).toEqual([name, null]);
      }
      for (const bad of [
        signature.slice(2),
        `0X${signature.slice(2)}`,
        `${signature.slice(0, -1)}g`,
        `${signature}\n`,
      ]) {
        expect(recoverSigner(fromHex(digest), bad)).toBeNull();
      }
    }
  });

  test('takes the highest low s', () => {
    const { digest, signature } = read<{ digest: string; signature: string }>('orders_v1.json')[0]!;
    expect(recoverSigner(fromHex(digest), `${signature.slice(0, 66)}${word(HALF)}1b`)).toMatch(/^0x[0-9a-f]{40}$/);
  });

  test('answers the same again after it has refused', () => {
    const { digest, signature, order } = read<{ digest: string; signature: string; order: { signer: string } }>(
      'orders_v1.json',
    )[0]!;
    for (const [, bad] of listMalformed(signature)) {
      recoverSigner(fromHex(digest), bad);
      expect(recoverSigner(fromHex(digest), signature)).toBe(order.signer.toLowerCase());
    }
  });

  test('will not stretch or cut what is no hash', () => {
    const { signature } = read<{ signature: string }>('orders_v1.json')[0]!;
    for (const length of [0, 31, 33])
      expect(() => recoverSigner(new Uint8Array(length), signature)).toThrow(RangeError);
  });
});

describe('a malformed signature', () => {
  const clock = { at: 1_763_726_400_000, nowMs: () => clock.at, wallMs: () => clock.at };
  let exchange: PaperExchange;
  let member: TestMember;

  beforeAll(async () => {
    exchange = await openExchange({ seed: 7, clock, runs: false });
    member = await new TestMember(exchange, clock.wallMs).join();
  });
  afterAll(() => exchange.close());

  test('is refused on an order, and the order can be signed well after that', async () => {
    const body = await member.placement({ market: 'lander-intact', price: '0.30', volume: '10' });
    const signed = body.signed_order as { signature: string };
    const place = (signature: string) =>
      member.call('POST', '/api/v2/atlas/account/orders', { ...body, signed_order: { ...signed, signature } });
    for (const [name, bad] of listMalformed(signed.signature)) {
      const { status, value } = await place(bad);
      const code = bad.length % 2 === 1 ? 'order_malformed' : 'order_signature_rejected';
      expect([name, status, value]).toEqual([name, 422, { errors: [`account.custody.${code}`] }]);
    }
    expect((await place(signed.signature)).status).toBe(201);
  });

  test('is refused on a wallet’s transaction, which keeps the nonce', async () => {
    const { value: wallet } = await member.call('GET', '/api/v2/atlas/account/wallet');
    const call = wallet.safe_setup.calls[0] as {
      to: string;
      data: string;
      operation: number;
      nonce: number;
      hash: string;
    };
    const signature = await member.account.sign({ hash: call.hash as `0x${string}` });
    const relay = (text: string) =>
      member.call('POST', '/api/v2/atlas/account/wallet/relay', {
        safe: member.safe,
        to: call.to,
        value: '0',
        data: call.data,
        operation: call.operation,
        signature: text,
      });
    for (const [name, bad] of listMalformed(signature)) {
      // The allowance of relays is smaller than the table.
      clock.at += 12_000;
      const { status, value } = await relay(bad);
      const code = bad.length % 2 === 1 ? 'relay_malformed' : 'relay_signature_rejected';
      expect([name, status, value]).toEqual([name, 422, { errors: [`account.custody.${code}`] }]);
    }
    expect((await relay(signature)).status).toBe(200);
  });
});
