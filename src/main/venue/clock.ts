/**
 * Exchange clock: measures its offset from this machine's clock and makes nonces.
 *
 * Units       Unix ms. Offset = exchange's clock less this machine's.
 * Invariants  Measured periodically, after a nonce refusal, and after this machine's clock jumped or slept. The sample
 *             with the least round trip counts. Nonces rise strictly.
 * Source      docs/exchange-interface.md#authentication; docs/assumptions.md#clock-window.
 */
import type { Now } from '#shared/base/clock.ts';
import type { HealthView } from '#shared/ipc/health.ts';
import { isClockOff } from '#shared/order/expiry.ts';
import type { VenueProfile } from './profile.ts';
import type { Timing } from './timing.ts';

/** Larger than a clock adjustment by NTP: the wall clock was set, or the machine slept. */
const JUMP_MS = 1_000;
const CHECK_EVERY_MS = 5_000;
/** Interval of measurements while the clocks differ too much to trade. */
const OFF_EVERY_MS = 15_000;

/** A nonce further ahead of the exchange's time comes from a wrong clock, and later nonces would be refused. */
const MAX_NONCE_LEAD_MS = 2_000;

export interface ExchangeClock {
  exchangeTimeMs(): number;
  /** False before the first measurement and after a jump of this machine's clock. */
  isMeasured(): boolean;
  /** Measures now; concurrent calls share one measurement. Throws what the time read throws. */
  measure(): Promise<void>;
  /** How far this machine's clock moved against the monotonic one since the measurement: it was set, or the machine slept. */
  driftMs(): number;
  /** Unix ms as decimal text, always above the last nonce. */
  nextNonce(): string;
  health(): HealthView['clock'];
  close(): void;
}

export interface ClockOptions extends Timing {
  /** Reads the exchange's time in Unix ms. */
  readonly fetchTime: () => Promise<number>;
  readonly profile: VenueProfile['clock'];
  /** Monotonic clock, ms. */
  readonly steadyMs: Now;
  readonly onChange: () => void;
  /** This machine's clock jumped or slept: connections may be dead. */
  readonly onJump?: () => void;
  readonly onError: (error: unknown) => void;
}

interface Sample {
  readonly offsetMs: number;
  readonly roundTripMs: number;
  /** Wall clock less monotonic clock when the answer came. */
  readonly wallLessSteadyMs: number;
}

export function openClock(options: ClockOptions): ExchangeClock {
  const { now, steadyMs } = options;
  let measured: HealthView['clock'] = null;
  let running: Promise<void> | null = null;
  let lastNonce = 0;
  let cancelMeasure: (() => void) | null = null;
  let isClosed = false;
  let hasJumped = false;
  /** Wall clock less monotonic clock at the last measurement. */
  let wallLessSteadyMs = now() - steadyMs();
  let checkedAtMs = now();

  const exchangeTimeMs = (): number => Math.round(now() + (measured?.offsetMs ?? 0));

  const takeSample = async (): Promise<Sample> => {
    const sentAtMs = steadyMs();
    const exchangeMs = await options.fetchTime();
    const wallMs = now();
    // By the monotonic clock: a jump of the wall clock during the read must not count as travel time.
    const roundTripMs = Math.max(0, steadyMs() - sentAtMs);
    return {
      offsetMs: Math.round(exchangeMs - (wallMs - roundTripMs / 2)),
      roundTripMs,
      wallLessSteadyMs: wallMs - steadyMs(),
    };
  };

  const measureOnce = async (): Promise<void> => {
    let best = await takeSample();
    for (let count = 1; count < options.profile.samples; count += 1) {
      const sample = await takeSample();
      const hasJumpedSince = Math.abs(sample.wallLessSteadyMs - best.wallLessSteadyMs) > JUMP_MS;
      if (hasJumpedSince || sample.roundTripMs < best.roundTripMs) best = sample;
    }
    measured = { offsetMs: best.offsetMs, roundTripMs: Math.round(best.roundTripMs), measuredAtMs: now() };
    ({ wallLessSteadyMs } = best);
    hasJumped = false;
    if (lastNonce > exchangeTimeMs() + MAX_NONCE_LEAD_MS) lastNonce = 0;
    options.onChange();
  };

  const scheduleMeasure = (): void => {
    cancelMeasure?.();
    if (isClosed) return;
    const isOff = isClockOff(measured?.offsetMs ?? null);
    cancelMeasure = options.schedule(
      isOff ? Math.min(OFF_EVERY_MS, options.profile.everyMs) : options.profile.everyMs,
      () => {
        measure().catch(options.onError);
      },
    );
  };

  const measure = (): Promise<void> => {
    running ??= measureOnce().finally(() => {
      running = null;
      scheduleMeasure();
    });
    return running;
  };

  const driftMs = (): number => now() - steadyMs() - wallLessSteadyMs;
  const hasDrifted = (): boolean => Math.abs(driftMs()) > JUMP_MS;

  /** A late check also means sleep: on some systems the monotonic clock runs while the machine sleeps. */
  const checkForJump = (): void => {
    const isLate = now() - checkedAtMs > CHECK_EVERY_MS * 3;
    checkedAtMs = now();
    if (hasJumped || !(isLate || hasDrifted())) return;
    hasJumped = true;
    options.onJump?.();
    measure().catch(options.onError);
  };
  const scheduleCheck = (): (() => void) =>
    options.schedule(CHECK_EVERY_MS, () => {
      cancelCheck = scheduleCheck();
      checkForJump();
    });
  let cancelCheck = scheduleCheck();

  return {
    exchangeTimeMs,
    isMeasured: () => measured !== null && !hasJumped && !hasDrifted(),
    measure,
    driftMs,
    nextNonce() {
      lastNonce = Math.max(lastNonce + 1, exchangeTimeMs());
      return String(lastNonce);
    },
    health: () => measured,
    close() {
      isClosed = true;
      cancelCheck();
      cancelMeasure?.();
    },
  };
}
