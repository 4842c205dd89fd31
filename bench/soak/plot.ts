/**
 * Plot of a soak: one panel for each quantity, over the time of the market.
 *
 * Shape       SVG with text as text, readable on light and dark pages.
 */
import { ownOf, sumProcesses } from './memory.ts';
import type { Reading } from './report.ts';

const [LEFT, WIDTH, HEIGHT, GAP, RIGHT] = [60, 560, 84, 30, 190];
const COLOURS = ['#2a9d6f', '#3d7dd8', '#d0743c'];
const MEGABYTE = 1_048_576;

interface Line {
  readonly name: string;
  read(reading: Reading): number | null;
}

interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const PANELS: readonly Panel[] = [
  {
    title: 'Own memory and heaps after a collection, MB',
    lines: [
      { name: 'all processes', read: ({ sample }) => ownOf(sumProcesses(sample.memory)) / MEGABYTE },
      { name: 'heap of main', read: ({ sample }) => sample.main.heap / MEGABYTE },
      { name: 'heap of the page', read: ({ sample }) => sample.page.heap / MEGABYTE },
    ],
  },
  {
    title: 'Event to pixel, ms',
    lines: [
      { name: 'half within', read: ({ pace }) => pace.pixel?.[0] ?? null },
      { name: '95 % within', read: ({ pace }) => pace.pixel?.[1] ?? null },
      { name: '99 % within', read: ({ pace }) => pace.pixel?.[2] ?? null },
    ],
  },
  {
    title: 'Between two screen frames, ms',
    lines: [
      { name: 'half within', read: ({ pace }) => pace.frame50Ms },
      { name: '95 % within', read: ({ pace }) => pace.frame95Ms },
      { name: '99 % within', read: ({ pace }) => pace.frame99Ms },
    ],
  },
  { title: 'Dropped frames, %', lines: [{ name: 'dropped', read: ({ pace }) => pace.droppedPercent }] },
  {
    title: 'Delay of the event loop of main, ms',
    lines: [
      { name: 'half within', read: ({ pace }) => pace.loop50Ms },
      { name: '99 % within', read: ({ pace }) => pace.loop99Ms },
    ],
  },
];

/** 1, 2 or 5 times a power of ten, at least `value`. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value)!;
}

export function plotReadings(readings: readonly Reading[]): string {
  const lastMinute = Math.max(1, ...readings.map(({ minute }) => minute));
  const x = (minute: number): number => LEFT + Math.round((minute / lastMinute) * WIDTH);
  const panels = PANELS.flatMap(({ title, lines }, at) => {
    const top = GAP + at * (HEIGHT + GAP);
    const values = lines.map(({ read }) => readings.map(read));
    const most = roundUp(Math.max(1, ...values.flat().filter((value) => value !== null)));
    const y = (value: number): number => top + HEIGHT - Math.round((value / most) * HEIGHT);
    return [
      `<text x="${LEFT}" y="${top - 8}" font-weight="bold">${title}</text>`,
      ...[0, most / 2, most].flatMap((tick) => [
        `<line x1="${LEFT}" y1="${y(tick)}" x2="${LEFT + WIDTH}" y2="${y(tick)}" stroke="#8884"/>`,
        `<text x="${LEFT - 6}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`,
      ]),
      ...lines.flatMap(({ name }, line) => {
        const points = readings.flatMap(({ minute }, index) => {
          const value = values[line]![index];
          return value === null || value === undefined ? [] : [`${x(minute)},${y(value)}`];
        });
        return [
          `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[line]}" stroke-width="1.5"/>`,
          `<text x="${LEFT + WIDTH + 12}" y="${top + 12 + line * 16}" fill="${COLOURS[line]}">${name}</text>`,
        ];
      }),
    ];
  });
  const bottom = GAP + PANELS.length * (HEIGHT + GAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + RIGHT}" height="${bottom + 14}" font-family="sans-serif" font-size="11" fill="#808080">`,
    ...panels,
    ...[0, 0.5, 1].map(
      (share) =>
        `<text x="${x(share * lastMinute)}" y="${bottom - 8}" text-anchor="middle">${Math.round(share * lastMinute)} min</text>`,
    ),
    '</svg>\n',
  ].join('\n');
}
