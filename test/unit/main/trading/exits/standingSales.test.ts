import { expect, it } from 'vitest';
import { listLost, listPrepared, listStanding } from '#main/trading/exits/standingSales.ts';
import { restoreRecords } from '#main/trading/orders/restore.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { OrderEvent } from '#shared/order/life.ts';
import { parseHex32, parseIntentId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeOrder, makeSigned } from '#test/slice/makers.ts';

const EXPIRES_MS = START_MS + 3_600_000;
const INTENT = parseIntentId('prepared-1');
const SENT: OrderEvent = { kind: 'sent', atMs: START_MS };
const seen = (change: Parameters<typeof makeOrder>[1] = {}): OrderEvent => ({
  kind: 'exchange',
  atMs: START_MS,
  order: makeOrder('7', { direction: 'sell', ...change }),
});
const REFUSED: OrderEvent = { kind: 'refused', atMs: START_MS, codes: ['order.invalid'] };

/** What the next start makes of the journal's entries. */
function listAfter(...events: OrderEvent[]) {
  const intent = makeIntent({ intentId: INTENT, direction: 'sell' });
  const entries: JournalEntry[] = [
    makeSigned({ intent, isPrepared: true, expiresAtMs: EXPIRES_MS }),
    makeSigned({ intent: makeIntent({ intentId: parseIntentId('placed-by-hand') }), expiresAtMs: EXPIRES_MS }),
    ...events.map((event) => ({ kind: 'event', intentId: INTENT, atMs: START_MS, event, isLast: false }) as const),
  ];
  const records = restoreRecords(entries, START_MS);
  expect(listPrepared(records)).toHaveLength(1);
  expect(listStanding(records, EXPIRES_MS)).toEqual([]);
  return listStanding(records, EXPIRES_MS - 1);
}

it('has what was sent, whatever became of it, and what it can still sell', () => {
  expect(listAfter(SENT, seen())).toMatchObject([
    { intentId: INTENT, shares: 100_000_000, orderId: '7', isOpen: true, expiresAtMs: EXPIRES_MS },
  ]);
  const part = { filledShares: parseShares('40') };
  expect(listAfter(SENT, seen({ ...part, state: 'cancel' }))).toMatchObject([{ shares: 60_000_000, isOpen: false }]);
  expect(listAfter(SENT, REFUSED)).toMatchObject([{ shares: 100_000_000, orderId: null, isOpen: false }]);
});

it('has what the program may have sent before it stopped', () => {
  expect(listAfter()).toMatchObject([{ orderId: null, isOpen: true }]);
  const lost: OrderEvent = { kind: 'lost', atMs: START_MS, reason: { code: 'programStopped', parameters: {} } };
  const absent: OrderEvent = { kind: 'provedAbsent', atMs: START_MS, reason: { code: 'notListed', parameters: {} } };
  expect(listAfter(lost, absent)).toMatchObject([{ isOpen: false }]);
});

it('leaves out what was filled, and what was refused before it was sent', () => {
  expect(listAfter(SENT, seen({ state: 'done', filledShares: parseShares('100') }))).toEqual([]);
  expect(listAfter(REFUSED)).toEqual([]);
});

it('has every recorded lot that no order shows, where the journal was lost, until it expires', () => {
  const lot = (digest: string, expiresAtMs = EXPIRES_MS) => ({
    digest: parseHex32(`0x${digest.repeat(64)}`),
    market: makeIntent().market,
    side: 'yes' as const,
    price: toPrice(310_000),
    shares: parseShares('25'),
    expiresAtMs,
  });
  const known = makeSigned({ isPrepared: true, expiresAtMs: EXPIRES_MS, digest: lot('a').digest });
  const records = restoreRecords([known], START_MS);
  const lots = [lot('a'), lot('b'), lot('c', START_MS)];
  expect(listLost(lots, records, START_MS)).toEqual([
    expect.objectContaining({ intentId: null, shares: parseShares('25'), expiresAtMs: EXPIRES_MS, isOpen: false }),
  ]);
});
