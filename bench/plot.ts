/**
 * Plots of the bench, a panel for each group of rows: the median and the range of the ratios, and each round as a dot; right of 1
 * Adyton needs less. Rows without a peer are drawn by their own figures, from 0 on.
 *
 * Shape       SVG with text as text, readable on light and dark pages. A logarithmic axis of ratios, with ticks that double.
 */
import type { Row } from './row.ts';

const [LEFT, WIDTH, RIGHT, LINE, TITLE, AXIS] = [545, 400, 200, 18, 26, 24];
const INK = '#808080';
const GRID = '#8884';
const COLOURS = { ahead: '#2a9d6f', behind: '#d0743c', own: '#3d7dd8' } as const;

const TITLES: Readonly<Record<string, string>> = {
  sign: 'Sign an order',
  memory: 'Click to wire, journal in memory',
  fsync: 'Click to wire, journal on disk',
  first: 'First order',
  hmac: 'HMAC',
  book: 'Book',
  receive: 'WebSocket receive',
  ladder: 'Ladder',
  ladders: '20 ladders',
  chart: 'Candle chart',
  pixel: 'Event to pixel',
  start: 'Start',
  idle: 'Idle terminal',
  footprint: 'Memory',
  exchange: 'Embedded exchange',
};

interface Scale {
  place(value: number): number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x: number, y: number, content: string, more = ''): string =>
  `<text x="${x}" y="${y}"${more}>${escapeText(content)}</text>`;

/** From a power of two below the least to one above the most, with 1 between them. */
function scaleRatios(rows: readonly Row[]): Scale {
  const low = Math.floor(Math.log2(Math.min(1, ...rows.map((row) => row.low!))));
  const high = Math.max(low + 1, Math.ceil(Math.log2(Math.max(1, ...rows.map((row) => row.high!)))));
  const step = Math.ceil((high - low) / 8);
  const place = (ratio: number): number => LEFT + Math.round(((Math.log2(ratio) - low) / (high - low)) * WIDTH);
  const powers = Array.from({ length: high - low + 1 }, (_, at) => low + at).filter((power) => power % step === 0);
  return { place, ticks: powers.map((power) => ({ at: 2 ** power, text: `${2 ** power}×` })) };
}

/** From 0 to the greatest figure of the row: figures of different rows are not comparable. */
function scaleFigures(row: Row): Scale {
  const most = Math.max(row.high!, Number.MIN_VALUE);
  return { place: (value) => LEFT + Math.round((value / most) * WIDTH), ticks: [{ at: 0, text: '0' }] };
}

function drawRow(row: Row, scale: Scale, y: number): string[] {
  const middle = row.ratio ?? row.ours;
  const colour = row.ratio === null ? COLOURS.own : row.ratio >= 1 ? COLOURS.ahead : COLOURS.behind;
  const shown =
    row.ratio === null
      ? `${Number(row.ours.toPrecision(3)).toLocaleString('en')} ${row.unit}`
      : `${row.ratio.toFixed(2)}×`;
  const [low, high] = [scale.place(row.low!), scale.place(row.high!)];
  return [
    text(LEFT - 14, y + 4, row.name, ' text-anchor="end"'),
    `<line x1="${low}" y1="${y}" x2="${high}" y2="${y}" stroke="${colour}" stroke-width="1.5"/>`,
    ...(row.rounds ?? []).map(
      (value) => `<circle cx="${scale.place(value)}" cy="${y}" r="3" fill="${colour}" fill-opacity="0.5"/>`,
    ),
    `<circle cx="${scale.place(middle)}" cy="${y}" r="4.5" fill="${colour}"/>`,
    text(LEFT + WIDTH + 12, y + 4, shown),
  ];
}

/** Rows of one kind under one axis. */
function drawBlock(rows: readonly Row[], scaleOf: (row: Row) => Scale, top: number): string[] {
  const bottom = top + rows.length * LINE;
  const axis = scaleOf(rows[0]!);
  return [
    ...axis.ticks.flatMap(({ at, text: label }) => [
      `<line x1="${axis.place(at)}" y1="${top}" x2="${axis.place(at)}" y2="${bottom}" stroke="${at === 1 ? INK : GRID}"/>`,
      text(axis.place(at), bottom + 13, label, ' text-anchor="middle"'),
    ]),
    ...rows.flatMap((row, at) => drawRow(row, scaleOf(row), top + at * LINE + LINE / 2)),
  ];
}

export function plotRows(rows: readonly Row[]): string {
  let top = 0;
  const panels = Object.entries(TITLES).flatMap(([group, title]) => {
    const own = rows.filter((row) => row.group === group && row.low !== null);
    if (own.length === 0) return [];
    const parts = [text(LEFT - 14, top + 17, title, ' text-anchor="end" font-weight="bold"')];
    top += TITLE;
    const ratios = own.filter(({ ratio }) => ratio !== null);
    const figures = own.filter(({ ratio }) => ratio === null);
    const scale = scaleRatios(ratios);
    for (const [list, scaleOf] of [[ratios, () => scale] as const, [figures, scaleFigures] as const]) {
      if (list.length === 0) continue;
      parts.push(...drawBlock(list, scaleOf, top));
      top += list.length * LINE + AXIS;
    }
    return parts;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + RIGHT}" height="${top}" font-family="sans-serif" font-size="11" fill="${INK}">`,
    ...panels,
    '</svg>\n',
  ].join('\n');
}
