import { expect, it } from 'vitest';
import { type AddressStore, MAX_ADDRESSES, openAddressBook, type StoredAddress } from '#main/wallet/addressBook.ts';
import { type Address, parseAddress, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { SAFE } from './testRecord.ts';

const COLD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** The same first and last four characters. */
const COPY = `0x5aae${'0'.repeat(32)}eaed`;

function openBook() {
  let list: readonly StoredAddress[] = [];
  const store: AddressStore = {
    list: () => list,
    save(next) {
      list = next;
    },
  };
  const book = openAddressBook({ store, ownAddresses: () => [{ address: SAFE, name: 'your wallet' }], now: () => 7 });
  const fill = (addresses: readonly Address[]): void => {
    list = addresses.map((address, at) => ({ address, label: `n${at}`, addedAtMs: 0, usedAtMs: null }));
  };
  return { book, fill };
}

it('lists what was added, notes its use, and removes it', () => {
  const { book } = openBook();
  const entry = book.prepare(` ${COLD} `, ' Cold\nstorage ');
  expect(entry).toMatchObject({ text: COLD, hadChecksum: true, lookAlikes: [] });
  expect(entry.label).not.toContain('\n');
  expect(Object.isFrozen(entry)).toBe(true);
  expect(book.list()).toEqual([]);
  book.add(entry);
  expect(book.list()).toEqual([
    { address: parseAddress(COLD), text: COLD, label: entry.label, addedAtMs: 7, usedAtMs: null },
  ]);
  book.noteUse(entry.address);
  expect(book.find(entry.address)?.usedAtMs).toBe(7);
  expect([book.remove(entry.address), book.remove(entry.address)]).toEqual([true, false]);
});

it('refuses a wrong checksum, the wallet itself, nobody, known addresses and labels', () => {
  const { book, fill } = openBook();
  expect(() => book.prepare(COLD.replace('aAeb', 'aaeb'), 'Cold')).toThrow('valid checksum');
  expect(() => book.prepare('0x12', 'Cold')).toThrow('40 hex digits');
  expect(() => book.prepare(COLD, '  ')).toThrow('a label');
  for (const own of [SAFE, ZERO_ADDRESS]) expect(() => book.prepare(own, 'Cold')).toThrow('outside the wallet');
  expect(book.prepare(COLD.toLowerCase(), 'Cold').hadChecksum).toBe(false);
  book.add(book.prepare(COLD, 'Cold'));
  expect(() => book.prepare(COLD, 'Other')).toThrow('a listed one');
  expect(() => book.prepare(COPY, 'COLD')).toThrow('a new label');
  fill(Array.from({ length: MAX_ADDRESSES }, (_, at) => parseAddress(`0x${at.toString(16).padStart(40, '0')}`)));
  expect(() => book.prepare(COLD, 'Cold')).toThrow('fewer than 100 addresses');
});

it('names known addresses with the same first and last four characters', () => {
  const { book } = openBook();
  book.add(book.prepare(COLD, 'Cold'));
  expect(book.prepare(COPY, 'Copy').lookAlikes).toMatchObject([{ text: COLD, name: 'Cold' }]);
  const likeWallet = `${SAFE.slice(0, 6)}${'0'.repeat(32)}${SAFE.slice(-4)}`;
  expect(book.listLookAlikes(parseAddress(likeWallet))).toMatchObject([{ name: 'your wallet' }]);
  expect(book.listLookAlikes(parseAddress(COLD))).toEqual([]);
});
