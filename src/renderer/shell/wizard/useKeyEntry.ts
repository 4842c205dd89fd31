/**
 * How a key comes in: made here, or one that the trader already has.
 *
 * Invariants  Secrets stay in their fields until they are taken, and taking them empties the fields. Of a phrase the addresses are
 *             shown before one of its keys is taken.
 */
import { type RefObject, useRef, useState } from 'react';
import type { KeySource } from '#shared/ipc/contract.ts';
import type { Address } from '#shared/units/ids.ts';
import { type CommandError, useCommand } from '../../act/useCommand.ts';
import { type SecretRef, takeSecret, useSecret } from '../../ui/Secret.tsx';
import { type KeyKind, parseAddressIndex } from './model.ts';
import { type Choice, FIRST } from './PhraseAddresses.tsx';

export interface KeyEntry {
  readonly kind: KeyKind;
  readonly secret: SecretRef;
  readonly keystorePassword: SecretRef;
  readonly file: RefObject<HTMLInputElement | null>;
  readonly pasted: RefObject<HTMLTextAreaElement | null>;
  /** Of the phrase in the field; null until they are listed. */
  readonly addresses: readonly Address[] | null;
  readonly choice: Choice;
  readonly isListing: boolean;
  readonly error: CommandError | null;
  pick(kind: KeyKind): void;
  choose(choice: Choice): void;
  /** The words of the phrase are others now. */
  forgetAddresses(): void;
  /** True when the addresses of a phrase had to be shown first, so that nothing is taken yet. */
  listFirst(): Promise<boolean>;
  /** The key, or what is missing in words. */
  take(): Promise<KeySource | string>;
}

export function useKeyEntry(): KeyEntry {
  const [kind, setKind] = useState<KeyKind>('random');
  const [addresses, setAddresses] = useState<readonly Address[] | null>(null);
  const [choice, setChoice] = useState(FIRST);
  const secret = useSecret();
  const keystorePassword = useSecret();
  const file = useRef<HTMLInputElement>(null);
  const pasted = useRef<HTMLTextAreaElement>(null);
  /** Rises when the phrase is another. */
  const edits = useRef(0);
  const listing = useCommand(false);

  /** Null for a file that is gone since it was chosen, or can't be read. */
  const readKeystore = async (): Promise<string | null> => {
    const chosen = file.current?.files?.[0];
    const text = chosen ? await chosen.text().catch(() => null) : (pasted.current?.value ?? '');
    if (file.current) file.current.value = '';
    if (pasted.current) pasted.current.value = '';
    return text;
  };
  const forgetAddresses = (): void => {
    edits.current += 1;
    setAddresses(null);
    setChoice(FIRST);
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
    forgetAddresses,
    pick(next) {
      setKind(next);
      forgetAddresses();
      listing.clearError();
    },
    /** The words stay in their field until one of their addresses is chosen; main keeps none of them. */
    async listFirst() {
      if (kind !== 'phrase' || addresses !== null) return false;
      const own = edits.current;
      const listed = await listing.run('vault.listPhraseAddresses', { phrase: secret.current?.value ?? '' });
      // Addresses of other words than those in the field would be imported from these.
      if (edits.current !== own) return true;
      if (listed?.ok) setAddresses(listed.value.addresses);
      else secret.current?.focus();
      return true;
    },
    async take() {
      switch (kind) {
        case 'random':
        case 'passkey':
          return { kind: 'random' };
        case 'hex':
          return { kind, privateKey: takeSecret(secret) };
        case 'keystore': {
          const json = await readKeystore();
          if (json === null) return 'The key file could not be read: choose it again';
          if (json.trim() === '') return 'Choose the key file, or paste its text';
          return { kind, json, keystorePassword: takeSecret(keystorePassword) };
        }
        case 'phrase': {
          const index = parseAddressIndex(choice);
          if (index === null) return 'The address index is a whole number from 0 to 99';
          const phrase = takeSecret(secret);
          forgetAddresses();
          return { kind, phrase, index };
        }
      }
    },
  };
}
