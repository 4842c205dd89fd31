/**
 * Compares what the trader shows with what the exchange has: orders, fills, positions, balance, books, receipts, journal.
 *
 * Units       Millionths.
 * Shape       Each difference is one line that names the thing, the exchange's value and the trader's.
 */
import { TICKS } from '#paper/engine/fees.ts';
import { levelsOf } from '#paper/engine/orderBook.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { EventEntry, JournalEntry, SignedEntry } from '#shared/order/journalEntry.ts';
import { isTerminal, type OrderLife, reduceOrder } from '#shared/order/life.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { ExchangeHost } from './exchangeHost.ts';
import type { Snapshot } from './protocol.ts';
import { markOf, type Placement, type TrueFill, type TrueOrder } from './recorder.ts';

const TICK = 10_000;

export interface Difference {
  readonly what: string;
  readonly orderId: string | null;
  readonly intentId: string | null;
}

/** Everything that the trader has shown, by id; a restart of its process does not clear it. */
export interface Known {
  /** By intent, or by order where another client placed it. */
  readonly orders: Map<string, OrderView>;
  readonly fills: Map<string, Fill>;
  readonly receipts: Map<string, PlaceReceipt>;
}

const LIVES: Readonly<Record<TrueOrder['state'], OrderLife['at']>> = {
  pending: 'resting',
  wait: 'resting',
  done: 'done',
  cancel: 'cancelled',
  reject: 'rejected',
};

const differ = (what: string, order: { orderId?: string | null; intentId?: string | null } = {}): Difference => ({
  what,
  orderId: order.orderId ?? null,
  intentId: order.intentId ?? null,
});

export function compareAccount(host: ExchangeHost, known: Known, snapshot: Snapshot): Difference[] {
  const { account } = snapshot;
  const found: Difference[] = [];
  if (account.at !== 'live') found.push(differ(`the account is ${account.at}, expected live`));
  found.push(...compareOrders(host, known));
  found.push(...compareFills(host.recorder.fills(), known.fills, account.fills));
  found.push(...comparePositions(host, snapshot));
  const { balance, locked } = host.account();
  if (account.balance?.total !== BigInt(balance) || account.balance.locked !== BigInt(locked)) {
    const shown = `${account.balance?.total} with ${account.balance?.locked} locked`;
    found.push(differ(`balance: the exchange has ${balance} with ${locked} locked, the trader shows ${shown}`));
  }
  for (const sentence of host.brokenInvariants()) found.push(differ(`the exchange itself is broken: ${sentence}`));
  return found;
}

function compareOrders(host: ExchangeHost, known: Known): Difference[] {
  const found: Difference[] = [];
  const byOrder = new Map([...known.orders.values()].map((view) => [String(view.orderId), view]));
  for (const [id, truth] of truthOf(host)) {
    const view = byOrder.get(id);
    if (!view) {
      found.push(differ(`order ${id} is ${truth.state} on the exchange, the trader does not show it`, { orderId: id }));
      continue;
    }
    const expected = describeOrder(LIVES[truth.state], truth);
    const shown = describeOrder(view.life.at, {
      market: view.market,
      side: view.side,
      direction: view.direction ?? 'buy',
      ticks: view.price / TICK,
      shares: view.shares,
      remaining: view.remaining,
      locked: Number(view.locked ?? 0n),
    });
    if (expected !== shown) {
      const what = `order ${id}: the exchange has ${expected}, the trader shows ${shown}`;
      found.push(differ(what, { orderId: id, intentId: view.intentId }));
    }
  }
  for (const view of known.orders.values()) {
    if (isSettled(view)) continue;
    const { orderId, intentId, life } = view;
    found.push(differ(`order ${intentId ?? orderId} is still ${life.at} in the trader`, { orderId, intentId }));
  }
  return found;
}

/** An unknown order that only a person can match is honest: its candidates are named. */
function isSettled({ life, candidates }: OrderView): boolean {
  return isTerminal(life) || life.at === 'resting' || (life.at === 'unknown' && candidates !== undefined);
}

/** The recorder's orders, with the engine's own state of those that it still has. */
function truthOf(host: ExchangeHost): Map<string, TrueOrder> {
  const truth = new Map(host.recorder.orders());
  for (const order of host.exchange().world.engine.orders.values()) {
    const id = String(order.id);
    const seen = truth.get(id);
    if (seen) truth.set(id, { ...seen, state: order.state, remaining: order.remaining, locked: order.locked });
  }
  return truth;
}

function describeOrder(at: string, order: Omit<TrueOrder, 'id' | 'state'>): string {
  const { market, side, direction, ticks, shares, remaining, locked } = order;
  return `${at} ${direction} ${side} ${market} ${shares} at ${ticks}, ${remaining} remain, ${locked} locked`;
}

