/** Maps what a read of the exchange threw to a code that the page has words for. */
import type { ReadFailure } from '#shared/market/readFailure.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { ExchangeError, LockedError, PartialListError, RateLimitError, TransportError } from '../venue/errors.ts';

export function toReadFailure(thrown: unknown): ReadFailure {
  if (thrown instanceof TransportError) return { code: 'unreachable', parameters: { fault: thrown.fault } };
  if (thrown instanceof ExchangeError) {
    return { code: 'refused', parameters: { status: thrown.status, codes: thrown.codes } };
  }
  if (thrown instanceof RateLimitError) return { code: 'rateLimited', parameters: { untilMs: thrown.untilMs } };
  if (thrown instanceof WireError) return { code: 'unreadable', parameters: {} };
  if (thrown instanceof PartialListError) {
    return { code: 'incomplete', parameters: { list: 'other', partial: thrown.partial } };
  }
  if (thrown instanceof LockedError) return { code: 'noCredentials', parameters: {} };
  return { code: 'other', parameters: {} };
}
