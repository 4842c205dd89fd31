/**
 * Pack: the bodies of prepared sales, sealed in memory under a random key that exists nowhere else.
 *
 * Invariants  A body is given out once, and its request authenticated once. One lot of a position is on its way at a time.
 *             A burnt lot's body is gone. `destroy` zeroes the key, so that no body can be opened again.
 * Errors      VaultError DENIED for a lot that may not be sent; LOCKED after `destroy`.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import { createHash, randomUUID } from 'node:crypto';
import { buildAmounts } from '#shared/order/amounts.ts';
import {
  type ExitPlan,
  type ExitPosition,
  type LotState,
  NO_SENDING_MS,
  type PreparedLot,
} from '#shared/order/exits/preparedExits.ts';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { buildSalt } from '#shared/order/salt.ts';
import { type OrderId, parseIntentId, ZERO_ADDRESS } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import { encodePlacement } from '#wire/messages/placement.ts';
import { type Box, openBox, type RandomBytes, sealBox } from '../file/seal.ts';
import { SecretBytes } from '../keys/secretBytes.ts';
import { denied, VaultError } from '../vaultError.ts';

/** Signs one order with the plan's key. */
export type SignLot = (fields: OrderFields, domain: OrderDomain) => SignedOrder;

export interface Pack {
  lots(): readonly PreparedLot[];
  /** The body to send; throws unless the lot may be sent now. */
  take(id: string, nowMs: number): string;
  /** Marks a taken body as sent; false for any other text, and the second time. */
  markSent(body: string): boolean;
  noteOrder(id: string, orderId: OrderId): void;
  hasOrder(orderId: string): boolean;
  /** The lot's order is over: the next lot of its position may be sent. */
  settle(id: string): void;
  /** A lot that was not taken is never sent. */
  burn(id: string): void;
  destroy(): void;
}

interface Slot {
  lot: PreparedLot;
  /** Null once taken or burnt. */
  box: Box | null;
  readonly bodyHash: string;
}

const IN_FLIGHT: readonly LotState[] = ['taken', 'sent'];

/** Signs every lot of a checked plan and seals the bodies; nothing signed leaves this function unsealed. */
export function createPack(plan: ExitPlan, sign: SignLot, random: RandomBytes): Pack {
  const key = new SecretBytes(random(32));
  const domain = buildOrderDomain(plan.account, plan.domainVersion);
  const salts = new Set<bigint>();
  const slots = new Map<string, Slot>();
  try {
    for (const position of plan.positions) {
      for (const shares of position.lots) {
        const slot = sealLot(position, shares, buildUniqueSalt(random, salts));
        slots.set(slot.lot.id, slot);
      }
    }
  } catch (error) {
    key.destroy();
    throw error;
  }

  function sealLot(position: ExitPosition, shares: Shares, salt: bigint): Slot {
    const { market, side, price, expiresAtMs } = position;
    const { proxyAddress, ownerAddress, signatureType } = plan.account;
    const tokenId = side === 'yes' ? position.yesTokenId : position.noTokenId;
    const fields: OrderFields = {
      salt,
      maker: proxyAddress,
      signer: plan.signer.kind === 'own' ? ownerAddress : proxyAddress,
      taker: ZERO_ADDRESS,
      tokenId: BigInt(tokenId),
      ...buildAmounts('sell', price, shares),
      expiration: BigInt(Math.floor(expiresAtMs / 1000)),
      nonce: 0n,
      feeRateBps: 0n,
      side: 1,
      signatureType,
    };
    const signed = sign(fields, domain);
    const id = randomUUID();
    const intent = { market, side, direction: 'sell', price, shares, postOnly: false, bookVersion: null } as const;
    const body = Buffer.from(encodePlacement({ intent: { intentId: parseIntentId(id), ...intent }, signed }), 'utf8');
    const box = key.use((bytes) => sealBox(bytes, body, { lot: id }, random));
    const bodyHash = hashBody(body);
    body.fill(0);
    const { digest } = signed;
    const lot = {
      id,
      market,
      side,
      price,
      expiresAtMs,
      shares,
      tokenId,
      salt,
      digest,
      at: 'ready',
      orderId: null,
    } as const;
    return { lot, box, bodyHash };
  }

  const find = (id: string): Slot => {
    const slot = slots.get(id);
    if (slot === undefined) throw denied('notPrepared', 'Expected a prepared lot, found another');
    return slot;
  };
  const move = (slot: Slot, at: LotState): void => {
    slot.lot = { ...slot.lot, at };
  };

  return {
    lots: () => [...slots.values()].map(({ lot }) => lot),
    take(id, nowMs) {
      const slot = find(id);
      const { box, lot } = slot;
      if (box === null || lot.at !== 'ready')
        throw denied('notPrepared', `Expected a lot that is ready, found it ${lot.at}`);
      if (lot.expiresAtMs - nowMs <= NO_SENDING_MS)
        throw denied('notPrepared', 'Expected a lot before its last two minutes, found it expiring');
      const isBusy = [...slots.values()].some(
        ({ lot: other }) => other.market === lot.market && other.side === lot.side && IN_FLIGHT.includes(other.at),
      );
      if (isBusy) throw denied('notPrepared', 'Expected no other lot of the position on its way, found one');
      const body = key.use((bytes) => openBox(bytes, box, { lot: id }));
      if (body === null) throw new VaultError({ code: 'BUG', parameters: {} }, 'Expected the sealed lot to open');
      slot.box = null;
      move(slot, 'taken');
      const text = Buffer.from(body).toString('utf8');
      body.fill(0);
      return text;
    },
    markSent(body) {
      const hash = hashBody(Buffer.from(body, 'utf8'));
      const slot = [...slots.values()].find(({ bodyHash }) => bodyHash === hash);
      if (slot?.lot.at !== 'taken') return false;
      move(slot, 'sent');
      return true;
    },
    noteOrder(id, orderId) {
      const slot = find(id);
      if (IN_FLIGHT.includes(slot.lot.at)) slot.lot = { ...slot.lot, orderId };
    },
    hasOrder: (orderId) => [...slots.values()].some(({ lot }) => lot.orderId === orderId && IN_FLIGHT.includes(lot.at)),
    settle(id) {
      const slot = find(id);
      if (IN_FLIGHT.includes(slot.lot.at)) move(slot, 'ended');
    },
    burn(id) {
      const slot = find(id);
      if (slot.lot.at !== 'ready') return;
      slot.box = null;
      move(slot, 'burnt');
    },
    destroy() {
      key.destroy();
      for (const slot of slots.values()) slot.box = null;
    },
  };
}

/** A salt that no other order of the pack has. */
function buildUniqueSalt(random: RandomBytes, used: Set<bigint>): bigint {
  for (;;) {
    const salt = buildSalt(random(8));
    if (!used.has(salt)) {
      used.add(salt);
      return salt;
    }
  }
}

function hashBody(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
