/**
 * Errors of the exchange's client; each class stands for one reaction of the caller.
 *
 * Invariants  Messages never contain a key, a signature or a header.
 */
import type { PartialListing } from '#shared/base/listing.ts';
import type { BudgetName } from '#shared/ipc/health.ts';
import type { TransportFault } from '#shared/market/readFailure.ts';
import { HEALTH_ERRORS } from '#shared/text/health.ts';

/** No usable response: retry later. The request may have been processed. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly fault: TransportFault;
  readonly request: string | null;
  /** Node's error code, such as ECONNREFUSED. */
  readonly systemCode: string | null;

  constructor(fault: TransportFault, request: string | null = null, systemCode: string | null = null) {
    super(HEALTH_ERRORS.transport({ request, fault, systemCode }));
    this.fault = fault;
    this.request = request;
    this.systemCode = systemCode;
  }
}

/** A budget is used up or blocked until `untilMs` (Unix ms of this machine's clock). */
export class RateLimitError extends Error {
  override readonly name = 'RateLimitError';
  readonly untilMs: number;
  readonly budget: BudgetName;

  constructor(budget: BudgetName, untilMs: number) {
    super(HEALTH_ERRORS.rateLimited({ budget, untilMs }));
    this.untilMs = untilMs;
    this.budget = budget;
  }
}

/** The exchange refused the request, with its error codes. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly request: string;
  readonly status: number;
  readonly codes: readonly string[];

  constructor(request: string, status: number, codes: readonly string[]) {
    // The log and a command line name the codes; a person gets their words.
    super(`Expected ${request} to succeed, found status ${status} ${codes.join(', ') || 'without a reason'}`);
    this.request = request;
    this.status = status;
    this.codes = codes;
  }
}

/** A bound of the client ended a list before the server did. */
export class PartialListError extends Error {
  override readonly name = 'PartialListError';
  readonly resource: string;
  readonly partial: PartialListing;

  constructor(resource: string, partial: PartialListing) {
    super(HEALTH_ERRORS.partialList({ resource, partial }));
    this.resource = resource;
    this.partial = partial;
  }
}

/** A private request without credentials: unlock the vault first. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly request: string;

  constructor(request: string) {
    super(HEALTH_ERRORS.locked({ request }));
    this.request = request;
  }
}

/** A base URL or a request that this network does not allow. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
