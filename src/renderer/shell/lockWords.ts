/** When and why the vault was locked, also in a former run. */
import type { WalletView } from '#shared/ipc/views.ts';
import { formatDateTime } from '#shared/text/times.ts';

export function tellLocked(wallet: WalletView | null, nowMs: number): string {
  const last = wallet?.custody.lastLock ?? null;
  const why = wallet?.lockedWhy ?? last?.why ?? null;
  if (why === null) return 'Your key is sealed until you type its password.';
  return last === null ? `It was locked: ${why}.` : `It was locked ${formatDateTime(last.atMs, nowMs)}: ${why}.`;
}
