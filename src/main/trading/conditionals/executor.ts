/**
 * Executor: carries out the actions of conditional orders and feeds the outcomes back.
 *
 * Invariants  An intent is placed once, by its id, through the placer with all its checks. An order counts as not sent only when
 *             the order journal has no line of it and no placement of it runs. What was lost is unknown until the exchange's
 *             data or a person ends that. A cancel is done when the order's own end is known.
 * Errors      Never throws: every outcome becomes an event.
 * Source      docs/conditionals.md#engine
 */
import type { Clock } from '#shared/base/clock.ts';
import { sellableShares } from '#shared/order/commitments.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ChildUpdate, ConditionalAction, ConditionalEvent } from '#shared/order/conditional/events.ts';
import { endLease, grantLease, type LeaseLedger, leasable } from '#shared/order/conditional/lease.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { BUDGET_CODE } from '#shared/order/conditional/outcome.ts';
import { isStoodIn } from '#shared/order/conditional/standIn.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { PlaceDenial, PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import type { Canceller } from '../orders/cancel.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import type { Placer } from '../orders/place.ts';
import type { LockedExits } from './lockedExits.ts';
import type { RequestBudget } from './requestBudget.ts';
import type { Run } from './run.ts';

type PlaceAction = Extract<ConditionalAction, { readonly kind: 'place' }>;

/** Delay before the next attempt after a denial that may pass by itself. */
export const RETRY_MS = 2_000;
/** The exchange does not know or accept the API key: no order of the account can work. */
const UNAUTHORISED = /^(authz\.|no_credentials$)/;

export interface ExecutorOptions {
  readonly placer: Pick<Placer, 'place' | 'blockedUntilMs'>;
  readonly canceller: Pick<Canceller, 'cancel'>;
  /** Whether a person armed trading; an order that is no exit when it is sent needs it. */
  isArmed(): boolean;
  /** Prepared exits, used while the keys are locked. */
  readonly locked: LockedExits;
  readonly budget: RequestBudget;
  readonly clock: Clock;
  /** The order of an intent, if it is in memory. */
  orderOf(id: IntentId): OrderRecord | undefined;
  /** The same, else from the journal; undefined when none was ever signed. */
  findOrder(id: IntentId): OrderRecord | undefined;
  ordersOf(market: MarketId): Iterable<OrderRecord>;
  position(outcome: OutcomeRef): Parameters<typeof sellableShares>[0];
  feed(id: ConditionalId, event: ConditionalEvent): void;
  /** The exchange refuses every order of the account. */
  onUnauthorised(): void;
  onChange(): void;
}

export interface Executor {
  place(action: PlaceAction, run: Run): void;
  /** Requests the cancel of an order, as soon as the exchange has named it. */
  cancel(intentId: IntentId): void;
  /** Feeds every change of the orders of these conditional orders since the last call. */
  follow(runs: Iterable<Run>): void;
  /** Shares of an outcome that no order commits and no lease reserves. */
  available(outcome: OutcomeRef): Shares;
  /** Leases the shares of a manual order until it is in the order journal; the returned function ends the lease. */
  leaseManual(intent: OrderIntent): () => void;
  /** Discards unsent orders and the leases of conditional orders, and forgets the updates already reported. */
  stop(): void;
}

