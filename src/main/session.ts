/**
 * What follows from the vault's state: unlocked means connected as the member, locked means nothing of the member is reachable.
 *
 * Invariants  Credentials reach the client only while the vault is unlocked; locking disarms before it closes.
 *             An embedded exchange that has forgotten the member (it lives in memory) opens the account again by itself.
 */
import type { Address } from '#shared/units/ids.ts';
import type { Desk } from './desk/desk.ts';
import type { Vault } from './vault/vault.ts';
import { ExchangeError } from './venue/errors.ts';
import type { Venue } from './venue/venue.ts';
import type { Wallet } from './wallet/wallet.ts';

export interface SessionOptions {
  readonly vault: Vault;
  readonly venue: Venue;
  readonly wallet: Wallet;
  readonly desk: Desk;
  readonly isPaper: boolean;
  onFault(where: string, error: unknown): void;
}

export interface Session {
  /** Looks again: the key was refused, or the exchange was started anew. */
  refresh(): void;
  close(): void;
}

const FORGOTTEN = new Set(['authz.unexistent_apikey', 'authz.apikey_not_active']);

export function openSession(options: SessionOptions): Session {
  const { vault, venue, wallet, desk } = options;
  let apiKey: string | null = null;
  let reopening: Promise<void> | null = null;

  function follow(): void {
    const credentials = vault.credentials();
    if ((credentials?.apiKey ?? null) === apiKey) return;
    apiKey = credentials?.apiKey ?? null;
    desk.forgetWallet();
    venue.closePrivate();
    venue.setCredentials(credentials);
    wallet.forget();
    if (credentials) void connect();
  }

  async function connect(): Promise<void> {
    const key = apiKey;
    try {
      await wallet.read();
      if (apiKey === key) venue.openPrivate();
    } catch (error) {
      if (apiKey !== key) return;
      const isForgotten = error instanceof ExchangeError && error.codes.some((code) => FORGOTTEN.has(code));
      const owner = vault.owner();
      if (isForgotten && options.isPaper && owner !== null) await reopen(owner);
      else {
        options.onFault('wallet', error);
        venue.openPrivate();
      }
    }
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
      if (apiKey !== null) void connect();
    },
    close: stop,
  };
}
