import { expect, test } from 'vitest';
import type { SeenRequest } from '#paper/server/core.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { encodePlacement } from '#wire/messages/placement.ts';
import { markOf, openRecorder } from '../../tools/chaos/recorder.ts';
import { intend } from '../slice/traderBench.ts';

test('finds the placement of an order without a signature by its volume, as the journal names it', () => {
  const recorder = openRecorder({ now: () => 1, slugOf: () => '', onPlaced: () => undefined });
  const market = parseMarketId('harbour-list');
  const shares = parseShares('20.0007');
  const intent = intend({ market, side: 'yes', direction: 'buy', price: toPrice(20_000), shares });
  const body = encodePlacement({ intent, signed: null } as Parameters<typeof encodePlacement>[0]);
  const target = '/api/v2/atlas/account/orders';
  recorder.onRequest({ method: 'POST', target, body, status: 201, value: { id: 7 }, fault: null } as SeenRequest);
  const entry = { salt: null, intent } as Pick<SignedEntry, 'salt' | 'intent'>;
  expect(recorder.ordersOf(markOf(entry))).toEqual(['7']);
  expect(markOf({ ...entry, salt: 12n })).toBe('12');
});
