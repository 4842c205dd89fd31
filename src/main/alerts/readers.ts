/**
 * Readers of alerts: the present reading of each subject, with what has to be remembered between two looks.
 *
 * Units       Times in Unix ms of the exchange's clock.
 */

import { type AccountMemory, findAccountNews } from '#shared/alerts/accountEvents.ts';
import type { AlertCondition } from '#shared/alerts/alert.ts';
import { ACCOUNT, type AlertRecord, type Reading } from '#shared/alerts/life.ts';
import { buildFingerprint, type Fingerprint, listChanges } from '#shared/alerts/marketText.ts';
import { readBook, readStream, readTimeToClose, readVolume, unwatched } from '#shared/alerts/readings.ts';
import { addVolume, buildVolumeWindow, sumVolume, trimVolume, type VolumeWindow } from '#shared/alerts/volumeWindow.ts';
import { isTrading } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import type { AlertSources } from './ports.ts';
import { isInScope, MAX_ALERT_BOOKS } from './subjects.ts';

/** Readings of account alerts: new fills and turns of orders in the scope of an alert. */
interface AlertReading {
  readonly id: string;
  readonly reading: Reading;
  readonly market: MarketId;
}

interface AccountNewsReadings {
  readonly memory: AccountMemory | null;
  readonly readings: readonly AlertReading[];
}

/** What is new in the account since `memory`; nothing while it is not live. */
export function readAccountNews(
  memory: AccountMemory | null,
  alerts: readonly AlertRecord[],
  sources: Pick<AlertSources, 'account' | 'accountId' | 'market'>,
): AccountNewsReadings {
  const { at, fills, orders } = sources.account();
  const account = sources.accountId();
  if (at !== 'live' || account === null) return { memory, readings: [] };
  const news = findAccountNews(memory, account, fills, orders);
  const readings = alerts.flatMap(({ id, terms: { condition, scope } }): AlertReading[] => {
    if (condition.kind === 'fill') {
      return news.fills
        .filter(({ market }) => isInScope(scope, market, sources))
        .map(({ market, side, direction, price, shares, exchangeTimeMs: atMs }) => {
          const parameters = { side, direction, price, shares, atMs };
          return { id, market, reading: { kind: 'event', fact: { code: 'fill', parameters } } };
        });
    }
    if (condition.kind !== 'order') return [];
    return news.orders
      .filter(({ order, turn }) => condition.turns.includes(turn) && isInScope(scope, order.market, sources))
      .map(({ order: { market, side, direction, price, shares }, turn }) => {
        const parameters = { turn, side, direction, price, shares };
        return { id, market, reading: { kind: 'event', fact: { code: 'order', parameters } } };
      });
  });
  return { memory: news.memory, readings };
}

export interface Readers {
  /** Null where nothing new is known. */
  read(condition: AlertCondition, subject: string): Reading | null;
  /** Counts trades of a market whose volume is watched. */
  addTrades(market: MarketId, trades: readonly Trade[]): void;
  /** Forgets the windows of other markets; `market` to the longest window. */
  keepWindows(windows: ReadonlyMap<string, number>): void;
  /** Parts of a market's record that changed since the last look; empty at the first one. */
  findRuleChanges(market: MarketId): Extract<Reading, { kind: 'event' | 'live' }>;
  fingerprints(): Readonly<Record<string, Fingerprint>>;
  keepFingerprints(markets: ReadonlySet<string>): void;
}

export function openReaders(sources: AlertSources, stored: Readonly<Record<string, Fingerprint>>): Readers {
  const windows = new Map<string, VolumeWindow>();
  const notLiveSince = new Map<string, number>();
  const fingerprints = new Map(Object.entries(stored));
  const nowMs = (): number => sources.clock.exchangeTimeMs();

  /** How long a stream has not been live. */
  function measure(name: string, isLive: boolean): number {
    if (isLive) {
      notLiveSince.delete(name);
      return 0;
    }
    const sinceMs = notLiveSince.get(name) ?? nowMs();
    notLiveSince.set(name, sinceMs);
    return nowMs() - sinceMs;
  }

  function readAccount(condition: AlertCondition): Reading {
    const { at, balance } = sources.account();
    if (condition.kind === 'stream') {
      if (at === 'none') return unwatched({ code: 'account', parameters: { at } });
      return readStream(condition, measure(ACCOUNT, at === 'live'));
    }
    if (at !== 'live') return unwatched({ code: 'account', parameters: { at } });
    if (condition.kind !== 'balance') return { kind: 'live' };
    if (balance === null) return unwatched({ code: 'account', parameters: { at: 'loading' } });
    const value = toNumber(balance.available);
    return { kind: 'value', value, fact: { code: 'balance', parameters: { level: condition.level, value } } };
  }

  function readMarket(condition: AlertCondition, id: MarketId): Reading | null {
    const market = sources.market(id);
    if (market === null) return unwatched({ code: 'notListed', parameters: {} });
    if (condition.kind === 'rules') return { kind: 'live' };
    if (!isTrading(market, nowMs())) return unwatched({ code: 'closed', parameters: {} });
    if (condition.kind === 'timeToClose') return readTimeToClose(market, nowMs());
    const top = sources.top(id);
    if (top === null) return unwatched({ code: 'tooManyBooks', parameters: { max: MAX_ALERT_BOOKS } });
    switch (condition.kind) {
      case 'price':
      case 'spread':
        return readBook(condition, top);
      case 'volume': {
        const window = windows.get(id);
        return readVolume(condition, window ? sumVolume(window, condition.windowMs, nowMs()) : 0, top);
      }
      case 'stream':
        return readStream(condition, measure(id, top.health.at === 'live'));
      default:
        return null;
    }
  }

  return {
    read: (condition, subject) =>
      subject === ACCOUNT ? readAccount(condition) : readMarket(condition, subject as MarketId),
    addTrades(market, trades) {
      const window = windows.get(market);
      if (window) for (const trade of trades) addVolume(window, trade);
    },
    keepWindows(wanted) {
      for (const name of windows.keys()) if (!wanted.has(name)) windows.delete(name);
      for (const [name, longestMs] of wanted) {
        const window = windows.get(name);
        if (window) trimVolume(window, longestMs, nowMs());
        else windows.set(name, buildVolumeWindow());
      }
    },
    findRuleChanges(id) {
      const market = sources.market(id);
      if (market === null) return { kind: 'live' };
      const before = fingerprints.get(id);
      const after = buildFingerprint(market);
      fingerprints.set(id, after);
      const fields = before === undefined ? [] : listChanges(before, after);
      return fields.length === 0
        ? { kind: 'live' }
        : { kind: 'event', fact: { code: 'rules', parameters: { fields } } };
    },
    fingerprints: () => Object.fromEntries(fingerprints),
    keepFingerprints(markets) {
      for (const name of fingerprints.keys()) if (!markets.has(name)) fingerprints.delete(name);
    },
  };
}
