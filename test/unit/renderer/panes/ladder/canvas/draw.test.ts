import { beforeEach, describe, expect, it } from 'vitest';
import { drawLadder } from '#renderer/panes/ladder/canvas/draw.ts';
import { DEFAULT_METRICS, layoutColumns } from '#renderer/panes/ladder/canvas/layout.ts';
import type { Picture } from '#renderer/panes/ladder/canvas/picture.ts';
import { measureLadder } from '#renderer/panes/ladder/canvas/texts.ts';
import { buildLadder, type LadderInput } from '#renderer/panes/ladder/model.ts';
import type { Theme } from '#renderer/ui/canvas.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { noAnswer } from '#test/slice/makers.ts';

/** Keeps the texts drawn and the fills under them. */
const texts: string[] = [];
const dashes: number[][] = [];
const rectangles: number[] = [];
/** Where a text that is wider than its column is noted. */
const dataset: Record<string, string> = {};
/** Everything of the context that was read, called or set. */
const touched: string[] = [];
const context = new Proxy(
  {},
  {
    get: (_target, name) => {
      touched.push(String(name));
      if (name === 'fillText') return (text: string) => texts.push(text);
      if (name === 'fillRect') return () => rectangles.push(1);
      if (name === 'measureText') return () => ({ width: 6.9 });
      if (name === 'canvas') return { dataset };
      if (name === 'setLineDash') return (dash: number[]) => dash.length > 0 && dashes.push(dash);
      return () => undefined;
    },
    set: (_target, name) => touched.push(String(name)) > 0,
  },
) as CanvasRenderingContext2D;
const theme = new Proxy({}, { get: (_target, name) => String(name) }) as Theme;

/** A canvas of 331 × 133 pixels that keeps what covers each of them; a text covers the pixel where it begins, a triangle its middle. */
function openCanvas() {
  type Point = readonly [x: number, y: number];
  const pixels = Array.from({ length: 331 * 133 }, () => '');
  const points: Point[] = [];
  const cover = (x: number, y: number, what: string): void => {
    pixels[Math.floor(y) * 331 + Math.floor(x)] = what;
  };
  const own = {
    canvas: { dataset },
    fillStyle: '',
    font: '',
    globalAlpha: 1,
    measureText: () => ({ width: 6.9 }),
    fillRect(left: number, top: number, width: number, height: number) {
      const what = own.globalAlpha === 1 ? own.fillStyle : `${own.fillStyle} ${own.globalAlpha}`;
      for (let y = Math.floor(top); y < top + height; y += 1)
        for (let x = Math.floor(left); x < left + width; x += 1) cover(x, y, what);
    },
    strokeStyle: '',
    lineWidth: 1,
    setLineDash: () => undefined,
    strokeRect(left: number, top: number, width: number, height: number) {
      const half = own.lineWidth / 2;
      const [right, bottom] = [left + width, top + height];
      for (let y = top - half; y < bottom + half; y += 1)
        for (let x = left - half; x < right + half; x += 1)
          if (Math.min(x + half - left, right - half - x, y + half - top, bottom - half - y) < half)
            cover(x, y, `line ${own.strokeStyle}`);
    },
    fillText: (text: string, x: number, y: number) => cover(x, y, `${text} ${own.fillStyle} ${own.font}`),
    beginPath: () => void points.splice(0),
    moveTo: (x: number, y: number) => points.push([x, y]),
    lineTo: (x: number, y: number) => points.push([x, y]),
    fill() {
      for (let at = 0; at < points.length; at += 3) {
        const [[ax, ay], [bx, by], [cx, cy]] = points.slice(at, at + 3) as [Point, Point, Point];
        cover((ax + bx + cx) / 3, (ay + by + cy) / 3, `triangle ${own.fillStyle}`);
      }
    },
  };
  return { pixels, context: own as unknown as CanvasRenderingContext2D };
}

