/**
 * Goals of the bench, each with the rows that it is about: docs/performance.md shows them beside the newest figures.
 *
 * Shape       A goal is met when the figure of every row meets its limit, as the table rounds it.
 */
import { nameGrowth } from './growth/law.ts';
import { BOOK_UPDATE, UNWATCHED_UPDATE, WATCHED_UPDATE } from './growth/names.ts';
import type { Row } from './row.ts';

interface Limit {
  /** Names of rows, whole. */
  readonly rows: readonly string[];
  /** `timesPeer`: ours by the peer's, for a peer that is a floor. */
  readonly figure: 'ours' | 'ratio' | 'timesPeer';
  readonly least?: number;
  readonly most?: number;
}

interface Goal {
  readonly work: string;
  readonly text: string;
  readonly limits: readonly Limit[];
  /** Section of the page that says why it is missed, and what was tried. */
  readonly why?: string;
}

const atLeast = (least: number, ...rows: string[]): Limit => ({ rows, figure: 'ratio', least });
const atMost = (most: number, ...rows: string[]): Limit => ({ rows, figure: 'ours', most });
const atMostTimes = (most: number, ...rows: string[]): Limit => ({ rows, figure: 'timesPeer', most });

export const GOALS: readonly Goal[] = [
  {
    work: 'sign an order, after 5 ms idle',
    text: '3.8× viem',
    limits: [atLeast(3.8, 'sign an order, after 5 ms idle: viem')],
    why: '#sign-an-order',
  },
  {
    work: 'click to wire, journal in memory, after 5 ms idle',
    text: '3× clob-client and 1.5× the tuned peer',
    limits: [
      atLeast(3, 'click to wire, journal in memory, after 5 ms idle: clob-client'),
      atLeast(1.5, 'click to wire, journal in memory, after 5 ms idle: tuned peer'),
    ],
    why: '#click-to-wire',
  },
  {
    work: 'click to wire, journal with fsync, after 5 ms idle',
    text: 'the tuned peer, which writes nothing',
    limits: [atLeast(1, 'click to wire, journal with fsync, after 5 ms idle: tuned peer')],
    why: '#click-to-wire-with-the-wait-for-the-disk',
  },
  {
    work: 'first order after unlock, and after 60 s of quiet',
    text: 'no read, no connection',
    limits: [
      atMost(
        0,
        'first order after unlock, reads: tuned peer',
        'first order after unlock, connections: tuned peer',
        'first order after 60 s of quiet, reads: tuned peer',
        'first order after 60 s of quiet, connections: tuned peer',
      ),
    ],
  },
  {
    work: 'HMAC of 400 bytes',
    text: 'a cached key object',
    limits: [
      atLeast(
        1,
        'HMAC of 400 bytes, back to back: cached KeyObject (the floor)',
        'HMAC of 400 bytes, after 5 ms idle: cached KeyObject (the floor)',
      ),
    ],
  },
  {
    work: 'book of 50 and of 998 levels',
    text: '1.2× and 1.8× ccxt',
    limits: [
      atLeast(1.2, 'book of 50 levels, parse, validate and apply: ccxt'),
      atLeast(1.8, 'book of 998 levels, parse, validate and apply: ccxt'),
    ],
  },
  {
    work: 'an update of 20, 100 and 300 shown books, 50 a second each, processor time of main',
    text: '45 µs',
    limits: [atMost(45, ...[20, 100, 300].map((count) => nameGrowth(BOOK_UPDATE, count)))],
    why: '#an-update-of-a-book',
  },
  {
    work: 'an update of a book with 50 conditional orders on its market, and on others',
    text: '40 µs, and as without them',
    limits: [atMost(40, nameGrowth(WATCHED_UPDATE, 50)), atMost(15, nameGrowth(UNWATCHED_UPDATE, 50))],
    why: '#an-update-of-a-book',
  },
  {
    work: 'receive 10,000 messages a second',
    text: '`ws` in processor time',
    limits: [
      atLeast(
        0.95,
        'receive 10,000 messages a second as text, processor time of one: ws',
        'receive 10,000 messages a second parsed, processor time of one: ws and JSON.parse',
      ),
    ],
    why: '#receive',
  },
  {
    work: 'event to pixel, 5,000 changes a second',
    text: '95 % within 33 ms, 99 % within 50 ms',
    limits: [
      atMost(33, 'event to pixel, 5,000 changes a second, 95 % within'),
      atMost(50, 'event to pixel, 5,000 changes a second, 99 % within'),
    ],
    why: '#where-the-time-from-a-change-to-the-screen-goes',
  },
  {
    work: 'ladder, 40 changing rows; with another scale, or under a moving pointer',
    text: '2.6× and 2× React, main thread',
    limits: [
      atLeast(2.6, 'ladder, 40 changing rows, main thread: React and memo'),
      atLeast(
        2,
        'ladder, 40 changing rows and another scale of all bars, main thread: React and memo',
        'ladder, 40 changing rows under a moving pointer, main thread: React and memo',
      ),
    ],
    why: '#ladder',
  },
  {
    work: '20 ladders at 30 frames a second',
    text: '30 % of the main thread',
    limits: [atMost(30, '20 ladders at 30 frames a second, share of the main thread: React and memo')],
  },
  {
    work: 'candle chart of 1,000 and of 10,000 bars',
    text: 'lightweight-charts, and flat in the number of bars',
    limits: [
      atLeast(
        1,
        'chart of 1,000 bars, 20 changes a second, main thread: lightweight-charts',
        'chart of 10,000 bars, 20 changes a second, main thread: lightweight-charts',
      ),
      atLeast(0.9, 'chart of 10,000 bars, main thread: ours of 1,000 bars'),
    ],
    why: '#candle-chart',
  },
  {
    work: 'start, first live book',
    text: '1,200 ms',
    limits: [atMost(1_200, 'first start, first live book: browser with an empty page')],
    why: '#start-of-the-program',
  },
  {
    work: 'idle terminal, processor time',
    text: '4.0 times one changing canvas',
    limits: [atMostTimes(4, 'idle terminal, share of a core: floor, one canvas')],
    why: '#idle-terminal',
  },
  {
    work: 'memory with 20 markets, at rest and after the flood, RSS',
    text: '1.5 and 1.9 times the same programs, empty',
    limits: [
      atMostTimes(1.5, 'memory with 20 markets, at rest, RSS: empty programs'),
      atMostTimes(1.9, 'memory with 20 markets, after a minute of 5,000 changes a second, RSS: empty programs'),
    ],
    why: '#memory-with-20-markets',
  },
  {
    work: 'embedded exchange, orders per CPU second',
    text: 'engine 500,000, signed over HTTP 3,500',
    limits: [
      { rows: ['embedded exchange, engine alone'], figure: 'ours', least: 500_000 },
      { rows: ['embedded exchange, signed orders over HTTP'], figure: 'ours', least: 3_500 },
    ],
    why: '#embedded-exchange',
  },
];

