/**
 * Readers of alerts: the present reading of each subject, with what has to be remembered between two looks.
 *
 * Units       Times in Unix ms of the exchange's clock.
 */
import type { AlertCondition } from '#shared/alerts/alert.ts';
import { ACCOUNT, type Reading } from '#shared/alerts/life.ts';
import { buildFingerprint, type Fingerprint, listChanges } from '#shared/alerts/marketText.ts';
import { readBook, readStream, readTimeToClose, readVolume, unwatched } from '#shared/alerts/readings.ts';
import { addVolume, buildVolumeWindow, sumVolume, trimVolume, type VolumeWindow } from '#shared/alerts/volumeWindow.ts';
import { isTrading } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import type { AlertSources } from './ports.ts';
import { MAX_ALERT_BOOKS } from './subjects.ts';

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
