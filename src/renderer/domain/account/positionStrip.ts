/**
 * Position strip of one market: what is held, its named results, and what watches it. The same on ladder, chart and top bar.
 *
 * Units       Prices in millionths, in the terms of the outcome that they belong to.
 * Invariants  Pure but for the hooks. Figures come from the shared reading, so that all strips agree.
 */
import type { ConditionalView, ProtectionView, ProtectorView } from '#shared/ipc/conditionals/conditionals.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { DEFAULT_TICK, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { findOwnTrigger } from '#shared/order/conditional/ownTrigger.ts';
import { type ConditionalTerms, kindOf, listOutcomes, sharesOf } from '#shared/order/conditional/terms.ts';
import { type Apart, type Group, listApart, type PossibleOrder } from '#shared/order/exposure/apart.ts';
import { type Exposure, isFlat, resultAtStops, type WorkingStop } from '#shared/order/exposure/exposure.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { formatAsOf, formatUnknownOrders, RESULT_NAMES, RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { nameKindShortly } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatTrigger } from '#shared/text/conditionals/conditionalTriggers.ts';
import { formatContracts, formatExactPrice, formatGain, formatTickPrice } from '#shared/text/numbers.ts';
import { formatTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';
import { feed } from '../../feed/feed.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { isActive } from '../conditionals/conditionalActs.ts';
import { describeProtector, formatProblem, formatSourceShort } from '../conditionals/protection.ts';
import { type Exposures, useExposures } from './exposure.ts';

export type Tone = 'yes' | 'no' | 'warn' | 'plain';

export interface StripPart {
  readonly id: 'net' | 'sets' | 'closedNow' | 'asOf' | 'breakEven' | 'atStop' | 'covered' | 'uncovered' | 'unknown';
  /** Null: the value says what it is. */
  readonly label: string | null;
  readonly value: string;
  readonly tone: Tone;
  readonly title: string;
}

export interface StripTrigger {
  readonly id: string;
  /** 'Stop ask ≤ 0.40', 'Trailing ask ≤ 0.43'. */
  readonly text: string;
  /** 'book 0.3 s', or why it does not work. */
  readonly watch: string;
  readonly isBroken: boolean;
}

export interface StripModel {
  readonly isFlat: boolean;
  readonly parts: readonly StripPart[];
  readonly triggers: readonly StripTrigger[];
  /** Everything in full, one a line. */
  readonly lines: readonly string[];
}

export interface StripInput {
  readonly exposure: Exposure | null;
  readonly apart: Apart | null;
  readonly protections: readonly ProtectionView[];
  /** Active ones with an order in the market. */
  readonly conditionals: readonly ConditionalView[];
  readonly tick: Tick;
  readonly feeRateMicros: number;
  readonly nowMs: number;
}

export function buildStrip(input: StripInput): StripModel {
  const { exposure, apart, protections, conditionals, tick, feeRateMicros } = input;
  const triggers = conditionals.map((view) => describeLive(view, input));
  const watched = triggers.map(({ text, watch }) => `${text}: ${watch}`);
  const others = apart === null ? [] : describeApart(apart);
  if (exposure === null || isFlat(exposure)) {
    return { isFlat: true, parts: [...unknownPart(apart)], triggers, lines: ['No position', ...others, ...watched] };
  }
  const decimals = tickDecimals(tick);
  const { net, sets, closedNow, breakEven, atMiddle } = exposure;
  const parts: StripPart[] = [];
  const add = (id: StripPart['id'], label: string | null, value: string, tone: Tone, title: string): void => {
    parts.push({ id, label, value, tone, title });
  };
  add(
    'net',
    'Net',
    net === null ? '0' : `${formatContracts(net.shares)} ${net.side}`,
    net === null ? 'plain' : net.side,
    'Shares that are not paired with the other outcome',
  );
  if (sets > 0)
    add('sets', 'Sets', formatContracts(sets), 'plain', 'Pairs of both outcomes: a dollar each, whatever happens');
  add(
    'closedNow',
    RESULT_NAMES.closedNow,
    closedNow === null ? '–' : `${formatGain(closedNow.result)}${closedNow.left > 0 ? ' …' : ''}`,
    toneOf(closedNow?.result ?? null),
    describeClosed(exposure),
  );
  if (closedNow?.asOfMs != null) {
    add(
      'asOf',
      'as of',
      formatTime(closedNow.asOfMs, 'machine'),
      'warn',
      'The book is not live: the figure is of this time',
    );
  }
  if (net !== null) {
    add(
      'breakEven',
      'Even',
      formatEven(breakEven, decimals),
      'plain',
      `Break-even: price of ${net.side} at which the position pays back its cost, before the fee to close`,
    );
    const own = protections.find(({ outcome }) => outcome.side === net.side) ?? null;
    // What a stop sells is the net position first, as in *at the stop*: the shares of the sets need none.
    const uncovered = own === null ? net.shares : Math.min(net.shares, Math.max(0, own.unprotected - sets));
    const atStop = resultAtStops(exposure, listWorkingStops(own, conditionals), feeRateMicros);
    add(
      'atStop',
      'At stop',
      atStop === null ? 'none' : formatGain(atStop),
      toneOf(atStop),
      'Result if the working stops sell at their worst prices, and the rest at the lowest of them, after fees',
    );
    const covered = net.shares - uncovered;
    // Only what is not nothing: beside a trigger there is no room for more.
    if (covered > 0) {
      add(
        'covered',
        'Covered',
        formatContracts(covered),
        'plain',
        'Shares of the net position that a working stop would sell',
      );
    }
    if (uncovered > 0) {
      const tone = conditionals.length > 0 ? 'warn' : 'plain';
      add(
        'uncovered',
        'Uncovered',
        formatContracts(uncovered),
        tone,
        'Shares of the net position that no working stop would sell',
      );
    }
  }
  parts.push(...unknownPart(apart));
  const middle = atMiddle === null ? '–' : `${formatGain(atMiddle.result)}${formatAsOf(atMiddle.asOfMs)}`;
  const ends = [exposure.ifYes, exposure.ifNo, exposure.ifVoid].map((one) => (one === null ? '–' : formatGain(one)));
  return {
    isFlat: false,
    parts,
    triggers,
    lines: [
      ...parts.map(({ label, value }) => (label === null ? value : `${label} ${value}`)),
      `${RESULT_NAMES.atMiddle} ${middle}`,
      `If yes ${ends[0]}, if no ${ends[1]}, if void ${ends[2]}`,
      ...others,
      ...watched,
    ],
  };
}

function describeClosed({ closedNow }: Exposure): string {
  if (closedNow === null) return 'Closed now: the book or the cost is not known';
  const left =
    closedNow.left === 0 ? '' : `. The book takes all but ${formatContracts(closedNow.left)}, which count as nothing`;
  return `${RESULT_TITLES.closedNow}${formatAsOf(closedNow.asOfMs)}${left}`;
}

export function formatEven(breakEven: number | null, decimals: number): string {
  if (breakEven === null) return '–';
  if (breakEven >= MICROS) return 'none';
  return breakEven <= 0 ? 'any' : formatTickPrice(breakEven, decimals + 2);
}

function unknownPart(apart: Apart | null): StripPart[] {
  const text = formatUnknownOrders(apart?.unknown.count ?? 0);
  if (text === null) return [];
  return [
    {
      id: 'unknown',
      label: null,
      value: text,
      tone: 'warn',
      title: 'Its answer was lost: it may rest, have filled, or not exist',
    },
  ];
}

function describeApart({ resting, unknown, conditional }: Apart): string[] {
  const line = (name: string, { count, buys, sells, worst }: Group): string[] => {
    if (count === 0) return [];
    const sizes = [buys > 0 ? `buys ${formatContracts(buys)}` : '', sells > 0 ? `sells ${formatContracts(sells)}` : ''];
    const end = worst === null ? '' : `, worst end ${formatGain(worst)}`;
    return [`${name}: ${count} (${sizes.filter(Boolean).join(', ')})${end}`];
  };
  return [
    ...line('Resting orders', resting),
    ...line('Unknown orders', unknown),
    ...line('Conditional orders', conditional),
  ];
}

function toneOf(amount: Usd | null): Tone {
  return amount === null || amount === 0n ? 'plain' : amount > 0n ? 'yes' : 'no';
}

/** Working stops of a position with their worst prices; sales by the time alone have no price to speak of. */
function listWorkingStops(
  own: ProtectionView | null,
  conditionals: readonly ConditionalView[],
): readonly WorkingStop[] {
  return (own?.protectors ?? []).flatMap((protector): WorkingStop[] => {
    const view = conditionals.find(({ id }) => id === protector.id);
    const worst = view === undefined || protector.problem !== null ? null : worstOf(view.terms);
    return worst === null ? [] : [{ shares: protector.shares, worst }];
  });
}

function worstOf(terms: ConditionalTerms): Price | null {
  const { stop, followedPrice } = kindOf(terms);
  return stop?.of(terms)?.worst ?? (followedPrice === undefined ? null : terms.worst);
}

function describeLive(view: ConditionalView, { protections, tick, nowMs }: StripInput): StripTrigger {
  const { terms, life } = view;
  const protector = protections.flatMap(({ protectors }) => protectors).find(({ id }) => id === view.id) ?? null;
  const what = describeLevel(view, tick);
  return {
    id: view.id,
    text: `${nameKindShortly(terms.kind)} ${formatContracts(terms.shares)}${what === '' ? '' : `, ${what}`}`,
    watch: protector === null ? (LIVES[life.at] ?? 'this program') : describeWatch(protector, nowMs),
    isBroken: life.at === 'waiting' || life.at === 'halted' || protector?.problem != null,
  };
}

const LIVES: Partial<Record<ConditionalView['life']['at'], string>> = { waiting: 'waits', halted: 'halted' };

/** The level at which it acts now: of a trailing stop the trigger that follows its peak, of a chase the price of its order. */
function describeLevel(view: ConditionalView, tick: Tick): string {
  const { terms, peak, orders } = view;
  const { followedPrice } = kindOf(terms);
  if (followedPrice !== undefined) {
    const price = followedPrice(terms, peak, tick);
    return price === null ? 'no peak yet' : `ask ≤ ${formatExactPrice(price)}`;
  }
  const trigger = findOwnTrigger(terms);
  if (trigger !== null) return formatTrigger(trigger, terms.outcome);
  const working = orders.findLast(({ orderId, filled, shares }) => orderId !== null && filled < shares);
  return working === undefined ? '' : `${terms.direction} at ${formatExactPrice(working.price)}`;
}

function describeWatch(protector: ProtectorView, nowMs: number): string {
  if (protector.problem !== null) return formatProblem(protector);
  const sources = protector.sources.map((source) => formatSourceShort(source, nowMs));
  return sources.length === 0 ? describeProtector(protector, nowMs) : sources.join(', ');
}

type Source = Pick<Mirror, 'account' | 'book' | 'catalogue' | 'conditionals'>;

/** Active conditional orders with an order in the market. */
function listActive(mirror: Pick<Source, 'conditionals'>, market: MarketId): readonly ConditionalView[] {
  return (mirror.conditionals()?.conditionals ?? []).filter(
    (view) => isActive(view) && listOutcomes(view.terms).some((outcome) => outcome.market === market),
  );
}

/** Orders beside the position of a market; null while the account is not known. */
export function readApart(mirror: Source, market: MarketId, exposure: Exposure | null): Apart | null {
  const account: AccountView | null = mirror.account();
  if (account === null) return null;
  const none = { ifYes: ZERO, ifNo: ZERO, ifVoid: ZERO };
  const conditionals = listActive(mirror, market).flatMap((view): PossibleOrder[] =>
    listOutcomes(view.terms)
      .filter((outcome) => outcome.market === market)
      .map((outcome) => ({
        side: outcome.side,
        direction: view.terms.direction,
        price: view.terms.worst,
        shares: toShares(Math.max(0, sharesOf(view.terms, outcome) - view.filled)),
      })),
  );
  const orders = account.orders.filter((order) => order.market === market);
  return listApart(exposure ?? none, orders, conditionals, account.feeRateMicros);
}

const ZERO = 0n as Usd;

export function readStrip(mirror: Source, exposure: Exposure | null, market: MarketId, nowMs: number): StripModel {
  return buildStrip({
    exposure,
    apart: readApart(mirror, market, exposure),
    protections: (mirror.conditionals()?.protections ?? []).filter(({ outcome }) => outcome.market === market),
    conditionals: listActive(mirror, market),
    tick: mirror.catalogue()?.tick ?? DEFAULT_TICK,
    feeRateMicros: mirror.account()?.feeRateMicros ?? DEFAULT_FEE_RATE,
    nowMs,
  });
}

/** Strips by reading: all that show a market have the same one, whenever they render. */
const stripsOf = new WeakMap<Exposures, Map<MarketId, StripModel>>();

function findStrip(exposures: Exposures, market: MarketId): StripModel {
  const strips = stripsOf.get(exposures) ?? new Map<MarketId, StripModel>();
  stripsOf.set(exposures, strips);
  const strip = strips.get(market) ?? readStrip(feed, exposures.of(market), market, Date.now());
  strips.set(market, strip);
  return strip;
}

/** The strip of a market now; renders again when a word of it changes. */
export function useStrip(market: MarketId | null): StripModel | null {
  return useExposures(
    (exposures) => (market === null ? null : findStrip(exposures, market)),
    (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b),
  );
}
