/**
 * Rows of the conditional orders: sorting, states and lives in words, what watches each and how old that is.
 *
 * Units       Times in ms of the exchange's clock; `provedAtMs` of a source in ms of this machine's.
 * Invariants  Pure. One that needs an answer comes first under every sort.
 */
import { formatDuration } from '#shared/base/formatDuration.ts';
import type {
  ConditionalOrderView,
  ConditionalStepView,
  ConditionalView,
  EvidenceView,
  FiringView,
  ProtectionSourceView,
  ProtectionView,
} from '#shared/ipc/conditionals/conditionals.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { type ConditionalTerms, kindOf } from '#shared/order/conditional/terms.ts';
import { formatConditionalLife, formatHalt, LIFE_NAMES } from '#shared/text/conditionals/conditionals.ts';
import { describeProgress } from '#shared/text/conditionals/conditionalTerms.ts';
import {
  formatContracts,
  formatExactContracts,
  formatExactPrice,
  formatUnderlyingPrice,
} from '#shared/text/numbers.ts';
import { formatDay, formatTime, formatTimeMs } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { isOver } from '../../domain/conditionals/conditionalActs.ts';
import { formatSource, formatSourceShort } from '../../domain/conditionals/protection.ts';
import { marketTitle } from '../../domain/markets/markets.ts';

/** Those that need an answer, then waiting ones, then the others that may act, then ended ones; of each the newest first. */
export function sortConditionals(all: readonly ConditionalView[]): readonly ConditionalView[] {
  return all.toSorted((a, b) => rankOf(a) - rankOf(b) || b.createdAtMs - a.createdAtMs);
}

export function rankOf({ life }: Pick<ConditionalView, 'life'>): number {
  if (life.at === 'halted') return 0;
  if (life.at === 'waiting') return 1;
  return isOver(life.at) ? 3 : 2;
}

export interface StateText {
  readonly text: string;
  readonly tone: 'plain' | 'loud' | 'good' | 'bad' | 'over';
  /** Start of the elapsed time beside it, by the exchange's clock. */
  readonly sinceMs: number | null;
}

export function describeState(view: ConditionalView): StateText {
  const { life } = view;
  const text = formatConditionalLife(life);
  const since = lastChangeOf(view);
  switch (life.at) {
    case 'halted':
      return { text, tone: 'bad', sinceMs: since };
    case 'waiting':
      return { text, tone: 'loud', sinceMs: since };
    case 'triggered':
    case 'releasing':
    case 'placing':
    case 'requoting':
      return { text, tone: 'loud', sinceMs: null };
    case 'done':
      return { text, tone: 'good', sinceMs: null };
    case 'armed':
    case 'working':
    case 'draft':
      return { text, tone: 'plain', sinceMs: null };
    default:
      return { text, tone: 'over', sinceMs: null };
  }
}

/** When the present state began. */
function lastChangeOf({ steps, updatedAtMs }: ConditionalView): number {
  return steps.findLast(({ what }) => what.kind === 'life')?.atMs ?? updatedAtMs;
}

/** Why it needs an answer, with the gap in its data; null where it needs none. */
export function describeHalt({ life, missedAtMs, fired }: ConditionalView): string | null {
  if (life.at !== 'halted') return null;
  // The program may have been closed for days.
  const missed =
    missedAtMs === null
      ? ''
      : ` It would have triggered on ${formatDay(missedAtMs)}, ${formatTime(missedAtMs)}, while it was not watched.`;
  const late = fired.some(({ isLate }) => isLate) ? ' It fired late, after a gap in the data.' : '';
  return `${capitalize(formatHalt(life.reason))}.${missed}${late}`;
}

/** The sources of the protector with this id; empty where it protects no position. */
export function findSources(
  protections: readonly ProtectionView[],
  id: ConditionalId,
): readonly ProtectionSourceView[] {
  return protections.flatMap(({ protectors }) => protectors).find((one) => one.id === id)?.sources ?? [];
}

