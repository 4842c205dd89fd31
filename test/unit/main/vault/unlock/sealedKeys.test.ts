import { Cipheriv } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { VaultItem } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { createSealedKeys } from '#main/vault/unlock/sealedKeys.ts';
import { lockedError } from '#main/vault/vaultError.ts';
import { hashText } from '#wire/eip712/bytes.ts';

/** What was sealed, as the cipher returned it. */
const boxes: Uint8Array[] = [];
const update = Cipheriv.prototype.update as (this: Cipheriv, plain: Uint8Array) => Buffer;

const KEY = hashText('key');
const itemOf = (id: string) => ({ meta: { id } }) as VaultItem;
const ITEM = itemOf('own');
const ZEROES = new Array(32).fill(0);

function hold() {
  const opened: SecretBytes[] = [];
  const keys = createSealedKeys(() => {
    const secret = new SecretBytes(KEY.slice());
    opened.push(secret);
    return secret;
  });
  return { keys, opened };
}

beforeEach(() => {
  boxes.splice(0);
  vi.spyOn(Cipheriv.prototype, 'update').mockImplementation(function note(this: Cipheriv, plain) {
    const sealed = update.call(this, plain as unknown as Uint8Array);
    boxes.push(sealed);
    return sealed as never;
  });
  return () => vi.restoreAllMocks();
});

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

it('holds it under another key than the file, and zeroes what it holds on close', () => {
  const { keys } = hold();
  keys.use(ITEM, () => {});
  expect(boxes).toHaveLength(1);
  const [box] = boxes;
  expect([...box!]).not.toEqual([...KEY]);
  keys.close();
  expect([...box!]).toEqual(ZEROES);
  expect(() => keys.use(ITEM, () => {})).toThrow(lockedError().message);
});

it('drops the keys of items that a save removed or sealed again', () => {
  const { keys, opened } = hold();
  const other = itemOf('second');
  keys.use(ITEM, () => {});
  keys.use(other, () => {});
  keys.keep([other]);
  expect(boxes.map((box) => box.every((byte) => byte === 0))).toEqual([true, false]);
  keys.use(other, () => {});
  expect(opened).toHaveLength(2);
  keys.use(ITEM, () => {});
  expect(opened).toHaveLength(3);
});
