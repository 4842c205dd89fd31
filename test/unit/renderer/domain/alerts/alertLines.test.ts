import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addAlert,
  findCrossing,
  listAlertLines,
  moveAlert,
  removeAlert,
  shownLevel,
} from '#renderer/domain/alerts/alertLines.ts';
import { feed } from '#renderer/feed/feed.ts';
import type { AlertScope } from '#shared/alerts/alert.ts';
import type { AlertCondition } from '#shared/alerts/kinds.ts';
import type { AlertStatus } from '#shared/alerts/life.ts';
import type { AlertView } from '#shared/alerts/view.ts';
import type { MarketId } from '#shared/units/ids.ts';

const [MARKET, OTHER] = ['rain', 'snow'] as MarketId[];
const sent = vi.fn(async (_input: unknown) => ({ ok: true, value: null }));

beforeEach(() => {
  sent.mockClear();
  const alerts = { create: sent, change: sent, remove: sent };
  vi.stubGlobal('window', { requestAnimationFrame: () => 0, adyton: { alerts } });
  const [bids, asks] = [Float64Array.from([400_000, 1]), Float64Array.from([440_000, 1])];
  const times = { version: 1, sequence: 1, exchangeTimeMs: 0, provedAtMs: 0 };
  const book = { ...times, market: MARKET!, health: { at: 'live' } as const, bids, asks, traded: new Float64Array() };
  feed.applyFrame({ seq: 1, sentAtMs: 1, clockOffsetMs: null, books: [{ ...book, lastPrice: 430_000 }] });
});
afterEach(() => vi.unstubAllGlobals());

const PRICE: Extract<AlertCondition, { kind: 'price' }> = {
  kind: 'price',
  of: 'mid',
  side: 'yes',
  crosses: 'above',
  level: 600_000,
};
const ARMED: AlertStatus = { at: 'armed', subjects: 1, unwatched: 0 };

function alertOf(
  part: { condition?: AlertCondition; scope?: AlertScope; status?: AlertStatus; id?: string } = {},
): AlertView {
  const { condition = PRICE, scope = { kind: 'market', market: MARKET! }, status = ARMED, id = 'a' } = part;
  return { id, terms: { condition, scope, repeat: null, expiresAtMs: null }, status, fired: 0, lastFiredAtMs: null };
}

describe('the lines of alerts', () => {
  it('are the price alerts of the market that may still fire, those that are paused marked', () => {
    const lines = listAlertLines(
      [
        alertOf(),
        alertOf({ id: 'paused', status: { at: 'paused' } }),
        alertOf({ id: 'over', status: { at: 'fired', atMs: 1 } }),
        alertOf({ id: 'spread', condition: { kind: 'spread', crosses: 'above', level: 10_000 } }),
        alertOf({ id: 'other', scope: { kind: 'market', market: OTHER! } }),
        alertOf({ id: 'event', scope: { kind: 'event', eventId: 1 } }),
      ],
      MARKET!,
    );
    expect(lines.map(({ id, isWatched }) => [id, isWatched])).toEqual([
      ['a', true],
      ['paused', false],
    ]);
  });

  it('cross the other way in the view of the other outcome', () => {
    expect(shownLevel(PRICE, 'yes')).toEqual({ level: 600_000, crosses: 'above' });
    expect(shownLevel(PRICE, 'no')).toEqual({ level: 400_000, crosses: 'below' });
    expect(shownLevel({ ...PRICE, side: 'no', level: 300_000 }, 'yes')).toEqual({ level: 700_000, crosses: 'below' });
  });

  it('cross from the price of now, of the book and the outcome that the alert names', () => {
    const crossing = (of: 'bid' | 'ask' | 'last' | 'mid', side: 'yes' | 'no', level: number) =>
      findCrossing(MARKET!, { of, side }, level, 'above');
    expect(crossing('mid', 'yes', 430_000)).toBe('above');
    expect(crossing('last', 'yes', 429_000)).toBe('below');
    // Yes is bid at 0.40, so no is offered at 0.60.
    expect(crossing('ask', 'no', 590_000)).toBe('below');
    expect(findCrossing(OTHER!, { of: 'mid', side: 'yes' }, 100_000, 'below')).toBe('below');
  });
});

describe('a line', () => {
  it('that is added crosses towards its price, in the terms of the shown outcome', async () => {
    expect(await addAlert(MARKET!, 'no', 500_000)).toMatchObject({ tone: 'good' });
    expect(sent).toHaveBeenCalledWith({
      terms: {
        condition: { kind: 'price', of: 'mid', side: 'no', crosses: 'below', level: 500_000 },
        scope: { kind: 'market', market: MARKET },
        repeat: null,
        expiresAtMs: null,
      },
    });
  });

  it('that is moved below the price crosses below it, and keeps the rest of its terms', async () => {
    const [line] = listAlertLines([alertOf()], MARKET!);
    expect(await moveAlert(line!, 700_000, 'no')).toBeNull();
    expect(sent).toHaveBeenCalledWith({
      id: 'a',
      terms: { ...line!.terms, condition: { ...PRICE, crosses: 'below', level: 300_000 } },
    });
  });

  it('reports what main refuses', async () => {
    const [line] = listAlertLines([alertOf()], MARKET!);
    sent.mockResolvedValue({ ok: false, error: { code: 'NOT_FOUND', parameters: { what: 'alert' } } } as never);
    expect(await moveAlert(line!, 700_000, 'yes')).toMatchObject({ tone: 'bad', title: 'The alert was not changed' });
    expect(await removeAlert(line!)).toMatchObject({ tone: 'bad', title: 'The alert was not removed' });
    expect(await addAlert(MARKET!, 'yes', 500_000)).toMatchObject({ tone: 'bad', title: 'No alert was made' });
  });
});
