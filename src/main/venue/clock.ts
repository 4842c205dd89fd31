/**
 * The exchange's clock as seen from here, and nonces made of it.
 *
 * Units       Unix ms. Offset = exchange's clock less this machine's.
 * Invariants  Measured anew periodically, after a nonce refusal, and when this machine's clock has jumped or slept.
 *             Of several samples the one with the least round trip counts. Nonces rise strictly.
 * Source      exchange-interface, Authentication rule 3; docs/assumptions.md#clock-window.
 */
import type { HealthView } from '#shared/ipc/views.ts';
import type { VenueProfile } from './profile.ts';
import type { Timing } from './timing.ts';

/** The wall clock left the forward clock by more than a slew can explain: it was set, or the machine slept. */
const JUMP_MS = 1_000;
const WATCH_EVERY_MS = 5_000;

/** A nonce that ran so far ahead of the exchange's time was made by a wrong clock and would be refused for as long. */
const RUNAWAY_MS = 2_000;

export interface ExchangeClock {
  exchangeTimeMs(): number;
  /** False also when this machine's clock has jumped since. */
  isMeasured(): boolean;
  /** Measures now; concurrent calls share one measurement. Throws what the time read throws. */
  measure(): Promise<void>;
  /** Unix ms as decimal text, one above the last at least. */
  nextNonce(): string;
  health(): HealthView['clock'];
  close(): void;
}

export interface ClockOptions extends Timing {
  /** Reads the exchange's time in Unix ms. */
  readonly fetchTime: () => Promise<number>;
  readonly profile: VenueProfile['clock'];
  /** Ms of a clock that only runs forward and is never set. */
  readonly forwardMs: () => number;
  readonly onChange: () => void;
  /** This machine's clock jumped or slept: connections may be dead without a sign. */
  readonly onJump?: () => void;
  readonly onError: (error: unknown) => void;
}

export function openClock(options: ClockOptions): ExchangeClock {
  let measured: HealthView['clock'] = null;
  let running: Promise<void> | null = null;
  let lastNonce = 0;
  let cancelTimer: (() => void) | null = null;
  let closed = false;
  let hasJumped = false;
  let apartMs = options.now() - options.forwardMs();
  let watchedAtMs = options.now();

  const exchangeTimeMs = (): number => Math.round(options.now() + (measured?.offsetMs ?? 0));

  const sample = async (): Promise<{ offsetMs: number; roundTripMs: number }> => {
    const sentAtMs = options.now();
    const exchangeMs = await options.fetchTime();
    const receivedAtMs = options.now();
    return {
      offsetMs: Math.round(exchangeMs - (sentAtMs + receivedAtMs) / 2),
      roundTripMs: Math.max(0, receivedAtMs - sentAtMs),
    };
  };

  const measureOnce = async (): Promise<void> => {
    let best = await sample();
    for (let count = 1; count < options.profile.samples; count += 1) {
      const next = await sample();
      if (next.roundTripMs < best.roundTripMs) best = next;
    }
    measured = { ...best, measuredAtMs: options.now() };
    apartMs = options.now() - options.forwardMs();
    hasJumped = false;
    if (lastNonce > exchangeTimeMs() + RUNAWAY_MS) lastNonce = 0;
    options.onChange();
  };

  const measureLater = (): void => {
    cancelTimer?.();
    if (closed) return;
    cancelTimer = options.schedule(options.profile.everyMs, () => {
      measure().catch(options.onError);
    });
  };

  const measure = (): Promise<void> => {
    running ??= measureOnce().finally(() => {
      running = null;
      measureLater();
    });
    return running;
  };

  /** A watch that comes far too late is a sign as well: some systems let the forward clock run through sleep. */
  const look = (): void => {
    const late = options.now() - watchedAtMs > WATCH_EVERY_MS * 3;
    watchedAtMs = options.now();
    if (hasJumped || !(late || isApart())) return;
    hasJumped = true;
    options.onJump?.();
    measure().catch(options.onError);
  };
  const isApart = (): boolean => Math.abs(options.now() - options.forwardMs() - apartMs) > JUMP_MS;
  const watchLater = (): (() => void) =>
    options.schedule(WATCH_EVERY_MS, () => {
      cancelWatch = watchLater();
      look();
    });
  let cancelWatch = watchLater();

  return {
    exchangeTimeMs,
    isMeasured: () => measured !== null && !hasJumped && !isApart(),
    measure,
    nextNonce() {
      lastNonce = Math.max(lastNonce + 1, exchangeTimeMs());
      return String(lastNonce);
    },
    health: () => measured,
    close() {
      closed = true;
      cancelWatch();
      cancelTimer?.();
    },
  };
}
