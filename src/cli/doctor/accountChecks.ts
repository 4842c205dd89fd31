/** Account checks: reads, wallet and market record, private streams; they need an API key. */

import type { Venue } from '#main/venue/venue.ts';
import type { Market } from '#shared/market/market.ts';
import type { AccountList, MarketWalletRecord } from '#shared/order/account.ts';
import { isNoWallet } from '#shared/order/custodial.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatCustodialSign } from '#shared/text/custodial.ts';
import { STREAM_REASONS } from '#shared/text/health.ts';
import { formatPartialListing } from '#shared/text/listings.ts';
import { formatParseProblem } from '#shared/text/orderLife.ts';
import { formatUsd } from '#shared/units/usd.ts';
import { buildOutcomeTokenIds } from '#wire/eip712/positionId.ts';
import { openWaiter, type Report, Unverified } from './report.ts';

export async function checkAccount(venue: Venue, report: Report): Promise<boolean> {
  const authenticated = await report.check('authentication', async () => {
    const balances = await venue.listBalances();
    requireReadable(balances);
    const amounts = balances.items.map((balance) => {
      return `${formatUsd(balance.total)} ${balance.currency}, ${formatUsd(balance.locked)} locked`;
    });
    return amounts.join('; ') || 'no balance';
  });
  if (!authenticated) return false;
  await report.check('open orders', async () => {
    const { orders, unreadable, partial } = await venue.listOrders('wait');
    if (partial) throw new Error(`Expected a list with ${formatPartialListing(partial)}`);
    if (unreadable[0])
      throw new Error(`${orders.length} read, others unreadable: ${formatParseProblem(unreadable[0].problem)}`);
    return `${orders.length}`;
  });
  await report.check('contracts', async () => describeListing(await venue.listFills()));
  await report.check('positions', async () => describeListing(await venue.listPositions()));
  await report.check('pending rewards', async () => `${(await venue.listPendingRewards()).length}`);
  return true;
}

/** Returns the market's record, which signs orders; null when a check failed. */
export async function checkWallet(venue: Venue, report: Report, market: Market): Promise<MarketWalletRecord | null> {
  let usable: MarketWalletRecord | null = null;
  await report.check('wallet configuration', async () => {
    const wallet = await venue.fetchWallet();
    if (isNoWallet(wallet)) return `none: ${formatCustodialSign(wallet.noWallet)}`;
    const status = typeof wallet.safeStatus === 'string' ? wallet.safeStatus : wallet.safeStatus.unknown;
    const facts = `signature type ${wallet.signatureType}, chain ${wallet.chainId}, domain "${wallet.domainName}"`;
    return `${status}, ${wallet.setupCalls.length} calls to sign, ${facts}`;
  });
  await report.check('market wallet', async () => {
    const wallet = await venue.fetchWallet();
    if (isNoWallet(wallet)) throw new Unverified('The account has no wallet');
    const record = await venue.fetchMarketWallet(market.market);
    for (const name of ['proxyAddress', 'exchangeAddress', 'chainId', 'domainName'] as const) {
      if (record[name] !== wallet[name])
        throw new Error(`${name} is ${record[name]}, the account's is ${wallet[name]}`);
    }
    const derived = buildOutcomeTokenIds(record.usdcAddress, record.conditionId);
    if (derived.yes !== record.yesTokenId || derived.no !== record.noTokenId) {
      throw new Error('The token ids are not those of the condition');
    }
    if (market.yesTokenId !== null && market.yesTokenId !== record.yesTokenId) {
      throw new Error("The YES token is not the one of the market's record");
    }
    if (market.noTokenId !== null && market.noTokenId !== record.noTokenId) {
      throw new Error("The NO token is not the one of the market's record");
    }
    usable = record;
    return 'same chain, exchange, domain and wallet as the account; token ids agree with the condition';
  });
  return usable;
}

export async function checkPrivateStream(venue: Venue, report: Report, waitMs: number): Promise<boolean> {
  const waiter = openWaiter();
  let isOpen = false;
  const stop = venue.onPrivate((event) => {
    if (event.kind === 'open') isOpen = true;
    waiter.poke();
  });
  venue.openPrivate();
  await waiter.until(() => isOpen, waitMs);
  stop();
  const health = venue.health().streams.find((stream) => stream.name === 'private');
  const reason = health?.reason ? formatCoded(STREAM_REASONS, health.reason) : 'Not open';
  const isOk = isOpen && health?.reason === null;
  return report.expect(isOk, 'private streams', isOk ? 'order, contract, balance, position' : reason);
}

/** Number of rows; throws when a bound ended the list. */
function describeListing(list: AccountList<unknown>): string {
  const { items, partial } = list;
  requireReadable(list);
  if (partial) throw new Error(`Expected a list with ${formatPartialListing(partial)}`);
  return `${items.length}`;
}

function requireReadable({ items, unreadable: [first] }: AccountList<unknown>): void {
  if (first) throw new Error(`${items.length} read, others unreadable: ${formatParseProblem(first.problem)}`);
}
