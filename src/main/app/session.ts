/**
 * What follows from the vault's state: unlocked means connected as the member, locked means nothing of the member is reachable.
 *
 * Invariants  Credentials reach the client only while the vault is unlocked; locking disarms before it closes.
 *             A wallet that could not be read is read again. An embedded exchange that has forgotten the member
 *             (its folder was emptied) opens the account again by itself.
 */
import type { Address } from '#shared/units/ids.ts';
import type { Trading } from '../trading/trading.ts';
import type { Credentials, Vault } from '../vault/vault.ts';
import { ExchangeError } from '../venue/errors.ts';
import type { Venue } from '../venue/venue.ts';
import type { Wallet } from '../wallet/wallet.ts';

export interface SessionOptions {
  readonly vault: Vault;
  readonly venue: Venue;
  readonly wallet: Wallet;
  readonly trading: Trading;
  readonly isPaper: boolean;
  /** Runs once after `delayMs`; the answer calls it off. */
  schedule(delayMs: number, run: () => void): () => void;
  onFault(where: string, error: unknown): void;
}

export interface Session {
  /** Looks again: the key was refused, or the exchange was started anew. */
  refresh(): void;
  close(): void;
}

/** A wallet that could not be read at unlock is read again, each time twice as late, until it is or the vault locks. */
const READ_AGAIN_MS = 5_000;
const LONGEST_READ_AGAIN_MS = 60_000;
const FORGOTTEN = new Set(['authz.unexistent_apikey', 'authz.apikey_not_active']);

export function openSession(options: SessionOptions): Session {
  const { vault, venue, wallet, trading } = options;
  let held: Credentials | null = null;
  let reopening: Promise<void> | null = null;
  let cancelAgain: (() => void) | null = null;
  /** Reads in a row that failed under these credentials. */
  let failures = 0;

  function callOffAgain(): void {
    cancelAgain?.();
    cancelAgain = null;
  }

  function follow(): void {
    const credentials = vault.credentials();
    // Not by the API key: one may be stored again with another secret.
    if (credentials === held) return;
    held = credentials;
    failures = 0;
    callOffAgain();
    venue.closePrivate();
    trading.clearAccount();
    venue.setCredentials(credentials);
    wallet.forget();
    if (credentials) void connect();
  }

  async function connect(): Promise<void> {
    const began = held;
    callOffAgain();
    try {
      await wallet.read();
      if (held !== began) return;
      failures = 0;
      openAccount();
    } catch (error) {
      if (held !== began) return;
      const isForgotten = error instanceof ExchangeError && error.codes.some((code) => FORGOTTEN.has(code));
      const owner = vault.owner();
      if (isForgotten && options.isPaper && owner !== null) await reopen(owner);
      else {
        options.onFault('wallet', error);
        // The account is open already where it was only the wallet that failed again.
        if (failures === 0) openAccount();
        // A wallet that changed stays changed until a person has accepted that.
        if (wallet.view() === null && wallet.changes().length === 0)
          cancelAgain = options.schedule(
            Math.min(LONGEST_READ_AGAIN_MS, READ_AGAIN_MS * 2 ** failures),
            () => void connect(),
          );
        failures += 1;
      }
    }
  }

  /** The reads do not wait for the stream: where its upgrade is refused, the account is shown all the same. */
  function openAccount(): void {
    venue.openPrivate();
    void trading.reconcile();
  }

  function reopen(owner: Address): Promise<void> {
    reopening ??= venue
      .openPaperMember(owner)
      .then((member) => vault.storeApiKey({ apiKey: member.apiKey, apiSecret: member.apiSecret }))
      .catch((error: unknown) => options.onFault('paper account', error))
      .finally(() => {
        reopening = null;
      });
    return reopening;
  }

  const stop = vault.onChange(follow);
  follow();
  return {
    refresh() {
      if (held !== null) void connect();
    },
    close() {
      callOffAgain();
      stop();
    },
  };
}
