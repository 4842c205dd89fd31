import { afterEach, expect, it, vi } from 'vitest';
import type { VaultItem } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { createSealedKeys, openKey, sealKey } from '#main/vault/unlock/sealedKeys.ts';
import { lockedError } from '#main/vault/vaultError.ts';
import { hashText } from '#wire/eip712/bytes.ts';

const KEY = hashText('key');
const itemOf = (id: string) => ({ meta: { id } }) as VaultItem;
const ITEM = itemOf('own');
const ZEROES = new Array(32).fill(0);

afterEach(() => vi.unstubAllGlobals());

function hold() {
  const opened: SecretBytes[] = [];
  const keys = createSealedKeys(() => {
    const secret = new SecretBytes(KEY.slice());
    opened.push(secret);
    return secret;
  });
  return { keys, opened };
}

/** With every array that is made for it: plain and masked keys, and masks. */
function watchArrays() {
  const arrays: Uint8Array[] = [];
  const Real = globalThis.ArrayBuffer;
  vi.stubGlobal(
    'ArrayBuffer',
    class extends Real {
      constructor(length: number) {
        super(length);
        if (length === 32) arrays.push(new Uint8Array(this));
      }
    },
  );
  return { ...hold(), arrays };
}

it('opens a key from the file once, and gives it to every use', () => {
  const { keys, opened } = hold();
  for (let count = 0; count < 3; count += 1) expect(keys.use(ITEM, (key) => [...key])).toEqual([...KEY]);
  expect(opened.map((secret) => secret.isDestroyed)).toEqual([true]);
  keys.use(itemOf('second'), () => {});
  expect(opened).toHaveLength(2);
});

it('gives bytes that can be copied for a use that takes longer', () => {
  const { keys } = hold();
  expect([...keys.use(ITEM, (key) => key.slice())]).toEqual([...KEY]);
});

it('zeroes the plain key after every use, also after an exception', () => {
  const { keys } = hold();
  const seen: Uint8Array[] = [];
  keys.use(ITEM, (key) => seen.push(key));
  const fail = (key: Uint8Array): void => {
    seen.push(key);
    throw new Error('inside');
  };
  expect(() => keys.use(ITEM, fail)).toThrow('inside');
  expect(seen.map((key) => [...key])).toEqual([ZEROES, ZEROES]);
});

it('holds a key as two arrays outside the heap, each of them random, and different for each seal', () => {
  const seals = [sealKey(KEY), sealKey(KEY)];
  const arrays = seals.flatMap(({ mask, masked }) => [mask.export(), masked]);
  expect(new Set([KEY, ...arrays].map((bytes) => [...bytes].join())).size).toBe(5);
  for (const seal of seals) {
    const plain = openKey(seal);
    expect([...plain]).toEqual([...KEY]);
    // A short array that is made by its length lies in the heap.
    for (const bytes of [plain, seal.masked]) expect(bytes.buffer.byteLength).toBe(32);
  }
});

it('zeroes what it holds on close, and opens nothing any more', () => {
  const { keys, arrays } = watchArrays();
  keys.use(ITEM, () => {});
  const before = arrays.map((bytes) => bytes.some((byte) => byte !== 0));
  expect(before.filter(Boolean)).toHaveLength(1);
  keys.close();
  expect(arrays.some((bytes) => bytes.some((byte) => byte !== 0))).toBe(false);
  expect(() => keys.use(ITEM, () => {})).toThrow(lockedError().message);
});

it('drops the keys of items that a save removed or sealed again', () => {
  const { keys, opened, arrays } = watchArrays();
  const other = itemOf('second');
  keys.use(ITEM, () => {});
  keys.use(other, () => {});
  const held = arrays.filter((bytes) => bytes.some((byte) => byte !== 0));
  keys.keep([other]);
  expect(held.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, false]);
  keys.use(other, () => {});
  expect(opened).toHaveLength(2);
  keys.use(ITEM, () => {});
  expect(opened).toHaveLength(3);
});
