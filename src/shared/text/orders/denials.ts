/** Words for why an order was not sent: what is wrong and what to do. */

import { tickDecimals } from '../../market/tickGrid.ts';
import type { LotDenial, PlaceDenial, PlaceDenials } from '../../order/receipts.ts';
import { formatMicros, MICROS } from '../../units/micros.ts';
import { READINESS } from '../account/readiness.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatExactContracts, formatMoney } from '../numbers.ts';
import { formatReadFailure } from '../readFailures.ts';
import { formatViolation } from '../risk/risk.ts';
import { MARKET_RECORD_REFUSALS } from '../wallet/walletChanges.ts';

export const DENIALS: Catalogue<PlaceDenials> = {
  ...READINESS,
  noMarket: () => 'Choose a market',
  marketClosed: () => 'This market no longer trades',
  noTokenIds: () =>
    'The exchange has not registered this market’s tokens yet, so orders cannot be checked: watch it until it has',
  marketChanged: () =>
    'This market’s condition or tokens changed since they were first read, so nothing is signed here: compare them in Wallet',
  bookNotLive: ({ at }) => `The book is ${at}, so its prices can't be trusted: wait until it is live`,
  badPrice: ({ tick, found }) => {
    if (found === null) return 'Price must be a number between 0 and 1';
    const unit = formatMicros(tick, tickDecimals(tick));
    const max = formatMicros(MICROS - tick, tickDecimals(tick));
    return `Price must be a multiple of ${unit} from ${unit} to ${max}, found ${formatMicros(found, 2)}`;
  },
  badSize: () => 'Size must be more than 0',
  inexact: () => 'Price × size must have at most six decimals: round the size',
  priceNotTyped: ({ at }) => `The book is ${at}: an exit needs a limit price typed in the ticket`,
  notConfirmed: ({ at }) => `The book is ${at}, and the question outside the page was not answered with yes`,
  limit: formatViolation,
  lossUnknown: () => 'The loss of the day is not known until the account is read',
  balance: ({ needed, available }) =>
    available === null
      ? 'The free balance is not known yet'
      : `Needs ${formatMoney(needed, 2, 'up')} with the fee reserve, free are ${formatMoney(available)}`,
  sellable: ({ requested, sellable }) =>
    sellable === null
      ? 'The position is not known yet'
      : sellable === 0
        ? 'Nothing can be sold: you hold none, or all of it is in open sales'
        : `You can sell ${formatExactContracts(sellable)}, not ${formatExactContracts(requested)}`,
  postOnlyCrosses: () => 'Post-only would trade at once at this price: change the price or switch post-only off',
  rateLimited: ({ waitMs }) => `The exchange accepts no orders from here for ${Math.ceil(waitMs / 1000)} s`,
  walletUnreadable: ({ failure }) =>
    `Nothing was sent: the wallet record of this market could not be read. ${formatReadFailure(failure)}`,
  walletUnsettled: () => 'Nothing was sent: the wallet configuration changed with each signature',
  clockNotMeasured: ({ failure }) =>
    `Nothing was sent: the exchange’s time could not be measured. ${formatReadFailure(failure)}`,
  walletNotReady: () => READINESS.setupRequired({ gap: 'calls' }),
  walletMismatch: ({ refusal }) => formatCoded(MARKET_RECORD_REFUSALS, refusal),
  pinNotSaved: () => 'Nothing was sent: this market’s tokens could not be recorded, and the log has the reason',
  signingFailed: () => 'Nothing was sent: the order could not be signed, and the log has the reason',
  stopped: () => 'It was stopped before it was sent',
  lotRefused: ({ reason }) => LOT_DENIALS[reason],
  journalFailed: () => 'Nothing was sent: the journal could not be written, and the log has the reason',
};

const LOT_DENIALS: Readonly<Record<LotDenial, string>> = {
  gone: 'The prepared exit is no longer there: it was sent, is void, or was revoked',
  expired: 'The prepared exit ends within two minutes, so it is not sent any more',
  inFlight: 'Another prepared exit of this position is still on its way',
  price: 'The prepared exit has a lower price than was asked for',
  accountNotLive: 'The account’s data is not current, so no prepared exit is sent',
  wallet: 'The wallet configuration changed, so the prepared exits are void',
  tokens: 'The market’s tokens changed, so the prepared exits are void',
};

export function formatDenial(denial: PlaceDenial): string {
  return formatCoded(DENIALS, denial);
}

/** Every denial of an order in one line. */
export function formatDenials(denials: readonly PlaceDenial[]): string {
  return denials.map(formatDenial).join('. ');
}
