import { describe, expect, it } from 'vitest';
import { listSegments, windowAround } from '#renderer/ui/table/rowWindow.ts';

const ROWS = Array.from({ length: 200 }, (_, at) => `row ${at}`);
const placesOf = (segments: ReturnType<typeof listSegments>): number[] =>
  segments.flatMap((segment) => ('blank' in segment ? [] : [segment.at]));

describe('the window of a long table', () => {
  it('has the rows in sight and some beyond, and stands still for a short scroll', () => {
    expect(windowAround(0, 12)).toEqual({ from: 0, to: 30 });
    expect(windowAround(100, 112)).toEqual({ from: 80, to: 130 });
    expect(windowAround(103, 114)).toEqual({ from: 80, to: 130 });
    for (let first = 0; first < 180; first += 1) {
      const { from, to } = windowAround(first, first + 20);
      expect(from).toBeLessThanOrEqual(Math.max(0, first - 5));
      expect(to).toBeGreaterThanOrEqual(first + 30);
      expect(to - from).toBeLessThanOrEqual(70);
    }
  });

  it('has blank space for all other rows, and the row of the Tab key where it is', () => {
    for (const [from, to, activeAt] of [
      [0, 30, 0],
      [80, 130, 3],
      [80, 130, 100],
      [80, 130, 199],
      [190, 230, 189],
      [300, 330, -1],
    ] as const) {
      const segments = listSegments(ROWS, { from, to }, activeAt);
      const blank = segments.reduce((sum, segment) => sum + ('blank' in segment ? segment.blank : 0), 0);
      const places = placesOf(segments);
      expect(places.length + blank).toBe(ROWS.length);
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
      if (activeAt >= 0) expect(places).toContain(activeAt);
      let next = 0;
      for (const segment of segments) {
        expect(segment.at).toBe(next);
        next += 'blank' in segment ? segment.blank : 1;
        if ('row' in segment) expect(segment.row).toBe(ROWS[segment.at]);
      }
    }
  });

  it('has blank space for the rows that have not been read', () => {
    const segments = listSegments(ROWS, { from: 180, to: 230 }, 0, 1_000);
    expect(placesOf(segments)).toEqual([0, ...Array.from({ length: 20 }, (_, at) => 180 + at)]);
    expect(segments.at(-1)).toEqual({ blank: 800, at: 200 });
  });
});