/** 'book 0.3 s old', 'BTC-USD 1 s old, no book yet'. */
export function formatSources(sources: readonly ProtectionSourceView[], nowMs: number): string {
  return sources.map((source) => formatSource(source, nowMs)).join(', ');
}

/** For a narrow column: the first of them, and how many more there are. */
export function formatFirstSource(sources: readonly ProtectionSourceView[], nowMs: number): string {
  const [first, ...others] = sources;
  if (first === undefined) return '–';
  const text = formatSourceShort(first, nowMs);
  return others.length === 0 ? text : `${text} +${others.length}`;
}

/** The number of one of its orders; an ended one has its number among the account's orders. */
export function formatOrderId(
  { intentId, orderId, life }: Pick<ConditionalOrderView, 'intentId' | 'orderId' | 'life'>,
  orders: readonly Pick<OrderView, 'intentId' | 'orderId'>[],
): string {
  const id = orderId ?? orders.find((one) => one.intentId === intentId)?.orderId;
  return id ?? (life.at === 'ended' ? 'not known' : 'no id yet');
}

/** What is left of it to trade. */
export function leftOf({ terms, filled }: Pick<ConditionalView, 'terms' | 'filled'>): number {
  return Math.max(0, terms.shares - filled);
}

/**
 * What a row has come to, in place of its condition: where the trigger of a trailing stop is now, which slice of a TWAP is under
 * way. Null for others, and before and after they work.
 */
export function formatProgress(view: ConditionalView, tick: Tick, exchangeNowMs: number): string | null {
  const { terms, peak, life, startedAtMs = null } = view;
  return isOver(life.at) ? null : describeProgress(terms, { peak, tick, startedAtMs, nowMs: exchangeNowMs });
}

/** When it ends by itself; null for one without an end. */
function endOf({ terms, startedAtMs = null }: Pick<ConditionalView, 'terms' | 'startedAtMs'>): number | null {
  const end = startedAtMs === null ? undefined : kindOf(terms).endsAtMs?.(terms, startedAtMs);
  if (end === undefined) return terms.goodTillMs;
  return terms.goodTillMs === null ? end : Math.min(end, terms.goodTillMs);
}

/** Time until it ends; null for one without an end. */
export function formatDeadline(
  view: Pick<ConditionalView, 'terms' | 'life' | 'startedAtMs'>,
  exchangeNowMs: number,
): string {
  const endMs = endOf(view);
  if (endMs === null || isOver(view.life.at)) return '–';
  return `in ${formatDuration(Math.max(0, endMs - exchangeNowMs), { seconds: true })}`;
}

/** 'armed · fired · placed 500 at 0.30 · filled 500': each step with the time since the one before it. */
export function formatLife({ steps }: Pick<ConditionalView, 'steps'>): string {
  const parts: string[] = [];
  let before: ConditionalStepView | null = null;
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    // Of repeated states the last one counts: a stop that waits and goes on does not fill the line.
    if (step.what.kind === 'life' && next?.what.kind === 'life') continue;
    const gap = before === null ? '' : ` ${formatGap(step.atMs - before.atMs)}`;
    parts.push(`${nameStep(step)}${gap}`);
    before = step;
  }
  return parts.join(' · ');
}

export interface StepRow {
  readonly key: number;
  readonly atMs: number;
  /** Since the step before; null for the first one. */
  readonly gap: string | null;
  readonly step: string;
  readonly detail: string | null;
}

/** The steps of the journal, oldest first, as rows of the time line. */
export function listSteps(view: Pick<ConditionalView, 'steps' | 'fired'>): readonly StepRow[] {
  return view.steps.map((step, at) => {
    const before = view.steps[at - 1];
    return {
      key: at,
      atMs: step.atMs,
      gap: before !== undefined && step.atMs >= before.atMs ? formatGap(step.atMs - before.atMs) : null,
      step: capitalize(nameStep(step)),
      detail: detailOf(step, view.fired),
    };
  });
}

