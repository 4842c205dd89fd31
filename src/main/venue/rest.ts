/**
 * Public and signed requests: reads are retried, everything else is sent once.
 *
 * Invariants  Concurrent identical reads are one request; a private read never shares one that started before an order or
 *             a private event. The signed target and body are exactly the bytes that are sent. A 429 is never retried
 *             at once; a 4xx only after a nonce refusal, once, after measuring the clock. A request never goes out with other
 *             credentials than those it was started with.
 * Errors      TransportError, RateLimitError, ExchangeError, LockedError.
 */
import { jitteredBackoffMs } from '#shared/base/backoff.ts';
import type { BudgetName } from '#shared/ipc/health.ts';
import { buildAuthHeaders, buildAuthMessage } from '#wire/auth/message.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { isNonceRefusal } from '#wire/messages/errorCodes.ts';
import type { ExchangeClock } from './clock.ts';
import { ExchangeError, LockedError, RateLimitError, TransportError } from './errors.ts';
import type { Http, HttpResponse } from './http.ts';
import type { Limiter } from './limiter.ts';
import type { VenueProfile } from './profile.ts';
import type { ResponseCache } from './responseCache.ts';
import { parseRetryAfter } from './retryAfter.ts';
import type { Timing } from './timing.ts';

/** The API key, and a function that signs with its secret; the secret stays in the vault. */
export interface Credentials {
  readonly apiKey: string;
  /** Hex HMAC-SHA256 of the message. */
  sign(message: string): string;
}

export interface RestOptions extends Timing {
  readonly readHttp: Http;
  readonly actionHttp: Http;
  readonly clock: () => ExchangeClock;
  readonly limiter: Limiter;
  readonly cache: ResponseCache;
  readonly credentials: () => Credentials | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly profile: VenueProfile;
  readonly onRefused: (status: number, codes: readonly string[]) => void;
}

export interface Rest {
  /** A public read; concurrent identical reads are one request and use the cache, unless `fresh`. */
  getPublic(target: string, fresh?: boolean): Promise<HttpResponse>;
  /** A signed read; concurrent identical reads are one request. */
  getPrivate(target: string): Promise<HttpResponse>;
  /** Later private reads start a new request instead of sharing a running one. */
  invalidatePrivateReads(): void;
  /** One signed POST, returned whatever its status; resent only after a nonce refusal and within the budget. */
  postPrivate(target: string, body: string, budget?: BudgetName, onSent?: () => void): Promise<HttpResponse>;
  /** One signed POST, never resent. */
  postOnce(target: string, body: string): Promise<HttpResponse>;
  /** One unsigned POST of the operator's endpoint. */
  postUnsigned(target: string, body: string): Promise<HttpResponse>;
  /** One unsigned DELETE of the operator's endpoint. */
  deleteUnsigned(target: string): Promise<HttpResponse>;
  /** One unsigned GET over a connection of the actions, which stays open for them; null: a 429 forbids reads now. */
  warmActions(target: string): Promise<HttpResponse | null>;
  /** Headers that sign a GET of this target now, for the private WebSocket. */
  signUpgrade(target: string): Promise<Record<string, string>>;
  /** Rejects every read that waits for its next attempt. */
  close(): void;
}

