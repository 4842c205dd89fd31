/**
 * Spender process: sends orders as fast as its budget allows, counted in the journal or in the settings, until it is killed.
 *
 * Shape       Arguments: data folder, base URL, WebSocket base URL, token, API key, API secret, 'journal' or
 *             'settings'. Prints 'ready', then 'full' when
 *             its own budget refused, or '429' when the exchange did.
 */
import { createHmac } from 'node:crypto';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '#main/storage/journal.ts';
import { openSettings } from '#main/storage/settings/settings.ts';
import { openVenue } from '#main/venue/venue.ts';
import { parseIntentId, parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { makeSigned } from '#test/slice/makers.ts';

const [folder = '', baseUrl = '', wsBaseUrl = '', token = '', apiKey = '', apiSecret = '', counted = ''] =
  process.argv.slice(2);
const journal = counted === 'journal' ? openJournal(join(folder, 'journal.sqlite')) : null;
const settings = openSettings(folder, Date.now);
const venue = openVenue({
  baseUrl,
  wsBaseUrl,
  network: 'paper',
  extraHeaders: { 'X-Adyton-Paper': token },
  now: Date.now,
  random: Math.random,
  budgetMemory: settings.budgets('paper'),
  persistBudgets: (memory) => settings.saveBudgets('paper', memory),
});
if (journal !== null) venue.countRecordedOrders(journal.listSignedTimes(Date.now() - 120_000));
venue.setCredentials({
  apiKey,
  sign: (message) => createHmac('sha256', apiSecret).update(message, 'utf8').digest('hex'),
});
await venue.measureClock();
writeSync(1, 'ready\n');
const intent = {
  intentId: parseIntentId('budget-intent'),
  market: parseMarketId('101'),
  side: 'yes',
  direction: 'buy',
  price: parsePrice('0.50'),
  shares: parseShares('1'),
  postOnly: false,
  bookVersion: null,
} as const;
for (;;) {
  journal?.append(makeSigned({ intent, atMs: Date.now() }));
  // Refused for its missing signature: the exchange counts it all the same.
  const outcome = await venue.postOrder({ intent, signed: null });
  if (outcome.kind !== 'rejected' || outcome.retryAtMs === null) continue;
  const isBlocked = venue
    .health()
    .budgets.some(({ name, blockedUntilMs }) => name === 'orders' && blockedUntilMs !== null);
  writeSync(1, isBlocked ? '429\n' : 'full\n');
  break;
}
// Waits for its kill.
setInterval(() => undefined, 1_000);
