/**
 * Words of the exchange's error codes; of a code that is not here its last part, in words.
 *
 * Source      docs/exchange-interface.md#errors; docs/assumptions.md#error-codes.
 */
import type { Refusal } from '../../order/receipts.ts';

const TOO_MANY = 'Too many requests: wait until the block is over';

const TEXTS: Readonly<Record<string, string>> = {
  'authz.nonce_not_valid_timestamp': "The request's time was invalid: the clock was measured again",
  'authz.nonce_expired': "This computer's clock and the exchange's differ too much: the clock was measured again",
  'authz.invalid_signature': 'The API secret does not belong to this API key: enter both again',
  'authz.apikey_not_active': 'This API key is not active: activate it at the exchange or enter another',
  'authz.unexistent_apikey': 'The exchange does not know this API key: enter it again',
  'authz.disabled_2fa': 'Two-factor authentication is off: switch it on at the exchange',
  'authz.invalid_permission': 'This API key may not do that: use a key with trading permission',
  'authz.invalid_api_key_headers': 'The exchange could not read the API key headers',
  'market.account.insufficient_balance': 'Not enough free collateral for the stake and the fee reserve',
  'market.market.doesnt_exist_or_not_enabled': 'The exchange does not trade this market now',
  'market.order.invalid_volume_or_price': 'The exchange refuses this price or size',
  'market.order.create_error': 'The exchange could not create the order',
  'market.order.cancel_error': 'The exchange could not cancel the order: it may have filled already',
  'market.order.invalid_state': 'The order is no longer open',
  'market.order.missing_market': 'The order names no market',
  'market.order.missing_side': 'The order names no outcome',
  'market.order.missing_volume': 'The order has no size',
  'market.order.missing_price': 'The order has no price',
  'market.order.non_decimal_volume': 'The size must be a decimal number',
  'market.order.non_positive_volume': 'The size must be more than 0',
  'market.order.non_decimal_price': 'The price must be a decimal number',
  'market.order.non_positive_price': 'The price must be more than 0',
  'market.order.invalid_side': 'The outcome must be yes or no',
  'market.order.invalid_type': 'The exchange does not accept this order type',
  'market.order.insufficient_market_liquidity': 'Not enough liquidity at this price',
  'market.order.use_signed_endpoint': 'This account needs a signed order: finish the wallet setup',
  'market.order.invalid_price': 'The exchange refuses this price: check the tick',
  'record.not_found': 'The exchange has no such record',
  'public.k_line.invalid_period': 'The exchange does not serve candles of this length',
  'pagination.invalid_limit': 'The exchange refuses pages of this size',
  'server.internal_error': 'The exchange had an internal error: try again later',
  'account.custody.order_signature_rejected':
    'The wallet did not accept the signature of this order: read the wallet again',
  'account.custody.no_wallet': 'The exchange holds the funds of this account, so there is no wallet to sign for',
  'account.custody.deposits_disabled': 'Deposits are switched off by the exchange',
  'identity.too_many_requests': 'Too many attempts: wait before the next one',
  'market.order.too_many_requests': TOO_MANY,
  'account.custody.too_many_requests': TOO_MANY,
  'server.too_many_requests': TOO_MANY,
  rate_limited: 'Too many requests: wait until the budget is free again',
  no_credentials: 'Unlock the vault and enter the API key first',
};

/** One sentence without a final period, or null for an unknown code. */
export function findExchangeError(code: string): string | null {
  return Object.hasOwn(TEXTS, code) ? TEXTS[code]! : null;
}

/** 'Too many requests', or of an unknown 'market.order.no_margin' the words that it ends with: 'no margin'. */
export function wordsOfCode(code: string): string {
  const last = code.split('.').at(-1) ?? code;
  const words = last.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return findExchangeError(code) ?? words.toLowerCase();
}

/** The most likely cause when the exchange refuses the signature of a second signing key, whatever its code is. */
const NOT_AN_OWNER =
  'The wallet did not accept your second signing key, so it is not an owner of the wallet yet: add its address at the exchange, which asks for two-factor authentication';

/** A refusal of an order in one sentence. */
export function formatRefusal({ codes, signedBy }: Refusal): string {
  const isUnknownKey = signedBy === 'second' && codes.some(isSignatureRefusal);
  const known = isUnknownKey ? NOT_AN_OWNER : codes.map(findExchangeError).find((text) => text !== null);
  const words = codes.length > 0 ? codes.map(wordsOfCode).join(', ') : 'it gave no reason';
  return known ?? `The exchange refused it: ${words}`;
}

/** The interface shows the sentence of this refusal and not its code; codes about the HMAC begin with `authz.`. */
function isSignatureRefusal(code: string): boolean {
  return !code.startsWith('authz.') && /signature(?!_type)/.test(code);
}
