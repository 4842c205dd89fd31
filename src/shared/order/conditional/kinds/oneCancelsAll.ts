/**
 * One cancels all: orders on several outcomes; what one of them fills, all others are reduced by, as a part of their size.
 *
 * Units       Exact: parts of sizes are compared as fractions of whole numbers.
 * Invariants  What is left of a leg is its size times what the fills of all legs leave of the whole. In a block one leg is on the
 *             book at a time, and the next one is placed once its end and final fill are known: filled parts never sum to
 *             more than the whole. In a race each leg may fill before the others are cancelled, and never more than its size.
 */

import { choice, list } from '../../../units/fields.ts';
import { toNumber } from '../../../units/numbers.ts';
import type { Price } from '../../../units/price.ts';
import { type Shares, toShares } from '../../../units/shares.ts';
import { floorToLot } from '../../exits/quote.ts';
import { filledOf, isLive } from '../children.ts';
import { asks } from '../declaration/consentRules.ts';
import { type FormReader, LIFE_INPUTS, leg, oneOf, optionalInput, PRICE_INPUT } from '../declaration/form.ts';
import { defineKind } from '../declaration/kind.ts';
import type { Plan, WantedOrder } from '../declaration/plan.ts';
import { FILLED, MAIN, NO_ORDERS } from '../declaration/single.ts';
import { OUTCOME_ORDER, type OutcomeOrder, type TermsOf } from '../declaration/termsFields.ts';
import type { TermsFormats } from '../declaration/texts.ts';
import { CHASE_MIN_MS, CLOSE_GUARD_MS, SHORT_MS, SWITCH_MS, SWITCH_TICKS } from '../defaults.ts';
import { keyOf } from '../known.ts';
import { usableBook } from '../observation.ts';
import type { Child, HaltReasons, StateOf, WaitReason } from '../state.ts';

const MAX_LEGS = 4;
/** An order of its own on its own outcome, in the direction of the terms. `price` is its limit, and its worst price. */
export type CancelsAllLeg = OutcomeOrder;

const fields = {
  /** Each on an outcome that no other leg has. `outcome`, `shares` and `worst` are those of the first leg. */
  legs: list(OUTCOME_ORDER, 2, MAX_LEGS),
  /** `block`: one leg is on the book at a time. `race`: all are, so that each may fill before the others are cancelled. */
  mode: choice({ block: 'One leg at a time', race: 'All legs: each may fill' }),
};
export type OneCancelsAllTerms = TermsOf<'oneCancelsAll', typeof fields>;
type State = StateOf<OneCancelsAllTerms>;

interface OpenLeg {
  readonly leg: CancelsAllLeg;
  readonly slot: string;
  readonly left: Shares;
}

const inputs = {
  price: PRICE_INPUT,
  leg2: leg('Second leg', 'or'),
  leg3: optionalInput(leg('Third leg', 'or')),
  leg4: optionalInput(leg('Fourth leg', 'or')),
  mode: oneOf(fields.mode, 'On the book', 'mode'),
  ...LIFE_INPUTS,
};

