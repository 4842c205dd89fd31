/**
 * Readers of alerts: the present reading of each subject, with what has to be remembered between two looks.
 *
 * Units       Times in Unix ms of the exchange's clock.
 */
import { type AccountMemory, findAccountNews } from '#shared/alerts/accountEvents.ts';
import { watchesOf } from '#shared/alerts/alert.ts';
import type { Look } from '#shared/alerts/kind.ts';
import { type AlertCondition, type AlertKind, type KindFacts, kindOf } from '#shared/alerts/kinds.ts';
import { ACCOUNT, type AlertRecord, factOf, type Reading, readingOf, unwatched } from '#shared/alerts/life.ts';
import { buildFingerprint, type Fingerprint, listChanges, type RuleField } from '#shared/alerts/marketText.ts';
import { whyNotOpen } from '#shared/alerts/readings.ts';
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
  const readings = alerts.flatMap(({ id, terms: { condition, scope } }): readonly AlertReading[] => {
    const kind = kindOf(condition);
    const note = (market: MarketId, parameters: KindFacts[AlertKind] | null | undefined): readonly AlertReading[] => {
      if (parameters == null || !isInScope(scope, market, sources)) return [];
      return [{ id, market, reading: { kind: 'event', fact: factOf(condition, parameters) } }];
    };
    return [
      ...news.fills.flatMap((fill) => note(fill.market, kind.onFill?.(condition, fill))),
      ...news.orders.flatMap(({ order, turn }) => note(order.market, kind.onOrder?.(condition, { ...order, turn }))),
    ];
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
  findRecordChanges(market: MarketId): readonly RuleField[];
  fingerprints(): Readonly<Record<string, Fingerprint>>;
  keepFingerprints(markets: ReadonlySet<string>): void;
}

const EMPTY_LOOK: Omit<Look, 'nowMs'> = {
  market: null,
  top: null,
  account: null,
  volume: () => 0,
  notLiveMs: () => 0,
  available: () => null,
};

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
    const { value } = kindOf(condition);
    if (value === undefined) {
      const reason = whyNotOpen(at);
      return reason === null ? { kind: 'live' } : { kind: 'unwatched', reason };
    }
    const look: Look = {
      ...EMPTY_LOOK,
      nowMs: nowMs(),
      account: at,
      notLiveMs: () => measure(ACCOUNT, at === 'live'),
      available: () => (balance === null ? null : toNumber(balance.available)),
    };
    return readingOf(condition, value.read(condition, look)) ?? { kind: 'live' };
  }

  function readMarket(condition: AlertCondition, id: MarketId): Reading | null {
    const market = sources.market(id);
    if (market === null) return unwatched({ code: 'notListed', parameters: {} });
    const watches = watchesOf(condition);
    if (watches === 'record') return { kind: 'live' };
    if (!isTrading(market, nowMs())) return unwatched({ code: 'closed', parameters: {} });
    const top = watches === 'book' ? sources.top(id) : null;
    if (watches === 'book' && top === null) {
      return unwatched({ code: 'tooManyBooks', parameters: { max: MAX_ALERT_BOOKS } });
    }
    const look: Look = {
      ...EMPTY_LOOK,
      nowMs: nowMs(),
      market,
      top,
      volume(windowMs) {
        const window = windows.get(id);
        return window ? sumVolume(window, windowMs, nowMs()) : 0;
      },
      notLiveMs: () => measure(id, top?.health.at === 'live'),
    };
    return readingOf(condition, kindOf(condition).value?.read(condition, look) ?? null);
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
    findRecordChanges(id) {
      const market = sources.market(id);
      if (market === null) return [];
      const before = fingerprints.get(id);
      const after = buildFingerprint(market);
      fingerprints.set(id, after);
      return before === undefined ? [] : listChanges(before, after);
    },
    fingerprints: () => Object.fromEntries(fingerprints),
    keepFingerprints(markets) {
      for (const name of fingerprints.keys()) if (!markets.has(name)) fingerprints.delete(name);
    },
  };
}
