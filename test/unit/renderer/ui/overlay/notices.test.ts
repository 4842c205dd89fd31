import { describe, expect, it } from 'vitest';
import { attemptOf, EVENT } from '#renderer/domain/noticeFacts.ts';
import {
  addNotice,
  currentNotice,
  dismissAll,
  dismissNotice,
  endAttempts,
  followNotices,
  MAX_NOTICES,
  type Notice,
} from '#renderer/ui/overlay/notices.ts';

const NONE: readonly Notice[] = [];
const REFUSED = {
  tone: 'bad',
  title: 'Order refused',
  detail: 'Needs 45.50 with the fee reserve',
  fact: attemptOf('place'),
} as const;
const CANCELLED = { tone: 'good', title: '3 of 3 orders cancelled', detail: null, fact: EVENT } as const;

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

  it('ends notices about earlier tries when the act is tried again', () => {
    const again = { ...REFUSED, title: 'Order refused again' };
    const notices = addNotice(addNotice(NONE, REFUSED, 1, 10), again, 2, 20);
    expect(currentNotice(notices)).toMatchObject({ notice: { id: 2 }, waiting: 0 });
    expect(currentNotice(endAttempts(notices, attemptOf('other'))).notice?.id).toBe(2);
    expect(currentNotice(endAttempts(notices, attemptOf('place'))).notice).toBeNull();
  });

  it('lets fills of one group grow in one notice', () => {
    const fact = { kind: 'fills', key: 'a', fills: [] } as const;
    const one = { tone: 'good', title: 'Filled: buy 100 yes', detail: null, fact } as const;
    const notices = addNotice(addNotice(NONE, one, 1, 10), { ...one, title: 'Filled: buy 300 yes' }, 2, 20);
    expect(notices.map(({ title }) => title)).toEqual(['Filled: buy 300 yes']);
  });

  it('follows facts: what ended is dismissed, what changed says so, also in the history', () => {
    const notices = dismissNotice(addNotice(addNotice(NONE, REFUSED, 1, 10), CANCELLED, 2, 20), 1);
    expect(followNotices(notices, () => null)).toBe(notices);
    const became = { ...CANCELLED, title: 'It rests' };
    const followed = followNotices(notices, (report) => (report.tone === 'bad' ? became : 'ended'));
    expect(followed.map(({ title, tone, isDismissed }) => [title, tone, isDismissed])).toEqual([
      ['It rests', 'good', true],
      [CANCELLED.title, 'good', true],
    ]);
  });
});