export const oneCancelsAll = defineKind('oneCancelsAll', fields, {
  form: {
    verb: 'oca',
    directions: ['buy', 'sell'],
    inputs,
    read(read) {
      const price = read.value('price');
      return { worst: price, legs: readLegs(read, price), mode: read.value('mode') };
    },
    write: ({ legs: [, leg2 = null, leg3 = null, leg4 = null], worst, mode }) => ({
      price: worst,
      leg2,
      leg3,
      leg4,
      mode,
    }),
  },
  texts: {
    name: 'One cancels all',
    shortName: 'OCA',
    summary: formatLegs,
    watches: ({ legs, mode }) =>
      mode === 'block' ? `nearest of ${legs.length} legs rests` : `all ${legs.length} legs rest`,
    does: (terms, formats) => [
      `${formats.verb} ${formatLegs(terms, formats)}: what one leg fills reduces the others by the same part of their size.`,
      terms.mode === 'block'
        ? 'One leg is on the book at a time, the one that is nearest to a trade. It changes once the order before is proved cancelled.'
        : 'All legs are on the book at once. Each may fill wholly before the others are cancelled.',
    ],
    atWorst({ direction, mode, legs }) {
      const verb = direction === 'sell' ? 'sells' : 'buys';
      const bound = direction === 'sell' ? 'never below' : 'never above';
      return mode === 'block'
        ? `Together ${verb} no more than one whole leg, each leg ${bound} its price.`
        : `At worst ${verb} all ${legs.length} legs, each ${bound} its price.`;
    },
  },
  triggers: () => ({}),
  plan(state, nowMs) {
    const all = listLegs(state);
    if (all.length === 0) return { wanted: [], end: FILLED };
    const open = all.filter(({ leg }) => whyOver(state, leg, nowMs) === null);
    const over = all.find((one) => !open.includes(one));
    if (open.length === 0 && over !== undefined) {
      const code = whyOver(state, over.leg, nowMs) === 'position' ? 'positionGone' : 'marketClosed';
      return { wanted: [], end: { code, parameters: {} } };
    }
    const plan = state.terms.mode === 'race' ? planRace(state, open) : planBlock(state, open, nowMs);
    if (over === undefined) return plan;
    const why = whyOver(state, over.leg, nowMs)!;
    return { ...plan, halt: { code: 'legEnded', parameters: { outcome: over.leg.outcome, why } } };
  },
  wakeTimes(state) {
    const last = state.children.at(-1);
    const { requoteSinceMs } = state.known;
    const closes = state.terms.legs.flatMap(({ outcome }) => {
      const closeAtMs = state.known.markets[outcome.market]?.closeAtMs ?? null;
      return closeAtMs === null ? [] : [closeAtMs - CLOSE_GUARD_MS, closeAtMs];
    });
    return [
      ...closes,
      ...(requoteSinceMs === null ? [] : [requoteSinceMs + SWITCH_MS]),
      ...(last === undefined ? [] : [last.requestedAtMs + CHASE_MIN_MS]),
    ];
  },
  endsWithMarket: false,
  reducesWhileHalted: true,
  endsBeforeClose: () => false,
  follow: followLegs,
  tradeBounds: ({ legs, direction }) =>
    legs.map((leg) => ({ outcome: leg.outcome, direction, shares: leg.shares, worst: leg.price })),
  // Which leg rests, and fills, depends on when it starts.
  consent: { startsWhen: asks, legs: asks, mode: asks },
  prices: ({ legs }) => legs.map(({ price }) => price),
  // Each leg's price is its own worst price.
  priceBounds: () => [],
  sizes: ({ legs }) => legs.map(({ shares }) => shares),
  isWhole: areLegsWhole,
  hasSeveralBudgets: true,
  isBoundByFills: true,
  // Legs on several markets are compared by their books.
  takesStandIn: false,
  needsPrices: true,
  legs: ({ legs }) => legs,
  mayFillEachLeg: ({ mode }) => mode === 'race',
  filled: filledOfLegs,
});

/** The first leg, and those that are typed. */
function readLegs(read: FormReader<typeof inputs>, price: Price): readonly CancelsAllLeg[] {
  const legs: CancelsAllLeg[] = [{ outcome: read.outcome, shares: read.shares, price }];
  for (const name of ['leg2', 'leg3', 'leg4'] as const) {
    const typed = read.value(name);
    if (typed === null) continue;
    if (legs.some(({ outcome }) => keyOf(outcome) === keyOf(typed.outcome))) {
      read.refuse(name, 'Each leg must be on an outcome of its own');
    }
    if (floorToLot(typed.shares, read.tick) !== typed.shares) read.refuse(name, 'The size must be whole lots');
    legs.push(typed);
  }
  return legs;
}

/** '100 yes at 0.40, or 50 yes of Snow at 0.30'; a leg's market where it is not the first one's. */
function formatLegs({ legs, outcome: first }: OneCancelsAllTerms, formats: TermsFormats): string {
  return legs
    .map(({ outcome, shares, price }) => {
      const where = outcome.market === first.market ? '' : ` of ${formats.market(outcome.market)}`;
      return `${formats.contracts(shares)} ${outcome.side}${where} at ${formats.price(price)}`;
    })
    .join(', or ');
}

