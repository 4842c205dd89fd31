/**
 * Versions of the vault file before this one, each with what opens it. None was ever released, so the table is empty.
 *
 * Shape       A reader bounds what it derives, proves the password and hands over today's contents; it writes nothing.
 * Errors      What a reader throws: VaultError WRONG_PASSWORD, VAULT_TAMPERED, VAULT_CORRUPT, KDF_PARAMS.
 */

import type { SecretBytes } from '../keys/secretBytes.ts';
import type { Tools } from './sealedVault.ts';
import type { ItemMeta } from './vaultFile.ts';

export interface OldContents {
  readonly vaultId: string;
  readonly gen: number;
  readonly createdAt: string;
  /** Whoever asked destroys the secrets. */
  readonly items: readonly { readonly meta: ItemMeta; readonly secret: SecretBytes }[];
}

export type OldReader = (content: string, password: string, tools: Tools) => Promise<OldContents>;
export type OldReaders = Readonly<Record<number, OldReader>>;

export interface OldVault {
  readonly version: number;
  readonly content: string;
  readonly open: OldReader;
}

export const OLD_READERS: OldReaders = {};
