/**
 * Export of orders and fills of a period to a file, in CSV or JSON.
 *
 * Units       The period in Unix ms: an order by its creation, a fill by its time at the exchange; `toMs` is excluded.
 * Invariants  The order journal is read in pages, so that memory does not grow with it, and main answers others between two pages.
 *             A file is complete or does not exist.
 * Errors      Passes on what journal and file system throw; ExportStopped when the terminal locks before the end.
 * Source      docs/export.md
 */
import type { ParsedInput } from '#shared/ipc/contract.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { findFillSummary, summarizeFills } from '#shared/order/fillSummary.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { createPrivateFile, type PrivateFile } from '../../storage/privateFile.ts';
import type { Trader } from '../trader.ts';
import { formatRow } from './csv.ts';
import { FILL_FIELDS, formatTime, ORDER_FIELDS, toFillFields, toOrderFields, toStepRecord } from './records.ts';

const PAGE = 200;

export type ExportRequest = ParsedInput<'order.export'>;

export interface ExportSource {
  readonly journal: Pick<Trader['journal'], 'readPage'>;
  readonly trading: Pick<Trader['trading'], 'readHistory' | 'listFills' | 'view'>;
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
    const report = request.what === 'orders' ? listOrderPages(request, source) : listFillPages(request, source);
    let rows = 0;
    writeHead(file, request);
    for (const page of report.pages) {
      if (!source.isUnlocked())
        throw new ExportStopped('Expected an unlocked terminal during the export, found it locked');
      file.write(page.map((row, at) => formatRecord(row, request, rows + at === 0)).join(''));
      rows += page.length;
      await source.pause();
    }
    if (request.format === 'json') file.write('\n  ]\n}\n');
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
}

function listOrderPages(request: ExportRequest, { journal, trading }: ExportSource): Pages {
  const { fills, isComplete } = trading.listFills();
  const summaries = summarizeFills(fills);
  const toRow = (order: OrderView, wallet: AccountId | null): Row => ({
    fields: toOrderFields(order, wallet, findFillSummary(order, summaries)),
    steps: order.steps.map(toStepRecord),
  });
  function* readPages(): Generator<readonly Row[]> {
    for (let after = 0; ; ) {
      const page = journal.readPage({ ...request, after, limit: PAGE });
      const rows: Row[] = [];
      for (const entries of page.orders) {
        const order = trading.readHistory(entries);
        const [signed] = entries;
        if (order !== null && signed?.kind === 'signed') rows.push(toRow(order, signed.maker));
      }
      if (rows.length > 0) yield rows;
      if (page.next === null) break;
      after = page.next;
    }
    // The journal has only the orders of this program.
    const foreign = trading
      .view()
      .orders.filter((order) => order.intentId === null && isWithin(order.createdAtMs, request))
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
    yield foreign.map((order) => toRow(order, null));
  }
  return { pages: readPages(), isComplete };
}

function listFillPages(request: ExportRequest, { trading }: ExportSource): Pages {
  const { fills, isComplete } = trading.listFills();
  const found = fills
    .filter((fill) => isWithin(fill.exchangeTimeMs, request))
    .toSorted((a, b) => a.exchangeTimeMs - b.exchangeTimeMs);
  function* readPages(): Generator<readonly Row[]> {
    for (let at = 0; at < found.length; at += PAGE) {
      yield found.slice(at, at + PAGE).map((fill) => ({ fields: toFillFields(fill) }));
    }
  }
  return { pages: readPages(), isComplete };
}

function isWithin(atMs: number, { fromMs, toMs }: ExportRequest): boolean {
  return (fromMs === null || atMs >= fromMs) && (toMs === null || atMs < toMs);
}

function fieldsOf({ what }: ExportRequest): readonly string[] {
  return what === 'orders' ? ORDER_FIELDS : FILL_FIELDS;
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