/** What follows the books and positions of its legs: since when another leg is nearer, and since when a position is gone. */
export function followLegs(state: State, nowMs: number): State {
  const { known, terms } = state;
  const legs = listLegs(state);
  const isGone = terms.direction === 'sell' && legs.some(({ leg }) => isPositionGone(state, leg));
  const goneSinceMs = isGone ? (known.goneSinceMs ?? nowMs) : null;
  const current = findCurrent(state);
  const nearest = current === null ? null : findNearest(state, legs, nowMs);
  const isBetter = current !== null && nearest !== null && isNearer(state, nearest, current, nowMs);
  const requoteSinceMs = isBetter ? (known.requoteSinceMs ?? nowMs) : null;
  if (goneSinceMs === known.goneSinceMs && requoteSinceMs === known.requoteSinceMs) return state;
  return { ...state, known: { ...known, goneSinceMs, requoteSinceMs } };
}

/** ⌊size × (1 − Σ filled ÷ size of each leg)⌋ in millionths of a share; 0 once the whole is filled. */
export function leftOfLeg(
  leg: CancelsAllLeg,
  legs: readonly CancelsAllLeg[],
  filledBy: (leg: CancelsAllLeg) => number,
): Shares {
  let whole = 1n;
  for (const { shares } of legs) whole *= BigInt(shares);
  let rest = whole;
  for (const one of legs) rest -= (whole / BigInt(one.shares)) * BigInt(filledBy(one));
  return toShares(rest <= 0n ? 0 : toNumber((BigInt(leg.shares) * rest) / whole));
}

/** What the fills of all legs are in shares of the first one, rounded down. */
export function filledOfLegs({ legs }: OneCancelsAllTerms, children: readonly Child[]): Shares {
  const [first] = legs;
  if (first === undefined) return toShares(0);
  return toShares(first.shares - leftOfLeg(first, legs, (leg) => filledIn(children, leg)));
}

/** The first leg is what the terms are about; no outcome has two legs. */
function areLegsWhole({ legs, outcome, shares, worst }: OneCancelsAllTerms): boolean {
  const [first] = legs;
  const keys = new Set(legs.map((leg) => keyOf(leg.outcome)));
  return (
    first !== undefined &&
    keyOf(first.outcome) === keyOf(outcome) &&
    first.shares === shares &&
    first.price === worst &&
    keys.size === legs.length
  );
}

/** Legs with a whole lot left that no person let go. */
function listLegs(state: State): readonly OpenLeg[] {
  const { legs } = state.terms;
  return legs.flatMap((leg, index) => {
    if (state.endedLegs?.includes(keyOf(leg.outcome)) === true) return [];
    const left = leftOfLeg(leg, legs, (one) => filledIn(state.children, one));
    const tick = state.known.markets[leg.outcome.market]?.tick;
    const whole = tick === undefined ? left : floorToLot(left, tick);
    return whole === 0 ? [] : [{ leg, slot: `leg${index + 1}`, left }];
  });
}

function childrenOf(children: readonly Child[], { outcome }: CancelsAllLeg): readonly Child[] {
  return children.filter((child) => keyOf(child.outcome) === keyOf(outcome));
}

function filledIn(children: readonly Child[], leg: CancelsAllLeg): number {
  return filledOf(childrenOf(children, leg));
}

/** Why a leg can trade no more: its market ended, or is about to for a buy; or what it sells is gone. */
function whyOver(state: State, leg: CancelsAllLeg, nowMs: number): HaltReasons['legEnded']['why'] | null {
  const { known, terms } = state;
  const market = known.markets[leg.outcome.market];
  const guard = terms.direction === 'buy' ? CLOSE_GUARD_MS : 0;
  // After a jump of a clock no time passes by it; the exchange's own word about the market counts.
  const isTimed = known.clock?.isSteady !== false;
  const closeAtMs = market?.closeAtMs ?? null;
  if (market?.isTrading === false) return 'market';
  if (isTimed && closeAtMs !== null && nowMs >= closeAtMs - guard) return 'market';
  const { goneSinceMs } = known;
  const isGone = terms.direction === 'sell' && goneSinceMs !== null && nowMs - goneSinceMs >= SHORT_MS;
  return isGone && isPositionGone(state, leg) ? 'position' : null;
}

function isPositionGone({ known, children }: State, leg: CancelsAllLeg): boolean {
  const isRead = known.isReconciled && known.positions[keyOf(leg.outcome)]?.quantity === 0;
  return isRead && !childrenOf(children, leg).some(isLive);
}

