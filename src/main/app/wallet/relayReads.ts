/** What the relay queue reads of the exchange, and what the errors of its requests mean. */

import { describeError } from '#shared/base/describeError.ts';
import type { Balance, Position } from '#shared/order/account/account.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { ExchangeError, LockedError, NetworkError, RateLimitError, TransportError } from '../../venue/errors.ts';
import type { Venue } from '../../venue/venue.ts';
import { holdingsOf } from '../../wallet/actionPlan.ts';
import type { Observation, RelayEntry } from '../../wallet/relayLife.ts';
import type { RelayFault } from '../../wallet/relayQueue.ts';
import type { Wallet } from '../../wallet/wallet.ts';

const CURRENCY = 'usdc';
const MAX_REASON = 300;

/** The collateral; zero where the exchange lists none. Throws when a row may be hidden. */
export async function fetchCollateral(venue: Pick<Venue, 'listBalances'>): Promise<Balance> {
  const { items, unreadable } = await venue.listBalances();
  const row = items.find(({ currency }) => currency === CURRENCY);
  if (row !== undefined) return row;
  if (unreadable.length > 0) throw new Error('Expected a balance of collateral, found an unreadable one');
  const none = { total: ZERO_USD, locked: ZERO_USD, available: ZERO_USD };
  return { currency: CURRENCY, ...none, exchangeTimeMs: null };
}

/** All positions; throws when the list is not whole. */
export async function listWholePositions(venue: Pick<Venue, 'listPositions'>): Promise<readonly Position[]> {
  const { items, unreadable, partial } = await venue.listPositions();
  if (unreadable.length > 0 || partial !== null) throw new Error('Expected all positions, found a part of them');
  return items;
}

export async function observeRelay(
  entry: RelayEntry,
  wallet: Pick<Wallet, 'readRecord'>,
  venue: Pick<Venue, 'listBalances' | 'listPositions'>,
): Promise<Observation> {
  const record = await wallet.readRecord();
  if (record.proxyAddress !== entry.wallet || record.chainId !== entry.chainId) {
    throw new Error('Expected the wallet of the call, found another');
  }
  const isListed = entry.action === null ? record.setupCalls.some(({ hash }) => hash === entry.hash) : null;
  const { nextNonce } = record;
  if (entry.lines.length === 0) return { nextNonce, isListed, balanceOf: () => 0n };
  const [{ total }, positions] = await Promise.all([fetchCollateral(venue), listWholePositions(venue)]);
  return {
    nextNonce,
    isListed,
    balanceOf: (share) => (share === null ? total : holdingsOf(share.market, positions)[share.outcome]),
  };
}

/** Only an answer of the exchange, or a request that never left, is definite. */
export function explainRelayError(error: unknown): RelayFault {
  if (error instanceof RateLimitError) return { kind: 'notSent', untilMs: error.untilMs };
  if (error instanceof LockedError) return { kind: 'notSent', untilMs: null };
  if (error instanceof NetworkError) return { kind: 'refused', reason: describeError(error) };
  if (error instanceof ExchangeError && isDefinite(error)) return { kind: 'refused', reason: error.codes.join(', ') };
  // A foreign message could contain a secret.
  const isOwn = error instanceof ExchangeError || error instanceof TransportError || error instanceof WireError;
  return { kind: 'lost', reason: isOwn ? error.message.slice(0, MAX_REASON) : 'the request failed' };
}

/** Source: docs/assumptions.md#definite-refusals. */
function isDefinite({ status, codes }: ExchangeError): boolean {
  return status >= 400 && status < 500 && status !== 408 && codes.length > 0;
}
