/**
 * Standing sales: prepared exits whose body left this program, or may have, and whose signature is still valid.
 *
 * Invariants  Pure. Made of the orders, which the journal restores: after a restart they are the same. Where the journal was
 *             lost, every lot that the vault recorded and no order shows may have been sent. A sale that was
 *             filled cannot be posted again; a cancel, a refusal or an absence does not void a signature.
 * Source      docs/decisions/0029-prepared-exits.md
 */

import type { RecordedLot } from '#shared/order/consent.ts';
import type { StandingSale } from '#shared/order/exits/preparedExits.ts';
import { isTerminal } from '#shared/order/life.ts';
import { toShares } from '#shared/units/shares.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';

/** All orders that are prepared exits, in any state. */
export function listPrepared(records: Iterable<OrderRecord>): OrderRecord[] {
  return [...records].filter(({ signed }) => signed?.isPrepared === true);
}

/** @param nowMs the earlier of the two clocks. */
export function listStanding(records: Iterable<OrderRecord>, nowMs: number): StandingSale[] {
  return listPrepared(records).flatMap((record) => {
    const { market, side, price, orderId, life, filled } = record;
    const { intentId, expiresAtMs } = record.signed!;
    const shares = toShares(record.shares - filled);
    if (expiresAtMs === null || expiresAtMs <= nowMs || !hasLeft(record) || life.at === 'done' || shares <= 0)
      return [];
    return [{ intentId, market, side, price, shares, expiresAtMs, orderId, isOpen: !isTerminal(life) }];
  });
}

/** @param lots recorded lots of which no order may tell. */
export function listLost(lots: readonly RecordedLot[], records: Iterable<OrderRecord>, nowMs: number): StandingSale[] {
  const known = new Set(listPrepared(records).map(({ signed }) => signed!.digest));
  return lots
    .filter(({ digest, expiresAtMs }) => expiresAtMs > nowMs && !known.has(digest))
    .map(({ market, side, price, shares, expiresAtMs }) => {
      return { intentId: null, market, side, price, shares, expiresAtMs, orderId: null, isOpen: false };
    });
}

/** False only for an order that is known not to have been sent: it waits to be, or was refused before. */
function hasLeft({ life, steps }: OrderRecord): boolean {
  return (life.at !== 'signed' && life.at !== 'rejected') || steps.some(({ step }) => step === 'sent');
}
