import { expect, it } from 'vitest';
import { placeInLanes } from '#renderer/panes/chart/lines/lanes.ts';

it('places handles beside each other where they would overlap', () => {
  const handle = (y: number, width = 80) => ({ y, width });
  expect(placeInLanes([handle(100), handle(200)], 18)).toEqual([4, 4]);
  expect(placeInLanes([handle(100), handle(110), handle(119)], 18)).toEqual([4, 88, 4]);
  expect(placeInLanes([handle(105, 40), handle(100, 60), handle(110, 30)], 18)).toEqual([68, 4, 112]);
  expect(placeInLanes([], 18)).toEqual([]);
});
