/**
 * Table of an order's transitions, computed from the reducer, for docs/life-of-an-order.md.
 *
 * Shape       One row per state, one column per event: the state that follows, nothing where the event changes nothing, and
 *             `error` where no event may occur.
 */

import type { ExchangeOrder } from '#shared/order/account/account.ts';
import { type LifeReason, type OrderEvent, type OrderLife, reduceOrder } from '#shared/order/life.ts';
import { parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';

const ID = parseOrderId('1');
const REASON: LifeReason = { code: 'programStopped', parameters: {} };

const LIVES: readonly OrderLife[] = [
  { at: 'signed' },
  { at: 'sent' },
  { at: 'unknown', sinceMs: 0, reason: REASON },
  { at: 'resting', orderId: ID },
  { at: 'cancelling', orderId: ID, sinceMs: 0 },
  { at: 'done', orderId: ID },
  { at: 'cancelled', orderId: ID },
  { at: 'rejected', orderId: ID, codes: [] },
  { at: 'absent', reason: REASON },
];

function exchange(state: ExchangeOrder['state']): OrderEvent {
  const shares = parseShares('1');
  const order: ExchangeOrder = {
    id: ID,
    market: parseMarketId('market'),
    side: 'yes',
    direction: 'buy',
    ordType: 'limit',
    price: parsePrice('0.5'),
    state,
    originShares: shares,
    remainingShares: shares,
    filledShares: ZERO_SHARES,
    contractsCount: 0,
    locked: ZERO_USD,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
  return { kind: 'exchange', atMs: 1, order };
}

const EVENTS: readonly (readonly [string, OrderEvent])[] = [
  ['sent', { kind: 'sent', atMs: 1 }],
  ['refused', { kind: 'refused', atMs: 1, codes: [] }],
  ['lost', { kind: 'lost', atMs: 1, reason: REASON }],
  ['exchange: pending, wait', exchange('wait')],
  ['exchange: done', exchange('done')],
  ['exchange: cancel', exchange('cancel')],
  ['exchange: reject', exchange('reject')],
  ['exchange: another state', exchange({ unknown: 'other' })],
  ['cancelSent', { kind: 'cancelSent', atMs: 1 }],
  ['cancelFailed', { kind: 'cancelFailed', atMs: 1, reason: REASON }],
  ['vanished', { kind: 'vanished', atMs: 1, reason: REASON }],
  ['provedAbsent', { kind: 'provedAbsent', atMs: 1, reason: REASON }],
  ['resolved: an order', { kind: 'resolved', atMs: 1, orderId: ID }],
  ['resolved: none', { kind: 'resolved', atMs: 1, orderId: null }],
];

/** Rows of cells; the first row has the states, the first column the events. */
export function buildLifeTable(): readonly (readonly string[])[] {
  const head = ['event', ...LIVES.map(({ at }) => at)];
  return [head, ...EVENTS.map(([name, event]) => [name, ...LIVES.map((life) => nextState(life, event))])];
}

const BEGIN = '<!-- order-life-table: written by `npm run docs:order-life` -->\n\n';
const END = '\n<!-- end of order-life-table -->';

/** The page with the current table between its two marks; throws when they are missing. */
export function replaceLifeTable(page: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error('Expected the marks of the order-life table in the page, found none');
  return page.slice(0, from + BEGIN.length) + formatLifeTable() + page.slice(to);
}

/** As a Markdown table, with a final newline. */
export function formatLifeTable(): string {
  const [head = [], ...rows] = buildLifeTable();
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [line(head), `|${'---|'.repeat(head.length)}\n`, ...rows.map(line)].join('');
}

function nextState(life: OrderLife, event: OrderEvent): string {
  try {
    const next = reduceOrder(life, event);
    return next.at === life.at ? '' : next.at;
  } catch {
    return 'error';
  }
}