const M = 1_000_000;
const input: LadderInput = {
  side: 'yes',
  tick: DEFAULT_TICK,
  top: 650_000,
  rows: 7,
  book: {
    bids: Float64Array.of(610_000, 346 * M, 600_000, 635 * M),
    asks: Float64Array.of(620_000, 795 * M),
    traded: new Float64Array(0),
    lastPrice: 620_000,
  } as unknown as BookFrame,
  orders: [],
  holding: null,
  gains: null,
  traded: new Float64Array(0),
  queue: { atLeast: () => null, atMost: () => null },
};
const columns = layoutColumns(331, measureLadder(buildLadder(input), 2, []), DEFAULT_METRICS);
const pictureOf = (part: Partial<LadderInput> = {}, marks: Partial<Picture> = {}): Picture => ({
  ladder: buildLadder({ ...input, ...part }),
  columns,
  hover: null,
  cursor: null,
  picked: null,
  stops: [],
  isArmed: false,
  decimals: 2,
  width: 331,
  height: 133,
  ...marks,
});
const bookWith = (bids: Float64Array): BookFrame => ({ ...input.book, bids }) as BookFrame;
const orderAt600 = (life: OrderView['life']): OrderView =>
  ({ side: 'yes', direction: 'buy', price: 600_000, remaining: 300 * M, life }) as OrderView;

