/** Requests for the export dialog: what of the trading records, and what a pane shows of them. */
import { create } from 'zustand';
import type { Input } from '#shared/ipc/contract.ts';

type ExportInput = Input<'order.export'>;
export type ExportSubject = ExportInput['what'];
export type ExportFilter = NonNullable<ExportInput['filter']>;

export interface ExportRequest {
  readonly what: ExportSubject;
  /** What the pane shows; null: all of it. */
  readonly filter: ExportFilter | null;
  /** The pane's filter in words: 'buys, Harbour List'. */
  readonly filterText: string | null;
  /** Beginning of what the pane shows; null: no bound. */
  readonly fromMs: number | null;
}

export const useExportRequest = create<{ readonly request: ExportRequest | null }>(() => ({ request: null }));

export const NO_FILTER: ExportFilter = { market: null, side: 'all', state: 'all' };

/** Opens the dialog; without parts, for all of it. */
export function requestExport(what: ExportSubject, part: Partial<Omit<ExportRequest, 'what'>> = {}): void {
  useExportRequest.setState({ request: { what, filter: null, filterText: null, fromMs: null, ...part } });
}

/** The request of a pane: its filter counts only where it leaves something out. */
export function requestShown(
  what: ExportSubject,
  filter: ExportFilter,
  words: readonly (string | null)[],
  fromMs: number | null = null,
): void {
  const texts = words.filter((text) => text !== null);
  requestExport(what, texts.length === 0 ? { fromMs } : { filter, filterText: texts.join(', '), fromMs });
}
