/** Session keys as they are stored: the confirmed handler of each wallet, and what each key was authorised for. */
import type { Address, Hex32 } from '../../units/ids.ts';

export interface SessionHandler {
  readonly handler: Address;
  /** Null: the handler stores the keys itself. */
  readonly verifier: Address | null;
}

export interface SessionAuthorisation {
  readonly wallet: Address;
  /** Unix seconds, as in the calldata. */
  readonly expiresAt: number;
  /** Nonce of the last call: while the wallet's next nonce is not above it, the key is not authorised. */
  readonly lastNonce: number;
  /** False until the exchange answered the relay of the last call. */
  readonly isConfirmed: boolean;
}

export interface StoredSessionKeys {
  /** By wallet. */
  readonly handlers: Readonly<Record<Address, SessionHandler>>;
  /** By the x coordinate of the key. */
  readonly authorisations: Readonly<Record<Hex32, SessionAuthorisation>>;
}
