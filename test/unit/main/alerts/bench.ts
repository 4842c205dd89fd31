/** Alerts on made-up markets, with a clock and timers that the test moves. */
import { openAlerts } from '#main/alerts/alerts.ts';
import type { Alerts } from '#main/alerts/alertsApi.ts';
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import { NO_ALERTS, type StoredAlerts } from '#shared/alerts/stored.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { BookTop } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { marketOf } from '#test/unit/renderer/panes/facts.ts';
import { BTC } from '#test/unit/shared/alerts/makers.ts';

export interface AlertBench {
  readonly alerts: Alerts;
  readonly told: AlertLogEntry[];
  /** Books that are watched for alerts. */
  watched(): readonly MarketId[];
  timers(): number;
  stored(): StoredAlerts;
  list(markets: readonly Market[]): void;
  setTop(top: Partial<BookTop>, market?: MarketId): void;
  /** Sets the book and says that it changed. */
  move(mid: number, market?: MarketId): void;
  setAccount(account: Partial<AccountView>): void;
  show(markets: readonly MarketId[]): void;
  setWorkspace(name: string | null): void;
  breakDisk(): void;
  /** Runs the timers that are due, as time passes. */
  pass(ms: number): void;
  /** Closes, and opens again `ms` later. */
  restart(ms: number): void;
}

export function openAlertBench(): AlertBench {
  let nowMs = 1_000_000;
  let stored: StoredAlerts = NO_ALERTS;
  let listVersion = 1;
  let catalogue = { markets: [marketOf(BTC)] as readonly Market[] };
  let account = { at: 'none', fills: [], orders: [], balance: null } as unknown as AccountView;
  let shown: readonly MarketId[] = [];
  let workspace: string | null = null;
  let isBroken = false;
  let watched: readonly MarketId[] = [];
  let ids = 0;
  const tops = new Map<MarketId, BookTop>([
    [BTC, { health: { at: 'live' }, bestBid: 490_000, bestAsk: 510_000, lastPrice: 500_000 }],
  ]);
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  const told: AlertLogEntry[] = [];

  const open = (): Alerts => {
    const alerts = openAlerts({
      clock: { now: () => nowMs, exchangeTimeMs: () => nowMs },
      schedule(delayMs, run) {
        const timer = { atMs: nowMs + delayMs, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      store: {
        load: () => JSON.parse(JSON.stringify(stored)) as StoredAlerts,
        save(next) {
          if (isBroken) throw new Error('Expected space on the disk, found none');
          stored = next;
        },
      },
      newId() {
        ids += 1;
        return `alert-${ids}`;
      },
      workspace: () => workspace,
      listing: {
        version: () => listVersion,
        listEvent: (eventId) => catalogue.markets.filter((one) => one.eventId === eventId).map(({ id }) => id),
        listMostTraded: (limit) => catalogue.markets.slice(0, limit),
      },
      market: (id) => catalogue.markets.find((one) => one.id === id) ?? null,
      top: (id) => (shown.includes(id) || watched.includes(id) ? (tops.get(id) ?? null) : null),
      account: () => account,
      accountId: () => '0xa',
      shownBooks: () => shown,
      hasListed: (id) => catalogue.markets.some((one) => one.id === id),
      watchBooks: (books) => {
        watched = books;
      },
      onFault: () => undefined,
    });
    alerts.onFired((entry) => told.push(entry));
    return alerts;
  };
  let alerts = open();

  return {
    get alerts() {
      return alerts;
    },
    told,
    watched: () => watched,
    timers: () => timers.size,
    stored: () => stored,
    list(markets) {
      catalogue = { markets };
      listVersion += 1;
    },
    setTop(top, market = BTC) {
      tops.set(market, { ...tops.get(market)!, ...top });
    },
    move(mid, market = BTC) {
      tops.set(market, { health: { at: 'live' }, bestBid: mid - 10_000, bestAsk: mid + 10_000, lastPrice: mid });
      const update = { bids: [], asks: [], sequence: 1 };
      alerts.onPublic({ kind: 'bookIncrement', market, update, receivedAtMs: nowMs });
    },
    setAccount(part) {
      account = { ...account, ...part };
      alerts.noteAccount();
    },
    show(markets) {
      shown = markets;
    },
    setWorkspace(name) {
      workspace = name;
    },
    breakDisk() {
      isBroken = true;
    },
    pass(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        timers.delete(next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = untilMs;
    },
    restart(ms) {
      alerts.close();
      timers.clear();
      nowMs += ms;
      alerts = open();
    },
  };
}
