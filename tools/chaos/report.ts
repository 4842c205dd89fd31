/**
 * The report of chaos runs: docs/chaos.md and its plot, written from the results alone.
 *
 * Units       Seconds of simulated time.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildRows, type Row, sum } from './faultRows.ts';
import { drawPlot } from './plot.ts';
import type { ChaosResult } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PAGE = 'docs/chaos.md';
const PLOT = 'docs/images/chaos.svg';

/** Writes both files; answers their paths. */
export async function writeReport(results: readonly ChaosResult[]): Promise<string[]> {
  const rows = buildRows(results);
  await mkdir(path.dirname(path.join(root, PLOT)), { recursive: true });
  await writeFile(path.join(root, PLOT), drawPlot(rows));
  await writeFile(path.join(root, PAGE), formatPage(results, rows));
  return [PAGE, PLOT];
}

export function formatPage(results: readonly ChaosResult[], rows: readonly Row[]): string {
  const total = (read: (result: ChaosResult) => number): number => sum(results.map(read));
  const differences = total((result) => result.differences.length);
  return `# Chaos

\`npm run chaos -- --orders N --seed S --factor F [--seeds COUNT] [--one-by-one] [--custodial] [--results FILE] [--report]\` runs the headless trader, in a process of its own, against
the embedded exchange, both on one clock that passes \`F\` seconds in a real one: rate windows, nonce ages, time-outs, back-offs and
the durations of faults scale together, and at factor 1 the limits are the real ones. Intents, cancels and faults follow from the seed; what the two
processes make of them also depends on the machine. \`--report\` writes this page and its plot.

An intent crosses the book, rests beside it or repeats the terms of the one before; orders are cancelled one by one, twice at once, right after
their acceptance, per market and all together. A recorder on the exchange's side, fed by the engine and by the requests that arrive, is the truth. At
the end the faults are cleared and the other traders stop, and then everything must agree, within 25 simulated minutes:

- every order (state, filled, remaining, locked), every fill with value and fee, every position, the balance, and every level of every watched book;
- no intent was signed twice, no signed order was placed twice, and no order on the exchange is missing in the journal;
- no receipt and no final life reports an order failed that was placed, or placed that was not; an order that stays unknown names its
  candidates, and a person then matches it with one of them;
- journal and view say the same of every order. Identical orders whose answers were lost are compared as a group, because only the number of those that arrived
  can be known.

Conditional orders of every kind are armed on what is held, near the market so that many fire, and the keys are locked for some seconds again and again, with exits
prepared for all that is held. At the end each conditional order is ended, and the orders of each are compared with its terms by the exchange's own data: never
more than intended, never the other direction or outcome, never beyond the worst price. What was measured with them is in
[conditional orders](conditionals.md#chaos).

With \`--custodial\` the exchange holds the funds of the account, so orders have no signature and no salt: their volumes tell them apart, and a repeated order has a volume of
its own.

A run that fails prints its seed, the first difference and the time line of that order from both sides, and exits 1.

## This report

${results.length} ${results.length === 1 ? 'run' : 'runs'}, ${total(({ orders }) => orders)} intents, ${total(({ exchangeOrders }) => exchangeOrders)} orders and ${total(({ fills }) => fills)} fills on the exchange, ${total(({ matchedByPerson }) => matchedByPerson)} lost orders matched by a person, ${differences} differences.

| seed | intents | factor | orders placed | fills | simulated | real |
|-|-|-|-|-|-|-|
${results.map(formatRun).join('\n')}

## Faults

Times are simulated seconds. *Detected*: from the first effect until the view says that something is not live, unconfirmed or unknown; "–" where it
never had to, because the stream or a reading reported the truth first. *Recovered*: from the end of the fault until the account and every watched book are live and
no order is unknown. An order that never arrived is unknown for ten minutes, until its absence is proved, which is what the longest recoveries are. The start of a process takes real
time, so at a factor above 1 a restart looks longer by the factor, and a machine that is busy shows time-outs of its own. Only a fault that began on a sound
view with no other fault in force is measured; the others count in the first two columns. \`--one-by-one\` keeps faults apart, so that most are measured.

![Time to detect and to recover, per fault](images/chaos.svg)

| fault | episodes | effects | measured | detected, median | longest | recovered, median | longest |
|-|-|-|-|-|-|-|-|
${rows.map(formatRow).join('\n')}
`;
}

function formatRun({ seed, orders, factor, exchangeOrders, fills, simulatedMs, realMs }: ChaosResult): string {
  const minutes = `${(simulatedMs / 60_000).toFixed(1)} min`;
  return `| ${seed} | ${orders} | ${factor} | ${exchangeOrders} | ${fills} | ${minutes} | ${(realMs / 1_000).toFixed(0)} s |`;
}

function formatRow({ label, episodes, effects, detected, recovered, measured }: Row): string {
  const times = [medianOf(detected), detected.at(-1), medianOf(recovered), recovered.at(-1)];
  return `| ${label} | ${episodes} | ${effects} | ${measured} | ${times.map(formatSeconds).join(' | ')} |`;
}

/** A fault seen before its first recorded effect (their clocks differ by less than a tick) counts as seen at once. */
const formatSeconds = (value: number | null | undefined): string =>
  value == null ? '–' : Math.max(0, value).toFixed(1);

export function medianOf(sorted: readonly number[]): number | null {
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
