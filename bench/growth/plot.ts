/**
 * Plots of growths with log axes, a panel for each unit: as a picture for docs, as text for the terminal.
 *
 * Shape       A line for each growth, from the costs at its numbers. Both axes begin and end at powers of ten.
 */
import type { Row } from '../row.ts';
import { findGrowths, type Growth } from './law.ts';

interface Axis {
  /** Powers of ten at its ends. */
  readonly from: number;
  readonly to: number;
  /** 0 at `from`, 1 at `to`. */
  place(value: number): number;
}

interface Panel {
  readonly unit: string;
  readonly growths: readonly Growth[];
  readonly x: Axis;
  readonly y: Axis;
}

/** What costs nothing has no place on a log axis, and stands at its lower end. */
function buildAxis(values: readonly number[]): Axis {
  const above = values.filter((value) => value > 0);
  const from = above.length === 0 ? 0 : Math.floor(Math.log10(Math.min(...above)));
  const to = Math.max(from + 1, above.length === 0 ? 1 : Math.ceil(Math.log10(Math.max(...above))));
  return { from, to, place: (value) => (value > 0 ? (Math.log10(value) - from) / (to - from) : 0) };
}

function listPanels(rows: readonly Row[]): Panel[] {
  const growths = findGrowths(rows);
  return [...new Set(growths.map(({ unit }) => unit))].map((unit) => {
    const own = growths.filter((growth) => growth.unit === unit);
    const points = own.flatMap((growth) => growth.points);
    const [x, y] = [buildAxis(points.map(({ count }) => count)), buildAxis(points.map(({ cost }) => cost))];
    return { unit, growths: own, x, y };
  });
}

const [LEFT, WIDTH, HEIGHT, RIGHT, TITLE, AXIS, LABEL] = [60, 420, 240, 460, 26, 30, 16];
const COLOURS = ['#2a9d8f', '#e76f51', '#457b9d', '#c79a1b', '#8d6cab', '#6a994e', '#bc4749', '#888888'];
const INK = '#808080';

const powersOf = ({ from, to }: Axis): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function drawPanel({ unit, growths, x, y }: Panel, top: number): { readonly parts: string[]; readonly height: number } {
  const [first, last] = [top + TITLE, top + TITLE + HEIGHT];
  const toX = (count: number): string => (LEFT + x.place(count) * WIDTH).toFixed(1);
  const toY = (cost: number): string => (last - y.place(cost) * HEIGHT).toFixed(1);
  const columns = powersOf(x).map(
    (power) =>
      `<path d="M${toX(10 ** power)} ${first}V${last}" stroke="#8884"/>` +
      `<text x="${toX(10 ** power)}" y="${last + 16}" text-anchor="middle">${(10 ** power).toLocaleString('en')}</text>`,
  );
  const lines = powersOf(y).map(
    (power) =>
      `<path d="M${LEFT} ${toY(10 ** power)}H${LEFT + WIDTH}" stroke="#8884"/>` +
      `<text x="${LEFT - 6}" y="${toY(10 ** power)}" dy="4" text-anchor="end">${Number(`1e${power}`)}</text>`,
  );
  const curves = growths.map(({ what, points, law }, at) => {
    const colour = COLOURS[at % COLOURS.length]!;
    const places = points.map(({ count, cost }) => [toX(count), toY(cost)] as const);
    return [
      `<path d="M${places.map((place) => place.join(' ')).join('L')}" stroke="${colour}" fill="none" stroke-width="1.5"/>`,
      ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
      `<text x="${LEFT + WIDTH + 14}" y="${first + 8 + at * LABEL}" fill="${colour}">${escapeText(what)}: ${law}</text>`,
    ].join('');
  });
  const title = `<text x="${LEFT}" y="${top + 16}" font-weight="bold">${escapeText(unit)}</text>`;
  const height = TITLE + Math.max(HEIGHT, growths.length * LABEL) + AXIS;
  return { parts: [title, ...columns, ...lines, ...curves], height };
}

/** SVG that is readable on light and dark pages. */
export function plotGrowths(rows: readonly Row[]): string {
  let top = 0;
  const parts = listPanels(rows).flatMap((panel) => {
    const drawn = drawPanel(panel, top);
    top += drawn.height;
    return drawn.parts;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + RIGHT}" height="${top}" font-family="sans-serif" font-size="11" fill="${INK}">`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

const [COLUMNS, LINES] = [60, 14];
const MARKS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function printPanel({ unit, growths, x, y }: Panel): string[] {
  const cells = Array.from({ length: LINES + 1 }, () => Array.from({ length: COLUMNS + 1 }, () => ' '));
  for (const [at, { points }] of growths.entries()) {
    for (const { count, cost } of points) {
      cells[LINES - Math.round(y.place(cost) * LINES)]![Math.round(x.place(count) * COLUMNS)] =
        MARKS[at % MARKS.length]!;
    }
  }
  const label = (at: number): string =>
    at === 0 ? String(10 ** y.to) : at === LINES ? String(Number(`1e${y.from}`)) : '';
  const [least, most] = [10 ** x.from, 10 ** x.to].map((count) => count.toLocaleString('en'));
  return [
    `${unit}, log axes`,
    ...cells.map((line, at) => `${label(at).padStart(9)} │${line.join('').trimEnd()}`),
    `${' '.repeat(10)}└${'─'.repeat(COLUMNS + 1)}`,
    `${' '.repeat(11)}${least!.padEnd(COLUMNS + 1 - most!.length)}${most}`,
    ...growths.map(({ what, law, slope }, at) => `  ${MARKS[at % MARKS.length]} ${what}: ${law} (${slope.toFixed(2)})`),
  ];
}

/** For the terminal: a letter at each cost; of two at one place the later one is seen. */
export function printGrowths(rows: readonly Row[]): string {
  return listPanels(rows)
    .map((panel) => printPanel(panel).join('\n'))
    .join('\n\n');
}
