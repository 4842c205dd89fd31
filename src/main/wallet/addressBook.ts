/**
 * Address book: the addresses that a withdrawal may go to, each confirmed by a person.
 *
 * Invariants  An address is added by a frozen entry alone, so that the confirmed one is the stored one.
 * Errors      WalletError ACTION_REFUSED; UnitError for text that is no address; the store's errors pass through.
 * Source      docs/security-coverage.md#r43
 */
import { cleanText } from '#shared/base/cleanText.ts';
import type { Now } from '#shared/base/clock.ts';
import type { ListedAddress } from '#shared/ipc/wallet/relay.ts';
import { UnitError } from '#shared/units/errors.ts';
import { type Address, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { formatAddress, parseChecksummed } from '#wire/eip712/address.ts';
import { refuseAction } from './walletError.ts';

export interface StoredAddress {
  readonly address: Address;
  readonly label: string;
  readonly addedAtMs: number;
  /** Null: nothing was sent there from this computer. */
  readonly usedAtMs: number | null;
}

export interface AddressStore {
  list(): readonly StoredAddress[];
  /** On disk when it returns; throws otherwise. */
  save(addresses: readonly StoredAddress[]): void;
}

/** An address that is asked about before it is added. */
export interface NewAddress {
  readonly address: Address;
  /** With its checksum. */
  readonly text: string;
  readonly label: string;
  /** The input had a checksum, so that a mistyped character was found. */
  readonly hadChecksum: boolean;
  readonly lookAlikes: readonly KnownAddress[];
}

export interface KnownAddress {
  readonly address: Address;
  readonly text: string;
  readonly name: string;
}

export interface AddressBook {
  list(): readonly ListedAddress[];
  find(address: Address): ListedAddress | null;
  /** Other known addresses that begin and end with the same four characters. */
  listLookAlikes(address: Address): readonly KnownAddress[];
  prepare(text: string, label: string): NewAddress;
  add(entry: NewAddress): void;
  /** False when it is not listed. */
  remove(address: Address): boolean;
  noteUse(address: Address): void;
}

export const MAX_ADDRESSES = 100;
const MAX_LABEL = 40;
/** Hex digits that people compare at both ends. */
const COMPARED = 4;

export function openAddressBook(options: {
  readonly store: AddressStore;
  /** The wallet's own addresses and contracts, named. */
  readonly ownAddresses: () => readonly { readonly address: Address; readonly name: string }[];
  readonly now: Now;
}): AddressBook {
  const { store, ownAddresses, now } = options;

  const list = (): ListedAddress[] => store.list().map((entry) => ({ ...entry, text: formatAddress(entry.address) }));

  function listLookAlikes(address: Address): KnownAddress[] {
    const listed = store.list().map((entry) => ({ address: entry.address, name: entry.label }));
    return [...listed, ...ownAddresses()]
      .filter((known) => known.address !== address && endsOf(known.address) === endsOf(address))
      .map((known) => ({ ...known, text: formatAddress(known.address) }));
  }

  return {
    list,
    find: (address) => list().find((entry) => entry.address === address) ?? null,
    listLookAlikes,
    prepare(text, label) {
      const trimmed = text.trim();
      const address = parseChecksummed(trimmed);
      const plain = cleanText(label, MAX_LABEL).trim();
      if (plain === '') throw new UnitError('a label', 'none');
      if (address === ZERO_ADDRESS || ownAddresses().some((own) => own.address === address)) {
        throw refuseAction(
          { code: 'ownAddress', parameters: {} },
          'Expected an address outside the wallet, found one of it',
        );
      }
      const known = store.list();
      if (known.some((entry) => entry.address === address)) {
        throw refuseAction({ code: 'addressKnown', parameters: {} }, 'Expected a new address, found a listed one');
      }
      if (known.some((entry) => entry.label.toLowerCase() === plain.toLowerCase())) {
        throw refuseAction({ code: 'labelKnown', parameters: {} }, 'Expected a new label, found a listed one');
      }
      if (known.length >= MAX_ADDRESSES) {
        const refusal = { code: 'bookFull', parameters: { max: MAX_ADDRESSES } } as const;
        throw refuseAction(refusal, `Expected fewer than ${MAX_ADDRESSES} addresses, found ${known.length}`);
      }
      const formatted = formatAddress(address);
      return Object.freeze({
        address,
        text: formatted,
        label: plain,
        hadChecksum: trimmed === formatted,
        lookAlikes: Object.freeze(listLookAlikes(address)),
      });
    },
    add({ address, label }) {
      const others = store.list().filter((entry) => entry.address !== address);
      store.save([...others, { address, label, addedAtMs: now(), usedAtMs: null }]);
    },
    remove(address) {
      const others = store.list().filter((entry) => entry.address !== address);
      if (others.length === store.list().length) return false;
      store.save(others);
      return true;
    },
    noteUse(address) {
      const usedAtMs = now();
      store.save(store.list().map((entry) => (entry.address === address ? { ...entry, usedAtMs } : entry)));
    },
  };
}

function endsOf(address: Address): string {
  return address.slice(2, 2 + COMPARED) + address.slice(-COMPARED);
}
