/**
 * The dry run on screen: its terms, its day, and what came of it.
 *
 * Invariants  One at a time. An answer of an earlier request never replaces a later one.
 */
import { create } from 'zustand';
import { type DayStart, type DryRunReport, MAX_SEED } from '#shared/ipc/conditionals/dryRun.ts';
import type { Input } from '#shared/ipc/contract.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatDryRunRefusal } from '#shared/text/conditionals/dryRun.ts';
import { act } from '../../act/bridge.ts';

export type DryRunPhase =
  | { readonly at: 'running'; readonly sinceMs: number }
  | { readonly at: 'report'; readonly report: DryRunReport }
  | { readonly at: 'refused'; readonly text: string }
  | { readonly at: 'cancelled' };

export interface CurrentDryRun {
  readonly terms: ConditionalTerms;
  readonly seed: number;
  /** Where the day begins, once it is known: the next one begins there too. Null: now. */
  readonly start: DayStart | null;
  readonly phase: DryRunPhase;
}

interface DryRunStore {
  readonly current: CurrentDryRun | null;
}

/** Of the first day: a number that a person can repeat. */
const FIRST_SEED = 1;

export const useDryRun = create<DryRunStore>(() => ({ current: null }));

let newest = 0;

type DryRunInput = Input<'conditional.dryRun'>;

/** Opens the panel and simulates a first day. */
export function openDryRun(terms: ConditionalTerms): void {
  void runDay(terms, FIRST_SEED, null);
}

/** Simulates a day of the same terms; `start` null: one that begins now. */
export async function runDay(terms: ConditionalTerms, seed: number, start: DayStart | null): Promise<void> {
  newest += 1;
  const own = newest;
  useDryRun.setState({ current: { terms, seed, start, phase: { at: 'running', sinceMs: Date.now() } } });
  const input = { terms, seed, start } as DryRunInput;
  const result = await act('conditional.dryRun', input);
  if (own !== newest) return;
  const show = (phase: DryRunPhase, from = start): void =>
    useDryRun.setState({ current: { terms, seed, start: from, phase } });
  if (!result.ok) show({ at: 'refused', text: formatBridgeError(result.error) });
  else if (result.value.outcome === 'refused') show({ at: 'refused', text: formatDryRunRefusal(result.value.reason) });
  else if (result.value.outcome === 'cancelled') show({ at: 'cancelled' });
  else show({ at: 'report', report: result.value.report }, result.value.report.start);
}

/** The panel stays, and says so. */
export function cancelDryRun(): void {
  const { current } = useDryRun.getState();
  if (current?.phase.at !== 'running') return;
  newest += 1;
  useDryRun.setState({ current: { ...current, phase: { at: 'cancelled' } } });
  void act('conditional.cancelDryRun', {});
}

export function closeDryRun(): void {
  cancelDryRun();
  newest += 1;
  useDryRun.setState({ current: null });
}

/** A typed day; null for anything but a whole number that a day can have. */
export function parseSeed(text: string): number | null {
  if (!/^\d{1,10}$/.test(text.trim())) return null;
  const seed = Number.parseInt(text, 10);
  return seed <= MAX_SEED ? seed : null;
}
