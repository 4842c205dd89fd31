/** Words of changes of the wallet configuration, and of what follows from them. */
import type { MarketRecordRefusals, PinWarnings, WalletChange, WalletChanges } from '../ipc/walletCodes.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';

const change =
  (name: string) =>
  ({ before, now }: { readonly before: string | number; readonly now: string | number }): string =>
    `${name} was ${before} and is now ${now}`;

export const WALLET_CHANGES: Catalogue<WalletChanges> = {
  wallet: change('wallet'),
  owner: change('owner'),
  exchange_contract: change('exchange contract'),
  conditional_tokens: change('conditional tokens'),
  usdc_contract: change('USDC contract'),
  chain: change('chain'),
  signing_domain: change('signing domain'),
  signature_type: change('signature type'),
};

/** 'chain was 137 and is now 1; owner was …'. */
export function formatWalletChanges(changes: readonly WalletChange[]): string {
  return changes.map((one) => formatCoded(WALLET_CHANGES, one)).join('; ');
}

export const MARKET_RECORD_REFUSALS: Catalogue<MarketRecordRefusals> = {
  wallet_not_read: () => 'The wallet has not been read yet',
  market_unknown: () => 'The market is not known',
  differs_from_account: ({ changes }) =>
    `This market’s wallet record differs from your account’s: ${formatWalletChanges(changes)}`,
  one_token: () => 'The exchange names one token for both outcomes',
  other_tokens: () => 'The market and its wallet record name different tokens for the outcomes',
  foreign_tokens: () => 'The outcome tokens are not derived from the market’s condition and USDC',
};

export const PIN_WARNINGS: Catalogue<PinWarnings> = {
  pins_unreadable: () =>
    'The saved record of this wallet’s configuration is unreadable, so a change since then is not detected. Compare wallet, exchange contract, chain and domain before you sign',
  pins_unsaved: () =>
    'This wallet’s configuration could not be saved, so a change while Adyton is closed is not detected. Free disk space, then restart Adyton',
};
