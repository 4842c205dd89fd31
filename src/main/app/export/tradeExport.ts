/**
 * Export of orders, fills, results and conditional orders of a period to a file, in CSV or JSON.
 *
 * Units       The period in Unix ms: an order by its creation, a fill by its time at the exchange, a result by its fills;
 *             `toMs` is excluded.
 * Shape       It runs in a thread of its own (exportThread.ts), on copies of what main has in memory.
 * Invariants  The order journal is read in pages, so that memory does not grow with it. A file is complete or does not exist.
 * Errors      Passes on what journal and file system throw; ExportStopped when it is stopped before the end.
 * Source      docs/export.md
 */
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { OrderPlace } from '#shared/order/account/history.ts';
import type { Exposure } from '#shared/order/exposure/exposure.ts';
import { findFillSummary, summarizeFills } from '#shared/order/fillSummary.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { AccountId } from '#shared/units/ids.ts';
import type { OrderJournal } from '../../storage/journal.ts';
import { createPrivateFile, type PrivateFile } from '../../storage/privateFile.ts';
import { toView } from '../../trading/orders/orderRecord.ts';
import { restoreRecords } from '../../trading/orders/restore.ts';
import { formatRow } from './csv.ts';
import {
  CONDITIONAL_FIELDS,
  FILL_FIELDS,
  formatTime,
  ORDER_FIELDS,
  RESULT_FIELDS,
  toConditionalFields,
  toFillFields,
  toOrderFields,
  toResultFields,
  toStepRecord,
  toTotalFields,
} from './records.ts';
import { listResults } from './results.ts';

const PAGE = 200;

export type ExportRequest = ParsedInput<'order.export'>;

/** What main has in memory, as it was when the export began. */
export interface ExportedAccount {
  /** Of the account view: those of other clients, and ours as they are known now. */
  readonly orders: readonly OrderView[];
  /** All that are known. */
  readonly fills: readonly Fill[];
  /** Those are all of the account. */
  readonly isComplete: boolean;
  readonly exposures: readonly Exposure[];
  /** Fills without a market or a side, which no result has. */
  readonly unattributed: number;
  readonly conditionals: readonly ConditionalView[];
  /** Stored conditional orders that cannot be read. */
  readonly unreadableConditionals: number;
  readonly readAtMs: number;
}

export interface ExportSource extends ExportedAccount {
  readonly journal: Pick<OrderJournal, 'readPage' | 'head'>;
  isStopped(): boolean;
  /** After each page: rows written, and the part of all that is done, from 0 to 1. */
  onProgress(progress: ExportProgress): void;
  /** Lets a request to stop arrive. */
  pause(): Promise<void>;
}

export interface ExportProgress {
  readonly rows: number;
  readonly part: number;
}

export interface ExportReport {
  readonly rows: number;
  /** False where the exchange's list of fills is not known completely. */
  readonly isComplete: boolean;
}

/** The terminal locked, or a person cancelled it, before the export was complete. */
export class ExportStopped extends Error {
  override readonly name = 'ExportStopped';
}

interface Row {
  readonly fields: Readonly<Record<string, string | null>>;
  /** JSON only. */
  readonly steps?: readonly unknown[];
}

export async function writeExport(path: string, request: ExportRequest, source: ExportSource): Promise<ExportReport> {
  const file = createPrivateFile(path);
  try {
    const report = LISTS[request.what](request, source);
    let rows = 0;
    writeHead(file, request);
    for (const { rows: page, part } of report.pages) {
      if (source.isStopped()) throw new ExportStopped('Expected the export to run, found it stopped');
      file.write(page.map((row, at) => formatRecord(row, request, rows + at === 0)).join(''));
      rows += page.length;
      source.onProgress({ rows, part });
      await source.pause();
    }
    if (request.format === 'json') {
      file.write(`\n  ]${report.total === undefined ? '' : `,\n  "total": ${JSON.stringify(report.total)}`}\n}\n`);
    }
    if (source.isStopped()) throw new ExportStopped('Expected the export to run, found it stopped');
    file.finish();
    return { rows, isComplete: report.isComplete };
  } catch (error) {
    file.discard();
    throw error;
  }
}

interface Page {
  readonly rows: readonly Row[];
  /** Of all that is done with it, from 0 to 1. */
  readonly part: number;
}

interface Pages {
  readonly pages: Iterable<Page>;
  readonly isComplete: boolean;
  /** JSON only. */
  readonly total?: Readonly<Record<string, string | null>>;
}

function listOrderPages(request: ExportRequest, source: ExportSource): Pages {
  const { journal, fills, isComplete, orders: known } = source;
  const summaries = summarizeFills(fills);
  const byIntent = new Map(known.map((order) => [order.intentId, order]));
  const lines = Math.max(1, journal.head().number);
  const toRow = (order: OrderView, wallet: AccountId | null): Row => ({
    fields: toOrderFields(order, wallet, findFillSummary(order, summaries)),
    // CSV has no steps: their times are not formatted for it.
    ...(request.format === 'json' ? { steps: order.steps.map(toStepRecord) } : {}),
  });
  function* readPages(): Generator<Page> {
    for (let after: OrderPlace | null = null; ; ) {
      const { fromMs, toMs, filter } = request;
      const page = journal.readPage({
        fromMs,
        toMs,
        market: filter?.market ?? null,
        first: 'oldest',
        after,
        limit: PAGE,
        isWanted: null,
      });
      const rows: Row[] = [];
      for (const entries of page.orders) {
        const [signed] = entries;
        const restored = signed === undefined ? undefined : restoreRecords(entries, source.readAtMs)[0];
        const order = byIntent.get(signed?.intentId ?? null) ?? (restored === undefined ? null : toView(restored));
        if (order !== null && signed?.kind === 'signed' && isOrderWanted(order, request))
          rows.push(toRow(order, signed.maker));
      }
      after = page.next;
      yield { rows, part: after === null ? 1 : after.number / lines };
      if (after === null) break;
    }
    // The journal has only the orders of this program.
    const foreign = known
      .filter(
        (order) => order.intentId === null && isWithin(order.createdAtMs, request) && isOrderWanted(order, request),
      )
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
    yield { rows: foreign.map((order) => toRow(order, null)), part: 1 };
  }
  return { pages: readPages(), isComplete };
}

