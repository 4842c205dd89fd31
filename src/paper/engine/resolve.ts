/**
 * Redemption of shares after a market's result or a void.
 *
 * Units       Millionths, safe integers.
 * Invariants  After a result or a void the escrow equals the value of the shares that are not redeemed, rounded up.
 * Source      docs/exchange-interface.md#settlement; docs/assumptions.md#contract-states; docs/assumptions.md#void-pays-half.
 */
import { removeShares } from './account.ts';
import type { House } from './settle.ts';
import type { Account, BookMarket } from './state.ts';

/** Redeems all shares of an account in a resolved market; returns the collateral received. */
export function redeemShares(house: House, account: Account, market: BookMarket, atMs: number): number {
  const pair = account.holdings.get(market.id);
  if (!pair || market.result === '') return 0;
  const { yes, no } = pair;
  if (yes.quantity === 0 && no.quantity === 0) return 0;
  let paid = 0;
  if (market.result === 'void') {
    // Half a dollar per share; the half millionth of an odd holding stays with the exchange.
    const yesPaid = Math.floor(yes.quantity / 2);
    const noPaid = Math.floor(no.quantity / 2);
    const released = yes.quantity + no.quantity;
    paid = yesPaid + noPaid;
    removeShares(yes, yes.quantity, yesPaid, atMs);
    removeShares(no, no.quantity, noPaid, atMs);
    market.voidedHalves += released;
    const whole = Math.floor(market.voidedHalves / 2);
    market.voidedHalves -= 2 * whole;
    market.escrow -= whole;
    house.fees += whole - paid;
  } else {
    const won = market.result === 'yes' ? yes : no;
    const lost = market.result === 'yes' ? no : yes;
    paid = won.quantity;
    removeShares(won, won.quantity, paid, atMs);
    if (lost.quantity > 0) removeShares(lost, lost.quantity, 0, atMs);
    market.escrow -= paid;
  }
  account.balance += paid;
  account.updatedAtMs = atMs;
  return paid;
}