function compareFills(
  truth: ReadonlyMap<string, TrueFill>,
  seen: ReadonlyMap<string, Fill>,
  newest: readonly Fill[],
): Difference[] {
  const found: Difference[] = [];
  for (const [key, fill] of truth) {
    const view = seen.get(key);
    const { orderId } = fill;
    if (!view) {
      found.push(differ(`fill ${key} of ${fill.shares} at ${fill.ticks} never reached the trader`, { orderId }));
    } else if (
      view.shares !== fill.shares ||
      view.price !== fill.ticks * TICK ||
      view.value !== BigInt(fill.value) ||
      view.fee !== BigInt(fill.fee)
    ) {
      const shown = `${view.shares} at ${view.price / TICK}, ${view.value} with fee ${view.fee}`;
      const expected = `${fill.shares} at ${fill.ticks}, ${fill.value} with fee ${fill.fee}`;
      found.push(differ(`fill ${key}: the exchange has ${expected}, the trader ${shown}`, { orderId }));
    }
  }
  for (const [key, { orderId }] of seen) {
    if (!truth.has(key)) found.push(differ(`fill ${key} is unknown to the exchange`, { orderId }));
  }
  const expected = Math.min(truth.size, MIN_SHOWN_FILLS);
  if (newest.length < expected) {
    found.push(differ(`the trader shows ${newest.length} fills, expected at least ${expected}`));
  }
  return found;
}

/** The trader keeps at least these many of the newest fills. */
const MIN_SHOWN_FILLS = 500;

function comparePositions(host: ExchangeHost, { account }: Snapshot): Difference[] {
  const truth = new Map<string, string>();
  const { world } = host.exchange();
  for (const [book, pair] of host.account().holdings) {
    const market = world.engine.markets.get(book);
    if (!market) continue;
    for (const side of ['yes', 'no'] as const) {
      const { quantity, locked, realized } = pair[side];
      if (quantity === 0 && realized === 0) continue;
      truth.set(`${world.ofBook(market).slug} ${side}`, `${quantity}, ${locked} locked, realized ${realized}`);
    }
  }
  const found: Difference[] = [];
  const seen = new Map<string, string>();
  for (const { market, outcome, quantity, locked, realizedPnl } of account.positions) {
    if (quantity === 0 && realizedPnl === 0n) continue;
    seen.set(`${market} ${outcome}`, `${quantity}, ${locked} locked, realized ${realizedPnl}`);
  }
  for (const key of new Set([...truth.keys(), ...seen.keys()])) {
    const [expected, shown] = [truth.get(key) ?? 'none', seen.get(key) ?? 'none'];
    if (expected !== shown) found.push(differ(`position ${key}: the exchange has ${expected}, the trader ${shown}`));
  }
  return found;
}

export function compareBooks(host: ExchangeHost, markets: readonly string[], { books }: Snapshot): Difference[] {
  const found: Difference[] = [];
  for (const slug of markets) {
    const { book } = host.market(slug);
    const frame = books.find(({ market }) => market === slug);
    if (frame?.health.at !== 'live') {
      found.push(differ(`the book of ${slug} is ${frame?.health.at ?? 'missing'}, expected live`));
      continue;
    }
    for (const column of ['bid', 'ask'] as const) {
      const expected = levelsOf(book, column)
        .filter(({ ticks }) => ticks > 0 && ticks < TICKS)
        .map(({ ticks, volume }) => `${ticks}:${volume}`)
        .join(' ');
      const shown = pairsOf(column === 'bid' ? frame.bids : frame.asks).join(' ');
      if (expected !== shown)
        found.push(differ(`${column}s of ${slug}: the exchange has ${expected}, the trader ${shown}`));
    }
  }
  return found;
}

function pairsOf(levels: Float64Array): string[] {
  const pairs: string[] = [];
  for (let at = 0; at < levels.length; at += 2) pairs.push(`${levels[at]! / TICK}:${levels[at + 1]}`);
  return pairs;
}

/** What no later reading can heal: an order placed twice or unknown to the journal, a receipt that the exchange contradicts. */
export function compareReceipts(
  host: ExchangeHost,
  known: Known,
  entries: readonly JournalEntry[],
  placements: readonly Placement[],
): Difference[] {
  const found: Difference[] = [];
  const signed = findSigned(entries);
  const intentOf = new Map<string, string>();
  for (const [intentId, list] of signed) {
    if (list.length > 1) found.push(differ(`intent ${intentId} was signed ${list.length} times`, { intentId }));
    for (const entry of list) intentOf.set(markOf(entry), intentId);
    const ids = list.flatMap((entry) => host.recorder.ordersOf(markOf(entry)));
    if (ids.length > 1) found.push(differ(`intent ${intentId} was placed as ${ids.join(' and ')}`, { intentId }));
  }
  for (const { mark, orderId } of placements) {
    if (!intentOf.has(mark))
      found.push(differ(`order ${orderId} with mark ${mark} is not in the journal`, { orderId }));
  }
  for (const [intentId, receipt] of known.receipts) {
    const ids = (signed.get(intentId) ?? []).flatMap((entry) => host.recorder.ordersOf(markOf(entry)));
    const difference = compareReceipt(intentId, receipt, ids[0] ?? null);
    if (difference !== null) found.push(differ(difference, { intentId, orderId: ids[0] ?? null }));
  }
  return found;
}

