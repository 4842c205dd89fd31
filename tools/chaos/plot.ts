/**
 * Plot of the report: per fault, how long until it shows and until everything is live again.
 *
 * Units       Simulated seconds on a logarithmic axis; a line from the shortest to the longest, a mark at the median.
 */
import type { Row } from './faultRows.ts';

const WIDTH = 960;
const LEFT = 330;
const RIGHT = 24;
const TOP = 56;
const ROW = 20;
const INK = '#3b4252';
const GRID = '#d8dce4';
const DETECTED = '#b5542f';
const RECOVERED = '#2f6f9f';
const TICKS = [0.1, 1, 10, 100, 1_000];
const LEAST = 0.1;

const toX = (seconds: number): number => {
  const share = Math.log10(Math.max(seconds, LEAST) / LEAST) / Math.log10(TICKS.at(-1)! / LEAST);
  return LEFT + Math.min(1, share) * (WIDTH - LEFT - RIGHT);
};

export function drawPlot(rows: readonly Row[]): string {
  const measured = rows.filter((row) => row.measured > 0);
  const height = TOP + measured.length * ROW + 16;
  const grid = TICKS.map((tick) => {
    const x = toX(tick).toFixed(1);
    return `<line x1="${x}" y1="${TOP - 12}" x2="${x}" y2="${height - 12}" stroke="${GRID}"/><text x="${x}" y="${TOP - 18}" text-anchor="middle">${tick} s</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="${INK}">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="16" y="20" font-size="13">Simulated seconds until a fault shows <tspan fill="${DETECTED}">●</tspan> and until everything is live again <tspan fill="${RECOVERED}">●</tspan></text>
${grid.join('\n')}
${measured.map((row, at) => drawRow(row, TOP + at * ROW + ROW / 2)).join('\n')}
</svg>
`;
}

function drawRow({ label, detected, recovered }: Row, y: number): string {
  const text = `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${escapeText(label)}</text>`;
  return text + drawRange(detected, y - 3, DETECTED) + drawRange(recovered, y + 3, RECOVERED);
}

function drawRange(sorted: readonly number[], y: number, colour: string): string {
  if (sorted.length === 0) return '';
  const [low, high] = [toX(sorted[0]!), toX(sorted.at(-1)!)];
  const median = toX(sorted[Math.floor(sorted.length / 2)]!);
  return `<line x1="${low.toFixed(1)}" y1="${y}" x2="${high.toFixed(1)}" y2="${y}" stroke="${colour}" stroke-width="2"/><circle cx="${median.toFixed(1)}" cy="${y}" r="3.5" fill="${colour}"/>`;
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
