/**
 * Commands that write copies: the own key as a key file, the whole vault as it is sealed.
 *
 * Invariants  A copy counts only after it was read back and opened. No copy lies in the vault's own folder.
 */
import { rmSync } from 'node:fs';
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Shell } from '../../shell/port.ts';
import { writePrivateFile } from '../../storage/atomicWrite.ts';
import { VaultError } from '../../vault/vaultError.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';
import { formatStamp, isBelow } from './chosenPath.ts';
import { declined } from './declined.ts';

export interface CopyCommandOptions {
  readonly trader: Pick<Trader, 'vault' | 'vaultFolder' | 'custodyMemory' | 'emitWalletChange' | 'now'>;
  readonly shell: Pick<Shell, 'chooseSavePath'>;
  readonly confirmations: Pick<Confirmations, 'askWithPassword'>;
}

type CopyCommand = 'vault.backup' | 'vault.saveCopy';

export function buildCopyCommands({ trader, shell, confirmations }: CopyCommandOptions): Pick<Handlers, CopyCommand> {
  const { vault, vaultFolder, custodyMemory, now } = trader;
  return {
    'vault.backup': async ({ password, backupPassword }) => {
      const owner = vault.owner();
      if (owner === null) return fail('VAULT_ABSENT', {});
      if (!(await confirmations.askWithPassword(password, 'exportKey', {}))) return declined();
      const json = await vault.exportKeystore(password, backupPassword);
      const file = await shell.chooseSavePath(`UTC--${formatStamp(now())}--${owner.slice(2)}.json`);
      if (file === null) return fail('CANCELLED', { reason: 'noPath' });
      const found = writeCopy(file, json);
      const exported = await vault.checkKeystore(found, backupPassword);
      if (exported !== owner) return fail('BUG', {});
      await vault.markBackedUp();
      return succeed({ path: file, owner });
    },
    'vault.saveCopy': async ({ password }) => {
      if (!(await confirmations.askWithPassword(password, 'saveVaultCopy', {}))) {
        return declined();
      }
      const file = await shell.chooseSavePath(`adyton-vault-${formatStamp(now())}.json`);
      if (file === null) return fail('CANCELLED', { reason: 'noPath' });
      if (isBelow(file, vaultFolder)) {
        return fail('BAD_INPUT', { reason: 'vaultFolder' });
      }
      const found = writeCopy(file, await vault.sealedCopy());
      try {
        vault.checkCopy(found);
      } catch (error) {
        // A copy that failed its check must not be mistaken for a good one.
        rmSync(file, { force: true });
        throw error;
      }
      const { vaultId } = vault.status();
      if (vaultId !== null) custodyMemory.update({ copied: { vaultId, atMs: now() } });
      trader.emitWalletChange();
      return succeed({ path: file });
    },
  };
}

/** Writes a new private file and returns its content as read back; throws VaultError SAVE_FAILED. */
function writeCopy(file: string, text: string): string {
  try {
    return writePrivateFile(file, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    const reason = code === 'EEXIST' ? 'copyExists' : 'copy';
    throw new VaultError({ code: 'SAVE_FAILED', parameters: { reason } }, `Expected to write a copy, found ${code}`);
  }
}
