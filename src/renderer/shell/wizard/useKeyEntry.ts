/**
 * Key entry: state of the form that creates or imports a key.
 *
 * Invariants  Secrets stay in their fields until `read`, which empties the fields. A phrase lists its addresses before
 *             one of its keys is read.
 */
import { type RefObject, useRef, useState } from 'react';
import type { KeySource } from '#shared/ipc/contract.ts';
import type { Address } from '#shared/units/ids.ts';
import { type CommandError, useCommand } from '../../act/useCommand.ts';
import { consumeSecret, type SecretRef, useSecret } from '../../ui/form/Secret.tsx';
import { type KeyKind, parseAddressIndex } from './model.ts';
import { type AddressChoice, FIRST_ADDRESS } from './PhraseAddresses.tsx';

export interface KeyEntry {
  readonly kind: KeyKind;
  readonly secret: SecretRef;
  readonly keystorePassword: SecretRef;
  readonly file: RefObject<HTMLInputElement | null>;
  readonly pasted: RefObject<HTMLTextAreaElement | null>;
  /** Addresses of the phrase in the field; null until listed. */
  readonly addresses: readonly Address[] | null;
  readonly choice: AddressChoice;
  readonly isListing: boolean;
  readonly error: CommandError | null;
  pick(kind: KeyKind): void;
  choose(choice: AddressChoice): void;
  /** Clears the addresses after the phrase changed. */
  clearAddresses(): void;
  /** Lists the addresses of a phrase; true when the user must now choose one. */
  listAddresses(): Promise<boolean>;
  /** Reads the key and empties its fields; text names what is missing. */
  read(): Promise<KeySource | string>;
}

export function useKeyEntry(): KeyEntry {
  const [kind, setKind] = useState<KeyKind>('random');
  const [addresses, setAddresses] = useState<readonly Address[] | null>(null);
  const [choice, setChoice] = useState(FIRST_ADDRESS);
  const secret = useSecret();
  const keystorePassword = useSecret();
  const file = useRef<HTMLInputElement>(null);
  const pasted = useRef<HTMLTextAreaElement>(null);
  /** Rises when the phrase changes. */
  const edits = useRef(0);
  const listing = useCommand(false);

  /** Null when the chosen file cannot be read. */
  const readKeystore = async (): Promise<string | null> => {
    const chosen = file.current?.files?.[0];
    const text = chosen ? await chosen.text().catch(() => null) : (pasted.current?.value ?? '');
    if (file.current) file.current.value = '';
    if (pasted.current) pasted.current.value = '';
    return text;
  };
  const clearAddresses = (): void => {
    edits.current += 1;
    setAddresses(null);
    setChoice(FIRST_ADDRESS);
  };

  return {
    kind,
    secret,
    keystorePassword,
    file,
    pasted,
    addresses,
    choice,
    isListing: listing.isBusy,
    error: listing.error,
    choose: setChoice,
    clearAddresses,
    pick(next) {
      setKind(next);
      clearAddresses();
      listing.clearError();
    },
    /** The phrase stays in its field until an address is chosen; main does not store it. */
    async listAddresses() {
      if (kind !== 'phrase' || addresses !== null) return false;
      const startEdits = edits.current;
      const listed = await listing.run('vault.listPhraseAddresses', { phrase: secret.current?.value ?? '' });
      // The phrase changed in the meantime: these addresses belong to another one.
      if (edits.current !== startEdits) return true;
      if (listed?.ok) setAddresses(listed.value.addresses);
      else secret.current?.focus();
      return true;
    },
    async read() {
      switch (kind) {
        case 'random':
        case 'passkey':
          return { kind: 'random' };
        case 'hex':
          return { kind, privateKey: consumeSecret(secret) };
        case 'keystore': {
          const json = await readKeystore();
          if (json === null) return 'The key file could not be read: choose it again';
          if (json.trim() === '') return 'Choose the key file, or paste its text';
          return { kind, json, keystorePassword: consumeSecret(keystorePassword) };
        }
        case 'phrase': {
          const index = parseAddressIndex(choice);
          if (index === null) return 'The address index is a whole number from 0 to 99';
          const phrase = consumeSecret(secret);
          clearAddresses();
          return { kind, phrase, index };
        }
      }
    },
  };
}
