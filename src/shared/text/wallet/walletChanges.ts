/** Words of changes of the wallet configuration, and of what follows from them. */

import type { PinWarnings } from '../../ipc/wallet/walletCodes.ts';
import type { MarketRecordRefusals, WalletChange, WalletChanges } from '../../order/wallet/walletChanges.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';

const change =
  (name: string) =>
  ({ before, now }: { readonly before: string | number | null; readonly now: string | number }): string =>
    before === null
      ? `${name} is ${now}, and no earlier value is on record`
      : `${name} was ${before} and is now ${now}`;

export const WALLET_CHANGES: Catalogue<WalletChanges> = {
  wallet: change('wallet'),
  owner: change('owner'),
  exchangeContract: change('exchange contract'),
  conditionalTokens: change('conditional tokens'),
  usdcContract: change('USDC contract'),
  chain: change('chain'),
  signingDomain: change('signing domain'),
  signatureType: change('signature type'),
  noWallet: ({ before }) => `wallet was ${before} and the exchange names none now`,
};

/** 'chain was 137 and is now 1; owner was …'. */
export function formatWalletChanges(changes: readonly WalletChange[]): string {
  return changes.map((one) => formatCoded(WALLET_CHANGES, one)).join('; ');
}

export const MARKET_RECORD_REFUSALS: Catalogue<MarketRecordRefusals> = {
  walletNotRead: () => 'The wallet has not been read yet',
  marketUnknown: () => 'The market is not known',
  differsFromAccount: ({ changes }) =>
    `This market’s wallet record differs from your account’s: ${formatWalletChanges(changes)}`,
  tokensNotNamed: () => 'The exchange has not registered this market’s tokens yet',
  oneToken: () => 'The exchange names one token for both outcomes',
  otherTokens: () => 'The market and its wallet record name different tokens for the outcomes',
  foreignTokens: () => 'The outcome tokens are not derived from the market’s condition and USDC',
};

export const PIN_WARNINGS: Catalogue<PinWarnings> = {
  pinsUnsaved: () =>
    'This wallet’s configuration could not be saved, so a change while Adyton is closed is not detected. Free disk space, then restart Adyton',
};
