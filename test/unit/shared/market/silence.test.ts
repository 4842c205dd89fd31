import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildSilence,
  MAX_QUIET_AFTER_MS,
  MIN_QUIET_AFTER_MS,
  noteAgreement,
  noteMessage,
  pauseSilence,
  quietAfterMs,
  quietAtMs,
  restartSilence,
  type Silence,
} from '#shared/market/silence.ts';

function learn(gapMs: number, count = 100): { readonly silence: Silence; readonly atMs: number } {
  const silence = buildSilence();
  let atMs = 0;
  for (let index = 0; index <= count; index += 1) {
    noteMessage(silence, atMs);
    atMs += gapMs;
  }
  return { silence, atMs: atMs - gapMs };
}

describe('silence', () => {
  it('waits long in an unknown market, and at least three seconds in a busy one', () => {
    expect(quietAfterMs(buildSilence())).toBe(35_000);
    expect(quietAfterMs(learn(200).silence)).toBe(MIN_QUIET_AFTER_MS);
    expect(quietAfterMs(learn(2_000).silence)).toBe(7_000);
    expect(quietAfterMs(learn(50_000).silence)).toBe(MAX_QUIET_AFTER_MS);
  });

  it('is known in a busy market after twenty changes', () => {
    expect(quietAfterMs(learn(300, 20).silence)).toBeLessThan(10_000);
  });

  it('is not hidden by a few long pauses', () => {
    const { silence, atMs } = learn(300);
    let now = atMs;
    for (let index = 0; index < 10; index += 1) {
      now += 30_000;
      noteMessage(silence, now);
    }
    expect(quietAfterMs(silence)).toBeLessThan(10_000);
  });

  it('learns a longer gap when the market becomes calm', () => {
    const { silence, atMs } = learn(300);
    for (let index = 1; index <= 256; index += 1) noteMessage(silence, atMs + index * 5_000);
    expect(quietAfterMs(silence)).toBe(17_500);
  });

  it('does not learn a pause of the connection or the time until a new subscription', () => {
    for (const interrupt of [pauseSilence, (silence: Silence) => restartSilence(silence, 900_000)]) {
      const { silence } = learn(300);
      const before = [...silence.gaps.sorted];
      interrupt(silence);
      noteMessage(silence, 900_000);
      expect(silence.gaps.sorted.at(-2)).toBe(before.at(-2));
    }
  });

  it('is never quiet while paused, and a new subscription proves nothing', () => {
    const { silence, atMs } = learn(300);
    pauseSilence(silence);
    expect(quietAtMs(silence)).toBe(Number.POSITIVE_INFINITY);
    restartSilence(silence, 900_000);
    expect(silence.provedAtMs).toBe(atMs);
    expect(quietAtMs(silence)).toBe(903_000);
  });

  it('waits twice as long after each check that agreed in a silence, and no longer after a message', () => {
    const { silence, atMs } = learn(300);
    let now = atMs;
    const waits: number[] = [];
    for (let check = 0; check < 7; check += 1) {
      waits.push(quietAtMs(silence) - now);
      now = quietAtMs(silence);
      noteAgreement(silence, now - 1_000, now);
    }
    expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
    noteMessage(silence, now);
    expect(quietAtMs(silence) - now).toBeLessThan(10_000);
  });

  it('never moves its proof back', () => {
    const act = fc.record({
      kind: fc.constantFrom('message', 'agreement', 'restart', 'pause'),
      afterMs: fc.nat(20_000),
      ageMs: fc.nat(60_000),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const silence = buildSilence();
        let now = 0;
        let proved = Number.NEGATIVE_INFINITY;
        for (const { kind, afterMs, ageMs } of acts) {
          now += afterMs;
          if (kind === 'message') noteMessage(silence, now);
          else if (kind === 'agreement') noteAgreement(silence, now - ageMs, now);
          else if (kind === 'restart') restartSilence(silence, now);
          else pauseSilence(silence);
          const next = silence.provedAtMs ?? Number.NEGATIVE_INFINITY;
          expect(next).toBeGreaterThanOrEqual(proved);
          expect(next).toBeLessThanOrEqual(now);
          if (kind === 'restart' || kind === 'pause') expect(next).toBe(proved);
          proved = next;
          expect(quietAtMs(silence)).toBeGreaterThanOrEqual(
            silence.countsFromMs === null ? now : silence.countsFromMs + MIN_QUIET_AFTER_MS,
          );
        }
      }),
    );
  });
});
