import { describe, expect, it } from 'vitest';
import { centreRectangle, fitRectangle, isRectangle, type Rectangle, type Sizes } from '#shared/base/rectangle.ts';

const box = (x: number, y: number, width: number, height: number): Rectangle => ({ x, y, width, height });
const MAIN: Sizes = { preferred: { width: 1600, height: 1000 }, least: { width: 900, height: 600 } };
const SMALL: Sizes = { preferred: { width: 640, height: 720 }, least: { width: 320, height: 240 } };

/** Work areas of screens that people have; the first is the primary one. */
const SCREENS: Readonly<Record<string, readonly Rectangle[]>> = {
  'one of 1280 x 720': [box(0, 0, 1280, 720)],
  'one of 1920 x 1080 below a menu bar': [box(0, 25, 1920, 1055)],
  'a laptop at 150 %': [box(0, 0, 1706.6666, 1026.6666)],
  'two, the second on the left': [box(0, 0, 1920, 1040), box(-2560, -200, 2560, 1400)],
  'two, the second above, beside a bar': [box(64, 0, 1856, 1080), box(64, -1440, 2496, 1440)],
  three: [box(0, 0, 1920, 1040), box(1920, 0, 1920, 1080), box(-1200, -400, 1200, 1920)],
  'one that is smaller than any window': [box(0, 0, 300, 200)],
  'none that has a size': [box(0, 0, 0, 0)],
};
const SAVED: Readonly<Record<string, Rectangle | null>> = {
  nothing: null,
  'at 2560 x 1440, whole': box(0, 0, 2560, 1440),
  'at the right edge of 2560 x 1440': box(2100, 300, 460, 900),
  'on a screen on the left': box(-2400, 100, 1000, 700),
  'on a screen above': box(300, -1300, 700, 700),
  'far outside': box(90_000, -90_000, 640, 720),
  'in a fraction of a scale': box(12.5, 33.333, 800.4, 600.6),
  'with a corner outside': box(-0.2, -30, 640, 720),
  'too small to use': box(40, 40, 3, 2),
  'larger than every screen': box(-500, -500, 9000, 9000),
  'of no size': box(10, 10, 0, 0),
  'of a negative size': box(10, 10, -640, -720),
  'not a number': box(Number.NaN, 0, 640, 720),
  'of endless numbers': box(0, 0, Number.POSITIVE_INFINITY, 720),
  'of numbers that overflow': box(1e308, -1e308, 1e308, 1e308),
};
const TABLE = Object.entries(SAVED).flatMap(([what, saved]) =>
  Object.entries(SCREENS).flatMap(([screens, areas]) =>
    [MAIN, SMALL].map((sizes) => ({ what, saved, screens, areas, sizes, width: sizes.least.width })),
  ),
);

describe('a rectangle that is fitted', () => {
  it.each(TABLE)('$what on $screens, at least $width wide, is wholly inside one of them', ({ saved, areas, sizes }) => {
    const fitted = fitRectangle(saved, areas, sizes);
    const { x, y, width, height } = fitted;
    for (const value of [x, y, width, height]) {
      expect(Number.isInteger(value)).toBe(true);
      expect(Object.is(value, -0)).toBe(false);
    }
    expect(isRectangle(fitted)).toBe(true);
    const usable = areas.filter(isRectangle);
    const area = usable.find(
      (one) => x >= one.x && y >= one.y && x + width <= one.x + one.width && y + height <= one.y + one.height,
    );
    if (usable.length === 0) expect(fitted).toMatchObject(saved === null ? sizes.preferred : {});
    else expect(area).toBeDefined();
    // The least size is kept where there is room for it.
    if (area !== undefined) {
      expect(width).toBeGreaterThanOrEqual(Math.min(sizes.least.width, Math.floor(area.width)));
      expect(height).toBeGreaterThanOrEqual(Math.min(sizes.least.height, Math.floor(area.height)));
    }
    expect(fitRectangle(fitted, areas, sizes)).toEqual(fitted);
  });

  it.each([
    ['inside a screen stays as it is', box(-2400, 100, 1000, 700), box(-2400, 100, 1000, 700)],
    ['keeps its size and moves as little as it must', box(1500, 900, 640, 480), box(1280, 560, 640, 480)],
    ['goes to the screen that has most of it', box(-700, 100, 1000, 700), box(-1000, 100, 1000, 700)],
    ['goes to the nearest screen where its own is gone', box(2600, 300, 460, 500), box(1460, 300, 460, 500)],
    ['is in the middle of the primary screen where nothing was saved', null, box(640, 160, 640, 720)],
  ])('%s', (_what, saved, expected) => {
    expect(fitRectangle(saved, SCREENS['two, the second on the left'] ?? [], SMALL)).toEqual(expected);
  });

  it('is not exactly above another one, which nobody would find', () => {
    const areas = [box(0, 0, 1280, 720)];
    const open: Rectangle[] = [];
    for (let count = 0; count < 6; count += 1) open.push(fitRectangle(box(3000, 400, 500, 600), areas, SMALL, open));
    expect(new Set(open.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
    for (const { x, y, width, height } of open) {
      expect([x >= 0, y >= 0, x + width <= 1280, y + height <= 720]).toEqual([true, true, true, true]);
    }
    // Where the screen has no room for that, it opens all the same.
    const whole = box(0, 0, 1280, 720);
    expect(fitRectangle(whole, areas, SMALL, [whole])).toEqual(whole);
  });
});

it('is centred at the size that is asked for, or as large as the area', () => {
  expect(centreRectangle(box(0, 25, 1920, 1055), MAIN.preferred)).toEqual(box(160, 52, 1600, 1000));
  expect(centreRectangle(box(0, 0, 1280, 720), MAIN.preferred)).toEqual(box(0, 0, 1280, 720));
});
