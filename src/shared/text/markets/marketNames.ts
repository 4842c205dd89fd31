/** Short names of markets: no two markets of a list have the same one, and none is just 'Up'. */
import type { Market } from '../../market/market.ts';
import type { MarketId } from '../../units/ids.ts';
import { formatDayTime } from '../times.ts';

/** Labels that say nothing without their event. */
const BARE = /^(yes|no|up|down|over|under|higher|lower|above|below|other|draw)$/i;

/** What a name is made of. */
export type NamedMarket = Pick<Market, 'id' | 'title' | 'groupItemTitle' | 'eventTitle' | 'closeAtMs'>;

/** The short label; the title where there is none, or where the label alone means nothing. */
export function ownName({ groupItemTitle, title, eventTitle }: Omit<NamedMarket, 'id' | 'closeAtMs'>): string {
  const [label, name] = [groupItemTitle?.trim() ?? '', title.trim()];
  if (label !== '' && !BARE.test(label)) return label;
  return BARE.test(name) && eventTitle ? `${eventTitle} · ${name}` : title;
}

/** Longer names, for markets whose shorter ones are alike. */
const LONGER: readonly ((market: NamedMarket) => string)[] = [
  ({ title }) => title,
  (market) => (market.eventTitle ? `${market.eventTitle} · ${ownName(market)}` : market.title),
  (market) => (market.closeAtMs === null ? market.title : `${ownName(market)}, ${formatDayTime(market.closeAtMs)}`),
];

/** Names of a list that grows and changes market by market. */
export interface MarketNames {
  set(market: NamedMarket): void;
  remove(id: MarketId): void;
  /** Null for an unknown market. */
  nameOf(id: MarketId): string | null;
}

/** Markets whose short labels are alike are named together, when one of their names is asked for. */
export function openMarketNames(): MarketNames {
  const markets = new Map<MarketId, NamedMarket>();
  const groups = new Map<string, Set<MarketId>>();
  const known = new Map<string, ReadonlyMap<MarketId, string>>();
  const keyOf = (market: NamedMarket): string => ownName(market).toLowerCase();
  const nameGroup = (key: string, ids: ReadonlySet<MarketId>): ReadonlyMap<MarketId, string> => {
    const names = nameMarkets([...ids].map((id) => markets.get(id)!));
    const isTaken = (name: string): boolean => name.toLowerCase() !== key && groups.has(name.toLowerCase());
    return new Map([...names].map(([id, name]) => [id, isTaken(name) ? `${name} · ${id}` : name]));
  };
  const remove = (id: MarketId): void => {
    const old = markets.get(id);
    if (old === undefined) return;
    const key = keyOf(old);
    markets.delete(id);
    known.delete(key);
    const group = groups.get(key);
    group?.delete(id);
    if (group?.size === 0) groups.delete(key);
  };
  return {
    set({ id, title, groupItemTitle, eventTitle, closeAtMs }) {
      const old = markets.get(id);
      const isSame =
        old?.title === title &&
        old.groupItemTitle === groupItemTitle &&
        old.eventTitle === eventTitle &&
        old.closeAtMs === closeAtMs;
      if (isSame) return;
      remove(id);
      const market = { id, title, groupItemTitle, eventTitle, closeAtMs };
      const key = keyOf(market);
      markets.set(id, market);
      groups.set(key, (groups.get(key) ?? new Set<MarketId>()).add(id));
      known.delete(key);
    },
    remove,
    nameOf(id) {
      const market = markets.get(id);
      if (market === undefined) return null;
      const key = keyOf(market);
      const names = known.get(key) ?? nameGroup(key, groups.get(key)!);
      known.set(key, names);
      return names.get(id) ?? null;
    },
  };
}

/** A name for each market, the shortest that no other one has; the id after it where all names are alike. */
export function nameMarkets(markets: readonly NamedMarket[]): ReadonlyMap<MarketId, string> {
  const names = new Map<MarketId, string>();
  const taken = new Set<string>();
  let left: Iterable<readonly NamedMarket[]> = Map.groupBy(markets, (market) => ownName(market).toLowerCase()).values();
  for (const nameOf of [ownName, ...LONGER]) {
    const alike: NamedMarket[] = [];
    for (const group of left) {
      const found = Map.groupBy(group, (market) => nameOf(market).toLowerCase());
      for (const [name, [market, ...others]] of found) {
        if (others.length > 0 || taken.has(name) || BARE.test(name)) alike.push(market!, ...others);
        else {
          names.set(market!.id, nameOf(market!));
          taken.add(name);
        }
      }
    }
    left = alike.length === 0 ? [] : [alike];
  }
  for (const group of left) for (const market of group) names.set(market.id, `${ownName(market)} · ${market.id}`);
  return names;
}
