/**
 * Interface of the wallet setup.
 *
 * Errors      WalletError when setup must stop; errors of reads and of the vault pass through.
 */

import type { SetupView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { ExplainRead, ReadFailure } from '#shared/market/readFailure.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account/account.ts';
import type { CustodialSign, NoWallet } from '#shared/order/account/custodial.ts';
import type { MarketRecordRefusal, WalletChange } from '#shared/order/wallet/walletChanges.ts';
import type { Address, Hex, Hex32 } from '#shared/units/ids.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import type { SafeTx } from '#wire/eip712/safeTx.ts';
import type { PinStore } from './pins.ts';
import type { SetupPlan } from './setupPlan.ts';
import type { SetupRelays } from './setupRelay.ts';

export interface WalletOptions {
  readonly fetchWallet: () => Promise<WalletRecord | NoWallet>;
  /** The queue that relays the signed calls. */
  readonly relays: SetupRelays;
  /** Returns one signature per request, in the same order. */
  readonly signSafeTxs: (
    requests: readonly { readonly tx: SafeTx; readonly domain: SafeDomain }[],
    password: string,
  ) => Promise<readonly { readonly hash: Hex32; readonly signature: Hex }[]>;
  readonly owner: () => Address | null;
  readonly wait: (ms: number) => Promise<void>;
  readonly allowedMultiSends?: readonly Address[];
  /** Pins of earlier runs; absent: only this run's pins. */
  readonly pins?: PinStore;
  /** Absent: a failed read has no reason. */
  readonly explainRead?: ExplainRead;
  /** Delays of the reads that look for an executed call. */
  readonly readDelaysMs?: readonly number[];
}

export interface Wallet {
  /** Reads the configuration; throws WalletError when a pinned value changed, and when the account has no wallet. */
  read(): Promise<SetupView>;
  /** Like `read`: the record itself. */
  readRecord(): Promise<WalletRecord>;
  /** The listed calls, all of which must be in `hashes`, for the question and for `setup`; throws WalletError otherwise. */
  planSetup(hashes: readonly string[]): SetupPlan;
  /** Signs and relays exactly the calls of the plan, or none when the wallet lists others now. */
  setup(password: string, plan: SetupPlan): Promise<SetupView>;
  view(): SetupView | null;
  /** Why the latest read failed; null after a successful read and during an alarm. */
  readFailure(): ReadFailure | null;
  /** Sign in the latest answer that the account is custodial; null with a wallet, and before a read. */
  noWallet(): CustodialSign | null;
  /** The configuration that was read last; null before the first read and during an alarm. */
  record(): WalletRecord | null;
  /** Address that identifies the account: of the configuration that was read last, else the pinned one. */
  account(): Address | null;
  /** Why this record must not sign orders of this market, or null. */
  checkMarketRecord(record: MarketWalletRecord, market: Market | null): MarketRecordRefusal | null;
  /** The changes of the current alarm; empty without one. */
  changes(): readonly WalletChange[];
  /** Pins exactly these changes; throws WalletError when they are not those of the current alarm. */
  acceptChanges(changes: readonly WalletChange[]): void;
  /** Forgets the configuration that was read, for another member or none; the pins stay. */
  forget(): void;
  /** Adds a listener for changes of the view; the returned function removes it. */
  onChange(listener: () => void): () => void;
}
