/**
 * Migrations: readers of older vault file versions. No older version was released, so the table is empty.
 *
 * Shape       A reader checks the parameters and the password and returns the contents; it writes nothing.
 * Errors      A reader throws VaultError WRONG_PASSWORD, VAULT_TAMPERED, VAULT_CORRUPT or KDF_PARAMS.
 */
import type { SecretBytes } from '../keys/secretBytes.ts';
import type { Tools } from './sealedVault.ts';
import { type ItemMeta, VERSION, versionOf } from './vaultFile.ts';

export interface OldContents {
  readonly vaultId: string;
  readonly gen: number;
  readonly createdAt: string;
  /** The caller destroys the secrets. */
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

/** The vault text with its reader, when it is of an older version; else null. */
export function findOldVault(content: string | null, readers: OldReaders): OldVault | null {
  const version = content === null ? null : versionOf(content);
  if (content === null || version === null || version >= VERSION) return null;
  const open = readers[version];
  return open ? { version, content, open } : null;
}
