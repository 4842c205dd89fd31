/**
 * Markets that views name: of the account, alerts, conditional orders and the wallet; windows get their names, prices and states.
 *
 * Invariants  Any text of a view may be a market: those that are none are ignored by the catalogue.
 */
import type { AccountView } from '#shared/ipc/views.ts';
import { type MarketId, parseMarketId } from '#shared/units/ids.ts';
import type { MarketData } from '../../market/marketData.ts';

/** Of one view; an account with more of them shows the oldest by their ids. */
const MOST_NAMED = 1_000;
const MOST_CHARACTERS = 128;
const EVENT_ID = 'eventId';

export interface NamedMarkets {
  noteAccount(view: AccountView): void;
  noteView(name: 'alerts' | 'conditionals' | 'wallet', view: unknown): void;
}

export function openNamedMarkets(market: Pick<MarketData, 'keep' | 'listing'>): NamedMarkets {
  const last = new Map<string, string>();
  const keep = (name: string, ids: ReadonlySet<string>): void => {
    const list = [...ids].slice(0, MOST_NAMED);
    const text = `${market.listing.version()} ${list.join(' ')}`;
    if (last.get(name) === text) return;
    last.set(name, text);
    market.keep(name, list.flatMap(toMarketId));
  };
  return {
    noteAccount({ orders, fills, positions, ledger, exits, standingSales, absences, unreadable, risk }) {
      const ids = new Set<string>();
      for (const list of [orders, positions, fills, ledger.positions]) for (const { market: id } of list) ids.add(id);
      addTexts([exits, standingSales, absences, unreadable, risk], ids);
      keep('account', ids);
    },
    noteView(name, view) {
      const ids = new Set<string>();
      const events = new Set<number>();
      addTexts(view, ids, events);
      for (const event of events) for (const id of market.listing.listEvent(event)) ids.add(id);
      keep(name, ids);
    },
  };
}

function toMarketId(text: string): readonly MarketId[] {
  try {
    return [parseMarketId(text)];
  } catch {
    return [];
  }
}

function addTexts(value: unknown, texts: Set<string>, events?: Set<number>): void {
  if (typeof value === 'string') {
    if (value.length <= MOST_CHARACTERS && value !== '') texts.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      if (name === EVENT_ID && typeof part === 'number') events?.add(part);
      addTexts(part, texts, events);
    }
  }
}
