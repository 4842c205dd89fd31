import { describe, expect, it } from 'vitest';
import { addNotice, currentNotice, dismissAll, dismissNotice, MAX_NOTICES, type Notice } from '#renderer/ui/notices.ts';

const NONE: readonly Notice[] = [];
const REFUSED = { tone: 'bad', title: 'Order refused', detail: 'Needs 45.50 with the fee reserve' } as const;
const CANCELLED = { tone: 'good', title: '3 of 3 orders cancelled', detail: null } as const;

describe('notices', () => {
  it('counts a repeated one while it is shown, and starts again after it was dismissed', () => {
    const twice = addNotice(addNotice(NONE, REFUSED, 1, 10), REFUSED, 2, 20);
    expect(twice).toEqual([{ ...REFUSED, id: 2, count: 2, atMs: 20, isDismissed: false }]);
    const again = addNotice(dismissNotice(twice, 2), REFUSED, 3, 30);
    expect(again.map(({ count, isDismissed }) => [count, isDismissed])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it('shows the newest and counts the others behind it', () => {
    const both = addNotice(addNotice(NONE, REFUSED, 1, 10), CANCELLED, 2, 20);
    expect(currentNotice(both)).toMatchObject({ notice: { id: 2 }, waiting: 1 });
    expect(currentNotice(dismissNotice(both, 2))).toMatchObject({ notice: { id: 1 }, waiting: 0 });
    expect(currentNotice(dismissAll(both))).toEqual({ notice: null, waiting: 0 });
  });

  it('keeps the history bounded, the newest last', () => {
    let notices = NONE;
    for (let id = 1; id <= MAX_NOTICES + 5; id += 1)
      notices = addNotice(notices, { ...CANCELLED, title: `${id}` }, id, id);
    expect(notices).toHaveLength(MAX_NOTICES);
    expect(notices.at(-1)?.title).toBe(`${MAX_NOTICES + 5}`);
  });
});
