/**
 * Record sealer: authenticates one record outside the vault file, with a counter inside it against older copies.
 *
 * Shape       The MAC is base64 HMAC-SHA-256 under a key of its own, over the record, the vault's id, network and origin, and
 *             the selected account unless it is the first one: format 1 had no other.
 * Invariants  A record of one account is none of another. The counter, one an account, only rises. Saving it keeps `vault.json.1`: no generation of keys is pushed out.
 * Errors      VaultError LOCKED while the vault is locked; `saveRecordCounter` also those of a save.
 * Source      docs/decisions/0016-protected-settings.md, docs/decisions/0025-several-accounts.md
 */
import { createHmac } from 'node:crypto';
import { FIRST_ACCOUNT } from '#shared/ipc/accounts.ts';
import { canonicalJson, encodeBase64, parseBase64 } from './file/encoding.ts';
import { deriveKey, isSame } from './file/seal.ts';
import { findAccount } from './file/vaultFile.ts';
import type { VaultCore } from './vaultCoreApi.ts';

const MAC_BYTES = 32;

export interface RecordSealer {
  /** MAC of a record, which must contain its counter. */
  sealRecord(record: string): string;
  isSealedRecord(record: string, mac: string): boolean;
  /** Counter of the latest record that is known to be on disk; 0: none yet. */
  recordCounter(): number;
  /** Saves the counter in the vault; does nothing when the vault's is as high. */
  saveRecordCounter(counter: number): Promise<void>;
}

export function openRecordSealer(
  core: Pick<VaultCore, 'belonging' | 'requireUnlocked' | 'enqueue' | 'save'>,
): RecordSealer {
  function buildRecordMac(record: string): Uint8Array {
    const { file, master, account } = core.requireUnlocked();
    const { network, origin } = core.belonging;
    const named = account === FIRST_ACCOUNT ? {} : { account };
    const body = canonicalJson({ vaultId: file.vaultId, network, origin, record, ...named });
    const key = master.use((bytes) => deriveKey(bytes, 'record'));
    try {
      return createHmac('sha256', key).update(body, 'utf8').digest();
    } finally {
      key.fill(0);
    }
  }

  const recordCounter = (): number => {
    const { file, account } = core.requireUnlocked();
    return findAccount(file, account)?.recordCounter ?? 0;
  };

  return {
    sealRecord: (record) => encodeBase64(buildRecordMac(record)),
    isSealedRecord(record, mac) {
      const found = parseBase64(mac, MAC_BYTES);
      return found !== null && isSame(found, buildRecordMac(record));
    },
    recordCounter,
    saveRecordCounter: async (counter) =>
      core.enqueue(async () => {
        if (counter <= recordCounter()) return;
        const unlocked = core.requireUnlocked();
        const accounts = unlocked.file.accounts.map((one) =>
          one.id === unlocked.account ? { ...one, recordCounter: counter } : one,
        );
        await core.save(unlocked, { accounts });
      }),
  };
}
