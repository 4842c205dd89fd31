/** Lock message: when and why the vault locked, also in an earlier run. */
import type { WalletView } from '#shared/ipc/views.ts';
import { formatLockReason } from '#shared/text/custody/lockReasons.ts';
import { formatDateTime } from '#shared/text/times.ts';

export function formatLockMessage(wallet: WalletView | null, nowMs: number): string {
  const last = wallet?.custody.lastLock ?? null;
  const reason = wallet?.lockReason ?? last?.reason ?? null;
  if (reason === null) return 'The keys are encrypted until you enter the password.';
  const when = last === null ? '' : ` ${formatDateTime(last.atMs, nowMs, 'machine')}`;
  const memory = wallet?.custody.keysInMemory ? ' The keys are still in memory.' : '';
  const pack = wallet?.custody.preparedExits.pack ?? null;
  const until = pack === null ? '' : formatDateTime(pack.expiresAtMs, nowMs, 'machine');
  const exits = pack === null ? '' : ` Exits are prepared and can be sent until ${until}.`;
  return `Locked${when}: ${formatLockReason(reason)}.${memory}${exits}`;
}
