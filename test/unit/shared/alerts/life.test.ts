import { describe, expect, it } from 'vitest';
import type { AlertTerms } from '#shared/alerts/alert.ts';
import {
  type AlertRecord,
  expireAlert,
  type Firing,
  findStatus,
  interruptAlert,
  isMet,
  keepSubjects,
  openAlertRecord,
  type Reading,
  stepAlert,
} from '#shared/alerts/life.ts';
import { BTC, priceAbove, termsOf } from './makers.ts';

const value = (at: number): Reading => ({
  kind: 'value',
  value: at,
  fact: { code: 'balance', parameters: { level: 0, value: at } },
});
const stale: Reading = { kind: 'unwatched', reason: { code: 'book', parameters: { at: 'stale' } } };

/** Steps through readings a second apart; answers what fired at which reading. */
function play(terms: AlertTerms, readings: readonly Reading[], from: AlertRecord = openAlertRecord('a', terms, 0)) {
  let record = from;
  const fired: (Firing & { readonly at: number })[] = [];
  readings.forEach((reading, at) => {
    const step = stepAlert(record, BTC, reading, at * 1_000);
    record = step.record;
    if (step.firing) fired.push({ ...step.firing, at });
  });
  return { record, fired };
}

const prices = (...list: number[]): Reading[] => list.map((price) => value(price * 10_000));
const REPEAT = { pauseMs: 5_000, rearmBy: 20_000 };

describe('an alert', () => {
  it('fires once when a price crosses its level, with no gap, and is over', () => {
    const { record, fired } = play(termsOf(priceAbove(600_000)), prices(58, 59, 60, 58, 61));
    expect(fired.map(({ at, gap, isRepeat }) => ({ at, gap, isRepeat }))).toEqual([
      { at: 2, gap: null, isRepeat: false },
    ]);
    expect(findStatus(record)).toEqual({ at: 'fired', atMs: 2_000 });
  });

  it('waits while the level is reached when it is made, and says so', () => {
    const { record, fired } = play(termsOf(priceAbove(600_000)), prices(65, 66));
    expect(fired).toEqual([]);
    expect(findStatus(record)).toEqual({ at: 'waiting', isReached: true });
    expect(play(termsOf(priceAbove(600_000)), prices(65, 59, 60)).fired.map(({ at }) => at)).toEqual([2]);
  });

  it('repeats only after the price came back by its distance, and counts what is within the pause', () => {
    const { record, fired } = play(
      termsOf(priceAbove(600_000), { repeat: REPEAT }),
      prices(58, 60, 59, 60, 58, 60, 58, 57, 60),
    );
    expect(fired.map(({ at, isRepeat }) => [at, isRepeat])).toEqual([
      [1, false],
      [5, true],
      [8, false],
    ]);
    expect(record.fired).toBe(3);
  });

  it('never fires on data that is not live, and fires with the gap when the level was crossed in it', () => {
    const { record, fired } = play(termsOf(priceAbove(600_000)), [...prices(58), stale, stale]);
    expect(fired).toEqual([]);
    expect(findStatus(record)).toEqual({
      at: 'unwatched',
      sinceMs: 1_000,
      reason: { code: 'book', parameters: { at: 'stale' } },
    });
    const after = stepAlert(record, BTC, value(610_000), 9_000);
    expect(after.firing?.gap).toEqual({ fromMs: 1_000, toMs: 9_000 });
  });

  it('counts the time the program was closed as a gap', () => {
    const terms = termsOf(priceAbove(600_000));
    const { record } = play(terms, prices(58));
    const restarted = interruptAlert(record, 3_000);
    expect(findStatus(restarted)).toMatchObject({ at: 'unwatched', sinceMs: 3_000, reason: { code: 'programClosed' } });
    expect(stepAlert(restarted, BTC, value(590_000), 9_000).firing).toBeNull();
    expect(stepAlert(restarted, BTC, value(700_000), 9_000).firing?.gap).toEqual({ fromMs: 3_000, toMs: 9_000 });
  });

  it('fires at once for a state, such as a low balance or a near close', () => {
    expect(play(termsOf({ kind: 'balance', level: 100 }), [value(99)]).fired).toHaveLength(1);
    expect(play(termsOf({ kind: 'timeToClose', beforeMs: 60_000 }), [value(61_000), value(60_000)]).fired).toHaveLength(
      1,
    );
    expect(
      play(termsOf({ kind: 'stream', of: 'book', forMs: 2_000 }), [value(0), value(1_999), value(2_000)]).fired,
    ).toHaveLength(1);
  });

  it('does nothing while it is paused, and ends at its expiry', () => {
    const paused = { ...openAlertRecord('a', termsOf(priceAbove(600_000)), 0), isPaused: true };
    expect(play(paused.terms, prices(58, 60), paused)).toEqual({ record: paused, fired: [] });
    expect(findStatus(paused)).toEqual({ at: 'paused' });
    const limited = openAlertRecord('a', termsOf(priceAbove(600_000), { expiresAtMs: 5_000 }), 0);
    expect(expireAlert(limited, 4_999)).toBe(limited);
    expect(findStatus(expireAlert(limited, 5_000))).toEqual({ at: 'expired', atMs: 5_000 });
  });

  it('counts its markets, and forgets those that left its scope', () => {
    const terms = termsOf(priceAbove(600_000), { scope: { kind: 'any' } });
    let { record } = play(terms, prices(58));
    record = stepAlert(record, 'eth', stale, 1_000).record;
    expect(findStatus(record)).toEqual({ at: 'armed', subjects: 2, unwatched: 1 });
    expect(Object.keys(keepSubjects(record, new Set(['eth'])).subjects)).toEqual(['eth']);
    expect(findStatus(openAlertRecord('a', terms, 0))).toEqual({ at: 'empty' });
  });

  it('fires on events, also again and again', () => {
    const fill: Reading = { kind: 'event', fact: { code: 'rules', parameters: { fields: ['rules'] } } };
    const { fired } = play(termsOf({ kind: 'fill' }, { repeat: { pauseMs: 5_000, rearmBy: 0 } }), [
      { kind: 'live' },
      fill,
      fill,
    ]);
    expect(fired.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
  });

  it('compares below as it does above', () => {
    expect(isMet({ kind: 'spread', crosses: 'below', level: 10 }, 10)).toBe(true);
    expect(isMet({ kind: 'spread', crosses: 'below', level: 10 }, 11)).toBe(false);
    expect(isMet({ kind: 'volume', level: 10, windowMs: 1 }, 10)).toBe(true);
    expect(isMet({ kind: 'fill' }, 10)).toBe(false);
  });
});