export function openRest(options: RestOptions): Rest {
  const { readHttp, actionHttp, limiter, profile, extraHeaders, random } = options;
  const publicReads = new Map<string, Promise<HttpResponse>>();
  let privateReads = new Map<string, Promise<HttpResponse>>();

  const shareRequest = (
    running: Map<string, Promise<HttpResponse>>,
    target: string,
    start: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const known = running.get(target);
    if (known) return known;
    const request = start();
    running.set(target, request);
    const remove = (): void => void running.delete(target);
    request.then(remove, remove);
    return request;
  };

  const pendingWaits = new Set<() => void>();
  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancelTimer = options.schedule(delayMs, () => {
        pendingWaits.delete(abort);
        resolve();
      });
      const abort = (): void => {
        cancelTimer();
        reject(new TransportError('closed'));
      };
      pendingWaits.add(abort);
    });

  const requireCredentials = (request: string): Credentials => {
    const credentials = options.credentials();
    if (credentials === null) throw new LockedError(request);
    return credentials;
  };

  const signHeaders = (
    credentials: Credentials,
    method: string,
    target: string,
    body: string,
  ): Record<string, string> => {
    if (requireCredentials(`${method} ${target}`) !== credentials) throw new LockedError(`${method} ${target}`);
    const nonce = options.clock().nextNonce();
    const { apiKey } = credentials;
    const signature = credentials.sign(buildAuthMessage({ nonce, apiKey, method, target, body }));
    return { ...extraHeaders, ...buildAuthHeaders(apiKey, nonce, signature) };
  };

  /** Falls back to this machine's clock when the measurement fails. */
  const tryMeasureClock = (): Promise<void> =>
    options
      .clock()
      .measure()
      .catch(() => undefined);

  const sendSigned = async (
    http: Http,
    method: 'GET' | 'POST',
    target: string,
    body: string,
    budget: BudgetName | null,
    credentials: Credentials = requireCredentials(`${method} ${target}`),
    isOnce = false,
    onSent?: () => void,
  ): Promise<HttpResponse> => {
    // Without a wait where none is needed, so that an order is written at once.
    if (!options.clock().isMeasured()) await tryMeasureClock();
    const send = (): Promise<HttpResponse> =>
      http.send({
        method,
        target,
        headers: signHeaders(credentials, method, target, body),
        body,
        ...(onSent ? { onSent } : {}),
      });
    const response = await send();
    const isRefusal = response.status >= 400 && response.status < 500;
    if (!isRefusal || !isNonceRefusal(parseErrorCodes(response.text))) return response;
    await tryMeasureClock();
    if (isOnce) return response;
    if (budget !== null && limiter.acquire(budget) !== null) return response;
    return send();
  };

  const readWithRetries = async (
    budget: BudgetName,
    target: string,
    send: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt + 1 >= profile.readAttempts;
      const blockedUntilMs = limiter.acquire(budget);
      if (blockedUntilMs !== null) {
        const delayMs = blockedUntilMs - options.now();
        if (delayMs > profile.maxReadWaitMs) throw new RateLimitError(budget, blockedUntilMs);
        await wait(delayMs + jitteredBackoffMs(profile.backoff, 0, random));
      }
      let response: HttpResponse;
      try {
        response = await send();
      } catch (error) {
        if (isLast || !isRetryable(error)) throw error;
        await wait(jitteredBackoffMs(profile.backoff, attempt, random));
        continue;
      }
      const { status } = response;
      if (status >= 200 && status < 300) return response;
      if (status === 429) {
        const untilMs = limiter.block(budget, parseRetryAfter(response, options.now()));
        if (isLast) throw new RateLimitError(budget, untilMs);
        continue;
      }
      if (status >= 300 && status < 400) throw new TransportError('redirect', `GET ${target}`);
      if (status < 500 || isLast) {
        const codes = parseErrorCodes(response.text);
        options.onRefused(status, codes);
        throw new ExchangeError(`GET ${target}`, status, codes);
      }
      await wait(jitteredBackoffMs(profile.backoff, attempt, random));
    }
  };

  async function post(
    target: string,
    body: string,
    budget: BudgetName | null,
    isOnce: boolean,
    onSent?: () => void,
  ): Promise<HttpResponse> {
    privateReads = new Map();
    try {
      return await sendSigned(actionHttp, 'POST', target, body, budget, undefined, isOnce, onSent);
    } finally {
      // A read that started during the POST may return the state from before it.
      privateReads = new Map();
    }
  }

  return {
    getPublic(target, fresh = false) {
      const fetch = (): Promise<HttpResponse> =>
        readWithRetries('public reads', target, () =>
          readHttp.send({ method: 'GET', target, headers: extraHeaders, body: '' }),
        );
      if (fresh) return fetch();
      const cached = options.cache.find(target);
      if (cached) return Promise.resolve(cached);
      return shareRequest(publicReads, target, async () => {
        const response = await fetch();
        options.cache.store(target, response);
        return response;
      });
    },
    getPrivate: (target) =>
      shareRequest(privateReads, target, async () => {
        const credentials = requireCredentials(`GET ${target}`);
        return readWithRetries('account reads', target, () =>
          sendSigned(readHttp, 'GET', target, '', 'account reads', credentials),
        );
      }),
    invalidatePrivateReads() {
      privateReads = new Map();
    },
    postPrivate: (target, body, budget, onSent) => post(target, body, budget ?? null, false, onSent),
    postOnce: (target, body) => post(target, body, null, true),
    postUnsigned: (target, body) => actionHttp.send({ method: 'POST', target, headers: extraHeaders, body }),
    deleteUnsigned: (target) => actionHttp.send({ method: 'DELETE', target, headers: extraHeaders, body: '' }),
    async warmActions(target) {
      if (limiter.acquire('public reads') !== null) return null;
      const response = await actionHttp.send({ method: 'GET', target, headers: extraHeaders, body: '' });
      if (response.status === 429) limiter.block('public reads', parseRetryAfter(response, options.now()));
      return response;
    },
    async signUpgrade(target) {
      const credentials = requireCredentials(`GET ${target}`);
      if (!options.clock().isMeasured()) await tryMeasureClock();
      return signHeaders(credentials, 'GET', target, '');
    },
    close() {
      for (const abort of pendingWaits) abort();
      pendingWaits.clear();
    },
  };
}

function isRetryable(error: unknown): boolean {
  return error instanceof TransportError && error.fault !== 'closed' && error.fault !== 'tooLarge';
}
