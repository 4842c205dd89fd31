/**
 * Accounts of one vault: what names them, and what the page shows of them.
 *
 * Invariants  The label tells accounts apart, the colour only helps: several accounts may have the same colour, never the
 *             same label. No colour means a side or a gain, so green and red are not among them.
 * Source      docs/decisions/0025-several-accounts.md
 */
import { isPlainText } from '../base/cleanText.ts';
import type { Address } from '../units/ids.ts';

/** Colours of link groups, without the green one. */
export const ACCOUNT_COLOURS = ['blue', 'orange', 'violet'] as const;
export type AccountColour = (typeof ACCOUNT_COLOURS)[number];

/** The account that a vault starts with; its files are beside the vault, where they were before there were accounts. */
export const FIRST_ACCOUNT = 'first';
export const MAX_ACCOUNTS = 8;
export const MAX_LABEL = 24;

/** What a person chose to tell an account from the others. */
export interface AccountName {
  readonly label: string;
  readonly colour: AccountColour;
}

export interface VaultAccount extends AccountName {
  readonly id: string;
  /** Address of its own key. */
  readonly owner: Address | null;
  readonly hasApiKey: boolean;
  readonly isBackedUp: boolean;
}

export const FIRST_NAME: AccountName = { label: 'Account 1', colour: 'blue' };

/** At most MAX_LABEL visible characters, without white space at the ends. */
export function isAccountLabel(label: string): boolean {
  return label !== '' && label.trim() === label && isPlainText(label, MAX_LABEL);
}

/** Two labels that look the same are the same. */
export function isSameLabel(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

const plain = (label: string): string => label.normalize('NFKC').toLowerCase();
