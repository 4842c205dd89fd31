/**
 * Proof of a custodial account: one post-only order far from the market, sent and cancelled.
 *
 * Shape       Prepared before the question, so that it names the order; sent after the yes, through every check of an order.
 * Invariants  One order per yes. A lost one is never sent again: it is cancelled when the exchange shows it, also after a restart.
 * Source      docs/assumptions.md#custodial-direction
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import { isTrading, type Market } from '#shared/market/market.ts';
import type { CustodialProofReceipt } from '#shared/order/account/custodial.ts';
import { isUnlocked, type Readiness } from '#shared/order/account/readiness.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { OldBookOrder } from '#shared/text/orders/orderQuestions.ts';
import { type IntentId, type OrderId, parseIntentId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { Trading } from '../../trading/trading.ts';
import type { KnownInterest } from '../markets/knownInterest.ts';
import type { CustodialAccount } from './custodialAccount.ts';

export interface CustodialProofOptions {
  readonly market: Pick<MarketData, 'catalogue' | 'listing' | 'market' | 'book' | 'onDirty'>;
  readonly interest: Pick<KnownInterest, 'watchOwn' | 'shownBooks'>;
  readonly trading: Pick<Trading, 'place' | 'cancel' | 'view' | 'onChange'>;
  readonly custodial: Pick<CustodialAccount, 'view' | 'startProof' | 'endProof'>;
  exchangeTimeMs(): number;
  readonly schedule: Scheduler;
  readiness(): Readiness;
  newId(): string;
}

export interface CustodialProofs {
  /** Finds an order that can prove the account, for a few seconds; `close` once the question is over. */
  prepare(): Promise<PreparedProof>;
}

export interface PreparedProof {
  /** Null: no market has a live book far enough above the lowest price, or an order with a lost answer is not found yet. */
  readonly order: OldBookOrder | null;
  /** Sends the order once, cancels it, and answers when both are over; nothing is sent without an agreement. */
  send(): Promise<CustodialProofReceipt>;
  close(): void;
}

/** One contract, the least that the ticket's buttons set: docs/assumptions.md#smallest-order. */
const SHARES = toShares(MICROS);
/** The best prices are at least this many ticks away, so that no trade between them reaches the order. */
const FAR_TICKS = 10;
/** Books that are watched for it beside those on screen. */
const MAX_WATCHED = 5;
/** Most traded markets, among which it is looked for. */
const MOST_CANDIDATES = 500;
const WAIT_MS = 5_000;

/** Begins the ids of orders of a proof, by which one is known after a restart. */
const ID_START = 'custodial-proof-';

