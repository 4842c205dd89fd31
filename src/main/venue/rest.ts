/**
 * Public and signed requests: what may be repeated is repeated, everything else is sent once.
 *
 * Invariants  Identical reads at the same time are one request; a private read never joins one from before an act or a private event.
 *             The target that is signed is the target that is sent, built once; body bytes are written once.
 *             A 429 is never retried at once; a 4xx never but for a nonce refusal, once, after measuring the clock.
 * Errors      TransportError, RateLimitError, ExchangeError, LockedError.
 */
import { parseInteger } from '#shared/units/numbers.ts';
import { buildAuthHeaders, buildAuthMessage } from '#wire/auth/message.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { isNonceRefusal } from '#wire/messages/errorCodes.ts';
import type { ExchangeClock } from './clock.ts';
import { ExchangeError, LockedError, RateLimitError, TransportError } from './errors.ts';
import type { Http, HttpResponse } from './http.ts';
import type { BudgetName, Limiter } from './limiter.ts';
import type { VenueProfile } from './profile.ts';
import type { ResponseCache } from './responseCache.ts';
import { backoffMs, type Timing } from './timing.ts';

/** The API key and a function that signs with its secret, which never comes here. */
export interface Credentials {
  readonly apiKey: string;
  /** Hex HMAC-SHA256 of the message. */
  sign(message: string): string;
}

export interface RestOptions extends Timing {
  readonly reads: Http;
  readonly acts: Http;
  readonly clock: () => ExchangeClock;
  readonly limiter: Limiter;
  readonly cache: ResponseCache;
  readonly credentials: () => Credentials | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly profile: VenueProfile;
  readonly onRefused: (status: number, codes: readonly string[]) => void;
}

export interface Rest {
  /** A public read; concurrent identical reads are one request, and `Cache-Control` is obeyed, unless `fresh`. */
  getPublic(target: string, fresh?: boolean): Promise<HttpResponse>;
  /** A signed read; concurrent identical reads are one request. */
  getPrivate(target: string): Promise<HttpResponse>;
  /** Private reads under way may be out of date: a later one does not join them. */
  separate(): void;
  /** One signed POST, whatever its status; sent again only after a nonce refusal, and if the budget has room for it. */
  postPrivate(target: string, body: string, budget?: BudgetName): Promise<HttpResponse>;
  /** One unsigned POST of the operator's endpoint. */
  postPlain(target: string, body: string): Promise<HttpResponse>;
  /** One unsigned DELETE of the operator's endpoint. */
  deletePlain(target: string): Promise<HttpResponse>;
  /** Headers that sign a GET of this target now, for the private socket. */
  signUpgrade(target: string): Promise<Record<string, string>>;
  /** Ends every wait for another attempt. */
  close(): void;
}

