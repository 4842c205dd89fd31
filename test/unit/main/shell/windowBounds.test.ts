import { expect, it } from 'vitest';
import { centreWindow, fitWindow, WINDOW_SIZES } from '#main/shell/windowBounds.ts';

const large = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1600, height: 900 };

it('centres the main window at its preferred size', () => {
  expect(centreWindow(large)).toEqual({ x: 160, y: 52, ...WINDOW_SIZES.main.preferred });
  expect(fitWindow(null, [large, second], 'main')).toEqual(centreWindow(large));
});

it('restores saved bounds on any screen', () => {
  const saved = { x: 2000, y: 50, width: 1000, height: 700 };
  expect(fitWindow(saved, [large, second], 'main')).toEqual(saved);
});

it('keeps a window of one pane small, and gives it a size of its own', () => {
  const saved = { x: 200, y: 50, width: 400, height: 300 };
  expect(fitWindow(saved, [large], 'detached')).toEqual(saved);
  expect(fitWindow(saved, [large], 'main')).toMatchObject(WINDOW_SIZES.main.least);
  expect(fitWindow(null, [large], 'detached')).toMatchObject(WINDOW_SIZES.detached.preferred);
});

it('moves a window wholly onto the screen that is left', () => {
  const saved = { x: 2000, y: -50, width: 1000, height: 700 };
  expect(fitWindow(saved, [large], 'main')).toEqual({ x: 920, y: 25, width: 1000, height: 700 });
});