export function openCustodialProofs(options: CustodialProofOptions): CustodialProofs {
  const { market, interest, trading, custodial, schedule } = options;
  /** The order whose answer is awaited, or which is cancelled already. */
  const followed = new Set<IntentId>();
  trading.onChange(cancelLeft);

  /** True while the order would rest there, far below every other one. */
  function isFar(one: Market): boolean {
    const book = market.book(one.id);
    if (book === null || !isTrusted(book.health) || !isTrading(one, options.exchangeTimeMs())) return false;
    const least = market.catalogue().tick * (FAR_TICKS + 1);
    return book.bestBid !== null && book.bestBid >= least && book.bestAsk !== null && book.bestAsk >= least;
  }

  function listCandidates(): Market[] {
    const visible = new Set<string>(interest.shownBooks());
    const rank = (one: Market): number => (visible.has(one.id) ? 0 : isMiddle(one) ? 1 : 2);
    return market.listing
      .listMostTraded(MOST_CANDIDATES)
      .filter((one) => isTrading(one, options.exchangeTimeMs()))
      .toSorted((a, b) => rank(a) - rank(b) || (b.volume24h ?? 0) - (a.volume24h ?? 0));
  }

  /** Resolves once a candidate qualifies and the account is read, or with null after the wait. */
  function find(candidates: readonly Market[]): Promise<Market | null> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = trading.view().at === 'live' ? candidates.find(isFar) : undefined;
        if (found !== undefined) end(found);
      };
      const end = (found: Market | null): void => {
        cancelWait();
        for (const stop of stops) stop();
        resolve(found);
      };
      const cancelWait = schedule(WAIT_MS, () => end(null));
      const stops = [market.onDirty(check), trading.onChange(check)];
      check();
    });
  }

  /** Cancels an order of a proof whose answer was lost, in this run or an earlier one, when the exchange shows it. */
  function cancelLeft(): void {
    if (custodial.view() === null) return;
    for (const { intentId, orderId, life } of trading.view().orders) {
      if (intentId === null || !intentId.startsWith(ID_START) || followed.has(intentId) || orderId === null) continue;
      if (isTerminal(life) || life.at === 'unknown' || life.at === 'sent' || life.at === 'signed') continue;
      followed.add(intentId);
      void trading.cancel(orderId);
    }
  }

  async function cancel(orderId: OrderId): Promise<boolean> {
    const { outcome } = await trading.cancel(orderId);
    return outcome === 'cancelled' || outcome === 'gone';
  }

  async function prove(order: OldBookOrder, found: Market): Promise<CustodialProofReceipt> {
    if (!isFar(found)) return NO_ORDER;
    if (!custodial.startProof()) return NO_ORDER;
    let refusal: readonly string[] | null = null;
    const intentId = parseIntentId(`${ID_START}${options.newId()}`);
    followed.add(intentId);
    try {
      const { side, direction, price, shares } = order;
      const terms = { side, direction, price, shares, postOnly: true, bookVersion: null } as const;
      const intent: OrderIntent = { intentId, market: found.id, ...terms };
      const receipt = await trading.place(intent, {
        // The person agreed to this order itself, outside the page.
        unattended: { isArmed: () => true },
        isStopped: () => !isUnlocked(options.readiness()),
      });
      if (receipt.outcome === 'rejected') refusal = receipt.refusal.codes;
      const isSent = receipt.outcome === 'accepted' || receipt.outcome === 'unknown';
      if (isSent && (receipt.orderId === null || receipt.outcome === 'unknown')) {
        followed.delete(intentId);
        cancelLeft();
      }
      const canCancel = receipt.outcome === 'accepted' && receipt.orderId !== null;
      return buildProofReceipt(receipt, canCancel ? await cancel(receipt.orderId) : !isSent);
    } finally {
      custodial.endProof(refusal);
    }
  }

  return {
    async prepare() {
      const hasLost = trading.view().orders.some(({ life }) => life.at === 'unknown');
      const candidates = hasLost ? [] : listCandidates().slice(0, MAX_WATCHED);
      interest.watchOwn(
        candidates.map((one) => one.id),
        'custodialProof',
      );
      const found = candidates.length === 0 ? null : await find(candidates);
      const price = toPrice(market.catalogue().tick);
      const order: OldBookOrder | null =
        found === null ? null : { title: found.title, side: 'yes', direction: 'buy', price, shares: SHARES };
      let isSent = false;
      return {
        order,
        async send() {
          if (isSent || found === null || order === null) return NO_ORDER;
          isSent = true;
          return await prove(order, found);
        },
        close: () => interest.watchOwn([], 'custodialProof'),
      };
    },
  };
}

const NO_ORDER: CustodialProofReceipt = { outcome: null, denials: [], isEnded: true };

/** A price from which both sides of the book are usually far from the lowest one. */
function isMiddle({ lastPrice }: Market): boolean {
  return lastPrice !== null && lastPrice >= 0.2 * MICROS && lastPrice <= 0.8 * MICROS;
}

function buildProofReceipt(receipt: PlaceReceipt, isEnded: boolean): CustodialProofReceipt {
  const { outcome } = receipt;
  const denials = outcome === 'denied' ? receipt.denials : [];
  return { outcome: outcome === 'unknown' ? 'lost' : outcome, denials, isEnded };
}
