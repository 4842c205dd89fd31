import { describe, expect, it } from 'vitest';
import { type ClockOptions, openClock } from '#main/venue/clock.ts';

interface Sample {
  readonly roundTripMs: number;
  readonly exchangeMs: number;
}

function open(samples: Sample[], startMs = 1_000_000) {
  const state = { nowMs: startMs, timers: [] as { delayMs: number; fn: () => void }[], errors: 0 };
  const options: ClockOptions = {
    now: () => state.nowMs,
    random: () => 0,
    schedule(delayMs, fn) {
      const timer = { delayMs, fn };
      state.timers.push(timer);
      return () => {
        state.timers = state.timers.filter((other) => other !== timer);
      };
    },
    async fetchTime() {
      const sample = samples.shift();
      if (!sample) throw new Error('no sample');
      state.nowMs += sample.roundTripMs;
      return sample.exchangeMs;
    },
    profile: { samples: 3, everyMs: 300_000 },
    onChange: () => undefined,
    onError: () => {
      state.errors += 1;
    },
  };
  return { state, clock: openClock(options) };
}

describe('the exchange clock', () => {
  it('believes the sample with the least round trip, and halves that', async () => {
    const { clock } = open([
      { roundTripMs: 400, exchangeMs: 2_000_000 },
      { roundTripMs: 20, exchangeMs: 1_005_410 },
      { roundTripMs: 100, exchangeMs: 3_000_000 },
    ]);
    await clock.measure();
    expect(clock.health()).toMatchObject({ offsetMs: 5_000, roundTripMs: 20 });
    expect(clock.exchangeTimeMs()).toBe(1_000_520 + 5_000);
  });

  it('is this machine’s clock until measured', () => {
    const { clock, state } = open([]);
    expect(clock.isMeasured()).toBe(false);
    expect(clock.exchangeTimeMs()).toBe(state.nowMs);
  });

  it('gives nonces that rise strictly even when the clock stands or steps back', () => {
    const { clock, state } = open([]);
    expect(clock.nextNonce()).toBe('1000000');
    expect(clock.nextNonce()).toBe('1000001');
    state.nowMs -= 500;
    expect(clock.nextNonce()).toBe('1000002');
  });

  it('starts nonces anew when they had run ahead of the exchange, which would refuse them for as long', async () => {
    const same = { roundTripMs: 0, exchangeMs: 500_000 };
    const { clock } = open([same, same, same]);
    clock.nextNonce();
    await clock.measure();
    expect(clock.nextNonce()).toBe('500000');
    expect(clock.nextNonce()).toBe('500001');
  });

  it('shares one measurement, measures again after five minutes and stops when closed', async () => {
    const sample = { roundTripMs: 10, exchangeMs: 1_000_000 };
    const samples = new Array(6).fill(sample) as Sample[];
    const { clock, state } = open(samples);
    await Promise.all([clock.measure(), clock.measure()]);
    expect(samples).toHaveLength(3);
    expect(state.timers).toMatchObject([{ delayMs: 300_000 }]);
    state.timers[0]!.fn();
    await clock.measure();
    expect(samples).toHaveLength(0);
    clock.close();
    expect(state.timers).toEqual([]);
  });

  it('keeps the old offset when a measurement fails, says so and tries again later', async () => {
    const sample = { roundTripMs: 0, exchangeMs: 1_007_000 };
    const { clock, state } = open([sample, sample, sample]);
    await clock.measure();
    state.timers[0]!.fn();
    await expect(clock.measure()).rejects.toThrow('no sample');
    expect(clock.health()?.offsetMs).toBe(7_000);
    expect(state.timers).toHaveLength(1);
    expect(state.errors).toBe(1);
  });
});
