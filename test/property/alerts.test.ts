/** Laws of an alert, whatever prices and interruptions come. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type AlertRecord,
  interruptAlert,
  isMet,
  openAlertRecord,
  type Reading,
  stepAlert,
} from '#shared/alerts/life.ts';
import { BTC, priceAbove, termsOf } from '#test/unit/shared/alerts/makers.ts';

const LEVEL = 500_000;
const price = fc.integer({ min: 1, max: 999_999 });
const event = fc.oneof(
  { weight: 8, arbitrary: price.map((value) => ({ kind: 'price', value }) as const) },
  fc.constant({ kind: 'stale' } as const),
  fc.constant({ kind: 'restart' } as const),
);
const repeat = fc.record({
  pauseMs: fc.integer({ min: 5_000, max: 60_000 }),
  rearmBy: fc.integer({ min: 0, max: LEVEL }),
});

function readingOf(value: number): Reading {
  return { kind: 'value', value, fact: { code: 'balance', parameters: { level: LEVEL, value } } };
}

it('fires only on a live value beyond its level, between two of which the price came back by its distance', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.option(repeat, { nil: null }), (events, again) => {
      const terms = termsOf(priceAbove(LEVEL), { repeat: again });
      let record: AlertRecord = openAlertRecord('a', terms, 0);
      let lowest: number | null = null;
      let told: number | null = null;
      let isInterrupted = false;
      events.forEach((one, index) => {
        const atMs = index * 1_000;
        if (one.kind === 'restart') {
          record = interruptAlert(record, atMs);
          isInterrupted ||= Object.keys(record.subjects).length > 0;
          return;
        }
        const reading: Reading =
          one.kind === 'stale'
            ? { kind: 'unwatched', reason: { code: 'book', parameters: { at: 'stale' } } }
            : readingOf(one.value);
        const { record: next, firing } = stepAlert(record, BTC, reading, atMs);
        record = next;
        if (one.kind === 'stale') {
          expect(firing).toBeNull();
          isInterrupted = true;
          return;
        }
        if (firing !== null) {
          expect(isMet(terms.condition, one.value)).toBe(true);
          // Something below the level was seen before, far enough after an earlier firing.
          expect(lowest).not.toBeNull();
          expect(lowest).toBeLessThan(LEVEL);
          if (told !== null && !firing.isRepeat) expect(atMs - told).toBeGreaterThanOrEqual(again!.pauseMs);
          if (told !== null) expect(lowest).toBeLessThanOrEqual(LEVEL - again!.rearmBy);
          expect(firing.gap !== null).toBe(isInterrupted);
          if (!firing.isRepeat) told = atMs;
          lowest = null;
          if (again === null) expect(record.end).not.toBeNull();
        } else if (record.end === null) lowest = Math.min(lowest ?? one.value, one.value);
        isInterrupted = false;
      });
    }),
    { numRuns: 500 },
  );
});
