/**
 * What changes something at the exchange: orders placed and cancelled, wallet calls relayed, paper members opened,
 * paper faults made.
 *
 * Invariants  A placement is sent once; the same body goes a second time only after a nonce refusal, which proves that
 *             nothing was placed. Whatever is not a definite answer is `unknown`.
 * Source      exchange-interface, Errors and Limits; docs/assumptions.md#definite-refusals.
 */
import type { SchemaDriftCodes } from '#shared/market/schemaDrift.ts';
import type { ExchangeOrder } from '#shared/order/account.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { CancelOutcome, Placement, PostOutcome } from '#shared/order/placement.ts';
import type { Address, OrderId } from '#shared/units/ids.ts';
import { cost } from '#shared/units/usd.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { encodeFaults, type PaperFault, parseFaultKinds } from '#wire/messages/fault.ts';
import { encodeOwner, type OperatorMember, parseMember } from '#wire/messages/member.ts';
import { parseCancelResponse, parseOrder } from '#wire/messages/order.ts';
import { encodePlacement } from '#wire/messages/placement.ts';
import { encodeRelay, parseRelayResponse, type RelayRequest } from '#wire/messages/relay.ts';
import {
  encodeSessionKeyRequest,
  parseSessionKeyGrant,
  type SessionKeyGrant,
  type SessionKeyRequest,
} from '#wire/messages/sessionKey.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { ORDERS_TARGET } from './accountReads.ts';
import { ExchangeError, LockedError, NetworkError, RateLimitError, TransportError } from './errors.ts';
import type { HealthLog } from './healthLog.ts';
import type { HttpResponse } from './http.ts';
import type { Limiter } from './limiter.ts';
import type { Network } from './network.ts';
import { noteOrderState, parseResponse } from './parseResponse.ts';
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
  readonly healthLog: HealthLog;
  readonly network: Network;
  readonly now: () => number;
}

