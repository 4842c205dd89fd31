/** Plans of exits for tests: two positions of a wallet that the own key of the scalar 1 owns. */
import { divideLots, type ExitAccount, type ExitPlan, type ExitPosition } from '#shared/order/exits/preparedExits.ts';
import { parseAddress, parseHex32, parseMarketId, parseTokenId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { KEY_ADDRESS } from '../openTestVault.ts';

/** The test vault's clock. */
export const NOW_MS = 1_700_000_000_000;
export const HOUR_MS = 60 * 60_000;

export const ACCOUNT: ExitAccount = {
  proxyAddress: parseAddress(`0x${'5a'.repeat(20)}`),
  ownerAddress: parseAddress(KEY_ADDRESS),
  signatureType: 2,
  exchangeAddress: parseAddress(`0x${'e1'.repeat(20)}`),
  conditionalTokensAddress: parseAddress(`0x${'c2'.repeat(20)}`),
  usdcAddress: parseAddress(`0x${'d3'.repeat(20)}`),
  chainId: 31337,
  domainName: 'Test Exchange',
};

export function makePosition(change: Partial<ExitPosition> = {}): ExitPosition {
  const sellable = parseShares('100');
  return {
    market: parseMarketId('rain-tomorrow'),
    side: 'yes',
    conditionId: parseHex32(`0x${'11'.repeat(32)}`),
    yesTokenId: parseTokenId('1001'),
    noTokenId: parseTokenId('1002'),
    sellable,
    price: toPrice(310_000),
    lots: divideLots(sellable),
    closeAtMs: null,
    expiresAtMs: NOW_MS + 6 * HOUR_MS,
    ...change,
  };
}

export function makePlan(change: Partial<ExitPlan> = {}): ExitPlan {
  return {
    account: ACCOUNT,
    domainVersion: '1',
    signer: { kind: 'own', key: parseAddress(KEY_ADDRESS) },
    positions: [makePosition(), makePosition({ side: 'no', price: toPrice(550_000) })],
    ...change,
  };
}