export function createExecutor(options: ExecutorOptions): Executor {
  const { placer, canceller, locked, budget, clock, orderOf, findOrder, feed } = options;
  let ledger: LeaseLedger = [];
  const placing = new Set<IntentId>();
  const cancelling = new Set<IntentId>();
  const reported = new Map<IntentId, string>();
  /** Generation counter: discards placements from before `stop`. */
  let generation = 0;

  /** The lease ledger without the leases of orders that the journal has: these commit their shares themselves. */
  function currentLedger(): LeaseLedger {
    for (const { key } of ledger) if (orderOf(key as IntentId) !== undefined) ledger = endLease(ledger, key);
    return ledger;
  }

  function free(outcome: OutcomeRef): Shares {
    return sellableShares(options.position(outcome), options.ordersOf(outcome.market), outcome.market, outcome.side);
  }

  function update(id: ConditionalId, intentId: IntentId, next: ChildUpdate): void {
    const text = JSON.stringify(next);
    if (reported.get(intentId) === text) return;
    reported.set(intentId, text);
    feed(id, { kind: 'child', atMs: clock.exchangeTimeMs(), intentId, update: next });
  }

  function notSent(id: ConditionalId, intentId: IntentId, codes: readonly string[], retryInMs: number | null): void {
    const retryAtMs = retryInMs === null ? null : clock.exchangeTimeMs() + retryInMs;
    update(id, intentId, { at: 'ended', end: { kind: 'notSent', codes, retryAtMs }, filled: toShares(0) });
  }

  function place({ key: { id }, intent, urgency, expiresAtMs }: PlaceAction, run: Run): void {
    const { intentId, direction, shares } = intent;
    if (placing.has(intentId) || findOrder(intentId) !== undefined) return;
    const waitMs = budget.waitMs(urgency, id);
    if (waitMs > 0) {
      notSent(id, intentId, [BUDGET_CODE], waitMs);
      return;
    }
    const outcome: OutcomeRef = { market: intent.market, side: intent.side };
    const isLocked = locked.isLocked();
    const child = run.state.children.find((one) => one.intentId === intentId);
    const prepared = isLocked && urgency === 'exit' && child !== undefined ? locked.find(run.state, child) : null;
    if (isLocked && prepared === null) {
      notSent(id, intentId, ['lotRefused'], RETRY_MS);
      return;
    }
    const isSale = direction === 'sell';
    if (isSale) {
      const lease = { key: intentId, owner: id, outcome, shares, collateral: ZERO_USD };
      const granted = grantLease(currentLedger(), lease, { shares: free(outcome), collateral: ZERO_USD });
      if (granted.outcome === 'refused') {
        notSent(id, intentId, ['leased'], RETRY_MS);
        return;
      }
      ({ ledger } = granted);
    }
    placing.add(intentId);
    budget.note(urgency, id, clock.now());
    const startedInGeneration = generation;
    const isStopped = (): boolean => startedInGeneration !== generation;
    // When it was armed, a person agreed to this stand-in for the book, and the stand-in is fresh.
    const isBookConfirmed = isStoodIn(run.state.known, run.state.terms, clock.exchangeTimeMs());
    const exit = urgency === 'exit' ? { exit: { isBookConfirmed } } : {};
    const sending =
      prepared === null
        ? placer.place(intent, { ...exit, unattended: { isArmed: options.isArmed }, isStopped, expiresAtMs })
        : locked.post({ lotId: prepared.lot.id, intentId, worst: prepared.worst, isStopped });
    void sending.then((receipt) => {
      placing.delete(intentId);
      ledger = endLease(ledger, intentId);
      if (isStopped()) return;
      run.denials = receipt.outcome === 'denied' ? receipt.denials : null;
      report(run, intentId, receipt);
      options.onChange();
    });
  }

  function report(run: Run, intentId: IntentId, receipt: PlaceReceipt): void {
    if (receipt.outcome === 'denied') {
      const codes = receipt.denials.map(({ code }) => (code === 'rateLimited' ? BUDGET_CODE : code));
      notSent(run.id, intentId, codes, findRetry(receipt.denials));
      return;
    }
    if (receipt.outcome === 'rejected' && receipt.refusal.codes.some((code) => UNAUTHORISED.test(code)))
      options.onUnauthorised();
    const child = run.state.children.find((one) => one.intentId === intentId);
    if (child) followChild(run, child);
  }

  function followChild({ id }: Run, { intentId, life }: Child): void {
    // The exchange's own data may contradict an absence.
    const wasAbsent = life.at === 'ended' && life.end.kind === 'absent';
    if (life.at === 'ended' && !wasAbsent) return;
    const record = placing.has(intentId) || wasAbsent ? orderOf(intentId) : findOrder(intentId);
    if (record === undefined) {
      // The conditional's entry was written, but the program stopped before the order was journalled: nothing was sent.
      if (!placing.has(intentId) && !wasAbsent) notSent(id, intentId, ['programStopped'], 0);
      return;
    }
    const next = describe(record);
    if (next !== null) update(id, intentId, next);
    if (cancelling.has(intentId)) sendCancel(intentId, record);
    if ((record.candidates?.length ?? 0) > 1 && life.at === 'unknown') feedAmbiguous(id, intentId);
  }

  function feedAmbiguous(id: ConditionalId, intentId: IntentId): void {
    if (reported.get(intentId) === 'ambiguous') return;
    reported.set(intentId, 'ambiguous');
    feed(id, { kind: 'ambiguous', atMs: clock.exchangeTimeMs(), intentId });
  }

  /** What the order's life means for its conditional; null while the placement is not answered. */
  function describe({ life, filled }: OrderRecord): ChildUpdate | null {
    switch (life.at) {
      case 'signed':
      case 'sent':
        return null;
      case 'unknown':
        return { at: 'unknown', filled };
      case 'resting':
      case 'cancelling':
        return { at: 'working', orderId: life.orderId, filled };
      case 'done':
        return { at: 'ended', end: { kind: 'filled' }, filled };
      case 'cancelled':
        return { at: 'ended', end: { kind: 'cancelled' }, filled };
      case 'absent':
        return { at: 'ended', end: { kind: 'absent' }, filled };
      case 'rejected': {
        const blockedMs = placer.blockedUntilMs() - clock.now();
        const retryAtMs = blockedMs > 0 ? clock.exchangeTimeMs() + blockedMs : null;
        return { at: 'ended', end: { kind: 'rejected', codes: life.codes, retryAtMs }, filled };
      }
    }
  }

  /** Requests the cancel once it has an id; the machine asks again when its proof does not come. */
  function sendCancel(intentId: IntentId, { orderId, life }: OrderRecord): void {
    if (orderId === null && !isTerminal(life)) return;
    cancelling.delete(intentId);
    if (orderId === null || isTerminal(life)) return;
    void canceller.cancel(orderId).then(options.onChange);
  }

  return {
    place,
    cancel(intentId) {
      cancelling.add(intentId);
      const record = orderOf(intentId);
      if (record) sendCancel(intentId, record);
    },
    follow(runs) {
      for (const run of runs) for (const child of run.state.children) followChild(run, child);
    },
    available: (outcome) =>
      locked.isLocked()
        ? locked.available(outcome)
        : leasable(currentLedger(), outcome, { shares: free(outcome), collateral: ZERO_USD }).shares,
    leaseManual({ intentId, market, side, direction, shares }) {
      if (direction !== 'sell') return () => {};
      const lease = { key: intentId, owner: null, outcome: { market, side }, shares, collateral: ZERO_USD };
      ledger = [...currentLedger(), lease];
      return () => {
        ledger = endLease(ledger, intentId);
      };
    },
    stop() {
      generation += 1;
      ledger = ledger.filter(({ owner }) => owner === null);
      placing.clear();
      cancelling.clear();
      reported.clear();
    },
  };
}

/** Delay in ms after which a denied order may be accepted; null: not without a person. */
function findRetry(denials: readonly PlaceDenial[]): number | null {
  let waitMs = 0;
  for (const denial of denials) {
    if (!PASSING.has(denial.code)) return null;
    waitMs = Math.max(waitMs, denial.code === 'rateLimited' ? denial.parameters.waitMs : RETRY_MS);
  }
  return waitMs;
}

/** Denials that end without a person: late data, locks, and limits per period. */
const PASSING: ReadonlySet<PlaceDenial['code']> = new Set<PlaceDenial['code']>([
  'rateLimited',
  'bookNotLive',
  'priceNotTyped',
  'locked',
  'disarmed',
  'clockOffset',
  'setupRequired',
  'lossUnknown',
  'sellable',
  'postOnlyCrosses',
  'walletUnreadable',
  'walletUnsettled',
  'clockNotMeasured',
  'noMarket',
  'lotRefused',
]);
