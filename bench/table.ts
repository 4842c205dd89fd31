/** The table of the rows, as it is printed and written to docs/bench.md. */
import type { Row } from './row.ts';

/** A further column at the end of the table. */
export interface Column {
  readonly title: string;
  format(row: Row): string;
}

const round = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0));

/** Empty for counts, and for what was measured once. */
export function formatRange({ ratio, low, high }: Row): string {
  if (low === null || high === null || low === high) return '';
  const write = ratio === null ? round : (value: number): string => value.toFixed(2);
  return `${write(low)}–${write(high)}`;
}

export const formatRatio = ({ ratio }: Row): string => (ratio === null ? '' : `${ratio.toFixed(2)}×`);

function formatRow(row: Row): string[] {
  const [name = '', peerName = ''] = row.name.split(': ');
  const { ours, peer, low, rounds, runs } = row;
  // The unit of a count is in its name.
  const unit = low === null ? '' : ` ${row.unit}`;
  return [
    name,
    peerName,
    `${round(ours)}${unit}`,
    peer === null ? '' : `${round(peer)}${unit}`,
    formatRatio(row),
    formatRange(row),
    rounds === undefined ? '' : String(rounds.length),
    String(runs),
  ];
}

export function formatTable(rows: readonly Row[], about: string, more: readonly Column[] = []): string {
  const head = [
    'work',
    'peer',
    'Adyton',
    'peer',
    'ratio',
    'range',
    'rounds',
    'runs',
    ...more.map(({ title }) => title),
  ];
  const body = rows.map((row) => [...formatRow(row), ...more.map(({ format }) => format(row))]);
  const lines = [head, head.map(() => '---'), ...body];
  return `${about}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}
