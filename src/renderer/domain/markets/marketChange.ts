/**
 * Disarms trading when a pane that places orders shows another market, unless the trader has switched that off.
 *
 * Invariants  The panes that place are ladder and ticket. A pane that opens, and the first market of a pane, change nothing.
 */
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../../feed/feed.ts';
import { disarm, readReadiness } from '../account/readiness.ts';
import { readPreferences } from '../preferences.ts';
import { linkKeyOf, useLinks } from '../workspaces/links.ts';
import { type PaneRecord, usePanes } from '../workspaces/panes.ts';
import { findMarket, marketName } from './markets.ts';

const PLACING: ReadonlySet<string> = new Set(['ladder', 'ticket']);

/** The market of each open pane that places orders, by pane id. */
export type PlacingMarkets = ReadonlyMap<string, MarketId>;

export interface MarketChange {
  readonly name: string;
  readonly from: MarketId;
  readonly to: MarketId;
}

function listPlacingMarkets(
  panes: Readonly<Record<string, Pick<PaneRecord, 'name' | 'link'>>>,
  markets: ReturnType<typeof useLinks.getState>['markets'],
): PlacingMarkets {
  const list = new Map<string, MarketId>();
  for (const [id, { name, link }] of Object.entries(panes)) {
    const market = markets[linkKeyOf(id, link)];
    if (PLACING.has(name) && market !== undefined) list.set(id, market);
  }
  return list;
}

/** The first pane that was open before and shows another market now; a ladder before a ticket. */
function findMarketChange(before: PlacingMarkets, after: PlacingMarkets): MarketChange | null {
  for (const name of PLACING) {
    for (const [id, to] of after) {
      const from = before.get(id);
      if (id.startsWith(name) && from !== undefined && from !== to) return { name, from, to };
    }
  }
  return null;
}

/** Calls `onDisarmed` with what changed after each disarming, or with the failure of it; returns a function that stops. */
export function watchMarketChanges(
  onDisarmed: (title: string, detail: string, isDisarmed: boolean) => void,
): () => void {
  let known = listPlacingMarkets(usePanes.getState().panes, useLinks.getState().markets);
  const check = (): void => {
    const next = listPlacingMarkets(usePanes.getState().panes, useLinks.getState().markets);
    const change = findMarketChange(known, next);
    known = next;
    if (change === null || !readPreferences().disarmOnMarketChange || readReadiness(feed).code !== 'armed') return;
    void disarm(feed).then((result) => {
      const detail = `The ${change.name} shows ${nameOf(change.to)}, no longer ${nameOf(change.from)}. Look at it, then arm again.`;
      onDisarmed(result.ok ? 'Trading was disarmed' : 'Trading was not disarmed', detail, result.ok);
    });
  };
  const stops = [usePanes.subscribe(check), useLinks.subscribe(check)];
  return () => {
    for (const stop of stops) stop();
  };
}

function nameOf(id: MarketId): string {
  const market = findMarket(feed, id);
  return market === null ? id : marketName(market);
}