/** The final life of every order in the journal against the view and the exchange. */
export function compareJournal(host: ExchangeHost, known: Known, entries: readonly JournalEntry[]): Difference[] {
  const found: Difference[] = [];
  const lives = new Map<string, OrderLife>();
  for (const entry of entries) {
    const { intentId } = entry;
    const life = lives.get(intentId);
    lives.set(intentId, entry.kind === 'signed' || !life ? { at: 'signed' } : readEvent(life, entry));
  }
  const signed = findSigned(entries);
  const trueIdOf = (intentId: string): string | null =>
    signed.get(intentId)?.flatMap((entry) => host.recorder.ordersOf(markOf(entry)))[0] ?? null;
  const byTerms = Map.groupBy(signed.keys(), (intentId) => termsOf(signed.get(intentId)![0]!));
  for (const [intentId, [entry]] of signed) {
    const view = known.orders.get(intentId);
    const ids = [trueIdOf(intentId)];
    const twins = byTerms.get(termsOf(entry!)) ?? [];
    if (isInterchanged(twins, trueIdOf, known)) continue;
    const difference = compareLife(intentId, view, lives.get(intentId), ids[0] ?? null);
    if (difference !== null) found.push(differ(difference, { intentId, orderId: ids[0] ?? null }));
  }
  return found;
}

function findSigned(entries: readonly JournalEntry[]): Map<string, SignedEntry[]> {
  const signed = new Map<string, SignedEntry[]>();
  for (const entry of entries) {
    if (entry.kind === 'signed') signed.set(entry.intentId, [...(signed.get(entry.intentId) ?? []), entry]);
  }
  return signed;
}

function compareReceipt(intentId: string, receipt: PlaceReceipt, orderId: string | null): string | null {
  const { outcome } = receipt;
  const hasOrder = orderId !== null;
  if (outcome === 'unknown') return null;
  if (outcome === 'accepted') {
    if (!hasOrder) return `intent ${intentId} was reported accepted, the exchange has no order of it`;
    if (receipt.orderId !== null && receipt.orderId !== orderId) {
      return `intent ${intentId} was reported as order ${receipt.orderId}, the exchange has it as ${orderId}`;
    }
    return null;
  }
  // The exchange accepted the order and rejected it at settlement.
  if (outcome === 'rejected' && receipt.orderId !== null && receipt.orderId === orderId) return null;
  return hasOrder ? `intent ${intentId} was reported ${outcome}, the exchange has it as order ${orderId}` : null;
}

function compareLife(
  intentId: string,
  view: OrderView | undefined,
  journal: OrderLife | undefined,
  orderId: string | null,
): string | null {
  // Killed between signature and the next sample: the journal alone has it, and start-up must have shown it.
  if (!view) return `intent ${intentId} is in the journal, the trader never showed it`;
  if (view.life.at === 'unknown') return null;
  if ((view.orderId ?? null) !== orderId) {
    return `intent ${intentId} is order ${view.orderId} in the trader and ${orderId} on the exchange`;
  }
  if (orderId === null && !(view.life.at === 'absent' || view.life.at === 'rejected')) {
    return `intent ${intentId} is ${view.life.at} in the trader, the exchange has no order of it`;
  }
  if (orderId !== null && view.life.at === 'absent')
    return `intent ${intentId} is absent in the trader, on the exchange it is ${orderId}`;
  const isSame = journal?.at === view.life.at || (isOpenLife(journal) && isOpenLife(view.life));
  return isSame ? null : `intent ${intentId} is ${journal?.at} in the journal and ${view.life.at} in the view`;
}

const termsOf = ({ intent: { market, side, direction, price, shares } }: SignedEntry): string =>
  `${market} ${side} ${direction} ${price} ${shares}`;

/** Of identical lost orders only the number of arrivals is known: their ids are right together (docs/life-of-an-order.md). */
function isInterchanged(
  twins: readonly string[],
  trueIdOf: (intentId: string) => string | null,
  known: Known,
): boolean {
  const views = twins.map((intentId) => known.orders.get(intentId));
  const differing = twins.filter((intentId, at) => (views[at]?.orderId ?? null) !== trueIdOf(intentId));
  const wereLost = differing.every((intentId) => known.orders.get(intentId)?.steps.some(({ step }) => step === 'lost'));
  const expected = twins.map(trueIdOf).sort().join();
  return (
    differing.length > 0 &&
    wereLost &&
    expected ===
      views
        .map((view) => view?.orderId ?? null)
        .sort()
        .join()
  );
}

/** After a kill start-up makes an order unknown that had no answer, without a line in the journal. */
function readEvent(life: OrderLife, { event }: EventEntry): OrderLife {
  const isUnanswered = life.at === 'signed' || life.at === 'sent';
  const isConcluded = event.kind === 'provedAbsent' || event.kind === 'resolved';
  const reason = { code: 'programStopped', parameters: {} } as const;
  const before = isUnanswered && isConcluded ? reduceOrder(life, { kind: 'lost', atMs: event.atMs, reason }) : life;
  return reduceOrder(before, event);
}

/** The journal has no line for the request of a cancel that failed. */
function isOpenLife(life: OrderLife | undefined): boolean {
  return life?.at === 'resting' || life?.at === 'cancelling';
}
