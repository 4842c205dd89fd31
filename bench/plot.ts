/**
 * Plot of the bench: for each row the median of its ratios and their range, on a logarithmic axis; right of 1 Adyton is faster.
 *
 * Shape       SVG with text as text, readable on light and dark pages.
 */
import type { Row } from './measure.ts';

const LEFT = 470;
const WIDTH = 430;
const LINE = 18;
const TICKS = [0.25, 0.5, 1, 2, 4, 8, 16];
const [LEAST, MOST] = [0.125, 32];

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const place = (ratio: number): number => {
  const share = Math.log(Math.min(MOST, Math.max(LEAST, ratio)) / LEAST) / Math.log(MOST / LEAST);
  return Math.round(LEFT + share * WIDTH);
};

export function plotRatios(rows: readonly Row[]): string {
  const shown = rows.filter(({ ratio }) => ratio !== null);
  const bottom = (shown.length + 1) * LINE;
  const axis = TICKS.flatMap((tick) => [
    `<line x1="${place(tick)}" y1="8" x2="${place(tick)}" y2="${bottom}" stroke="${tick === 1 ? '#888' : '#8884'}"/>`,
    `<text x="${place(tick)}" y="${bottom + 14}" text-anchor="middle">${tick}×</text>`,
  ]);
  const lines = shown.flatMap(({ name, ratio, low, high }, at) => {
    const y = (at + 1) * LINE;
    const colour = ratio! >= 1 ? '#2a9d6f' : '#d0743c';
    return [
      `<text x="${LEFT - 30}" y="${y + 4}" text-anchor="end">${escapeText(name)}</text>`,
      `<line x1="${place(low!)}" y1="${y}" x2="${place(high!)}" y2="${y}" stroke="${colour}" stroke-width="2"/>`,
      `<circle cx="${place(ratio!)}" cy="${y}" r="4" fill="${colour}"/>`,
      `<text x="${LEFT + WIDTH + 12}" y="${y + 4}">${ratio!.toFixed(2)}×</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + 70}" height="${bottom + 24}" font-family="sans-serif" font-size="11" fill="#808080">`,
    ...axis,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