function listFillPages(request: ExportRequest, { fills, isComplete }: ExportSource): Pages {
  const found = fills
    .filter((fill) => isWithin(fill.exchangeTimeMs, request) && isOutcomeWanted(fill, request))
    .toSorted((a, b) => a.exchangeTimeMs - b.exchangeTimeMs);
  function* readPages(): Generator<Page> {
    for (let at = 0; at < found.length; at += PAGE) {
      const rows = found.slice(at, at + PAGE).map((fill): Row => ({ fields: toFillFields(fill) }));
      yield { rows, part: (at + rows.length) / found.length };
    }
  }
  return { pages: readPages(), isComplete };
}

/** Markets with their exposure, and what the fills of the period made of them; of the filter the market alone counts. */
function listResultPages({ fromMs, toMs, filter }: ExportRequest, source: ExportSource): Pages {
  const { fills, isComplete, exposures, unattributed, readAtMs } = source;
  const { rows, sum } = listResults(exposures, fills, { fromMs, toMs, market: filter?.market ?? null });
  return {
    pages: [{ rows: rows.map((row): Row => ({ fields: toResultFields(row, readAtMs) })), part: 1 }],
    isComplete: isComplete && unattributed === 0,
    total: toTotalFields(sum, readAtMs),
  };
}

function listConditionalPages(request: ExportRequest, source: ExportSource): Pages {
  const { conditionals, unreadableConditionals } = source;
  const rows = conditionals
    .filter((one) => isWithin(one.createdAtMs, request) && isConditionalWanted(one, request))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs)
    .map((one): Row => ({ fields: toConditionalFields(one) }));
  return { pages: [{ rows, part: 1 }], isComplete: unreadableConditionals === 0 };
}

const LISTS = {
  orders: listOrderPages,
  fills: listFillPages,
  pnl: listResultPages,
  conditionals: listConditionalPages,
} as const;

/** An order whose outcome is unknown passes every filter of the state, as in its pane. */
function isOrderWanted(order: OrderView, request: ExportRequest): boolean {
  const { filter } = request;
  if (filter === undefined) return true;
  const { life, filled } = order;
  const hasEnded = isTerminal(life);
  const isInState =
    filter.state === 'all' ||
    life.at === 'unknown' ||
    (filter.state === 'open' ? !hasEnded : filter.state === 'filled' ? filled > 0 : hasEnded && filled === 0);
  return isInState && isOutcomeWanted(order, request);
}

function isConditionalWanted({ terms, life }: ConditionalView, request: ExportRequest): boolean {
  const { filter } = request;
  if (filter === undefined) return true;
  const hasEnded = 'reason' in life && life.at !== 'waiting' && life.at !== 'halted';
  const isInState = filter.state === 'all' || (filter.state === 'open') !== hasEnded;
  return isInState && isOutcomeWanted({ ...terms.outcome, direction: terms.direction }, request);
}

function isOutcomeWanted(
  one: { readonly market: string; readonly side: string | null; readonly direction: string | null },
  { filter }: ExportRequest,
): boolean {
  if (filter === undefined) return true;
  const isOnSide = filter.side === 'all' || one.side === filter.side || one.direction === filter.side;
  return isOnSide && (filter.market === null || one.market === filter.market);
}

function isWithin(atMs: number, { fromMs, toMs }: ExportRequest): boolean {
  return (fromMs === null || atMs >= fromMs) && (toMs === null || atMs < toMs);
}

const FIELDS = {
  orders: ORDER_FIELDS,
  fills: FILL_FIELDS,
  pnl: RESULT_FIELDS,
  conditionals: CONDITIONAL_FIELDS,
} as const;

function fieldsOf({ what }: ExportRequest): readonly string[] {
  return FIELDS[what];
}

function writeHead(file: PrivateFile, request: ExportRequest): void {
  const { what, format, fromMs, toMs } = request;
  if (format === 'csv') {
    file.write(formatRow(fieldsOf(request)));
    return;
  }
  const period = [fromMs, toMs].map((atMs) => JSON.stringify(atMs === null ? null : formatTime(atMs)));
  file.write(`{\n  "from": ${period[0]},\n  "to": ${period[1]},\n  "${what}": [`);
}

function formatRecord({ fields, steps }: Row, request: ExportRequest, isFirst: boolean): string {
  if (request.format === 'csv') return formatRow(fieldsOf(request).map((name) => fields[name] ?? null));
  const record = steps === undefined ? fields : { ...fields, steps };
  return `${isFirst ? '' : ','}\n    ${JSON.stringify(record)}`;
}
