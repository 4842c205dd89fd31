import { expect, it } from 'vitest';
import { CREATE_PARAMS, checkVaultParams, deriveScrypt, encodePassword, isWeaker } from '#main/vault/file/kdf.ts';

it('uses N 2^18, r 8, p 1 for new vaults', () => {
  expect(CREATE_PARAMS).toEqual({ n: 262_144, r: 8, p: 1 });
  expect(checkVaultParams(CREATE_PARAMS)).toBeNull();
});

it.each([
  [{ n: 2 ** 14, r: 8, p: 1 }, 'N from 2^17'],
  [{ n: 2 ** 30, r: 8, p: 1 }, 'N from 2^17'],
  [{ n: 2 ** 18 + 1, r: 8, p: 1 }, 'N from 2^17'],
  [{ n: 2 ** 18, r: 17, p: 1 }, 'r and p'],
  [{ n: 2 ** 18, r: 0, p: 1 }, 'r and p'],
  [{ n: 2 ** 18, r: 8, p: 17 }, 'r and p'],
  [{ n: 2 ** 20, r: 16, p: 1 }, '1 GiB'],
  [{ n: 2 ** 18 + 0.5, r: 8, p: 1 }, 'integer'],
])('refuses %o before key derivation', (params, words) => {
  expect(checkVaultParams(params)).toContain(words);
});

it('rewraps parameters weaker than those of a new vault', () => {
  expect(isWeaker({ n: 2 ** 17, r: 8, p: 1 })).toBe(true);
  expect(isWeaker(CREATE_PARAMS)).toBe(false);
  expect(isWeaker({ n: 2 ** 19, r: 8, p: 1 })).toBe(false);
});

it('treats composed and decomposed letters as the same password', () => {
  expect(encodePassword('caf\u00e9')).toEqual(encodePassword('cafe\u0301'));
  expect(encodePassword('cafe')).not.toEqual(encodePassword('caf\u00e9'));
});

it('fails with KDF_PARAMS when the computer does not support them', async () => {
  await expect(deriveScrypt(encodePassword('x'), new Uint8Array(32), { n: 2 ** 17, r: 1, p: 1 })).rejects.toMatchObject(
    {
      code: 'KDF_PARAMS',
    },
  );
});
