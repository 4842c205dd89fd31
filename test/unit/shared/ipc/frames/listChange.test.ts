import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyListChange, findListChange } from '#shared/ipc/frames/listChange.ts';
import { BugError } from '#shared/units/errors.ts';

interface Row {
  readonly id: number;
}

const rows: readonly Row[] = Array.from({ length: 40 }, (_, id) => ({ id }));
const list = fc.shuffledSubarray([...rows]);

describe('a change of a list', () => {
  it('leads from any list to any other', () => {
    fc.assert(
      fc.property(list, list, (old, next) => {
        expect(applyListChange(old, findListChange(old, next))).toEqual(next);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has a replaced, an added and a moved row once, and no other row', () => {
    const replaced = rows.with(20, { id: 120 });
    expect(findListChange(rows, replaced)).toEqual({
      length: 40,
      splices: [{ at: 20, removed: 1, rows: [{ id: 120 }] }],
    });
    const moved = [...rows.slice(0, 5), ...rows.slice(6, 30), rows[5]!, ...rows.slice(30)];
    const sent = findListChange(rows, moved).splices.flatMap((splice) => splice.rows);
    expect(sent).toEqual([rows[5]]);
    expect(findListChange(rows, [{ id: 99 }, ...rows]).splices).toEqual([{ at: 0, removed: 0, rows: [{ id: 99 }] }]);
  });

  it('is empty for the same rows, and then keeps the list', () => {
    const change = findListChange(rows, [...rows]);
    expect(change.splices).toEqual([]);
    expect(applyListChange(rows, change)).toBe(rows);
  });

  it('is refused by a list of another length', () => {
    const change = findListChange(rows, rows.slice(1));
    expect(() => applyListChange(rows.slice(1), change)).toThrow(BugError);
  });
});
