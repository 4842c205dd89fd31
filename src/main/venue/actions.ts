/**
 * Requests that change something: orders, wallet calls, session keys, paper members and faults.
 *
 * Invariants  An order is sent once; the same body is sent again only after a nonce refusal, which proves that nothing was
 *             placed. Without a definite response the outcome is `unknown`.
 * Source      docs/exchange-interface.md#errors, #limits; docs/assumptions.md#definite-refusals.
 */
import type { Now } from '#shared/base/clock.ts';
import type { BudgetName, HealthSource } from '#shared/ipc/health.ts';
import type { EchoField } from '#shared/market/schemaDrift.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { DirectionField } from '#shared/order/account/custodial.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { LostAnswer } from '#shared/order/lostAnswer.ts';
import type { CancelOutcome, Placement, PostOutcome } from '#shared/order/placement.ts';
import type { Address, IntentId, OrderId } from '#shared/units/ids.ts';
import { cost } from '#shared/units/usd.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { encodeFaults, type PaperFault, parseFaultKinds } from '#wire/messages/fault.ts';
import { encodeOwner, type OperatorMember, type PaperAccountKind, parseMember } from '#wire/messages/member.ts';
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
import { checkOrderState, parseResponse } from './parseResponse.ts';
import type { Rest } from './rest.ts';
import { parseRetryAfter } from './retryAfter.ts';

const PLACE_TARGET = '/api/v2/atlas/account/orders';
const RELAY_TARGET = '/api/v2/atlas/account/wallet/relay';
const SESSION_KEY_TARGET = '/api/v2/atlas/account/wallet/session-key';
const OPERATOR_TARGET = '/operator/members';
const FAULTS_TARGET = '/operator/faults';

const PLACE_ORDER: HealthSource = { code: 'placeOrder', parameters: {} };
const CANCEL_ORDER: HealthSource = { code: 'cancelOrder', parameters: {} };

export interface Actions {
  /** Always resolves. `direction` is how an order without a signature says its direction. */
  postOrder(placement: Placement, direction?: DirectionField): Promise<PostOutcome>;
  /**
   * Posts the body of an order that was signed ahead, at most once: not even a nonce refusal repeats it. Always resolves.
   * `takeBody` is called once the budget of requests allows the post.
   */
  postPrepared(intent: OrderIntent, takeBody: () => string): Promise<PostOutcome>;
  /** Always resolves. */
  cancelOrder(id: OrderId): Promise<CancelOutcome>;
  /** Throws like a read; after a TransportError or a 5xx the call may have been relayed. */
  relay(request: RelayRequest): Promise<{ readonly tx: string }>;
  /** Authorises nothing until the calls are checked, signed and relayed. Throws like a read; never repeated. */
  prepareSessionKey(request: SessionKeyRequest): Promise<SessionKeyGrant>;
  openPaperMember(owner: Address, kind?: PaperAccountKind): Promise<OperatorMember>;
  /** Adds faults to the embedded exchange; throws NetworkError on other networks. */
  startPaperFaults(faults: readonly PaperFault[]): Promise<void>;
  /** Clears all faults. */
  stopPaperFaults(): Promise<void>;
}

export interface ActionOptions {
  readonly rest: Rest;
  readonly limiter: Limiter;
  readonly healthLog: HealthLog;
  readonly network: Network;
  readonly now: Now;
  /** The last byte of an order was written to the socket; again where it is sent again. */
  onOrderSent(intentId: IntentId): void;
  /** The exchange answered it. */
  onOrderAnswered(intentId: IntentId): void;
}

