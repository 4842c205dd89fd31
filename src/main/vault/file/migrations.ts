/**
 * Migrations: readers of older vault file versions.
 *
 * Shape       A reader checks the parameters and the password and returns the contents; it writes nothing.
 * Errors      A reader throws VaultError WRONG_PASSWORD, VAULT_TAMPERED, VAULT_CORRUPT or KDF_PARAMS.
 */
import type { SecretBytes } from '../keys/secretBytes.ts';
import type { Tools } from './sealedVault.ts';
import { type ItemMeta, type Slots, VERSION, versionOf } from './vaultFile.ts';

/** Contents of the one account that older versions had. */
export interface OldContents {
  readonly vaultId: string;
  readonly gen: number;
  readonly mac: string;
  readonly createdAt: string;
  readonly slots: Slots;
  /** The caller owns it. */
  readonly master: SecretBytes;
  /** Null: the vault authenticated no record yet. */
  readonly recordCounter: number | null;
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

/** The vault text with its reader, when it is of an older version; else null. */
export function findOldVault(content: string | null, readers: OldReaders): OldVault | null {
  const version = content === null ? null : versionOf(content);
  if (content === null || version === null || version >= VERSION) return null;
  const open = readers[version];
  return open ? { version, content, open } : null;
}
