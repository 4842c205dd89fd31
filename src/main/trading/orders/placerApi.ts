/** Interface of the placement of orders: what it is created with, how an order is placed, and what it offers. */
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { Gateway, Signer } from '../ports.ts';
import type { PreTradeSources } from '../risk/preTradeContext.ts';
import type { Risk } from '../risk/risk.ts';
import type { MarketPins } from '../wallet/marketPins.ts';
import type { WalletRecords } from '../wallet/walletRecords.ts';
import type { OrderRecord } from './orderRecord.ts';

export interface PlacerOptions extends PreTradeSources {
  readonly gateway: Pick<Gateway, 'postOrder' | 'ensureClock'>;
  readonly signer: Signer;
  readonly wallets: WalletRecords;
  readonly pins: MarketPins;
  readonly risk: Pick<Risk, 'state' | 'evaluateUse' | 'add'>;
  readonly domainVersion: string;
  /** Every entry of the journal is on disk when this returns; throws otherwise. */
  syncJournal(): void;
  /** A fresh random integer above 0 and below 2^53. */
  randomSalt(): bigint;
  /** Called with the order that the exchange accepted. */
  onAccepted(order: ExchangeOrder): void;
  /** Called when an outcome is lost, so that the exchange is asked. */
  onLost(): void;
  readonly explainRead: ExplainRead;
  onFault(where: string, error: unknown): void;
}

export interface PlaceOptions {
  /** Orders that a move or flatten has cancelled or will cancel: everything is checked as if they were gone. */
  readonly without?: readonly OrderRecord[];
  /**
   * An exit that a person confirmed: where the check finds that it is one when it is sent, it needs no armed trading, and no live
   * book if that was confirmed too.
   */
  readonly exit?: { readonly isBookConfirmed: boolean };
  /** A person agreed, outside the page, to an exit on a book that is not live. */
  readonly isConfirmed?: boolean;
  /**
   * An order of a conditional order, or of a custodial account's proof: it needs no open screen, and asks here whether it may be
   * sent as if trading was armed.
   */
  readonly unattended?: { isArmed(): boolean };
  /** Expiry of the signed order, by the exchange's clock; null or absent: the usual lifetime. */
  readonly expiresAtMs?: number | null;
  /** True once whoever places it was stopped: the order is then discarded unsent. */
  readonly isStopped?: () => boolean;
}

export type Denied = Extract<PlaceReceipt, { readonly outcome: 'denied' }>;

export interface Placer {
  place(intent: OrderIntent, options?: PlaceOptions): Promise<PlaceReceipt>;
  /** Every check of `place`, without a signature; null when the order would be signed. */
  check(intent: OrderIntent, options?: PlaceOptions): Promise<Denied | null>;
  /** Discards every order that was not sent yet. */
  stopUnsent(): void;
  /** Until when the exchange refuses placements, by this machine's clock; a time in the past when it does not. */
  blockedUntilMs(): number;
}
