/**
 * What changes something at the exchange: orders placed and cancelled, wallet calls relayed, paper members opened,
 * paper faults made.
 *
 * Invariants  A placement is sent once; the same body goes a second time only after a nonce refusal, which proves that
 *             nothing was placed. Whatever is not a definite answer is `unknown`.
 * Source      exchange-interface, Errors and Limits; docs/assumptions.md#definite-refusals.
 */
import type { ExchangeOrder } from '#shared/order/account.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { CancelOutcome, Placement, PostOutcome } from '#shared/order/placement.ts';
import type { Address, OrderId } from '#shared/units/ids.ts';
import { cost, formatUsd } from '#shared/units/usd.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { encodeFaults, type PaperFault, parseFaultKinds } from '#wire/messages/fault.ts';
import { encodeOwner, type OperatorMember, parseMember } from '#wire/messages/member.ts';
import { parseCancelAnswer, parseOrder } from '#wire/messages/order.ts';
import { encodePlacement } from '#wire/messages/placement.ts';
import { encodeRelay, parseRelayAnswer, type RelayRequest } from '#wire/messages/relay.ts';
import {
  encodeSessionKeyRequest,
  parseSessionKeyGrant,
  type SessionKeyGrant,
  type SessionKeyRequest,
} from '#wire/messages/sessionKey.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { ORDERS_TARGET } from './accountReads.ts';
import { ExchangeError, LockedError, NetworkError, RateLimitError, TransportError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import type { Limiter } from './limiter.ts';
import type { Network } from './network.ts';
import { noteOrderState, readAnswer } from './reading.ts';
import type { VenueRecord } from './record.ts';
import { parseRetryAfter, type Rest } from './rest.ts';

const PLACE_TARGET = '/api/v2/atlas/account/orders';
const RELAY_TARGET = '/api/v2/atlas/account/wallet/relay';
const SESSION_KEY_TARGET = '/api/v2/atlas/account/wallet/session-key';
const OPERATOR_TARGET = '/operator/members';
const FAULTS_TARGET = '/operator/faults';

export interface Actions {
  /** Resolves always. */
  postOrder(placement: Placement): Promise<PostOutcome>;
  /** Resolves always. */
  cancelOrder(id: OrderId): Promise<CancelOutcome>;
  /** Throws like a read; a TransportError or a 5xx means that the call may have been relayed. */
  relay(request: RelayRequest): Promise<{ readonly tx: string }>;
  /** Nothing is authorised until the calls are checked, signed and relayed. Throws like a read; never repeated. */
  prepareSessionKey(request: SessionKeyRequest): Promise<SessionKeyGrant>;
  openPaperMember(owner: Address): Promise<OperatorMember>;
  /** Adds to the faults that the embedded exchange makes; NetworkError elsewhere. */
  startPaperFaults(faults: readonly PaperFault[]): Promise<void>;
  /** Ends all of them. */
  stopPaperFaults(): Promise<void>;
}

export interface ActionOptions {
  readonly rest: Rest;
  readonly limiter: Limiter;
  readonly record: VenueRecord;
  readonly network: Network;
  readonly now: () => number;
}

export function openActions({ rest, limiter, record, network, now }: ActionOptions): Actions {
  return {
    async postOrder(placement) {
      const untilMs = limiter.take('orders');
      if (untilMs !== null) return { kind: 'rejected', codes: ['rate_limited'], retryAtMs: untilMs };
      let answer: HttpAnswer;
      try {
        answer = await rest.postPrivate(PLACE_TARGET, encodePlacement(placement), 'orders');
      } catch (error) {
        record.addError('place order', error);
        if (error instanceof LockedError) return { kind: 'rejected', codes: ['no_credentials'], retryAtMs: null };
        return { kind: 'unknown', why: wordsOf(error) };
      }
      if (answer.status >= 200 && answer.status < 300) {
        try {
          const order = noteOrderState(readAnswer(answer, 'order', parseOrder, record), record);
          const difference = findDifference(order, placement.intent);
          if (difference === null) {
            noteLock(order, placement.intent, record);
            return { kind: 'accepted', order };
          }
          record.addSurprise('order-echo', `An accepted order came back with another ${difference}`);
          return { kind: 'unknown', why: `The exchange answered with an order of another ${difference}` };
        } catch (error) {
          record.addError('place order', error);
          return { kind: 'unknown', why: wordsOf(error) };
        }
      }
      const codes = parseErrorCodes(answer.text);
      record.addError('place order', new ExchangeError('the order', answer.status, codes));
      if (answer.status === 429) {
        const retryAtMs = limiter.block('orders', parseRetryAfter(answer, now()));
        return { kind: 'rejected', codes: codes.length > 0 ? codes : ['rate_limited'], retryAtMs };
      }
      return isDefinite(answer, codes)
        ? { kind: 'rejected', codes, retryAtMs: null }
        : { kind: 'unknown', why: `The exchange answered with status ${answer.status}` };
    },

    async cancelOrder(id) {
      let answer: HttpAnswer;
      try {
        answer = await rest.postPrivate(`${ORDERS_TARGET}/${id}/cancel`, '');
      } catch (error) {
        record.addError('cancel order', error);
        if (error instanceof LockedError) return { kind: 'rejected', codes: ['no_credentials'] };
        return { kind: 'unknown', why: wordsOf(error) };
      }
      if (answer.status >= 200 && answer.status < 300) {
        try {
          const state = readAnswer(answer, 'cancel', parseCancelAnswer, record);
          return state === 'cancel' ? { kind: 'cancelled' } : { kind: 'triggered' };
        } catch (error) {
          record.addError('cancel order', error);
          return { kind: 'unknown', why: wordsOf(error) };
        }
      }
      const codes = parseErrorCodes(answer.text);
      record.addError('cancel order', new ExchangeError('the cancel', answer.status, codes));
      if (answer.status === 429) return { kind: 'rejected', codes: codes.length > 0 ? codes : ['rate_limited'] };
      return isDefinite(answer, codes)
        ? { kind: 'rejected', codes }
        : { kind: 'unknown', why: `The exchange answered with status ${answer.status}` };
    },

    async relay(request) {
      const untilMs = limiter.take('relay');
      if (untilMs !== null) throw new RateLimitError('relay', untilMs);
      const answer = await rest.postPrivate(RELAY_TARGET, encodeRelay(request), 'relay');
      if (answer.status === 429)
        throw new RateLimitError('relay', limiter.block('relay', parseRetryAfter(answer, now())));
      if (answer.status < 200 || answer.status >= 300) {
        throw new ExchangeError('the relay', answer.status, parseErrorCodes(answer.text));
      }
      return readAnswer(answer, 'relay', parseRelayAnswer, record);
    },

    async prepareSessionKey(request) {
      const untilMs = limiter.take('setup');
      if (untilMs !== null) throw new RateLimitError('setup', untilMs);
      const answer = await rest.postPrivate(SESSION_KEY_TARGET, encodeSessionKeyRequest(request), 'setup');
      if (answer.status === 429)
        throw new RateLimitError('setup', limiter.block('setup', parseRetryAfter(answer, now())));
      if (answer.status < 200 || answer.status >= 300) {
        throw new ExchangeError('the session key', answer.status, parseErrorCodes(answer.text));
      }
      const grant = readAnswer(answer, 'session key', parseSessionKeyGrant, record);
      if (request.expiresAt !== null && grant.expiresAt > request.expiresAt) {
        throw new WireError('session key.expires_at', `at most ${request.expiresAt}`, `${grant.expiresAt}`);
      }
      return grant;
    },

    async openPaperMember(owner) {
      if (network !== 'paper') throw new NetworkError(`Expected network paper for a paper member, found ${network}`);
      const answer = await rest.postPlain(OPERATOR_TARGET, encodeOwner(owner));
      if (answer.status !== 201 && answer.status !== 200) {
        throw new ExchangeError('the new member', answer.status, parseErrorCodes(answer.text));
      }
      return parseMember(answer.text);
    },

    async startPaperFaults(faults) {
      if (network !== 'paper') throw new NetworkError(`Expected network paper for a fault, found ${network}`);
      const answer = await rest.postPlain(FAULTS_TARGET, encodeFaults(faults));
      if (answer.status !== 201) {
        throw new ExchangeError('the faults', answer.status, parseErrorCodes(answer.text));
      }
      parseFaultKinds(answer.text);
    },

    async stopPaperFaults() {
      if (network !== 'paper') throw new NetworkError(`Expected network paper for a fault, found ${network}`);
      const answer = await rest.deletePlain(FAULTS_TARGET);
      if (answer.status !== 200) {
        throw new ExchangeError('the end of the faults', answer.status, parseErrorCodes(answer.text));
      }
    },
  };
}

/** An order that is not the one that was sent proves nothing about the one that was (docs/assumptions.md#order-echo). */
function findDifference(order: ExchangeOrder, intent: OrderIntent): string | null {
  if (order.market !== intent.market) return 'market';
  if (order.side !== intent.side) return 'side';
  if (order.direction !== null && order.direction !== intent.direction) return 'direction';
  if (order.price !== intent.price) return 'price';
  return order.originShares === intent.shares ? null : 'volume';
}

/** Compares what was locked with what we budget for: the stake and the largest fee of a purchase, nothing for a sale. */
function noteLock(order: ExchangeOrder, intent: OrderIntent, record: VenueRecord): void {
  const { price, shares } = intent;
  if (intent.direction === 'sell') {
    if (order.locked > 0n) record.addSurprise('sell-locks', `A sale locked ${formatUsd(order.locked)}`);
  } else if (order.locked > cost(price, shares) + maxTakerFee(price, shares)) {
    record.addSurprise(
      'fee-reserve',
      `A purchase of ${formatUsd(cost(price, shares))} locked ${formatUsd(order.locked)}`,
    );
  }
}

/** A 4xx with a code says what was wrong, so nothing was done; 408 says only that time ran out. */
function isDefinite(answer: HttpAnswer, codes: readonly string[]): boolean {
  return answer.status >= 400 && answer.status < 500 && answer.status !== 408 && codes.length > 0;
}

function wordsOf(error: unknown): string {
  return error instanceof TransportError || error instanceof WireError
    ? error.message
    : `The request failed: ${error instanceof Error ? error.name : 'unknown error'}`;
}
