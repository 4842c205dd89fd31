/**
 * Interface of the session keys.
 *
 * Units       Expiry in Unix seconds; view in ms.
 * Errors      WalletError SETUP_REFUSED; errors of the vault and of the exchange pass through.
 */
import type { SessionGrantView, SessionKeysView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import type { SessionHandler, StoredSessionKeys } from '#shared/order/wallet/sessionKeys.ts';
import type { Hex32 } from '#shared/units/ids.ts';
import type { SessionKeyGrant, SessionKeyRequest } from '#wire/messages/sessionKey.ts';
import type { RelayQueue } from './relayQueue.ts';
import type { Wallet, WalletOptions } from './walletApi.ts';

export interface SessionPublicKey {
  readonly id: string;
  readonly x: Hex32;
  readonly y: Hex32;
}

export interface SessionKeysOptions extends Pick<WalletOptions, 'signSafeTxs' | 'owner' | 'allowedMultiSends'> {
  /** The queue of the wallet: none of its calls may be open, because the served nonces begin with the wallet's next one. */
  readonly relays: Pick<RelayQueue, 'add' | 'entries' | 'noteNonce' | 'onChange'>;
  readonly wallet: Pick<Wallet, 'record' | 'readRecord' | 'onChange'>;
  /** Session keys of the vault, oldest first; empty while locked. */
  readonly keys: () => readonly SessionPublicKey[];
  readonly prepare: (request: SessionKeyRequest) => Promise<SessionKeyGrant>;
  readonly store: { load(): StoredSessionKeys; save(next: StoredSessionKeys): void };
  readonly exchangeTimeMs: () => number;
  /** Called when the state of an authorisation could not be stored. */
  readonly onFault: (error: unknown) => void;
  /** docs/assumptions.md#session-key-signing */
  readonly sessionKeySigning?: 'off';
  /** docs/assumptions.md#order-domain-version */
  readonly domainVersion?: string;
}

/** The calls that a person is asked about, frozen until they are signed. */
export interface SessionPlan {
  readonly record: WalletRecord;
  readonly key: SessionPublicKey;
  readonly calls: readonly SetupCall[];
  readonly view: SessionGrantView;
}

export interface SessionKeys {
  view(): SessionKeysView;
  /** Asks the exchange for the calls that authorise this key of the vault; nothing is signed. */
  prepare(keyId: string, hours: number): Promise<SessionKeysView>;
  /** The prepared calls, all of which must be allowed and in `hashes`. */
  plan(hashes: readonly string[]): SessionPlan;
  /** Step-up: signs exactly the calls of the plan and puts them into the queue, which sends them. */
  authorise(password: string, plan: SessionPlan): Promise<SessionKeysView>;
  /** Stores the handler of the wallet, after a person confirmed it. */
  confirmHandler(handler: SessionHandler): void;
  onChange(listener: () => void): () => void;
}
