/**
 * Tick tracker: the newest tick of one underlying and its health.
 *
 * Shape       waiting → live → quiet → stale → live.
 * Invariants  An older tick is dropped and proves nothing. A quiet stream is opened again, after longer and longer pauses;
 *             only a tick makes it live.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import { buildSilence, noteMessage, pauseSilence, quietAfterMs } from '#shared/market/silence.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import type { TickHealth } from '#shared/market/tickHealth.ts';
import type { MarketClock } from './ports.ts';
import { openSilenceTimer } from './silenceTimer.ts';

/** Pauses between the attempts to open a quiet stream again; after the first one it is stale. */
const REOPEN: Backoff = { baseMs: 5_000, capMs: 60_000 };

export interface TickTracker {
  tick(): UnderlyingTick | null;
  health(): TickHealth;
  /** This machine's time of the newest tick. */
  provedAtMs(): number | null;
  /** Rises with every change of tick or health. */
  version(): number;
  onTick(tick: UnderlyingTick, receivedAtMs: number): void;
  close(): void;
}

export interface TickTrackerOptions extends Pick<MarketClock, 'now' | 'schedule'> {
  onChange(): void;
  /** Opens the stream of the underlyings again. */
  reopen(): void;
}

export function openTickTracker({ now, schedule, onChange, reopen }: TickTrackerOptions): TickTracker {
  const silence = buildSilence();
  let tick: UnderlyingTick | null = null;
  let health: TickHealth = { at: 'waiting' };
  let version = 0;
  const timer = openSilenceTimer(silence, { now, schedule }, becomeQuiet);
  let cancelReopen = (): void => {};

  function change(next: TickHealth): void {
    health = next;
    version += 1;
    onChange();
  }

  function becomeQuiet(): void {
    const reason = { code: 'silent', parameters: { limitMs: quietAfterMs(silence) } } as const;
    pauseSilence(silence);
    change({ at: 'quiet', sinceMs: now(), reason });
    reopenAfter(0);
  }

  function reopenAfter(attempts: number): void {
    reopen();
    cancelReopen = schedule(backoffMs(REOPEN, attempts), () => {
      if (health.at === 'quiet') change({ ...health, at: 'stale' });
      reopenAfter(attempts + 1);
    });
  }

  return {
    tick: () => tick,
    health: () => health,
    provedAtMs: () => silence.provedAtMs,
    version: () => version,
    onTick(next, receivedAtMs) {
      if (tick !== null && tick.exchangeTimeMs > next.exchangeTimeMs) return;
      tick = next;
      const isLive = health.at === 'live';
      noteMessage(silence, receivedAtMs);
      change(isLive ? health : { at: 'live' });
      if (!isLive) cancelReopen();
      timer.update();
    },
    close() {
      timer.stop();
      cancelReopen();
    },
  };
}
