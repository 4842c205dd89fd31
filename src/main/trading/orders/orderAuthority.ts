/**
 * Authority of an order: what lets it be sent, a signature for a wallet or the API key of a custodial account.
 *
 * Invariants  Every check runs before a wallet record is read and again after it. A market is pinned on disk before an order
 *             of it is signed.
 * Errors      Never throws: what prevents the order is a denial.
 * Source      docs/life-of-an-order.md; docs/decisions/0017-market-pins.md
 */
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { findOrderSigner, type OrderSigner } from '#shared/order/orderSigner.ts';
import type { CustodialId } from '#shared/units/ids.ts';
import type { TradingContext } from '../ports.ts';
import type { MarketPins } from '../wallet/marketPins.ts';
import type { WalletRecords } from '../wallet/walletRecords.ts';
import { deny } from './orderReceipt.ts';
import type { Denied, PlaceOptions } from './placerApi.ts';

/** The wallet that is the maker, and the key that signs for it. */
export interface WalletAuthority {
  readonly kind: 'wallet';
  readonly wallet: MarketWalletRecord;
  readonly by: Exclude<OrderSigner, { readonly kind: 'none' | 'custodial' }>;
}

/** A custodial account: nothing signs its orders, and no wallet record concerns them. */
export interface CustodialAuthority {
  readonly kind: 'custodial';
  readonly account: CustodialId;
}

export type OrderAuthority = WalletAuthority | CustodialAuthority;

export interface OrderAuthorityOptions {
  readonly context: Pick<TradingContext, 'market' | 'owner' | 'secondKeys' | 'custodialAccount'>;
  readonly wallets: Pick<WalletRecords, 'find' | 'fetch' | 'check'>;
  readonly pins: Pick<MarketPins, 'note' | 'savePinned' | 'findChange'>;
  /** Every check of the order that needs no wallet record. */
  checkNow(intent: OrderIntent, how: PlaceOptions): Denied | null;
  readonly explainRead: ExplainRead;
  onFault(where: string, error: unknown): void;
}

/** A promise only when the market's wallet record has to be read. */
export type FindAuthority = (
  intent: OrderIntent,
  how: PlaceOptions,
) => Denied | OrderAuthority | Promise<Denied | OrderAuthority>;

export function createAuthorityFinder(options: OrderAuthorityOptions): FindAuthority {
  const { context, wallets, pins, checkNow, explainRead, onFault } = options;
  async function readAndCheck(intent: OrderIntent, how: PlaceOptions): Promise<Denied | OrderAuthority> {
    let wallet: MarketWalletRecord;
    try {
      wallet = await wallets.fetch(intent.market);
    } catch (error) {
      return deny({ code: 'walletUnreadable', parameters: { failure: explainRead(error) } });
    }
    const checked = checkWallet(intent, how, wallet);
    return 'outcome' in checked ? checked : (checkNow(intent, how) ?? checked);
  }

  function checkWallet(intent: OrderIntent, how: PlaceOptions, wallet: MarketWalletRecord): Denied | OrderAuthority {
    // The order names this market's wallet, so this record decides which key signs.
    const by = findOrderSigner({
      signatureType: wallet.signatureType,
      walletOwner: wallet.ownerAddress,
      ownKey: context.owner(),
      secondKeys: context.secondKeys(),
    });
    if (by.kind === 'none') return deny({ code: 'readOnly', parameters: { reason: by.reason } });
    if (wallet.safeStatus !== 'ready') return deny({ code: 'walletNotReady', parameters: {} });
    const market = context.market(intent.market);
    const refusal = wallets.check(wallet, market);
    if (refusal !== null) return deny({ code: 'walletMismatch', parameters: { refusal } });
    if (market !== null) pins.note(wallet, market);
    try {
      pins.savePinned();
    } catch (error) {
      onFault('market pins', error);
      return deny({ code: 'pinNotSaved', parameters: {} });
    }
    const authority: WalletAuthority = { kind: 'wallet', wallet, by };
    // The record may have just shown that the market's ids are not those that were pinned.
    return pins.findChange(intent.market) === null ? authority : (checkNow(intent, how) ?? authority);
  }

  return (intent, how) => {
    const early = checkNow(intent, how);
    if (early) return early;
    const account = context.custodialAccount();
    if (account !== null) return { kind: 'custodial', account };
    const known = wallets.find(intent.market);
    return known === null ? readAndCheck(intent, how) : checkWallet(intent, how, known);
  };
}
