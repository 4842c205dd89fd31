import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { CREATE_PARAMS, deriveScrypt, encodePassword } from '#main/vault/file/kdf.ts';

it('derives what scrypt derives with the current parameters, off the main thread', async () => {
  const salt = new Uint8Array(32).fill(7);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const key = await deriveScrypt(encodePassword('x'), salt, CREATE_PARAMS);
  clearInterval(timer);
  const expected = scryptSync('x', salt, 32, { N: 2 ** 18, r: 8, p: 1, maxmem: 2 ** 29 });
  expect(Buffer.from(key).equals(expected)).toBe(true);
  expect(turns).toBeGreaterThan(5);
});
