/** Words about prepared exits: why a plan is refused, and why a pack ended. */
import { MAX_PREPARED_POSITIONS, type PackEnd, type PlanFault } from '../../order/exits/preparedExits.ts';

export const PLAN_FAULTS: Readonly<Record<PlanFault, string>> = {
  noPosition: 'choose a position',
  tooManyPositions: `choose at most ${MAX_PREPARED_POSITIONS} positions`,
  positionTwice: 'name each position once',
  noExpiryInSignature: 'orders of this exchange have no expiry in their signature, so a signed sale would never end',
  walletType: 'the key in the vault does not sign orders of this wallet',
  custodial: 'a custodial account’s orders are not signed, so nothing can be signed ahead',
  tooLong: 'choose at most 12 hours',
  tooShort: 'the market closes, or the time ends, within two minutes',
  afterClose: 'it would outlive the market',
  price: 'choose a price between 0 and 1',
  lots: 'the position is too small to be divided, or the price has too many decimals',
  moreThanSellable: 'there is less to sell than that: cancel its open sales first, or prepare less',
  sameTokens: 'the market’s outcomes have one token',
};

export const PACK_ENDS: Readonly<Record<PackEnd, string>> = {
  revoked: 'they were revoked',
  expired: 'their time ended',
  used: 'each of them was sent or is void',
  clock: 'the computer slept, or its clock was set',
  suspend: 'the computer was suspended',
  quit: 'Adyton was closed',
  replaced: 'others were prepared',
  accountChanged: 'the account or one of its keys changed',
  walletChanged: 'the wallet configuration changed',
  marketChanged: 'the tokens of a market changed',
};
