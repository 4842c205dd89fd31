/**
 * Offset on fill: an order, and for what it fills orders in the other direction, some ticks better than the fill.
 *
 * Units       Ticks from the average price of a batch's fills, rounded in the member's favour.
 * Invariants  Offsets are for fills that the exchange named, each counted once by its id: they never sum to more. A batch is
 *             decided when it is full, or when the parent ended and every fill of it is known; it never changes afterwards.
 */
import type { Direction } from '../../../market/outcome.ts';
import { isOnTick, type Tick } from '../../../market/tickGrid.ts';
import { FLAG, group, list, PRICE, SHARES } from '../../../units/fields.ts';
import { MICROS } from '../../../units/micros.ts';
import { toNumber } from '../../../units/numbers.ts';
import type { Price } from '../../../units/price.ts';
import { type Shares, toShares } from '../../../units/shares.ts';
import { floorToLot } from '../../exits/quote.ts';
import { filledOf, isLive, liveIn } from '../children.ts';
import { asks } from '../declaration/consentRules.ts';
import { contracts, type FormReader, LIFE_INPUTS, optionalInput, PRICE_INPUT, steps } from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import type { WantedOrder } from '../declaration/plan.ts';
import { onGrid } from '../declaration/prices.ts';
import { FILLED, isOver, keepLive, tickOf, wholeLots } from '../declaration/single.ts';
import { SOME_TICKS, type TermsOf } from '../declaration/termsFields.ts';
import { formatTicks, neverBeyond } from '../declaration/texts.ts';
import { CLOSE_GUARD_MS, defaultMinShares, MAX_OFFSETS } from '../defaults.ts';
import type { ConditionalEvent } from '../events.ts';
import type { ParentFill, StateOf } from '../state.ts';

const MAX_STEPS = 6;
const fields = {
  /** Trades `shares` in the direction of the terms; `worst` and `goodTillMs` are of this order. */
  parent: group({ price: PRICE, postOnly: FLAG }),
  /** Fills are offset in batches of this size; what is left of them when the parent ended is the last one. */
  batch: SHARES,
  /** Each batch is divided evenly among orders so many ticks from its fill price, in the direction of a gain. */
  steps: list(SOME_TICKS, 1, MAX_STEPS),
};
export type OffsetTerms = TermsOf<'offset', typeof fields>;
type State = StateOf<OffsetTerms>;

/** Slot and group of the order whose fills are offset. */
export const PARENT = 'parent';

const inputs = {
  price: PRICE_INPUT,
  steps: steps(fields.steps, 'Offset by', 'by'),
  batch: optionalInput(contracts('For each', 'batch')),
  ...LIFE_INPUTS,
};

