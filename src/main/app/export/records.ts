/**
 * Records of an export: an order with its steps, a fill, a result or a conditional order, as text values in a fixed order of fields.
 *
 * Units       Amounts as exact decimal text, times as ISO 8601 in UTC with milliseconds.
 * Invariants  Pure. CSV has the fields; JSON has the same fields, and an order's steps.
 * Source      docs/export.md
 */
import type { ConditionalView } from '#shared/ipc/conditionals.ts';
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account.ts';
import type { FillSummary } from '#shared/order/fillSummary.ts';
import type { LedgerPosition } from '#shared/order/ledger.ts';
import { formatTerms } from '#shared/text/conditionalTerms.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { formatPrice } from '#shared/units/price.ts';
import { formatShares } from '#shared/units/shares.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import { formatUsd, toUsd } from '#shared/units/usd.ts';

type Fields<N extends string> = { readonly [F in N]: string | null };

export const ORDER_FIELDS = [
  'created_at',
  'order_id',
  'intent_id',
  'placed_by',
  'wallet',
  'market',
  'outcome',
  'direction',
  'price',
  'volume',
  'post_only',
  'state',
  'reason_code',
  'filled_volume',
  'average_fill_price',
  'fees',
  'sent_at',
  'accepted_at',
  'first_fill_at',
  'last_fill_at',
  'cancel_sent_at',
  'ended_at',
  'updated_at',
] as const;

export const FILL_FIELDS = [
  'time',
  'fill_id',
  'order_id',
  'market',
  'outcome',
  'direction',
  'price',
  'volume',
  'value',
  'fee',
  'taker_side',
  'state',
] as const;

/** Of an outcome, by the fills of the period alone; what is open is at the end of it. */
export const RESULT_FIELDS = [
  'market',
  'outcome',
  'realised',
  'fees',
  'fills',
  'open_volume',
  'open_cost',
  'settlement',
  'last_fill_at',
] as const;

export const CONDITIONAL_FIELDS = [
  'created_at',
  'conditional_id',
  'kind',
  'market',
  'outcome',
  'direction',
  'volume',
  'terms',
  'state',
  'reason_code',
  'filled_volume',
  'fired_at',
  'missed_at',
  'updated_at',
] as const;

export type OrderFields = Fields<(typeof ORDER_FIELDS)[number]>;
export type FillFields = Fields<(typeof FILL_FIELDS)[number]>;

export interface StepRecord {
  readonly time: string;
  readonly step: string;
  readonly source: string | null;
  readonly reason: { readonly code: string; readonly parameters: unknown } | null;
}

/** `wallet`: the maker of an order of this program. `fills`: null where not all of its fills are known. */
export function toOrderFields(order: OrderView, wallet: AccountId | null, fills: FillSummary | null): OrderFields {
  const { steps } = order;
  const first = (...names: readonly LifeStep['step'][]) => timeOf(steps.find(({ step }) => names.includes(step)));
  const last = (...names: readonly LifeStep['step'][]) => timeOf(steps.findLast(({ step }) => names.includes(step)));
  const isFree = order.filled === 0 && order.life.at !== 'unknown';
  return {
    created_at: formatTime(order.createdAtMs),
    order_id: order.orderId,
    intent_id: order.intentId,
    placed_by: order.intentId === null ? 'another client' : 'adyton',
    wallet,
    market: order.market,
    outcome: order.side,
    direction: order.direction,
    price: formatPrice(order.price),
    volume: formatShares(order.shares),
    post_only: order.postOnly === null ? null : String(order.postOnly),
    state: order.life.at,
    reason_code: reasonCodeOf(order),
    filled_volume: order.life.at === 'unknown' ? null : formatShares(order.filled),
    average_fill_price: fills === null ? null : formatPrice(fills.averagePrice),
    fees: isFree ? '0.00' : fills === null || fills.fee === null ? null : formatUsd(fills.fee),
    sent_at: first('sent'),
    accepted_at: first('accepted'),
    first_fill_at: first('part filled', 'filled'),
    last_fill_at: last('part filled', 'filled'),
    cancel_sent_at: last('cancel sent'),
    ended_at: last('filled', 'cancelled', 'rejected', 'absent'),
    updated_at: formatTime(order.updatedAtMs),
  };
}

export function toStepRecord({ atMs, step, source, detail }: LifeStep): StepRecord {
  return {
    time: formatTime(atMs),
    step,
    source: source ?? null,
    reason: detail === null ? null : { code: detail.code, parameters: toParameters(detail) },
  };
}

export function toFillFields(fill: Fill): FillFields {
  return {
    time: formatTime(fill.exchangeTimeMs),
    fill_id: fill.id,
    order_id: fill.orderId,
    market: fill.market,
    outcome: fill.side,
    direction: fill.direction,
    price: formatPrice(fill.price),
    volume: formatShares(fill.shares),
    value: fill.value === null ? null : formatUsd(fill.value),
    fee: fill.fee === null ? null : formatUsd(fill.fee),
    taker_side: fill.takerSide,
    state: fill.state,
  };
}

/** `start`: the ledger's line before the period; null without one. */
export function toResultFields(
  start: LedgerPosition | null,
  end: LedgerPosition,
): Fields<(typeof RESULT_FIELDS)[number]> {
  return {
    market: end.market,
    outcome: end.side,
    realised: formatUsd(toUsd(end.realized - (start?.realized ?? 0n))),
    fees: formatUsd(toUsd(end.fees - (start?.fees ?? 0n))),
    fills: `${end.fills - (start?.fills ?? 0)}`,
    open_volume: formatShares(end.open),
    open_cost: formatUsd(end.cost),
    settlement: end.settlement,
    last_fill_at: formatTime(end.lastFillAtMs),
  };
}

export function toConditionalFields(view: ConditionalView): Fields<(typeof CONDITIONAL_FIELDS)[number]> {
  const { terms, life, fired, missedAtMs } = view;
  const [first] = fired;
  return {
    created_at: formatTime(view.createdAtMs),
    conditional_id: view.id,
    kind: terms.kind,
    market: terms.outcome.market,
    outcome: terms.outcome.side,
    direction: terms.direction,
    volume: formatShares(terms.shares),
    terms: formatTerms(terms, (market) => market),
    state: life.at,
    reason_code: 'reason' in life ? life.reason.code : null,
    filled_volume: formatShares(view.filled),
    fired_at: first === undefined ? null : formatTime(first.atMs),
    missed_at: missedAtMs === null ? null : formatTime(missedAtMs),
    updated_at: formatTime(view.updatedAtMs),
  };
}

export function formatTime(atMs: number): string {
  return formatIsoTime(atMs);
}

function timeOf(step: LifeStep | undefined): string | null {
  return step === undefined ? null : formatTime(step.atMs);
}

/** Why the order is in its state: the exchange's codes of a refusal, else the code of the reason. */
function reasonCodeOf({ life }: OrderView): string | null {
  if (life.at === 'rejected') return life.codes.length === 0 ? null : life.codes.join(' ');
  return life.at === 'unknown' || life.at === 'absent' ? life.reason.code : null;
}

function toParameters(detail: NonNullable<LifeStep['detail']>): unknown {
  if (detail.code !== 'filled') return detail.parameters;
  return { filled: formatShares(detail.parameters.filled), of: formatShares(detail.parameters.of) };
}
