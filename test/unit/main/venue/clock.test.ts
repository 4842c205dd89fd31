import { describe, expect, it } from 'vitest';
import { type ClockOptions, openClock } from '#main/venue/clock.ts';

interface Sample {
  readonly roundTripMs: number;
  readonly exchangeMs: number;
  /** The wall clock jumps during the read. */
  readonly jumpMs?: number;
}

function open(samples: Sample[], startMs = 1_000_000) {
  const state = {
    nowMs: startMs,
    sleptMs: 0,
    jumps: 0,
    timers: [] as { delayMs: number; fn: () => void }[],
    errors: 0,
  };
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
      state.nowMs += sample.roundTripMs + (sample.jumpMs ?? 0);
      state.sleptMs += sample.jumpMs ?? 0;
      return sample.exchangeMs;
    },
    profile: { samples: 3, everyMs: 300_000 },
    steadyMs: () => state.nowMs - state.sleptMs,
    onJump() {
      state.jumps += 1;
    },
    onChange: () => undefined,
    onError: () => {
      state.errors += 1;
    },
  };
  return { state, clock: openClock(options) };
}

function timerOf(timers: readonly { delayMs: number; fn: () => void }[], delayMs: number): { fn: () => void } {
  const timer = timers.find((candidate) => candidate.delayMs === delayMs);
  if (!timer) throw new Error(`Expected a timer of ${delayMs} ms, found none`);
  return timer;
}

/** Runs the periodic jump check `afterMs` later. */
function watch(state: ReturnType<typeof open>['state'], afterMs: number): void {
  const timer = timerOf(state.timers, 5_000);
  state.timers = state.timers.filter((other) => other !== timer);
  state.nowMs += afterMs;
  timer.fn();
}

describe('the exchange clock', () => {
  it('uses the sample with the least round trip, and half of that trip', async () => {
    const { clock } = open([
      { roundTripMs: 400, exchangeMs: 2_000_000 },
      { roundTripMs: 20, exchangeMs: 1_005_410 },
      { roundTripMs: 100, exchangeMs: 3_000_000 },
    ]);
    await clock.measure();
    expect(clock.health()).toMatchObject({ offsetMs: 5_000, roundTripMs: 20 });
    expect(clock.exchangeTimeMs()).toBe(1_000_520 + 5_000);
  });

  it.each([45_000, -45_000])(
    'is right after this machine’s clock jumped by %i ms during a measurement',
    async (jumpMs) => {
      const { clock, state } = open([
        { roundTripMs: 20, exchangeMs: 1_000_010 },
        { roundTripMs: 40, exchangeMs: 1_000_040, jumpMs },
        { roundTripMs: 60, exchangeMs: 1_000_090 },
      ]);
      await clock.measure();
      expect(state.nowMs).toBe(1_000_120 + jumpMs);
      expect(clock.exchangeTimeMs()).toBe(1_000_120);
      expect(clock.isMeasured()).toBe(true);
    },
  );

  it('tells how far this machine’s clock moved since against a monotonic one, until it is measured again', async () => {
    const same = { roundTripMs: 0, exchangeMs: 1_000_000 };
    const { clock, state } = open([same, same, same, same, same, same]);
    await clock.measure();
    state.nowMs += 10_000;
    expect(clock.driftMs()).toBe(0);
    state.nowMs -= 60_000;
    state.sleptMs -= 60_000;
    expect(clock.driftMs()).toBe(-60_000);
    await clock.measure();
    expect(clock.driftMs()).toBe(0);
  });

  it('is this machine’s clock until measured', () => {
    const { clock, state } = open([]);
    expect(clock.isMeasured()).toBe(false);
    expect(clock.exchangeTimeMs()).toBe(state.nowMs);
  });

  it('makes strictly rising nonces even when the clock stops or steps back', () => {
    const { clock, state } = open([]);
    expect(clock.nextNonce()).toBe('1000000');
    expect(clock.nextNonce()).toBe('1000001');
    state.nowMs -= 500;
    expect(clock.nextNonce()).toBe('1000002');
  });

  it("resets nonces that are ahead of the exchange's time", async () => {
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
    timerOf(state.timers, 300_000).fn();
    await clock.measure();
    expect(samples).toHaveLength(0);
    clock.close();
    expect(state.timers).toEqual([]);
  });

  it('keeps the old offset when a measurement fails, reports it and measures again later', async () => {
    const sample = { roundTripMs: 0, exchangeMs: 1_007_000 };
    const { clock, state } = open([sample, sample, sample]);
    await clock.measure();
    timerOf(state.timers, 300_000).fn();
    await expect(clock.measure()).rejects.toThrow('no sample');
    expect(clock.health()?.offsetMs).toBe(7_000);
    expect(timerOf(state.timers, 300_000)).toBeDefined();
    expect(state.errors).toBe(1);
  });

  it('measures again after a sleep that the monotonic clock did not count', async () => {
    const samples: Sample[] = new Array(6).fill({ roundTripMs: 0, exchangeMs: 9_000_000 });
    const { clock, state } = open(samples);
    await clock.measure();
    watch(state, 5_000);
    expect([state.jumps, clock.isMeasured()]).toEqual([0, true]);
    state.sleptMs = 60_000;
    state.nowMs += 60_000;
    expect(clock.isMeasured()).toBe(false);
    watch(state, 5_000);
    await clock.measure();
    expect([state.jumps, samples.length, clock.isMeasured()]).toEqual([1, 0, true]);
  });

  it('measures again when the periodic check is late', async () => {
    const samples: Sample[] = new Array(6).fill({ roundTripMs: 0, exchangeMs: 9_000_000 });
    const { clock, state } = open(samples);
    await clock.measure();
    watch(state, 3_600_000);
    await clock.measure();
    expect([state.jumps, samples.length]).toEqual([1, 0]);
  });

  it('measures before the next signature when this machine’s clock was set back', async () => {
    const { clock, state } = open(new Array(6).fill({ roundTripMs: 0, exchangeMs: 1_000_000 }));
    await clock.measure();
    state.nowMs -= 30_000;
    state.sleptMs -= 30_000;
    expect(clock.isMeasured()).toBe(false);
    await clock.measure();
    expect(clock.exchangeTimeMs()).toBe(1_000_000);
  });
});
