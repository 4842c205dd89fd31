/**
 * Lines of stops at their triggers, for ladder and chart, and what moving one does.
 *
 * Units       Prices in millionths, in the terms of the stop's own outcome.
 * Invariants  A moved stop keeps the distances from its trigger to its limit and its worst price. Triggers on another market or
 *             an underlying have no line here, and conditions that are joined to a trigger stay as they are.
 */
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import { nearestOnTick, type Tick } from '#shared/market/tickGrid.ts';
import type { StopLeg } from '#shared/order/conditional/declaration/termsFields.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { type ConditionalTerms, kindOf } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Report } from '../noticeFacts.ts';
import { changeConditional, isActive, isChangeable } from './conditionalActs.ts';

export interface StopLine {
  readonly view: ConditionalView;
  readonly side: Side;
  readonly price: Price;
  readonly canMove: boolean;
  /** It waits or needs an answer: it does not protect now. */
  readonly isBroken: boolean;
}

/** The lines of a market, of stops that may still fire. */
export function listStopLines(all: readonly ConditionalView[], market: MarketId, tick: Tick): readonly StopLine[] {
  return all.flatMap((view): readonly StopLine[] => {
    const { stop, followedPrice } = kindOf(view.terms);
    if (followedPrice !== undefined) {
      return listFollowingLine(view, followedPrice(view.terms, view.peak, tick), market);
    }
    const leg = stop?.of(view.terms) ?? null;
    const trigger = leg === null ? null : firstPart(leg.trigger);
    if (!isActive(view) || trigger?.kind !== 'price' || !isOwnOutcome(trigger.outcome, view.terms, market)) return [];
    return [
      {
        view,
        side: trigger.outcome.side,
        price: trigger.price,
        canMove: isChangeable(view),
        isBroken: isBroken(view),
      },
    ];
  });
}

/** The trigger that follows the peak: it moves by itself alone. None before there is a peak. */
function listFollowingLine(view: ConditionalView, price: Price | null, market: MarketId): readonly StopLine[] {
  const { outcome } = view.terms;
  if (price === null || outcome.market !== market || !isActive(view)) return [];
  return [{ view, side: outcome.side, price, canMove: false, isBroken: isBroken(view) }];
}

function isBroken({ life }: ConditionalView): boolean {
  return life.at === 'waiting' || life.at === 'halted';
}

/** A limit moves with a trigger of its own outcome alone. */
function isOwnOutcome(of: OutcomeRef, { outcome }: ConditionalTerms, market: MarketId): boolean {
  return of.market === market && outcome.market === market && outcome.side === of.side;
}

/** The stop's own condition: those that are joined to it have no line. */
function firstPart(trigger: Trigger): Trigger {
  return trigger.kind === 'all' || trigger.kind === 'any' ? trigger.of[0]! : trigger;
}

/** Price of a line in the terms of the shown outcome. */
export function shownPrice({ side, price }: Pick<StopLine, 'side' | 'price'>, visible: Side): Price {
  const yes = inYesTerms(side, price);
  return inYesTerms(visible, yes);
}

/** The terms with the trigger at another price; null for terms without such a trigger. */
export function withTrigger(terms: ConditionalTerms, price: Price, tick: Tick): ConditionalTerms | null {
  const { stop } = kindOf(terms);
  const leg = stop?.of(terms) ?? null;
  const moved = leg === null ? null : moveLeg(leg, price, tick);
  return moved === null ? null : stop!.with(terms, moved);
}

function moveLeg(leg: StopLeg, price: Price, tick: Tick): StopLeg | null {
  const { trigger, limit, worst } = leg;
  const own = firstPart(trigger);
  if (own.kind !== 'price') return null;
  const by = price - own.price;
  const move = (from: Price): Price => nearestOnTick(from + by, tick);
  const moved = { ...own, price };
  const next = 'of' in trigger ? { ...trigger, of: [moved, ...trigger.of.slice(1)] } : moved;
  return { ...leg, trigger: next, limit: move(limit), worst: move(worst) };
}

/** Moves the trigger to a price in the terms of `visible`. */
export async function moveStopLine(line: StopLine, price: number, visible: Side, tick: Tick): Promise<Report | null> {
  const own = shownPrice({ side: visible, price: price as Price }, line.side);
  const terms = withTrigger(line.view.terms, own, tick);
  return terms === null || own === line.price ? null : changeConditional(line.view.id, terms);
}
