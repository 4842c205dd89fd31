import { describe, expect, it } from 'vitest';
import { hideAlerts } from '#main/alerts/alerts.ts';
import { MAX_ALERT_BOOKS } from '#main/alerts/subjects.ts';
import type { AlertTerms } from '#shared/alerts/alert.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { marketOf } from '#test/unit/renderer/panes/facts.ts';
import { BTC, priceAbove, termsOf } from '#test/unit/shared/alerts/makers.ts';
import { openAlertBench } from './bench.ts';

const ABOVE = termsOf(priceAbove(600_000));
const ANY: Partial<AlertTerms> = { scope: { kind: 'any' } };
const stale = { at: 'stale', sinceMs: 1, reason: { code: 'crossed', parameters: {} } } as const;

function idOf(created: { readonly id: string } | { readonly problem: unknown }): string {
  if (!('id' in created)) throw new Error(`Expected an alert, found ${String(created.problem)}`);
  return created.id;
}

describe('alerts', () => {
  it('watch the book that no window shows, fire when its price crosses, and let it go', () => {
    const bench = openAlertBench();
    expect([bench.watched(), bench.timers()]).toEqual([[], 0]);
    bench.alerts.create(ABOVE);
    expect(bench.watched()).toEqual([BTC]);
    bench.pass(1_000);
    bench.move(590_000);
    expect(bench.told).toEqual([]);
    bench.move(600_000);
    expect(bench.told).toMatchObject([
      { market: BTC, fact: { code: 'price', parameters: { value: 600_000 } }, gap: null },
    ]);
    expect(bench.alerts.view()).toMatchObject({
      unseen: 1,
      sounded: 1,
      tone: 'alert',
      alerts: [{ status: { at: 'fired' } }],
    });
    expect([bench.watched(), bench.timers()]).toEqual([[], 0]);
  });

  it('refuse a market that the exchange never listed, and terms that make no alert', () => {
    const { alerts } = openAlertBench();
    expect(alerts.create({ ...ABOVE, scope: { kind: 'market', market: 'other' as MarketId } })).toEqual({
      problem: 'notListed',
    });
    expect(alerts.create({ ...ABOVE, scope: { kind: 'event', eventId: 9 } })).toEqual({ problem: 'notListed' });
    expect(alerts.create(termsOf(priceAbove(0)))).toEqual({ problem: 'priceLevel' });
    expect([alerts.change('x', ABOVE), alerts.remove('x'), alerts.rearm('x')]).toEqual([null, false, false]);
  });

  it('say why they are not watched, and fire with the gap after it', () => {
    const bench = openAlertBench();
    bench.alerts.create(ABOVE);
    bench.pass(1_000);
    bench.setTop({ health: stale });
    bench.pass(1_000);
    const [alert] = bench.alerts.view().alerts;
    expect(alert?.status).toMatchObject({ at: 'unwatched', reason: { code: 'book', parameters: { at: 'stale' } } });
    bench.move(650_000);
    expect(bench.told).toMatchObject([{ gap: { fromMs: expect.any(Number), toMs: expect.any(Number) } }]);
  });

  it('see every trade, also two prices within one message', () => {
    const bench = openAlertBench();
    bench.alerts.create(termsOf({ kind: 'price', of: 'last', side: 'no', crosses: 'below', level: 300_000 }));
    const trade = (id: string, price: number) =>
      ({ id, price, shares: 1, takerSide: null, exchangeTimeMs: 0 }) as never;
    bench.alerts.onPublic({
      kind: 'trades',
      market: BTC,
      trades: [trade('a', 710_000), trade('b', 500_000)],
      receivedAtMs: 0,
    });
    expect(bench.told).toMatchObject([{ fact: { parameters: { side: 'no', value: 290_000 } } }]);
  });

  it('count the volume of a window', () => {
    const bench = openAlertBench();
    bench.alerts.create(termsOf({ kind: 'volume', level: 10, windowMs: 60_000 }));
    const trade = (id: string) => ({ id, price: 1, shares: 5, takerSide: null, exchangeTimeMs: 1_000_000 }) as never;
    bench.alerts.onPublic({ kind: 'trades', market: BTC, trades: [trade('a'), trade('a')], receivedAtMs: 0 });
    bench.pass(1_000);
    expect(bench.told).toEqual([]);
    bench.alerts.onPublic({ kind: 'trades', market: BTC, trades: [trade('b')], receivedAtMs: 0 });
    bench.pass(1_000);
    expect(bench.told).toMatchObject([{ fact: { parameters: { value: 10 } } }]);
  });

  it('survive a restart with their log; the time in between is a gap, and a level crossed in it is told with it', () => {
    const bench = openAlertBench();
    bench.alerts.create(ABOVE);
    bench.pass(90_000);
    bench.restart(600_000);
    expect(bench.alerts.view().log).toMatchObject([
      { alertId: null, fact: { code: 'programClosed', parameters: { toMs: 1_690_000 } } },
    ]);
    expect(bench.alerts.view().alerts).toMatchObject([
      { status: { at: 'unwatched', reason: { code: 'programClosed' } } },
    ]);
    bench.move(700_000);
    expect(bench.told).toMatchObject([{ gap: { fromMs: 1_090_000, toMs: 1_690_000 } }]);
  });

  it('count from the last minute that was stored when the program was killed', () => {
    const bench = openAlertBench();
    bench.alerts.create(ABOVE);
    bench.pass(150_000);
    expect(bench.stored().watchedUntilMs).toBeGreaterThanOrEqual(1_090_000);
  });

  it('fire for fills and low collateral only while the account is live', () => {
    const bench = openAlertBench();
    const fill = {
      id: 'f',
      market: BTC,
      side: 'yes',
      direction: 'buy',
      price: 1,
      shares: 1,
      exchangeTimeMs: 5,
    } as unknown as Fill;
    bench.alerts.create(termsOf({ kind: 'fill' }, ANY));
    bench.alerts.create(termsOf({ kind: 'balance', level: 100_000_000 }, ANY));
    expect(bench.alerts.view().alerts.map(({ status }) => status.at)).toEqual(['unwatched', 'unwatched']);
    const balance = {
      currency: 'usdc',
      total: parseUsd('200'),
      locked: parseUsd('0'),
      available: parseUsd('200'),
      exchangeTimeMs: 1,
    };
    bench.setAccount({ at: 'live', balance });
    bench.setAccount({ at: 'unconfirmed', fills: [fill] });
    expect(bench.told).toEqual([]);
    bench.setAccount({ at: 'live', balance: { ...balance, available: parseUsd('99.5') } });
    expect(bench.told.map(({ fact }) => fact.code)).toEqual(['fill', 'balance']);
    expect(bench.told[0]?.gap).not.toBeNull();
  });

  it('tell nothing of a muted workspace, and log it', () => {
    const bench = openAlertBench();
    bench.setWorkspace('Morning');
    bench.alerts.setMuted('Morning', true);
    bench.alerts.create(ABOVE);
    bench.pass(1_000);
    bench.move(600_000);
    expect(bench.told).toEqual([]);
    expect(bench.alerts.view()).toMatchObject({ sounded: 0, unseen: 1, log: [{ isMuted: true }], muted: ['Morning'] });
    bench.restart(1_000);
    bench.alerts.setMuted('Morning', false);
    expect(bench.alerts.view().muted).toEqual([]);
  });

  it('name what the exchange changed about a market', () => {
    const bench = openAlertBench();
    bench.alerts.create(termsOf({ kind: 'rules' }));
    bench.list([marketOf(BTC, { lastPrice: null })]);
    bench.alerts.noteCatalogue();
    expect(bench.told).toEqual([]);
    bench.list([marketOf(BTC, { rules: 'Other rules' })]);
    bench.alerts.noteCatalogue();
    expect(bench.told).toMatchObject([{ fact: { code: 'rules', parameters: { fields: ['rules'] } } }]);
  });

  it('watch a bounded number of books, and say which ones are not', () => {
    const bench = openAlertBench();
    bench.list(Array.from({ length: MAX_ALERT_BOOKS + 5 }, (_, at) => marketOf(`m${at}`, { eventId: 7 })));
    bench.alerts.create({ ...ABOVE, scope: { kind: 'event', eventId: 7 } });
    bench.pass(1_000);
    expect(bench.watched()).toHaveLength(MAX_ALERT_BOOKS);
    bench.alerts.create(
      termsOf(priceAbove(600_000), { scope: { kind: 'market', market: `m${MAX_ALERT_BOOKS + 4}` as MarketId } }),
    );
    expect(bench.alerts.view().alerts[1]?.status).toMatchObject({ reason: { code: 'tooManyBooks' } });
  });

  it('can be paused, changed, armed again and removed', () => {
    const bench = openAlertBench();
    const id = idOf(bench.alerts.create(ABOVE));
    bench.alerts.setPaused(id, true);
    expect([bench.alerts.view().alerts[0]?.status.at, bench.watched()]).toEqual(['paused', []]);
    bench.alerts.setPaused(id, false);
    bench.alerts.change(id, termsOf(priceAbove(550_000)));
    bench.pass(1_000);
    bench.move(560_000);
    expect(bench.alerts.view().alerts[0]?.status.at).toBe('fired');
    bench.alerts.rearm(id);
    bench.pass(1_000);
    expect(bench.alerts.view().alerts[0]?.status).toEqual({ at: 'waiting', isReached: true });
    bench.alerts.markSeen();
    bench.alerts.clearLog();
    bench.alerts.remove(id);
    expect(bench.alerts.view()).toMatchObject({ alerts: [], log: [], unseen: 0 });
    expect(bench.timers()).toBe(0);
  });

  it('say when they could not be stored', () => {
    const bench = openAlertBench();
    bench.breakDisk();
    bench.alerts.create(ABOVE);
    expect(bench.alerts.view().isStored).toBe(false);
  });

  it('show nothing of the account to a locked page', () => {
    const bench = openAlertBench();
    bench.alerts.create(ABOVE);
    expect(hideAlerts(bench.alerts.view())).toMatchObject({ isHidden: true, alerts: [], log: [], unseen: 0 });
  });
});
