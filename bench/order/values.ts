/** The market, wallet and key that every contender of the order path uses; throw-away values. */
import { privateKeyToAccount } from 'viem/accounts';
import { parseAddress, parseHex32, parseIntentId } from '../../src/shared/units/ids.ts';
import { parsePrice } from '../../src/shared/units/price.ts';
import { parseShares } from '../../src/shared/units/shares.ts';
import { buildOutcomeTokenIds } from '../../src/wire/eip712/positionId.ts';
import { MARKET, makeIntent, makeMarket, makeWallet, OTHER_MARKET } from '../../test/slice/makers.ts';

export { MARKET, OTHER_MARKET };
export const KEY = `0x${'4b'.repeat(32)}` as const;
export const account = privateKeyToAccount(KEY);
export const OWNER = parseAddress(account.address.toLowerCase());
export const API_SECRET = 'c2VjcmV0LW9mLXRoZS1iZW5jaC0xMjM0NTY3OA==';
export const SHARES = '25';

const usdcAddress = parseAddress(`0x${'d1'.repeat(20)}`);
const conditionId = parseHex32(`0x${'cc'.repeat(32)}`);
const legs = buildOutcomeTokenIds(usdcAddress, conditionId);

/** Chain, contract and domain of clob-client, which knows no others: so all contenders sign the same digest. */
export const wallet = makeWallet({
  ownerAddress: OWNER,
  exchangeAddress: parseAddress('0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e'),
  usdcAddress,
  conditionId,
  yesTokenId: legs.yes,
  noTokenId: legs.no,
  domainName: 'Polymarket CTF Exchange',
});
export const listed = makeMarket({
  yesTokenId: legs.yes,
  noTokenId: legs.no,
  closeAtMs: Date.now() + 7 * 86_400_000,
});

let intents = 0;

/** A resting purchase, each at another price and with an id of its own. */
export function nextIntent() {
  intents += 1;
  return makeIntent({
    intentId: parseIntentId(`bench-order-${intents}`),
    price: parsePrice(`0.${10 + (intents % 40)}`),
    shares: parseShares(SHARES),
    postOnly: true,
  });
}
