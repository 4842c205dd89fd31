/**
 * Exposures of the account as the page shows them: one reading for every place at the same instant.
 *
 * Invariants  Everything that shows a named result reads it here, so that no two places differ. A reading is taken twice a second,
 *             and at once when the account, the result of a market or a conditional order changes.
 */
import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { AccountView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { OpenCost } from '#shared/order/account/ledger.ts';
import {
  type BothLegs,
  type ExposureMarkets,
  exposureOf,
  listHoldingsOf,
  quoteBothLegs,
} from '#shared/order/exposure/account.ts';
import { type Exposure, type ExposureSum, isFlat, sumExposures } from '#shared/order/exposure/exposure.ts';
import { type MarketHolding, toOpenCost } from '#shared/order/exposure/holding.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';
import { onTime } from '../../feed/pageClock.ts';
import { NO_MARKETS } from '../markets/markets.ts';

type Source = Pick<Mirror, 'account' | 'book' | 'catalogue'>;

/** One reading of all markets with a position or a fill. */
export interface Exposures {
  /** The latest fill first. */
  readonly all: readonly Exposure[];
  /** Those with something held. */
  readonly open: readonly Exposure[];
  readonly sum: ExposureSum;
  of(market: MarketId | null): Exposure | null;
}

/** Books are read in parts: the figures are an estimate to decide by, and calm. */
const READ_EVERY_MS = 500;
/** Read again at once with these: a position strip says what watches the position, too. */
const READ_WITH = [feedKey.account, feedKey.listing, feedKey.conditionals];

/** What is held, by market; views are values, so the answer of one never changes while no market is decided. */
const holdingOf = new WeakMap<
  AccountView,
  { readonly markets: readonly Market[]; readonly holding: ReadonlyMap<MarketId, MarketHolding> }
>();
const byIdOf = new WeakMap<readonly Market[], ReadonlyMap<MarketId, Market>>();

function findListed(markets: readonly Market[]): ReadonlyMap<MarketId, Market> {
  let byId = byIdOf.get(markets);
  if (byId === undefined) {
    byId = new Map(markets.map((market) => [market.id, market]));
    byIdOf.set(markets, byId);
  }
  return byId;
}

function marketsOf(mirror: Source): ExposureMarkets {
  const catalogue = mirror.catalogue();
  const byId = findListed(catalogue?.markets ?? NO_MARKETS);
  return {
    tick: catalogue?.tick ?? DEFAULT_TICK,
    listedAtMs: catalogue?.receivedAtMs ?? null,
    find: (market) => byId.get(market) ?? null,
    book: (market) => mirror.book(market),
  };
}

/** What is held in every market with a position or a fill; the same map while it does not change. */
export function readHoldings(mirror: Source): ReadonlyMap<MarketId, MarketHolding> {
  const account = mirror.account();
  if (account === null) return NOTHING;
  const markets = mirror.catalogue()?.markets ?? NO_MARKETS;
  const old = holdingOf.get(account);
  if (old !== undefined && isSameResults(old.markets, markets)) {
    if (old.markets !== markets) holdingOf.set(account, { markets, holding: old.holding });
    return old.holding;
  }
  const holding = new Map(listHoldingsOf(account, marketsOf(mirror)).map((one) => [one.market, one]));
  holdingOf.set(account, { markets, holding });
  return holding;
}

const NOTHING: ReadonlyMap<MarketId, MarketHolding> = new Map();

/** Prices of the list change all the time; what is held depends on the results alone. */
function isSameResults(a: readonly Market[], b: readonly Market[]): boolean {
  if (a === b) return true;
  return (
    a.length === b.length &&
    a.every(
      (one, at) =>
        one === b[at] || (one.id === b[at]!.id && one.result === b[at]!.result && one.status === b[at]!.status),
    )
  );
}

/** What is held in one market; null without a position and without a fill. */
export function findHolding(mirror: Source, market: MarketId): MarketHolding | null {
  return readHoldings(mirror).get(market) ?? null;
}

export function readExposures(mirror: Source): Exposures {
  const account = mirror.account();
  const holding = readHoldings(mirror);
  const markets = marketsOf(mirror);
  const all = account === null ? [] : [...holding.values()].map((one) => exposureOf(one, account, markets));
  const byId = new Map(all.map((one) => [one.market, one]));
  return {
    all,
    open: all.filter((one) => !isFlat(one)),
    sum: sumExposures(all),
    of: (market) => (market === null ? null : (byId.get(market) ?? null)),
  };
}

const listeners = new Set<() => void>();
let reading: Exposures | null = null;
let stop: (() => void) | null = null;

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  if (stop === null) {
    const read = (): void => {
      reading = null;
      for (const listener of [...listeners]) listener();
    };
    const stops = [onTime(READ_EVERY_MS, read), feed.clock.subscribe(READ_WITH, read)];
    stop = () => {
      for (const one of stops) one();
    };
  }
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
    reading = null;
  };
}

/** What `read` makes of the present reading; renders again only when that changes. `isSame` compares what is no primitive. */
export function useExposures<T>(read: (exposures: Exposures) => T, isSame: (a: T, b: T) => boolean = Object.is): T {
  const last = useRef<{ readonly value: T } | null>(null);
  return useSyncExternalStore(useCallback(subscribe, []), () => {
    reading ??= readExposures(feed);
    const value = read(reading);
    if (last.current === null || !isSame(last.current.value, value)) last.current = { value };
    return last.current.value;
  });
}

/** The present reading, for what is not a component. */
export function currentExposures(): Exposures {
  if (stop === null) return readExposures(feed);
  reading ??= readExposures(feed);
  return reading;
}

/** What selling both outcomes of the sets of a market would bring now. */
export function readBothLegs(mirror: Source, exposure: Exposure): BothLegs | null {
  const account = mirror.account();
  return account === null ? null : quoteBothLegs(exposure, account, marketsOf(mirror));
}

/** What the held shares of an outcome cost; null where nothing is held or it is not known. */
export function findOpenCost(mirror: Source, market: MarketId | null, side: Side): OpenCost | null {
  const holding = market === null ? null : findHolding(mirror, market);
  return holding === null ? null : toOpenCost(holding[side]);
}