export function openActions({ rest, limiter, healthLog, network, now }: ActionOptions): Actions {
  return {
    async postOrder(placement) {
      const untilMs = limiter.take('orders');
      if (untilMs !== null) return { kind: 'rejected', codes: ['rate_limited'], retryAtMs: untilMs };
      let response: HttpResponse;
      try {
        response = await rest.postPrivate(PLACE_TARGET, encodePlacement(placement), 'orders');
      } catch (error) {
        healthLog.addError('place order', error);
        if (error instanceof LockedError) return { kind: 'rejected', codes: ['no_credentials'], retryAtMs: null };
        return { kind: 'unknown', why: wordsOf(error) };
      }
      if (response.status >= 200 && response.status < 300) {
        try {
          const order = noteOrderState(parseResponse(response, 'order', parseOrder, healthLog), healthLog);
          const difference = findDifference(order, placement.intent);
          if (difference === null) {
            noteLock(order, placement.intent, healthLog);
            return { kind: 'accepted', order };
          }
          healthLog.addNote({ code: 'order-echo', parameters: { field: difference } });
          return { kind: 'unknown', why: `The exchange answered with an order of another ${difference}` };
        } catch (error) {
          healthLog.addError('place order', error);
          return { kind: 'unknown', why: wordsOf(error) };
        }
      }
      const codes = parseErrorCodes(response.text);
      healthLog.addError('place order', new ExchangeError('the order', response.status, codes));
      if (response.status === 429) {
        const retryAtMs = limiter.block('orders', parseRetryAfter(response, now()));
        return { kind: 'rejected', codes: codes.length > 0 ? codes : ['rate_limited'], retryAtMs };
      }
      return isDefinite(response, codes)
        ? { kind: 'rejected', codes, retryAtMs: null }
        : { kind: 'unknown', why: `The exchange answered with status ${response.status}` };
    },

    async cancelOrder(id) {
      let response: HttpResponse;
      try {
        response = await rest.postPrivate(`${ORDERS_TARGET}/${id}/cancel`, '');
      } catch (error) {
        healthLog.addError('cancel order', error);
        if (error instanceof LockedError) return { kind: 'rejected', codes: ['no_credentials'] };
        return { kind: 'unknown', why: wordsOf(error) };
      }
      if (response.status >= 200 && response.status < 300) {
        try {
          const state = parseResponse(response, 'cancel', parseCancelResponse, healthLog);
          return state === 'cancel' ? { kind: 'cancelled' } : { kind: 'triggered' };
        } catch (error) {
          healthLog.addError('cancel order', error);
          return { kind: 'unknown', why: wordsOf(error) };
        }
      }
      const codes = parseErrorCodes(response.text);
      healthLog.addError('cancel order', new ExchangeError('the cancel', response.status, codes));
      if (response.status === 429) return { kind: 'rejected', codes: codes.length > 0 ? codes : ['rate_limited'] };
      return isDefinite(response, codes)
        ? { kind: 'rejected', codes }
        : { kind: 'unknown', why: `The exchange answered with status ${response.status}` };
    },

    async relay(request) {
      const untilMs = limiter.take('relay');
      if (untilMs !== null) throw new RateLimitError('relay', untilMs);
      const response = await rest.postPrivate(RELAY_TARGET, encodeRelay(request), 'relay');
      if (response.status === 429)
        throw new RateLimitError('relay', limiter.block('relay', parseRetryAfter(response, now())));
      if (response.status < 200 || response.status >= 300) {
        throw new ExchangeError('the relay', response.status, parseErrorCodes(response.text));
      }
      return parseResponse(response, 'relay', parseRelayResponse, healthLog);
    },

    async prepareSessionKey(request) {
      const untilMs = limiter.take('setup');
      if (untilMs !== null) throw new RateLimitError('setup', untilMs);
      const response = await rest.postPrivate(SESSION_KEY_TARGET, encodeSessionKeyRequest(request), 'setup');
      if (response.status === 429)
        throw new RateLimitError('setup', limiter.block('setup', parseRetryAfter(response, now())));
      if (response.status < 200 || response.status >= 300) {
        throw new ExchangeError('the session key', response.status, parseErrorCodes(response.text));
      }
      const grant = parseResponse(response, 'session key', parseSessionKeyGrant, healthLog);
      if (request.expiresAt !== null && grant.expiresAt > request.expiresAt) {
        throw new WireError('session key.expires_at', `at most ${request.expiresAt}`, `${grant.expiresAt}`);
      }
      return grant;
    },

    async openPaperMember(owner) {
      if (network !== 'paper') throw new NetworkError(`Expected network paper for a paper member, found ${network}`);
      const response = await rest.postPlain(OPERATOR_TARGET, encodeOwner(owner));
      if (response.status !== 201 && response.status !== 200) {
        throw new ExchangeError('the new member', response.status, parseErrorCodes(response.text));
      }
      return parseMember(response.text);
    },

    async startPaperFaults(faults) {
      if (network !== 'paper') throw new NetworkError(`Expected network paper for a fault, found ${network}`);
      const response = await rest.postPlain(FAULTS_TARGET, encodeFaults(faults));
      if (response.status !== 201) {
        throw new ExchangeError('the faults', response.status, parseErrorCodes(response.text));
      }
      parseFaultKinds(response.text);
    },

    async stopPaperFaults() {
      if (network !== 'paper') throw new NetworkError(`Expected network paper for a fault, found ${network}`);
      const response = await rest.deletePlain(FAULTS_TARGET);
      if (response.status !== 200) {
        throw new ExchangeError('the end of the faults', response.status, parseErrorCodes(response.text));
      }
    },
  };
}

/** An order that is not the one that was sent proves nothing about the one that was (docs/assumptions.md#order-echo). */
function findDifference(order: ExchangeOrder, intent: OrderIntent): SchemaDriftCodes['order-echo']['field'] | null {
  if (order.market !== intent.market) return 'market';
  if (order.side !== intent.side) return 'side';
  if (order.direction !== null && order.direction !== intent.direction) return 'direction';
  if (order.price !== intent.price) return 'price';
  return order.originShares === intent.shares ? null : 'volume';
}

/** Compares what was locked with what we budget for: the stake and the largest fee of a purchase, nothing for a sale. */
function noteLock(order: ExchangeOrder, intent: OrderIntent, healthLog: HealthLog): void {
  const { price, shares } = intent;
  if (intent.direction === 'sell') {
    if (order.locked > 0n) healthLog.addNote({ code: 'sell-locks', parameters: { locked: order.locked } });
  } else if (order.locked > cost(price, shares) + maxTakerFee(price, shares)) {
    healthLog.addNote({ code: 'fee-reserve', parameters: { stake: cost(price, shares), locked: order.locked } });
  }
}

/** A 4xx with a code says what was wrong, so nothing was done; 408 says only that time ran out. */
function isDefinite(response: HttpResponse, codes: readonly string[]): boolean {
  return response.status >= 400 && response.status < 500 && response.status !== 408 && codes.length > 0;
}

function wordsOf(error: unknown): string {
  return error instanceof TransportError || error instanceof WireError
    ? error.message
    : `The request failed: ${error instanceof Error ? error.name : 'unknown error'}`;
}
