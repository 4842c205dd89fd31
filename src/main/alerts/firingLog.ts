/**
 * Firing log: entries of fired alerts, the number of unseen ones, and which of them make a sound and a notification.
 *
 * Invariants  A firing within a pause raises the count of the previous entry. While the open workspace is muted, firings are
 *             logged without sound and notification.
 */
import type { AlertTone } from '#shared/alerts/kind.ts';
import { type AlertKind, kindOf } from '#shared/alerts/kinds.ts';
import type { Firing } from '#shared/alerts/life.ts';
import { type AlertLogEntry, addEntry, addRepeat } from '#shared/alerts/log.ts';
import type { StoredAlerts } from '#shared/alerts/stored.ts';

type Stored = Pick<StoredAlerts, 'log' | 'unseen' | 'muted'>;

export interface FiringLog {
  noteFiring(
    firing: Firing,
    alert: { readonly id: string; readonly kind: AlertKind },
    market: string | null,
    atMs: number,
  ): void;
  /** Nothing was watched from `fromMs` to `toMs`. */
  noteClosed(fromMs: number, toMs: number): void;
  clear(): void;
  /** False when nothing was unseen. */
  markSeen(): boolean;
  setMuted(workspace: string | null, isMuted: boolean): void;
  stored(): Stored;
  /** Firings of this run that were not muted, and how the newest sounds. */
  told(): { readonly sounded: number; readonly tone: AlertTone | null };
}

export function openFiringLog(
  initial: Stored,
  workspace: () => string | null,
  onTold: (entry: AlertLogEntry) => void,
): FiringLog {
  let { log, unseen } = initial;
  const muted = new Set(initial.muted);
  let sounded = 0;
  let tone: AlertTone | null = null;

  function isMuted(): boolean {
    const name = workspace();
    return muted.has(null) || (name !== null && muted.has(name));
  }

  return {
    noteFiring({ fact, gap, isRepeat }, { id, kind }, market, atMs) {
      if (isRepeat) {
        log = addRepeat(log, id);
        return;
      }
      const isSilent = isMuted();
      log = addEntry(log, { alertId: id, market, atMs, fact, gap, isMuted: isSilent });
      unseen += 1;
      if (isSilent) return;
      sounded += 1;
      tone = kindOf({ kind }).tone;
      onTold(log[0]!);
    },
    noteClosed(fromMs, toMs) {
      const fact = { code: 'programClosed', parameters: { fromMs, toMs } } as const;
      log = addEntry(log, { alertId: null, market: null, atMs: toMs, fact, gap: null, isMuted: false });
    },
    clear() {
      log = [];
      unseen = 0;
    },
    markSeen() {
      const hadUnseen = unseen > 0;
      unseen = 0;
      return hadUnseen;
    },
    setMuted(name, isNowMuted) {
      if (isNowMuted) muted.add(name);
      else muted.delete(name);
    },
    stored: () => ({ log, unseen, muted: [...muted] }),
    told: () => ({ sounded, tone }),
  };
}
