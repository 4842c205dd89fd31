/**
 * Absence proof: decides which lost orders never reached the exchange.
 *
 * Invariants  A lost order is absent only when (1) ten minutes have passed since its signature, so that no request carrying it
 *             can still be accepted (docs/assumptions.md#nonce-window), and (2) two complete reads of every order state, begun
 *             after that and at least 30 s apart, show no match, or fewer matches than there are identical lost orders: then
 *             those signed last are absent. A lost order stays unknown while a listed order could be the same one: an
 *             unreadable one, or one with the same terms created up to a minute before the signature.
 */
import type { Clock } from '#shared/base/clock.ts';
import { isTerminal, type LifeReason } from '#shared/order/life.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { buildTermsKey, CREATED_AFTER_MS, isCandidate, isMatch, mayMatch } from './lostOrderMatch.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Orders } from './orders.ts';

export const ABSENT_AFTER_MS = CREATED_AFTER_MS;
const READS_APART_MS = 30_000;

export interface AbsenceProof {
  /** Applies a complete read: `listedIds` are all ids in it, readable or not. */
  applyCompleteRead(askedAtMs: number, listedIds: ReadonlySet<OrderId | null>): void;
  clear(): void;
}

export function createAbsenceProof(orders: Orders, clock: Clock): AbsenceProof {
  /** When a complete read first showed no match. */
  const missingSince = new Map<OrderRecord, number>();

  const proveAbsence = (askedAtMs: number, listedIds: ReadonlySet<OrderId | null>): void => {
    const lost = new Set(orders.lost());
    for (const record of missingSince.keys()) if (!lost.has(record)) missingSince.delete(record);
    const foreign = [...orders.all()].filter((record) => record.signed === null);
    for (const record of lost) {
      const { signed } = record;
      if (signed === null || askedAtMs - signed.atMs < ABSENT_AFTER_MS) continue;
      const isListed = record.orderId !== null && listedIds.has(record.orderId);
      if (isListed || orders.unreadable().some((one) => mayMatch(record, one))) {
        missingSince.delete(record);
        continue;
      }
      // A record with an exchange id can only be that order.
      const matching = record.orderId === null ? foreign.filter((candidate) => isMatch(record, candidate)).length : 0;
      const isDoubtful =
        record.orderId === null && foreign.some((one) => isCandidate(record, one) && !isMatch(record, one));
      if (isDoubtful) {
        missingSince.delete(record);
        continue;
      }
      const equals = [...lost].filter((one) => one.orderId === null && buildTermsKey(one) === buildTermsKey(record));
      // Of identical orders only the number of arrivals is known: the last signed count as the absent ones.
      const isSurplus =
        record.orderId === null && equals.filter((one) => isSignedBefore(one, record)).length >= matching;
      if (matching > 0 && (!isSurplus || equals.some((one) => askedAtMs - one.createdAtMs < ABSENT_AFTER_MS))) {
        missingSince.delete(record);
        continue;
      }
      const since = missingSince.get(record);
      if (since === undefined) missingSince.set(record, askedAtMs);
      else if (askedAtMs - since >= READS_APART_MS) {
        const reason: LifeReason =
          matching === 0
            ? { code: 'notListed', parameters: {} }
            : { code: 'surplus', parameters: { equal: equals.length, arrived: matching } };
        orders.apply(record, { kind: 'provedAbsent', atMs: clock.now(), reason });
        missingSince.delete(record);
      }
    }
  };

  /** Candidates of the lost orders that no later read can tell apart, so that only a person can match them. */
  const findCandidates = (askedAtMs: number): Map<OrderRecord, OrderId[]> => {
    const all = [...orders.all()];
    const ours = all.filter((record) => record.signed !== null && !isTerminal(record.life));
    const mayStillBeFound = (record: OrderRecord): boolean =>
      record.life.at !== 'unknown' || missingSince.has(record) || askedAtMs - record.createdAtMs < ABSENT_AFTER_MS;
    const candidates = new Map<OrderRecord, OrderId[]>();
    for (const record of ours) {
      if (record.orderId !== null) continue;
      const terms = buildTermsKey(record);
      if (ours.some((one) => one.orderId === null && buildTermsKey(one) === terms && mayStillBeFound(one))) continue;
      const matching = all.filter((candidate) => candidate.signed === null && isCandidate(record, candidate));
      candidates.set(
        record,
        matching.map((candidate) => candidate.orderId).filter((id) => id !== null),
      );
    }
    return candidates;
  };

  return {
    applyCompleteRead(askedAtMs, listedIds) {
      proveAbsence(askedAtMs, listedIds);
      orders.applyExchangeOrders([], clock.now());
      orders.setCandidates(findCandidates(askedAtMs));
    },
    clear: () => missingSince.clear(),
  };
}

function isSignedBefore(a: OrderRecord, b: OrderRecord): boolean {
  return a.createdAtMs !== b.createdAtMs ? a.createdAtMs < b.createdAtMs : a.number < b.number;
}