export const offset = defineKind('offset', fields, {
  form: {
    verb: 'offset',
    directions: ['buy', 'sell'],
    inputs,
    read: readOffset,
    write: ({ parent, steps: by, batch }) => ({ price: parent.price, steps: by, batch }),
  },
  texts: {
    name: 'Offset on fill',
    shortName: 'Offset',
    summary: ({ parent, steps: by }, { amount, price }) =>
      `${amount} at ${price(parent.price)}, then ${formatSteps(by)} for what fills`,
    watches: ({ parent }, { price }) => `rests at ${price(parent.price)}`,
    does({ parent, batch, steps: by, shares, direction }, { verb, amount, price, contracts: write }) {
      const fills = batch >= shares ? 'What fills is' : `Each ${write(batch)} that fill are`;
      const [offered, where] = direction === 'buy' ? ['offered', 'above'] : ['bought back', 'below'];
      const parts = by.length === 1 ? '' : ', in even parts';
      return [
        `${verb} ${amount} at ${price(parent.price)} or better: the order rests at once.`,
        `${fills} ${offered} ${formatSteps(by)} ${where} the price of the fill${parts}. What is less than that follows when the order ends.`,
      ];
    },
    atWorst(terms, { price }) {
      const rest =
        terms.direction === 'buy'
          ? 'What it bought stays yours until somebody takes the offer: nothing stops a loss.'
          : 'What it sold is bought back only if somebody sells at the lower price.';
      return `${neverBeyond(terms)} ${price(terms.worst)}. ${rest}`;
    },
  },
  triggers: () => ({}),
  plan(state, nowMs) {
    const filled = filledOf(state.children, PARENT);
    const isOpen = isParentOpen(state, filled, nowMs);
    const isEnded = !isOpen && liveIn(state.children, PARENT).length === 0;
    const missing = filled - sumOf(state.parentFills ?? []);
    const offsets = listOffsets(state, isEnded && missing <= 0);
    const wanted = [...(isOpen ? [parentOrder(state, filled)] : []), ...offsets];
    if (missing > 0 && (isEnded || missing >= state.terms.batch)) {
      return { wanted, end: null, wait: { code: 'fillsNotRead', parameters: { shares: toShares(missing) } } };
    }
    if (!isEnded || offsets.length > 0) return { wanted, end: null };
    return { wanted, end: filled === 0 ? { code: 'entryEnded', parameters: {} } : FILLED };
  },
  wakeTimes(state) {
    const { goodTillMs, outcome } = state.terms;
    const closeAtMs = state.known.markets[outcome.market]?.closeAtMs ?? null;
    return [...(goodTillMs === null ? [] : [goodTillMs]), ...(closeAtMs === null ? [] : [closeAtMs - CLOSE_GUARD_MS])];
  },
  // What was bought is offered again without a question; buying again after a sale asks.
  asksAfterRestart: ({ children, terms }) => terms.direction === 'sell' || children.length === 0,
  mayEnd: (slot) => slot === PARENT,
  deadline: () => null,
  // The offsets of a sale are buys.
  endsBeforeClose: ({ terms }) => terms.direction === 'sell',
  noteFill,
  tradeBounds(terms) {
    const { direction, parent } = terms;
    // The offsets follow the price of each fill, which may be better than the parent's by any amount.
    const other =
      direction === 'buy' ? boundOf(terms, 1 as Price, 'sell') : boundOf(terms, (MICROS - 1) as Price, 'buy');
    return direction === 'buy' ? [boundOf(terms, parent.price), other] : [other, boundOf(terms, parent.price)];
  },
  consent: { parent: asks, batch: asks, steps: asks },
  // From the best price that the parent may have to its furthest offset, all on the grid between 0 and 1.
  prices({ worst, parent, steps, direction }, tick) {
    const sign = direction === 'buy' ? 1 : -1;
    return [worst, parent.price, ...steps.map((ticks) => (parent.price + sign * ticks * tick) as Price)];
  },
  priceBounds: (terms) => [priceBound(terms, terms.parent.price)],
  sizes: ({ shares, batch }) => [shares, batch],
  isWhole: ({ shares, batch, steps }) => batch <= shares && Math.ceil(shares / batch) * steps.length <= MAX_OFFSETS,
  turns: true,
  hasSeveralBudgets: true,
  isBoundByFills: true,
  // It has no trigger.
  takesStandIn: false,
});

function readOffset(read: FormReader<typeof inputs>) {
  const { direction, shares, tick } = read;
  const price = read.value('price');
  const by = read.value('steps');
  const sign = direction === 'buy' ? 1 : -1;
  const beyond = by.find((one) => !isOnTick((price + sign * one * tick) as Price, tick));
  if (beyond !== undefined) read.refuse('steps', `${beyond} ticks from the price is no price of this market`);
  const batch = read.value('batch') ?? defaultMinShares(shares, tick);
  if (floorToLot(batch, tick) !== batch) read.refuse('batch', 'A batch must be whole lots');
  if (batch > shares) read.refuse('batch', 'A batch must be no more than the order');
  if (Math.ceil(shares / batch) * by.length > MAX_OFFSETS) {
    read.refuse('batch', `At most ${MAX_OFFSETS} offsets: choose a larger batch or fewer steps`);
  }
  return { worst: price, parent: { price, postOnly: false }, batch, steps: by };
}

/** '2 ticks', '2, 4 and 6 ticks'. */
export function formatSteps(by: readonly number[]): string {
  const last = by.at(-1) ?? 0;
  return by.length < 2 ? formatTicks(last) : `${by.slice(0, -1).join(', ')} and ${last} ticks`;
}

/** Adds a fill of the parent; the same state for one that is known, of another order, or of more than its order. */
export function noteFill(
  state: State,
  { intentId, fill }: Extract<ConditionalEvent, { readonly kind: 'fill' }>,
): State {
  const { parentFills } = state;
  const child = state.children.find((one) => one.intentId === intentId);
  if (parentFills === undefined || child?.slot !== PARENT) return state;
  const own = parentFills.filter((one) => one.intentId === intentId);
  if (own.some(({ id }) => id === fill.id)) return state;
  const shares = toShares(Math.min(fill.shares, child.shares - sumOf(own)));
  return shares <= 0 ? state : { ...state, parentFills: [...parentFills, { intentId, ...fill, shares }] };
}

