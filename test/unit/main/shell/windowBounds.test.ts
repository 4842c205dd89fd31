import { expect, it } from 'vitest';
import { centreWindow, restoreWindow } from '#main/shell/windowBounds.ts';

const large = { x: 0, y: 25, width: 1920, height: 1055 };
const small = { x: 0, y: 0, width: 1280, height: 720 };
const second = { x: 1920, y: 0, width: 1600, height: 900 };

it('centres a window of the preferred size on a large screen', () => {
  expect(centreWindow(large)).toEqual({ x: 160, y: 52, width: 1600, height: 1000 });
});

it('fills a screen that is smaller than the preferred size', () => {
  expect(centreWindow(small)).toEqual(small);
});

it('restores saved bounds on any screen', () => {
  const saved = { x: 2000, y: 50, width: 1000, height: 700 };
  expect(restoreWindow(saved, [large, second])).toEqual(saved);
  expect(restoreWindow(null, [large, second])).toEqual(centreWindow(large));
});

it('keeps a window of one pane small, and gives it a size of its own', () => {
  const saved = { x: 200, y: 50, width: 400, height: 300 };
  expect(restoreWindow(saved, [large], 'detached')).toEqual(saved);
  expect(restoreWindow(null, [large], 'detached')).toMatchObject({ width: 640, height: 720 });
});

it.each([
  ['on a screen that is gone', { x: 2000, y: 50, width: 1000, height: 700 }],
  ['whose title bar is above the screen', { x: 100, y: -50, width: 1000, height: 700 }],
  ['that are almost outside', { x: 1850, y: 50, width: 1000, height: 700 }],
  ['that are too small', { x: 100, y: 100, width: 200, height: 100 }],
])('centres a window with saved bounds %s', (_what, saved) => {
  expect(restoreWindow(saved, [large])).toEqual(centreWindow(large));
});