function nameStep({ what }: ConditionalStepView): string {
  switch (what.kind) {
    case 'life':
      return LIFE_NAMES[what.life.at].toLowerCase();
    case 'fired':
      return what.isLate ? 'fired late' : 'fired';
    case 'placed':
      return `placed ${what.direction} ${formatContracts(what.shares)} at ${formatExactPrice(what.price)}`;
    case 'filled':
      return `filled ${formatContracts(what.shares)} of ${formatContracts(what.of)}`;
    case 'changed':
      return 'changed';
  }
}

function detailOf({ what, atMs }: ConditionalStepView, fired: readonly FiringView[]): string | null {
  if (what.kind === 'life') {
    const text = formatConditionalLife(what.life);
    const colon = text.indexOf(': ');
    return colon < 0 ? null : text.slice(colon + 2);
  }
  if (what.kind !== 'fired') return null;
  const firing =
    fired.find((one) => one.name === what.name && one.atMs === atMs) ?? fired.find((one) => one.name === what.name);
  return firing === undefined ? null : describeFiring(firing);
}

/** What made it fire: 'best bid 0.29, best ask 0.31 at sequence 812, true for 0.6 s'. */
export function describeFiring({ evidence, sinceMs, atMs }: FiringView): string {
  const seen = evidence.map(describeEvidence).join('; ');
  return atMs > sinceMs ? `${seen}; true for ${formatGap(atMs - sinceMs)}` : seen;
}

function describeEvidence(evidence: EvidenceView): string {
  const price = (micros: number | null): string => (micros === null ? 'none' : formatExactPrice(micros));
  switch (evidence.kind) {
    case 'book':
      return `yes bid ${price(evidence.bestBid)}, yes ask ${price(evidence.bestAsk)} at sequence ${evidence.sequence}${evidence.isRest ? ', by REST' : ''}`;
    case 'trade':
      return `a trade of ${formatContracts(evidence.shares)} yes at ${price(evidence.price)}`;
    case 'tick':
      return `${evidence.symbol} at ${formatUnderlyingPrice(evidence.price)}`;
    case 'time':
      return `due at ${formatTimeMs(evidence.dueMs)}`;
  }
}

function formatGap(ms: number): string {
  return ms < 1_000 ? `${Math.max(0, Math.round(ms))} ms` : formatDuration(ms, { tenths: true });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The market's title, or its id before the catalogue has it. */
export function titleMarket(id: MarketId, markets: readonly Market[]): string {
  const market = markets.find((one) => one.id === id);
  return market ? marketTitle(market) : id;
}

/** 'Sell 500 yes'. */
export function formatSide({ direction, outcome }: Pick<ConditionalTerms, 'direction' | 'outcome'>): string {
  return `${direction === 'buy' ? 'Buy' : 'Sell'} ${outcome.side}`;
}

/** Facts of the detail. */
export function listFacts(
  view: ConditionalView,
  sources: string,
  exchangeNowMs: number,
): readonly (readonly [string, string])[] {
  const { terms, filled, peak } = view;
  const { legs, followedPrice } = kindOf(terms);
  return [
    ['State', LIFE_NAMES[view.life.at]],
    ['Side', formatSide(terms)],
    [legs === undefined ? 'Size' : 'Size of the first leg', formatExactContracts(terms.shares)],
    ['Filled', formatExactContracts(filled)],
    ['Left', formatContracts(leftOf(view))],
    ['Worst price', legs === undefined ? formatExactPrice(terms.worst) : 'each leg’s own'],
    ['Watched by', sources === '' ? '–' : sources],
    ['Ends', formatDeadline(view, exchangeNowMs)],
    ...(followedPrice === undefined ? [] : [['Peak', peak === null ? 'none yet' : formatExactPrice(peak)] as const]),
  ];
}
