import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_METRICS, type Lengths } from '#renderer/panes/ladder/canvas/layout.ts';
import { openViewport, type Viewport } from '#renderer/panes/ladder/canvas/viewport.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

const lengths = (size: number): Lengths => ({
  full: { gain: 6, own: 4, size, traded: 6 },
  compact: { gain: 6, own: 4, size: 5, traded: 5 },
  price: 4,
  chance: 4,
});

describe('the visible part of a ladder', () => {
  let view: Viewport;

  beforeEach(() => {
    view = openViewport();
    view.resize(400, 19 * 20 + 11, DEFAULT_TICK, DEFAULT_METRICS);
    view.follow(500_000, true, true);
  });

  it('has whole rows only', () => {
    expect(view.rows).toBe(20);
  });

  it('moves no row and no column while a button is down', () => {
    view.fit(lengths(6), []);
    const { top, columns } = view;
    view.hold(true);
    view.scroll(5);
    view.reveal(20_000);
    view.follow(900_000, true, true);
    view.fit(lengths(9), []);
    expect(view.top).toBe(top);
    expect(view.columns).toBe(columns);
    view.hold(false);
    view.fit(lengths(9), []);
    expect(view.columns).not.toEqual(columns);
  });

  it('keeps the room of a long text until it is centred', () => {
    view.fit(lengths(9), []);
    const wide = view.columns;
    view.fit(lengths(6), []);
    expect(view.columns).toBe(wide);
    view.centre();
    view.fit(lengths(6), []);
    expect(view.columns).not.toEqual(wide);
  });

  it('says when its size changed, because another price may then be under the pointer', () => {
    expect(view.resize(400, 19 * 20 + 12, DEFAULT_TICK, DEFAULT_METRICS)).toBe(true);
    expect(view.resize(380, 19 * 20 + 12, DEFAULT_TICK, DEFAULT_METRICS)).toBe(false);
    expect(view.resize(380, 19 * 30, DEFAULT_TICK, DEFAULT_METRICS)).toBe(false);
  });
});
