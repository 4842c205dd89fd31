import { readFileSync } from 'node:fs';
import { p256 } from '@noble/curves/nist.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { TestMember } from '../member.ts';

const PATH = '/api/v2/atlas/account/wallet/session-key';
const HOUR = 3_600_000;
const clock = { at: 1_763_726_400_000, nowMs: () => clock.at, wallMs: () => clock.at };
let exchange: PaperExchange;

beforeAll(async () => {
  exchange = await openExchange({ seed: 7, clock, runs: false });
});
afterAll(() => exchange.close());

interface Point {
  x: string;
  y: string;
}
const { vectors } = JSON.parse(
  readFileSync(new URL('../../../../fixtures/vectors/p256.json', import.meta.url), 'utf8'),
) as { vectors: Point[] };
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

/** Asks for a key; the allowance of set-ups is small. */
const ask = async (point: unknown) => {
  clock.at += HOUR / 4;
  const member = await new TestMember(exchange, clock.wallMs).join();
  const { status, value } = await member.call('POST', PATH, point);
  return [status, value.errors?.[0] ?? null];
};

test('a session key is any point of P-256', async () => {
  expect(vectors.length).toBeGreaterThan(2);
  for (const { x, y } of vectors.slice(0, 4)) {
    expect(await ask({ x, y })).toEqual([200, null]);
    expect(await ask({ x, y: word(p256.Point.Fp.ORDER - BigInt(y)) })).toEqual([200, null]);
  }
});

test('a session key is nothing that is no such point', async () => {
  const { x, y } = vectors[0]!;
  const field = p256.Point.Fp.ORDER;
  const small = p256.Point.fromHex(`02${word(5n).slice(2)}`).toAffine();
  expect(small.x + field < 2n ** 256n).toBe(true);
  const wrong: [string, unknown][] = [
    ['the point at infinity', { x: word(0n), y: word(0n) }],
    ['another y', { x, y: word(BigInt(y) + 1n) }],
    ['coordinates in the other order', { x: y, y: x }],
    ['an x above the field', { x: word(small.x + field), y: word(small.y) }],
    ['an x of the field', { x: word(field), y }],
    ['a y of all ones', { x, y: word(2n ** 256n - 1n) }],
    ['a short x', { x: '0x05', y }],
    ['an x that is a number', { x: 5, y }],
    ['no y', { x }],
  ];
  for (const [name, point] of wrong) {
    expect([name, ...(await ask(point))]).toEqual([name, 400, 'account.custody.session_key_invalid']);
  }
});