/** What is filled of the parent and known by its fills. */
export function sumOf(fills: readonly ParentFill[]): number {
  return fills.reduce((sum, { shares }) => sum + shares, 0);
}

/** False once the parent is full, cancelled, refused, at its deadline, or near the close. */
function isParentOpen(state: State, filled: Shares, nowMs: number): boolean {
  const { shares, goodTillMs, outcome } = state.terms;
  const closeAtMs = state.known.markets[outcome.market]?.closeAtMs ?? null;
  if (wholeLots(state, shares - filled) === 0) return false;
  if (goodTillMs !== null && nowMs >= goodTillMs) return false;
  if (closeAtMs !== null && nowMs >= closeAtMs - CLOSE_GUARD_MS) return false;
  return !state.children.some((child) => child.slot === PARENT && isOver(child));
}

function parentOrder(state: State, filled: Shares): WantedOrder {
  const { outcome, direction, shares, worst, goodTillMs, parent } = state.terms;
  return {
    slot: PARENT,
    group: PARENT,
    outcome,
    direction,
    price: parent.price,
    shares: toShares(shares - filled),
    budget: shares,
    worst,
    postOnly: parent.postOnly,
    urgency: direction === 'sell' ? 'exit' : 'entry',
    expiresAtMs: goodTillMs,
    isExclusive: true,
  };
}

/** Orders of the batches that are decided and not filled yet; the last one is for less than a batch once the parent ended. */
function listOffsets(state: State, isAllKnown: boolean): readonly WantedOrder[] {
  const { batch, steps, outcome, direction } = state.terms;
  const tick = tickOf(state);
  // Without the market nothing is placed, and what rests stays.
  if (tick === null) {
    const live = state.children.filter((child) => child.slot !== PARENT && isLive(child));
    return live.flatMap(({ slot, shares }) => keepLive(state.children, slot, shares));
  }
  const fills = state.parentFills ?? [];
  const total = sumOf(fills);
  const wanted: WantedOrder[] = [];
  for (let from = 0; from < total; from += batch) {
    const size = wholeLots(state, Math.min(batch, total - from));
    if (size === 0 || (size < batch && !isAllKnown)) break;
    const average = averageOf(fills, from, from + size, direction, tick);
    for (const [index, shares] of divide(size, steps.length, tick).entries()) {
      const slot = `offset${from / batch + 1}.${index + 1}`;
      const left = wholeLots(state, shares - filledOf(state.children, slot));
      if (left === 0) continue;
      const price = stepPrice(average, steps[index]!, direction, tick);
      wanted.push({
        slot,
        group: slot,
        outcome,
        direction: otherWay(direction),
        price,
        shares: left,
        budget: shares,
        worst: price,
        postOnly: false,
        urgency: direction === 'buy' ? 'exit' : 'entry',
        expiresAtMs: null,
        isExclusive: true,
      });
    }
  }
  return wanted;
}

/** Whole lots, as even as they can be; the last ones take what is left. */
export function divide(size: Shares, count: number, tick: Tick): readonly Shares[] {
  let left: number = size;
  return Array.from({ length: count }, (_, index) => {
    const part = floorToLot(Math.floor(left / (count - index)), tick);
    left -= part;
    return part;
  });
}

/** Average price of the fills between two amounts in the order of their arrival, rounded in the member's favour. */
function averageOf(fills: readonly ParentFill[], from: number, to: number, direction: Direction, tick: Tick): number {
  let before = 0;
  let cost = 0n;
  for (const { price, shares } of fills) {
    const part = Math.min(to, before + shares) - Math.max(from, before);
    if (part > 0) cost += BigInt(price) * BigInt(part);
    before += shares;
  }
  const unit = BigInt(to - from) * BigInt(tick);
  const ticks = direction === 'buy' ? (cost + unit - 1n) / unit : cost / unit;
  return toNumber(ticks) * tick;
}

function stepPrice(average: number, ticks: number, direction: Direction, tick: Tick): Price {
  const price = direction === 'buy' ? average + ticks * tick : average - ticks * tick;
  const other = otherWay(direction);
  return onGrid(other, price, price as Price, tick);
}

function otherWay(direction: Direction): Direction {
  return direction === 'buy' ? 'sell' : 'buy';
}
