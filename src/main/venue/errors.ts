/** What reads of the exchange throw, named by who must act. Messages never hold a key, a signature or a header. */

export type TransportFault = 'connect' | 'timeout' | 'lost' | 'tooLarge' | 'redirect' | 'closed';

/** No usable answer came: wait and ask again. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly fault: TransportFault;

  constructor(fault: TransportFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** A budget is used up: nothing may be asked before `untilMs` (Unix ms of this machine's clock). */
export class RateLimitError extends Error {
  override readonly name = 'RateLimitError';
  readonly untilMs: number;
  readonly budget: string;

  constructor(budget: string, untilMs: number) {
    super(`Expected a free budget of ${budget}, found it used up until ${untilMs}`);
    this.untilMs = untilMs;
    this.budget = budget;
  }
}

/** The exchange refused, with its codes. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly status: number;
  readonly codes: readonly string[];

  constructor(what: string, status: number, codes: readonly string[]) {
    super(`Expected an answer to ${what}, found status ${status} ${codes.join(', ') || 'without a code'}`);
    this.status = status;
    this.codes = codes;
  }
}

/** A private request without credentials: unlock first. */
export class LockedError extends Error {
  override readonly name = 'LockedError';

  constructor(what: string) {
    super(`Expected an API key for ${what}, found none`);
  }
}

/** Base URLs, or a request, that this network may not use. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