export function openActions({
  rest,
  limiter,
  healthLog,
  network,
  now,
  onOrderSent,
  onOrderAnswered,
}: ActionOptions): Actions {
  const blockBudget = (budget: BudgetName, response: HttpResponse): number =>
    limiter.block(budget, parseRetryAfter(response, now()));

  /** Sends a POST that the budget limits; throws on any response but a 2xx. */
  const postLimited = async (budget: BudgetName, target: string, body: string): Promise<HttpResponse> => {
    const untilMs = limiter.acquireRecorded(budget);
    if (untilMs !== null) throw new RateLimitError(budget, untilMs);
    const response = await rest.postPrivate(target, body, budget);
    if (response.status === 429) throw new RateLimitError(budget, blockBudget(budget, response));
    if (!isSuccess(response)) throw buildExchangeError(`POST ${target}`, response);
    return response;
  };

  const requirePaper = (): void => {
    if (network !== 'paper') throw new NetworkError(`Expected network paper for an operator request, found ${network}`);
  };

  /** The outcome of a placement with status 2xx. */
  const parsePlacement = (response: HttpResponse, intent: OrderIntent): PostOutcome => {
    const order = checkOrderState(parseResponse(response, 'order', parseOrder, healthLog), healthLog);
    const difference = findDifference(order, intent);
    if (difference === null) {
      checkLock(order, intent, healthLog);
      return { kind: 'accepted', order };
    }
    healthLog.addNote({ code: 'order-echo', parameters: { field: difference } });
    return { kind: 'unknown', cause: { code: 'otherOrder', parameters: { field: difference } } };
  };

  async function sendOrder(
    intent: OrderIntent,
    untilMs: number | null,
    post: () => Promise<HttpResponse>,
  ): Promise<PostOutcome> {
    if (untilMs !== null) return { kind: 'rejected', codes: ['rate_limited'], retryAtMs: untilMs };
    try {
      const response = await post();
      onOrderAnswered(intent.intentId);
      if (isSuccess(response)) return parsePlacement(response, intent);
      const error = buildExchangeError(`POST ${PLACE_TARGET}`, response);
      healthLog.addError(PLACE_ORDER, error);
      const { codes } = error;
      if (response.status === 429) {
        const retryAtMs = blockBudget('orders', response);
        return { kind: 'rejected', codes: codes.length > 0 ? codes : ['rate_limited'], retryAtMs };
      }
      return isDefinite(error)
        ? { kind: 'rejected', codes, retryAtMs: null }
        : { kind: 'unknown', cause: { code: 'status', parameters: { status: response.status } } };
    } catch (error) {
      healthLog.addError(PLACE_ORDER, error);
      if (error instanceof LockedError) return { kind: 'rejected', codes: ['no_credentials'], retryAtMs: null };
      return { kind: 'unknown', cause: toLostAnswer(error) };
    }
  }

  return {
    postOrder: (placement, direction) =>
      sendOrder(placement.intent, limiter.acquireRecorded('orders'), () =>
        rest.postPrivate(PLACE_TARGET, encodePlacement(placement, direction), 'orders', () =>
          onOrderSent(placement.intent.intentId),
        ),
      ),
    postPrepared: (intent, takeBody) =>
      sendOrder(intent, limiter.acquire('orders'), () => rest.postOnce(PLACE_TARGET, takeBody())),

    async cancelOrder(id) {
      const target = `${ORDERS_TARGET}/${id}/cancel`;
      try {
        const response = await rest.postPrivate(target, '');
        if (isSuccess(response)) {
          const state = parseResponse(response, 'cancel', parseCancelResponse, healthLog);
          return state === 'cancel' ? { kind: 'cancelled' } : { kind: 'triggered' };
        }
        const error = buildExchangeError(`POST ${target}`, response);
        healthLog.addError(CANCEL_ORDER, error);
        const { codes } = error;
        if (response.status === 429) {
          const retryAfterMs = parseRetryAfter(response, now()) ?? 0;
          return { kind: 'rejected', codes: codes.length > 0 ? codes : ['rate_limited'], retryAfterMs };
        }
        return isDefinite(error)
          ? { kind: 'rejected', codes }
          : { kind: 'unknown', cause: { code: 'status', parameters: { status: response.status } } };
      } catch (error) {
        healthLog.addError(CANCEL_ORDER, error);
        if (error instanceof LockedError) return { kind: 'rejected', codes: ['no_credentials'] };
        return { kind: 'unknown', cause: toLostAnswer(error) };
      }
    },

    async relay(request) {
      const response = await postLimited('relay', RELAY_TARGET, encodeRelay(request));
      return parseResponse(response, 'relay', parseRelayResponse, healthLog);
    },

    async prepareSessionKey(request) {
      const response = await postLimited('setup', SESSION_KEY_TARGET, encodeSessionKeyRequest(request));
      const grant = parseResponse(response, 'session key', parseSessionKeyGrant, healthLog);
      if (request.expiresAt !== null && grant.expiresAt > request.expiresAt) {
        throw new WireError('session key.expires_at', `at most ${request.expiresAt}`, `${grant.expiresAt}`);
      }
      return grant;
    },

    async openPaperMember(owner, kind) {
      requirePaper();
      const response = await rest.postUnsigned(OPERATOR_TARGET, encodeOwner(owner, kind));
      if (response.status !== 201 && response.status !== 200) {
        throw buildExchangeError(`POST ${OPERATOR_TARGET}`, response);
      }
      return parseMember(response.text);
    },

    async startPaperFaults(faults) {
      requirePaper();
      const response = await rest.postUnsigned(FAULTS_TARGET, encodeFaults(faults));
      if (response.status !== 201) throw buildExchangeError(`POST ${FAULTS_TARGET}`, response);
      parseFaultKinds(response.text);
    },

    async stopPaperFaults() {
      requirePaper();
      const response = await rest.deleteUnsigned(FAULTS_TARGET);
      if (response.status !== 200) throw buildExchangeError(`DELETE ${FAULTS_TARGET}`, response);
    },
  };
}

/** An order that differs from the one sent proves nothing about the one sent (docs/assumptions.md#order-echo). */
function findDifference(order: ExchangeOrder, intent: OrderIntent): EchoField | null {
  if (order.market !== intent.market) return 'market';
  if (order.side !== intent.side) return 'side';
  if (order.direction !== null && order.direction !== intent.direction) return 'direction';
  if (order.price !== intent.price) return 'price';
  return order.originShares === intent.shares ? null : 'volume';
}

/** Reports a lock above the expected one: stake and largest fee for a purchase, nothing for a sale. */
function checkLock(order: ExchangeOrder, { price, shares, direction }: OrderIntent, healthLog: HealthLog): void {
  const { locked } = order;
  if (direction === 'sell') {
    if (locked > 0n) healthLog.addNote({ code: 'sell-locks', parameters: { locked } });
  } else if (locked > cost(price, shares) + maxTakerFee(price, shares)) {
    healthLog.addNote({ code: 'fee-reserve', parameters: { stake: cost(price, shares), locked } });
  }
}

function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

function buildExchangeError(request: string, { status, text }: HttpResponse): ExchangeError {
  return new ExchangeError(request, status, parseErrorCodes(text));
}

/** A 4xx with a code proves that nothing was done; a 408 is only a time-out. */
function isDefinite({ status, codes }: ExchangeError): boolean {
  return status >= 400 && status < 500 && status !== 408 && codes.length > 0;
}

/** Health has the message of the error. */
function toLostAnswer(error: unknown): LostAnswer {
  if (error instanceof TransportError) return { code: 'unreachable', parameters: { fault: error.fault } };
  return error instanceof WireError ? { code: 'unreadable', parameters: {} } : { code: 'other', parameters: {} };
}
