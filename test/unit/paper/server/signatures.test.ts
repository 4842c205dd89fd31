import { keccak256, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { fromHex } from '#paper/server/hex.ts';
import { isSignedBy } from '#paper/server/signatures.ts';

const hashOf = (text: string): `0x${string}` => keccak256(toHex(text));
const flipV = (signature: string): string => signature.slice(0, -2) + (signature.endsWith('1b') ? '1c' : '1b');
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** The other s of the same signature, which chains refuse. */
const highS = (signature: string): string => {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  return flipV(`${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.slice(130)}`);
};

describe('a signature check', () => {
  test('says the same of a stranger and of who has signed many times', async () => {
    const [owner, other] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())];
    for (let turn = 0; turn < 25; turn += 1) {
      const hash = hashOf(`order ${turn}`);
      const signature = await owner.sign({ hash });
      const check = (text: string, over = hash): boolean => isSignedBy(owner.address, fromHex(over), text);
      expect([turn, check(signature)]).toEqual([turn, true]);
      expect(check(flipV(signature))).toBe(false);
      expect(check(highS(signature))).toBe(false);
      expect(check(signature, hashOf('another order'))).toBe(false);
      expect(check(await other.sign({ hash }))).toBe(false);
      expect(check(`0x${'00'.repeat(64)}1b`)).toBe(false);
      expect(check(signature.slice(0, -2))).toBe(false);
      expect(isSignedBy(other.address, fromHex(hash), signature)).toBe(false);
    }
  });
});
