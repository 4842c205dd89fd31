/**
 * Export of orders, fills, results and conditional orders of a period to a file, in CSV or JSON.
 *
 * Units       The period in Unix ms: an order by its creation, a fill by its time at the exchange, a result by its fills;
 *             `toMs` is excluded.
 * Invariants  The order journal is read in pages, so that memory does not grow with it, and main answers others between two pages.
 *             A file is complete or does not exist.
 * Errors      Passes on what journal and file system throw; ExportStopped when the terminal locks before the end.
 * Source      docs/export.md
 */
import type { Now } from '#shared/base/clock.ts';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { OrderPlace } from '#shared/order/account/history.ts';
import { findFillSummary, summarizeFills } from '#shared/order/fillSummary.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { createPrivateFile, type PrivateFile } from '../../storage/privateFile.ts';
import type { Trader } from '../trader.ts';
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

export interface ExportSource {
  readonly journal: Pick<Trader['journal'], 'readPage'>;
  readonly trading: Pick<Trader['trading'], 'readHistory' | 'listFills' | 'view'> & {
    readonly conditionals: Pick<Trader['trading']['conditionals'], 'view'>;
  };
  readonly market: Pick<Trader['market'], 'catalogue' | 'market' | 'book'>;
  readonly now: Now;
  isUnlocked(): boolean;
  /** Lets main do other work. */
  pause(): Promise<void>;
}

export interface ExportReport {
  readonly rows: number;
  /** False where the exchange's list of fills is not known completely. */
  readonly isComplete: boolean;
}

/** The terminal locked before the export was complete. */
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
    for (const page of report.pages) {
      if (!source.isUnlocked())
        throw new ExportStopped('Expected an unlocked terminal during the export, found it locked');
      file.write(page.map((row, at) => formatRecord(row, request, rows + at === 0)).join(''));
      rows += page.length;
      await source.pause();
    }
    if (request.format === 'json') {
      file.write(`\n  ]${report.total === undefined ? '' : `,\n  "total": ${JSON.stringify(report.total)}`}\n}\n`);
    }
    if (!source.isUnlocked())
      throw new ExportStopped('Expected an unlocked terminal after the export, found it locked');
    file.finish();
    return { rows, isComplete: report.isComplete };
  } catch (error) {
    file.discard();
    throw error;
  }
}

interface Pages {
  readonly pages: Iterable<readonly Row[]>;
  readonly isComplete: boolean;
  /** JSON only. */
  readonly total?: Readonly<Record<string, string | null>>;
}

function listOrderPages(request: ExportRequest, { journal, trading }: ExportSource): Pages {
  const { fills, isComplete } = trading.listFills();
  const summaries = summarizeFills(fills);
  const toRow = (order: OrderView, wallet: AccountId | null): Row => ({
    fields: toOrderFields(order, wallet, findFillSummary(order, summaries)),
    steps: order.steps.map(toStepRecord),
  });
  function* readPages(): Generator<readonly Row[]> {
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
        const order = trading.readHistory(entries);
        const [signed] = entries;
        if (order !== null && signed?.kind === 'signed' && isOrderWanted(order, request))
          rows.push(toRow(order, signed.maker));
      }
      if (rows.length > 0) yield rows;
      after = page.next;
      if (after === null) break;
    }
    // The journal has only the orders of this program.
    const foreign = trading
      .view()
      .orders.filter(
        (order) => order.intentId === null && isWithin(order.createdAtMs, request) && isOrderWanted(order, request),
      )
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
    yield foreign.map((order) => toRow(order, null));
  }
  return { pages: readPages(), isComplete };
}

function listFillPages(request: ExportRequest, { trading }: ExportSource): Pages {
  const { fills, isComplete } = trading.listFills();
  const found = fills
    .filter((fill) => isWithin(fill.exchangeTimeMs, request) && isOutcomeWanted(fill, request))
    .toSorted((a, b) => a.exchangeTimeMs - b.exchangeTimeMs);
  function* readPages(): Generator<readonly Row[]> {
    for (let at = 0; at < found.length; at += PAGE) {
      yield found.slice(at, at + PAGE).map((fill) => ({ fields: toFillFields(fill) }));
    }
  }
  return { pages: readPages(), isComplete };
}

/** Markets with their exposure, and what the fills of the period made of them; of the filter the market alone counts. */
function listResultPages({ fromMs, toMs, filter }: ExportRequest, { trading, market, now }: ExportSource): Pages {
  const { fills, isComplete } = trading.listFills();
  const account = trading.view();
  const readAtMs = now();
  const { tick, receivedAtMs } = market.catalogue();
  const markets = { tick, listedAtMs: receivedAtMs, find: market.market, book: market.book };
  const { rows, sum } = listResults(account, fills, markets, { fromMs, toMs, market: filter?.market ?? null });
  return {
    pages: [rows.map((row): Row => ({ fields: toResultFields(row, readAtMs) }))],
    isComplete: isComplete && account.ledger.unattributed === 0,
    total: toTotalFields(sum, readAtMs),
  };
}

function listConditionalPages(request: ExportRequest, { trading }: ExportSource): Pages {
  const { conditionals, unreadable } = trading.conditionals.view();
  const rows = conditionals
    .filter((one) => isWithin(one.createdAtMs, request) && isConditionalWanted(one, request))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs)
    .map((one): Row => ({ fields: toConditionalFields(one) }));
  return { pages: [rows], isComplete: unreadable.length === 0 };
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