interface Judged {
  readonly figure: string;
  /** Null without a row. */
  readonly isMet: boolean | null;
  readonly missedBy: string;
}

const NONE = '–';

function readFigure(row: Row | undefined, figure: Limit['figure']): number | null {
  if (row === undefined) return null;
  if (figure !== 'timesPeer') return row[figure];
  return row.ratio === null ? null : 1 / row.ratio;
}

function judge({ work }: Goal, { figure, least, most }: Limit, name: string, rows: readonly Row[]): Judged {
  const row = rows.find((one) => one.name === name);
  const value = readFigure(row, figure);
  if (row === undefined || value === null) return { figure: 'not measured', isMet: null, missedBy: NONE };
  const isRatio = figure !== 'ours';
  const digits = isRatio ? 2 : value < 10 ? 1 : 0;
  const shown = Number(value.toFixed(digits));
  const unit = isRatio ? '×' : row.low !== null && !work.includes(row.unit) ? ` ${row.unit}` : '';
  const format = (one: number): string => `${isRatio ? one.toFixed(2) : one.toLocaleString('en')}${unit}`;
  const missing = Math.max((least ?? shown) - shown, shown - (most ?? shown));
  return {
    figure: format(shown),
    isMet: missing <= 0,
    missedBy: missing <= 0 ? NONE : format(Number(missing.toFixed(digits))),
  };
}

/** One line for each goal: work, goal, now, by how much each figure misses it, met or missed. */
export function formatGoals(rows: readonly Row[]): string {
  const lines = GOALS.map((goal) => {
    const { work, text, limits, why } = goal;
    const judged = limits.flatMap((limit) => limit.rows.map((name) => judge(goal, limit, name, rows)));
    const isKnown = judged.every(({ isMet }) => isMet !== null);
    const isMissed = judged.some(({ isMet }) => isMet === false);
    const missed = why === undefined ? 'missed' : `[missed](${why})`;
    return [
      work,
      text,
      judged.map(({ figure }) => figure).join(' and '),
      isMissed ? judged.map(({ missedBy }) => missedBy).join(' and ') : '',
      !isKnown ? '' : isMissed ? missed : 'met',
    ];
  });
  const head = ['work', 'goal', 'now', 'missed by', ''];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
