/**
 * Records of an export: an order with its steps, a fill, a result or a conditional order, as text values in a fixed order of fields.
 *
 * Units       Amounts as exact decimal text, times as ISO 8601 in UTC with milliseconds.
 * Invariants  Pure. CSV has the fields; JSON has the same fields, and an order's steps.
 * Source      docs/export.md
 */
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { type ExposureSum, isFlat } from '#shared/order/exposure/exposure.ts';
import type { FillSummary } from '#shared/order/fillSummary.ts';
import { formatTerms } from '#shared/text/conditionals/conditionalTerms.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { formatPrice } from '#shared/units/price.ts';
import { formatShares } from '#shared/units/shares.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import { formatUsd, toUsd, type Usd } from '#shared/units/usd.ts';
import type { ExportedResult } from './results.ts';

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

/** Of a market: what the fills of the period made, then its exposure with the named results. */
export const RESULT_FIELDS = [
  'market',
  'period_fills',
  'period_fees',
  'period_result',
  'read_at',
  'yes_volume',
  'no_volume',
  'cost',
  'closed_now',
  'closed_now_without',
  'closed_now_as_of',
  'at_the_middle',
  'mark',
  'at_the_middle_as_of',
  'if_yes',
  'if_no',
  'if_void',
  'realised',
  'net',
  'fees',
  'settlement',
  'last_fill_at',
] as const;

/** Of all rows of results; JSON only. */
export const TOTAL_FIELDS = [
  'read_at',
  'closed_now',
  'closed_now_is_whole',
  'at_the_middle',
  'at_the_middle_is_whole',
  'at_the_middle_as_of',
  'realised',
  'net',
  'fees',
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

/** A flat market has its realised result and zero *at the middle*; the other results are null. */
export function toResultFields(
  { exposure, period }: ExportedResult,
  readAtMs: number,
): Fields<(typeof RESULT_FIELDS)[number]> {
  const { holding, closedNow, atMiddle, cost } = exposure;
  const isHeld = !isFlat(exposure);
  const usd = (amount: Usd | null): string | null => (amount === null ? null : formatUsd(amount));
  const ofHolding = (amount: Usd | null): string | null => (isHeld ? usd(amount) : null);
  const asOf = (result: { readonly asOfMs: number | null } | null): string | null =>
    isHeld && result !== null ? formatTime(result.asOfMs ?? readAtMs) : null;
  return {
    market: exposure.market,
    period_fills: `${period.fills}`,
    period_fees: formatUsd(period.fees),
    period_result: formatUsd(period.realized),
    read_at: formatTime(readAtMs),
    yes_volume: formatShares(exposure.yes),
    no_volume: formatShares(exposure.no),
    cost: usd(cost),
    closed_now: ofHolding(closedNow?.result ?? null),
    closed_now_without: isHeld && closedNow !== null ? formatShares(closedNow.left) : null,
    closed_now_as_of: asOf(closedNow),
    at_the_middle: isHeld ? usd(atMiddle?.result ?? null) : formatUsd(toUsd(0n)),
    mark: isHeld && atMiddle !== null ? formatUsd(toUsd(BigInt(atMiddle.mark.value))) : null,
    at_the_middle_as_of: asOf(atMiddle),
    if_yes: ofHolding(exposure.ifYes),
    if_no: ofHolding(exposure.ifNo),
    if_void: ofHolding(exposure.ifVoid),
    realised: formatUsd(exposure.realized),
    net: isHeld ? usd(exposure.marketResult) : formatUsd(exposure.realized),
    fees: formatUsd(toUsd(holding.yes.fees + holding.no.fees)),
    settlement: holding.settlement,
    last_fill_at: holding.lastFillAtMs === 0 ? null : formatTime(holding.lastFillAtMs),
  };
}

export function toTotalFields(sum: ExposureSum, readAtMs: number): Fields<(typeof TOTAL_FIELDS)[number]> {
  return {
    read_at: formatTime(readAtMs),
    closed_now: formatUsd(sum.closedNow),
    closed_now_is_whole: String(sum.isClosedWhole),
    at_the_middle: formatUsd(sum.atMiddle),
    at_the_middle_is_whole: String(sum.isMiddleWhole),
    at_the_middle_as_of: formatTime(sum.asOfMs ?? readAtMs),
    realised: formatUsd(sum.realized),
    net: formatUsd(toUsd(sum.realized + sum.atMiddle)),
    fees: formatUsd(sum.fees),
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
