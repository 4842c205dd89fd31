/**
 * Flatten dialog model: what each market's row shows, and the request made of it.
 *
 * Units       Prices in the terms of the outcome that the order names.
 * Invariants  Pure. A market is in the request only with a way out and a valid worst price; on a book that is not live the
 *             price was typed and confirmed.
 */
import type { Tick } from '#shared/market/tickGrid.ts';
import type { FlattenLeg, FlattenScope } from '#shared/order/exits/flattenPlan.ts';
import type { LegRequest } from '#shared/order/exits/progress.ts';
import { type ExitQuote, type ExitRoute, floorToLot, limitOf } from '#shared/order/exits/quote.ts';
import type { BothLegs } from '#shared/order/exposure/account.ts';
import type { Exposure } from '#shared/order/exposure/exposure.ts';
import { FLATTEN_BLOCKS } from '#shared/text/exits/exits.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { formatTypedPrice, parseTypedPrice } from '../../domain/orders/typedPrice.ts';

/** What a person chose for one market; null: as proposed. */
export interface LegChoice {
  readonly route: ExitRoute | null;
  readonly worstText: string | null;
  readonly isConfirmed: boolean;
}

export const NO_CHOICE: LegChoice = { route: null, worstText: null, isConfirmed: false };
/** Ticks below the last level of the preview, so that a book that moves a little is still met. */
const ROOM_TICKS = 2;

export interface LegState {
  readonly leg: FlattenLeg;
  readonly route: ExitRoute;
  readonly quote: ExitQuote | null;
  readonly worst: Price | null;
  readonly worstText: string;
  readonly isBookLive: boolean;
  /** Why this market is not flattened; null when it is. */
  readonly problem: string | null;
}

/**
 * The leg with the ways out of the reading that every pane shows, so that its *closed now* is theirs; main's own are up to a
 * second older. As it is where the book is not live, open sells lock a part, or another size is held meanwhile.
 */
export function withReadWays(
  leg: FlattenLeg,
  exposure: Pick<Exposure, 'net' | 'closedNow'> | null,
  cancelsOrders: boolean,
  tick: Tick,
): FlattenLeg {
  const { net = null, closedNow: closed = null } = exposure ?? {};
  const isSame = net !== null && net.side === leg.side && floorToLot(net.shares, tick) === leg.toExit;
  const isWhole = cancelsOrders || leg.sellable >= leg.toExit;
  if (!isSame || !isWhole || leg.book !== 'live') return leg;
  if (closed === null || closed.route === null || closed.asOfMs !== null) return leg;
  return { ...leg, sell: closed.sell, buyOther: closed.buyOther, route: closed.route };
}

export function buildLegState(leg: FlattenLeg, choice: LegChoice, tick: Tick): LegState {
  const isBookLive = leg.book === 'live';
  const route = choice.route ?? leg.route ?? 'sell';
  const quote = route === 'sell' ? leg.sell : leg.buyOther;
  const proposed = quote === null || !isBookLive ? null : proposeWorst(route, quote.limit, tick);
  const typed = choice.worstText === null ? null : parseWorst(choice.worstText, tick);
  const worst = choice.worstText === null ? proposed : typed;
  const worstText = choice.worstText ?? (proposed === null ? '' : formatTypedPrice(proposed, tick));
  return { leg, route, quote, worst, worstText, isBookLive, problem: findProblem() };

  function findProblem(): string | null {
    if (leg.block !== null) return FLATTEN_BLOCKS[leg.block];
    if (isBookLive && quote === null) return 'The book offers nothing this way';
    if (worst === null)
      return isBookLive ? 'Type a price on the tick' : `The book is ${leg.book}: type the worst price`;
    return isBookLive || choice.isConfirmed ? null : `Confirm the price: the book is ${leg.book}`;
  }
}

function proposeWorst(route: ExitRoute, limit: Price, tick: Tick): Price {
  const micros = limit + (route === 'sell' ? -ROOM_TICKS : ROOM_TICKS) * tick;
  return limitOf(route, Math.min(Math.max(micros, tick), MICROS - tick) as Price, tick);
}

function parseWorst(text: string, tick: Tick): Price | null {
  const typed = parseTypedPrice(text, tick);
  return typed.ok ? typed.value : null;
}

/** The markets that are flattened. */
export function buildRequest(states: readonly LegState[]): readonly LegRequest[] {
  return states.flatMap(({ leg, route, worst, isBookLive, problem }) =>
    problem !== null || worst === null
      ? []
      : [{ market: leg.market, side: leg.side, route, worst, shares: leg.toExit, isBookConfirmed: !isBookLive }],
  );
}

export function nameScope(scope: FlattenScope): string {
  switch (scope.kind) {
    case 'position':
      return 'Close position';
    case 'market':
      return 'Flatten market';
    case 'event':
      return 'Flatten event';
    case 'all':
      return 'Flatten everything';
  }
}

/** 'Selling both: 43.00 and 56.00 less fees of 0.49 and 0.50, 98.01 together'. */
export function describeBothLegs(sets: Shares, legs: BothLegs | null): string {
  if (legs === null) return '';
  const { yes, no } = legs;
  if (yes === null || no === null || yes.shares < sets || no.shares < sets)
    return 'The book does not take both outcomes of all of them now.';
  const fees = [yes.fee, no.fee].map((fee) => formatMoney(fee, 2, 'up')).join(' and ');
  const amounts = [yes.amount, no.amount].map((amount) => formatMoney(amount)).join(' and ');
  return `Selling both: ${amounts} less fees of ${fees}, ${formatMoney(toUsd(yes.value + no.value), 2, 'down')} together.`;
}
