/** Locks of the account's vault: the lock controller with the times of the protected settings. */
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import { type LockController, openLockController } from '../../vault/unlock/lockController.ts';
import type { Vault } from '../../vault/vault.ts';
import type { TraderOptions } from '../traderOptions.ts';

export function openLocks(
  { now, steadyMs, schedule }: Pick<TraderOptions, 'now' | 'steadyMs' | 'schedule'>,
  vault: Vault,
  protectedSettings: Pick<ProtectedSettingsStore, 'value'>,
): LockController {
  return openLockController({
    vault,
    clocks: () => ({ wallMs: now(), steadyMs: steadyMs() }),
    schedule,
    onCause(cause) {
      if (cause === 'suspend' || cause === 'quit') vault.prepared.discard(cause);
    },
    times: () => {
      const { screenLockMinutes, keysLockMinutes } = protectedSettings.value();
      return { screenAfterMs: screenLockMinutes * 60_000, keysAfterMs: keysLockMinutes * 60_000 };
    },
  });
}