function planRace(state: State, open: readonly OpenLeg[]): Plan {
  const wanted = open.map(({ leg, slot, left }) => ({
    ...orderOf(state, leg, slot, left),
    group: slot,
    budget: leg.shares,
  }));
  return { wanted, end: null };
}

/** The leg that is nearest to a trade, or the one on the book until another one was nearer for a time. */
function planBlock(state: State, open: readonly OpenLeg[], nowMs: number): Plan {
  const current = findCurrent(state);
  const onBook = current === null ? undefined : open.find(({ leg }) => keyOf(leg.outcome) === keyOf(current.outcome));
  const wait = findStale(state, open, nowMs);
  const chosen =
    onBook !== undefined && !isSwitchDue(state, current!, nowMs) ? onBook : findNearest(state, open, nowMs);
  const told = wait === null ? {} : { wait };
  if (chosen === null) return { ...NO_ORDERS, ...told };
  // Fills of other legs are of other outcomes: the budget is what all filled, and what is left of this leg.
  const budget = toShares(filledOf(state.children) + chosen.left);
  return { wanted: [{ ...orderOf(state, chosen.leg, chosen.slot, chosen.left), budget }], end: null, ...told };
}

function orderOf({ terms }: State, leg: CancelsAllLeg, slot: string, left: Shares): WantedOrder {
  return {
    slot,
    group: MAIN,
    outcome: leg.outcome,
    direction: terms.direction,
    price: leg.price,
    shares: left,
    budget: leg.shares,
    worst: leg.price,
    postOnly: false,
    urgency: terms.direction === 'sell' ? 'exit' : 'entry',
    expiresAtMs: terms.goodTillMs,
    isExclusive: true,
  };
}

/** The order in force: the newest live one. */
function findCurrent({ children }: State): Child | null {
  return children.findLast(isLive) ?? null;
}

function isSwitchDue({ known, life }: State, current: Child, nowMs: number): boolean {
  // A halted one places nothing: the order in force stays.
  if (life.at === 'halted') return false;
  // Its cancel is under way: what follows is decided when it is proved.
  if (current.cancel !== null) return true;
  const { requoteSinceMs } = known;
  const isStanding = requoteSinceMs !== null && nowMs - requoteSinceMs >= SWITCH_MS;
  return isStanding && nowMs - current.requestedAtMs >= CHASE_MIN_MS;
}

/** A leg whose book has no usable price can neither be compared nor chosen. */
function findStale(state: State, open: readonly OpenLeg[], nowMs: number): WaitReason | null {
  const stale = open.find(({ leg }) => distanceOf(state, leg, nowMs) === null);
  if (stale === undefined) return null;
  return { code: 'stale', parameters: { market: stale.leg.outcome.market, problem: 'notLive' } };
}

function findNearest(state: State, open: readonly OpenLeg[], nowMs: number): OpenLeg | null {
  let nearest: OpenLeg | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const one of open) {
    const distance = distanceOf(state, one.leg, nowMs);
    if (distance === null || (nearest !== null && distance >= least)) continue;
    nearest = one;
    least = distance;
  }
  return nearest;
}

function isNearer(state: State, nearest: OpenLeg, current: Child, nowMs: number): boolean {
  if (keyOf(nearest.leg.outcome) === keyOf(current.outcome)) return false;
  const { legs } = state.terms;
  const inForce = legs.find(({ outcome }) => keyOf(outcome) === keyOf(current.outcome));
  const own = inForce === undefined ? null : distanceOf(state, inForce, nowMs);
  const other = distanceOf(state, nearest.leg, nowMs);
  // While its own book has no usable price nothing says that another leg is nearer.
  if (own === null || other === null) return false;
  return own - other >= SWITCH_TICKS || (other <= 0 && own > 0);
}

/** Ticks from its limit to the best price that it could trade at; 0 or less: it could trade. Null while its book has no usable price. */
function distanceOf({ known, terms }: State, leg: CancelsAllLeg, nowMs: number): number | null {
  const { market, side } = leg.outcome;
  const view = usableBook(known.books[market], side, nowMs);
  const tick = known.markets[market]?.tick;
  if (view === null || tick === undefined) return null;
  const [best] = terms.direction === 'buy' ? view.asks : view.bids;
  if (best === undefined) return Number.POSITIVE_INFINITY;
  return (terms.direction === 'buy' ? best.price - leg.price : leg.price - best.price) / tick;
}
