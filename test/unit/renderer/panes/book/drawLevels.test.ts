import { beforeEach, describe, expect, it } from 'vitest';
import { drawLevels, type LevelCells, type LevelPlaces } from '#renderer/panes/book/drawLevels.ts';
import type { Theme } from '#renderer/ui/canvas.ts';

/** Everything of the context that was read, called or set. */
const touched: string[] = [];
/** Texts by colour and rectangles by colour, as they were drawn. */
const drawn: string[] = [];
const cleared: number[][] = [];
const dataset: Record<string, string> = {};
let colour = '';
const context = new Proxy(
  {},
  {
    get: (_target, name) => {
      touched.push(String(name));
      if (name === 'fillText') return (text: string, x: number, y: number) => drawn.push(`${colour} ${text} ${x} ${y}`);
      if (name === 'fillRect') return (...box: number[]) => drawn.push(`${colour} ${box.join(' ')}`);
      if (name === 'clearRect') return (...box: number[]) => cleared.push(box);
      if (name === 'measureText') return () => ({ width: 7 });
      if (name === 'canvas') return { dataset, height: 100 };
      return undefined;
    },
    set: (_target, name, value) => {
      if (name === 'fillStyle') colour = String(value);
      return touched.push(String(name)) > 0;
    },
  },
) as CanvasRenderingContext2D;
const theme = new Proxy({}, { get: (_target, name) => String(name) }) as Theme;

const half = (left: number) => ({
  left,
  right: left + 100,
  priceLeft: left,
  priceRight: left + 44,
  sizeRight: left + 94,
});
const places: LevelPlaces = { font: 'numbers', rowHeight: 20, yes: half(0), no: half(101) };
const none = { price: '', size: '', share: 0, isOwn: false };
const rows: readonly LevelCells[] = [
  { yes: { price: '0.43', size: '1,230', share: 0.5, isOwn: false }, no: none },
  { yes: none, no: { price: '0.55', size: '200', share: 0.25, isOwn: true } },
];

beforeEach(() => {
  for (const list of [touched, drawn, cleared]) list.length = 0;
});

describe('drawing of the levels of a book', () => {
  it('draws a bar from the right, the price in the colour of its outcome, and own sizes in theirs', () => {
    drawLevels(context, theme, places, rows, null);
    expect(drawn).toEqual([
      'yesSoft 50 1 50 16',
      'yes 0.43 44 10',
      'text 1,230 94 10',
      'noSoft 176 21 25 16',
      'no 0.55 145 30',
      'mine 200 195 30',
    ]);
    expect(dataset).toEqual({});
  });

  it('leaves the canvas alone when nothing changed that is seen', () => {
    const before = drawLevels(context, theme, places, rows, null);
    touched.length = 0;
    const [first, second] = rows;
    const same = [{ ...first!, yes: { ...first!.yes, share: 0.501 } }, second!];
    drawLevels(context, theme, places, same, before);
    expect(touched).toEqual([]);
  });

  it('draws what changed alone, and removes what left', () => {
    const before = drawLevels(context, theme, places, rows, null);
    for (const list of [drawn, cleared]) list.length = 0;
    const [first] = rows;
    const after = drawLevels(context, theme, places, [first!, { yes: none, no: none }], before);
    expect({ drawn, cleared }).toEqual({ drawn: [], cleared: [[101, 20, 100, 20]] });
    drawLevels(context, theme, places, [{ ...first!, yes: { ...first!.yes, size: '1,231' } }], after);
    expect(drawn).toEqual(['yesSoft 50 1 50 16', 'yes 0.43 44 10', 'text 1,231 94 10']);
  });

  it('draws everything at other places, and notes a text that is wider than its column', () => {
    const before = drawLevels(context, theme, places, rows, null);
    drawn.length = 0;
    const narrow = { ...places, yes: { ...places.yes, sizeRight: 70 } };
    drawLevels(context, theme, narrow, rows, before);
    expect(drawn).toHaveLength(6);
    expect(dataset).toEqual({ clipped: '1,230' });
    drawLevels(context, theme, { ...places }, rows, before);
    expect(dataset).toEqual({});
  });
});
