/**
 * The exchange's refusals of an order in words for a person; a code that is not known is shown as it is.
 *
 * Source      protocol-facts §2, Errors (FAMILY): docs/assumptions.md#error-codes.
 */
const HINTS = new Map(
  Object.entries({
    'market.account.insufficient_balance':
      'The exchange says the balance is too small: check what is locked by other orders',
    'market.market.doesnt_exist_or_not_enabled': 'The exchange does not trade this market now',
    'market.order.invalid_volume_or_price': 'The exchange refuses this price or size',
    'market.order.invalid_price': 'The exchange refuses this price: it must be on the tick',
    'market.order.non_positive_price': 'The price must be more than 0',
    'market.order.non_positive_volume': 'The size must be more than 0',
    'market.order.insufficient_market_liquidity': 'Not enough is offered at this price',
    'market.order.use_signed_endpoint': 'The exchange wants a signed order for this account: check the wallet setup',
    'market.order.create_error': 'The exchange could not take the order: look at the order list before another try',
    'market.order.invalid_state': 'The order is no longer open',
    'market.order.cancel_error': 'The exchange could not cancel the order: look at its state and try again',
    'record.not_found': 'The exchange does not know it',
    'authz.invalid_signature': 'The exchange refuses the API signature: check the API secret',
    'authz.nonce_expired': 'The clocks disagree: Adyton measures again, then try once more',
    'authz.nonce_not_valid_timestamp': 'The clocks disagree: Adyton measures again, then try once more',
    'authz.apikey_not_active': 'The API key is not active',
    'authz.unexistent_apikey': 'The exchange does not know the API key',
    'authz.invalid_permission': 'The API key may not trade',
  }),
);

export function hintForCodes(codes: readonly string[]): string {
  const known = codes.map((code) => HINTS.get(code)).find((hint) => hint !== undefined);
  const raw = codes.length > 0 ? codes.join(', ') : 'without a code';
  return known ? `${known} (${raw})` : `The exchange refused it: ${raw}`;
}