export function openRest(options: RestOptions): Rest {
  const { reads, acts, limiter, profile, extraHeaders } = options;
  const publicReads = new Map<string, Promise<HttpResponse>>();
  let privateReads = new Map<string, Promise<HttpResponse>>();

  const join = (
    running: Map<string, Promise<HttpResponse>>,
    target: string,
    start: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const known = running.get(target);
    if (known) return known;
    const request = start();
    running.set(target, request);
    const forget = (): void => void running.delete(target);
    request.then(forget, forget);
    return request;
  };

  const waits = new Set<() => void>();
  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = options.schedule(delayMs, () => {
        waits.delete(end);
        resolve();
      });
      const end = (): void => {
        cancel();
        reject(new TransportError('closed', 'Expected an open client, found a closed one'));
      };
      waits.add(end);
    });

  const signHeaders = (method: string, target: string, body: string): Record<string, string> => {
    const credentials = options.credentials();
    if (credentials === null) throw new LockedError(`${method} ${target}`);
    const nonce = options.clock().nextNonce();
    const { apiKey } = credentials;
    const signature = credentials.sign(buildAuthMessage({ nonce, apiKey, method, target, body }));
    return { ...extraHeaders, ...buildAuthHeaders(apiKey, nonce, signature) };
  };

  /** An unmeasured clock is measured first; when that fails, this machine's own clock must serve. */
  const measureFirst = async (): Promise<void> => {
    if (!options.clock().isMeasured())
      await options
        .clock()
        .measure()
        .catch(() => undefined);
  };

  const sendSigned = async (
    http: Http,
    method: 'GET' | 'POST',
    target: string,
    body: string,
    budget: BudgetName | null,
  ): Promise<HttpResponse> => {
    if (options.credentials() === null) throw new LockedError(`${method} ${target}`);
    await measureFirst();
    const response = await http.send({ method, target, headers: signHeaders(method, target, body), body });
    if (response.status < 400 || response.status >= 500 || !isNonceRefusal(parseErrorCodes(response.text)))
      return response;
    await options
      .clock()
      .measure()
      .catch(() => undefined);
    if (budget !== null && limiter.take(budget) !== null) return response;
    return http.send({ method, target, headers: signHeaders(method, target, body), body });
  };

  const repeat = async (
    budget: BudgetName,
    target: string,
    send: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    for (let attempt = 0; ; attempt += 1) {
      const last = attempt + 1 >= profile.readAttempts;
      const blockedUntilMs = limiter.take(budget);
      if (blockedUntilMs !== null) {
        const delayMs = blockedUntilMs - options.now();
        if (delayMs > profile.longestReadWaitMs) throw new RateLimitError(budget, blockedUntilMs);
        await wait(delayMs + backoffMs(profile.backoff, 0, options.random));
      }
      let response: HttpResponse;
      try {
        response = await send();
      } catch (error) {
        if (last || !(error instanceof TransportError) || error.fault === 'closed' || error.fault === 'tooLarge')
          throw error;
        await wait(backoffMs(profile.backoff, attempt, options.random));
        continue;
      }
      if (response.status >= 200 && response.status < 300) return response;
      if (response.status === 429) {
        const untilMs = limiter.block(budget, parseRetryAfter(response, options.now()));
        if (last) throw new RateLimitError(budget, untilMs);
        continue;
      }
      if (response.status >= 300 && response.status < 400) {
        throw new TransportError(
          'redirect',
          `Expected an answer to GET ${target}, found a redirect, which is never followed`,
        );
      }
      if (response.status < 500 || last) {
        const codes = parseErrorCodes(response.text);
        options.onRefused(response.status, codes);
        throw new ExchangeError(`GET ${target}`, response.status, codes);
      }
      await wait(backoffMs(profile.backoff, attempt, options.random));
    }
  };

  return {
    getPublic(target, fresh = false) {
      const ask = (): Promise<HttpResponse> =>
        repeat('public reads', target, () => reads.send({ method: 'GET', target, headers: extraHeaders, body: '' }));
      if (fresh) return ask();
      const cached = options.cache.find(target);
      if (cached) return Promise.resolve(cached);
      return join(publicReads, target, async () => {
        const response = await ask();
        options.cache.keep(target, response);
        return response;
      });
    },
    getPrivate: (target) =>
      join(privateReads, target, () =>
        repeat('account reads', target, () => sendSigned(reads, 'GET', target, '', 'account reads')),
      ),
    separate() {
      privateReads = new Map();
    },
    async postPrivate(target, body, budget) {
      privateReads = new Map();
      try {
        return await sendSigned(acts, 'POST', target, body, budget ?? null);
      } finally {
        // A read that began while this was under way may have been answered before it.
        privateReads = new Map();
      }
    },
    postPlain: (target, body) => acts.send({ method: 'POST', target, headers: extraHeaders, body }),
    deletePlain: (target) => acts.send({ method: 'DELETE', target, headers: extraHeaders, body: '' }),
    async signUpgrade(target) {
      await measureFirst();
      return signHeaders('GET', target, '');
    },
    close() {
      for (const end of waits) end();
      waits.clear();
    },
  };
}

/** Nobody who asks for more can mean it, and a terminal that waits for a year is broken. */
const LONGEST_RETRY_AFTER_MS = 86_400_000;

/** Retry-After in seconds or as an HTTP date, as a delay in ms of at most a day; null when absent or odd. */
export function parseRetryAfter(response: Pick<HttpResponse, 'header'>, nowMs: number): number | null {
  const text = response.header('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(parseInteger(text) * 1000, LONGEST_RETRY_AFTER_MS);
  const atMs = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(atMs) ? Math.min(Math.max(0, atMs - nowMs), LONGEST_RETRY_AFTER_MS) : null;
}