describe('drawLadder', () => {
  beforeEach(() => {
    texts.length = 0;
    dashes.length = 0;
    rectangles.length = 0;
    touched.length = 0;
  });

  it('draws every price and volume on an unknown canvas', () => {
    drawLadder(context, theme, pictureOf(), null);
    expect(texts).toEqual(expect.arrayContaining(['0.65', '0.59', '346', '635', '795']));
  });

  it('leaves the canvas of an unchanged picture alone: a browser composes what was touched', () => {
    drawLadder(context, theme, pictureOf(), pictureOf());
    expect(touched).toEqual([]);
  });

  it('draws only the cell whose volume changed', () => {
    const next = pictureOf({ book: bookWith(Float64Array.of(610_000, 340 * M, 600_000, 635 * M)) });
    drawLadder(context, theme, next, pictureOf());
    expect(texts).toEqual(['340']);
  });

  it('clears a removed level', () => {
    drawLadder(context, theme, pictureOf({ book: bookWith(Float64Array.of(610_000, 346 * M)) }), pictureOf());
    expect(texts).toEqual([]);
  });

  it('draws two prices where the last one moves, and the rows of the line where the best bid does', () => {
    drawLadder(context, theme, pictureOf({ book: { ...input.book!, lastPrice: 600_000 } }), pictureOf());
    expect(texts).toEqual(['0.62', '0.60']);
    texts.length = 0;
    drawLadder(context, theme, pictureOf({ book: bookWith(Float64Array.of(600_000, 635 * M)) }), pictureOf());
    expect(texts).toEqual(['0.61']);
  });

  it('draws only the cells that have a bar where the scale of the bars changes', () => {
    const larger = {
      bids: Float64Array.of(610_000, 346 * M, 600_000, 635 * M),
      asks: Float64Array.of(620_000, 950 * M),
    };
    const [drawn, next] = [pictureOf(), pictureOf({ book: { ...input.book!, ...larger } })];
    expect(next.ladder.fullBar).toBeGreaterThan(drawn.ladder.fullBar);
    drawLadder(context, theme, next, drawn);
    expect(texts).toEqual(['950', '346', '635']);
    texts.length = 0;
    const wide = layoutColumns(420, measureLadder(buildLadder(input), 2, []), DEFAULT_METRICS);
    const traded = (...levels: number[]) =>
      pictureOf({ traded: Float64Array.of(630_000, 20 * M, ...levels) }, { columns: wide });
    drawLadder(context, theme, traded(600_000, 90 * M), traded());
    expect(texts).toEqual(['20', '90']);
  });

  it('shows the same as a canvas that is drawn whole, however bids, asks, the last price and the marks move', () => {
    const levels: readonly { bid: number | null; ask: number | null; lastPrice: number | null; shares?: number }[] = [
      { bid: 610_000, ask: 620_000, lastPrice: 620_000 },
      { bid: 610_000, ask: 620_000, lastPrice: 610_000 },
      { bid: 600_000, ask: 620_000, lastPrice: 610_000 },
      { bid: 600_000, ask: 640_000, lastPrice: 640_000 },
      { bid: 630_000, ask: 640_000, lastPrice: null },
      { bid: 590_000, ask: 600_000, lastPrice: 590_000 },
      { bid: null, ask: 620_000, lastPrice: 615_000 },
      { bid: 610_000, ask: null, lastPrice: 610_000 },
      { bid: null, ask: null, lastPrice: 610_000 },
      { bid: 610_000, ask: 620_000, lastPrice: 620_000 },
      { bid: 610_000, ask: 620_000, lastPrice: 620_000, shares: 900 },
      { bid: 610_000, ask: 620_000, lastPrice: 620_000, shares: 90 },
    ];
    const side = (price: number | null, shares: number): Float64Array =>
      price === null
        ? new Float64Array(0)
        : Float64Array.of(price, 500 * M, price === 590_000 ? 580_000 : 590_000, shares * M);
    const marks: readonly Partial<Picture>[] = [
      { hover: { row: 1, price: 640_000, column: 'bid' } },
      { hover: { row: 1, price: 640_000, column: 'ask' }, cursor: 640_000 },
      { hover: { row: 4, price: 610_000, column: 'price' }, cursor: 620_000 },
      { cursor: 620_000, picked: 600_000 },
      { cursor: 620_000 },
      { hover: { row: 4, price: 610_000, column: 'bid' } },
      {},
    ];
    const kept = openCanvas();
    let drawn: Picture | null = null;
    for (const [at, { bid, ask, lastPrice, shares = 500 }] of levels.entries()) {
      const traded = Float64Array.of(640_000, 30 * M, 610_000, shares * M);
      const book = { ...input.book!, bids: side(bid, shares), asks: side(ask, 0), lastPrice };
      const next = pictureOf({ book, traded }, marks[at % marks.length]);
      drawLadder(kept.context, theme, next, drawn);
      drawn = next;
      const whole = openCanvas();
      drawLadder(whole.context, theme, next, null);
      expect(kept.pixels.join('\n') === whole.pixels.join('\n')).toBe(true);
    }
  });

  it('draws two rows where the pointer or the keyboard cursor moves', () => {
    const at = (price: number): Partial<Picture> => ({ hover: { row: 0, price, column: 'bid' }, cursor: price });
    drawLadder(context, theme, pictureOf({}, at(600_000)), pictureOf({}, at(640_000)));
    expect(texts).toEqual(['0.64', '635', '0.60']);
  });

  it('draws everything after a scroll, a resize, or with another outcome', () => {
    const others = [pictureOf({ top: 660_000 }), pictureOf({ side: 'no' }), pictureOf({}, { height: 140 })];
    for (const next of others) {
      texts.length = 0;
      drawLadder(context, theme, next, pictureOf());
      expect(texts.length).toBeGreaterThanOrEqual(7);
    }
  });

  it('draws pending orders dashed, resting ones solid and unknown ones with a question mark', () => {
    drawLadder(context, theme, pictureOf({ orders: [orderAt600({ at: 'resting', orderId: '1' as never })] }), null);
    expect(dashes).toEqual([]);
    drawLadder(context, theme, pictureOf({ orders: [orderAt600({ at: 'sent' })] }), null);
    expect(dashes).toHaveLength(1);
    texts.length = 0;
    drawLadder(
      context,
      theme,
      pictureOf({ orders: [orderAt600({ at: 'unknown', sinceMs: 0, reason: noAnswer('') })] }),
      null,
    );
    expect(texts).toContain('300?');
  });
});
