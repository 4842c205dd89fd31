/**
 * Session: connects the account while the vault is unlocked, and disconnects it when the vault locks. With prepared exits the
 * account stays connected over a lock, by credentials that can do nothing but read it and send or cancel those exits.
 *
 * Units       Wallet reads are retried after 5, 10, 20 … 60 s until one succeeds or the vault locks.
 * Invariants  The exchange client has the vault's credentials only while it is unlocked. A wallet that changed is not read again
 *             before the user accepts the changes. While the exchange names another wallet than the pinned one, nothing of the
 *             account is read or shown. An embedded exchange that lost the account opens it again.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { Scheduler } from '#shared/base/clock.ts';
import type { AccountId, Address } from '#shared/units/ids.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Credentials, Vault } from '../../vault/vault.ts';
import { VaultError } from '../../vault/vaultError.ts';
import { ExchangeError, LockedError } from '../../venue/errors.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Wallet } from '../../wallet/wallet.ts';

export interface SessionOptions {
  readonly vault: Vault;
  readonly venue: Venue;
  readonly wallet: Wallet;
  readonly trading: Trading;
  readonly isPaper: boolean;
  /** Id of the account; null until its wallet is read, or is known not to exist. */
  accountId(): AccountId | null;
  /** Whether a person confirmed that the account of the API key is custodial. */
  isCustodialAgreed(): boolean;
  readonly schedule: Scheduler;
  onFault(where: string, error: unknown): void;
}

export interface Session {
  /** Connects again, after the embedded exchange restarted. */
  refresh(): void;
  close(): void;
}

const WALLET_RETRY: Backoff = { baseMs: 5_000, capMs: 60_000 };
/** Codes of an exchange that does not know the API key. */
const UNKNOWN_KEY_CODES = new Set(['authz.unexistent_apikey', 'authz.apikey_not_active']);

export function openSession(options: SessionOptions): Session {
  const { vault, venue, wallet, trading, onFault } = options;
  let current: Credentials | null = null;
  let reopening: Promise<void> | null = null;
  let cancelRetry = (): void => undefined;
  /** Failed reads in a row with the current credentials. */
  let failures = 0;
  let isOtherWallet = false;
  /** The current credentials are those of prepared exits. */
  let isRestricted = false;

  function applyCredentials(): void {
    const prepared = vault.prepared.credentials();
    const full = vault.credentials();
    const credentials = full ?? prepared;
    // Compared by identity: an API key may be stored again with another secret.
    if (credentials === current) return;
    const isHandover = current !== null && credentials !== null && (full === null) !== isRestricted;
    isRestricted = full === null;
    if (isHandover && credentials.apiKey === current?.apiKey) {
      // The account is the same: its data stays valid, and the stream opens again with the other credentials.
      current = credentials;
      venue.setCredentials(isRestricted ? answerRefusals(credentials) : credentials);
      if (isRestricted) trading.noteKeysLocked();
      if (wallet.view() === null) void connect();
      return;
    }
    current = credentials;
    failures = 0;
    cancelRetry();
    venue.closePrivate();
    trading.clearAccount();
    venue.setCredentials(credentials !== null && isRestricted ? answerRefusals(credentials) : credentials);
    wallet.forget();
    if (credentials) void connect();
  }

  async function connect(): Promise<void> {
    const credentials = current;
    cancelRetry();
    try {
      await wallet.read();
      if (current !== credentials) return;
      failures = 0;
      openAccount();
    } catch (error) {
      if (current !== credentials) return;
      if (wallet.noWallet() !== null) {
        failures = 0;
        openAccount();
        return;
      }
      const owner = vault.owner();
      if (options.isPaper && !isRestricted && owner !== null && isUnknownKey(error)) await reopenAccount(owner);
      else retryLater(error);
    }
  }

  function retryLater(error: unknown): void {
    onFault('wallet', error);
    // Later failures concern the wallet alone: the account is open since the first one.
    if (failures === 0) openAccount();
    if (wallet.view() === null && wallet.changes().length === 0)
      cancelRetry = options.schedule(backoffMs(WALLET_RETRY, failures), () => void connect());
    failures += 1;
  }

  /** Reads do not wait for the private stream: the account is shown even if the stream is refused. */
  function openAccount(): void {
    if (isOtherWallet) return;
    venue.noteCustodial(wallet.noWallet() !== null);
    const account = options.accountId();
    if (account !== null) trading.setMaker(account);
    venue.openPrivate();
    void trading.reconcile();
  }

  function reopenAccount(owner: Address): Promise<void> {
    reopening ??= venue
      .openPaperMember(owner, options.isCustodialAgreed() ? 'custodial' : 'key')
      .then(({ apiKey, apiSecret }) => vault.storeApiKey({ apiKey, apiSecret }))
      .catch((error: unknown) => onFault('paper account', error))
      .finally(() => {
        reopening = null;
      });
    return reopening;
  }

  /** Another wallet is another account: what is shown of the first one must not be mixed with it. */
  function applyWallet(): void {
    const wasOther = isOtherWallet;
    isOtherWallet = wallet
      .changes()
      .some(({ code, parameters }) => (code === 'wallet' && parameters.before !== null) || code === 'noWallet');
    if (isOtherWallet === wasOther || current === null) return;
    if (isOtherWallet) {
      venue.closePrivate();
      trading.clearAccount();
      // Without a configuration nothing can be armed or signed.
      wallet.forget();
    } else if (wallet.view() !== null || wallet.noWallet() !== null) openAccount();
  }

  const removeListeners = [vault.onChange(applyCredentials), wallet.onChange(applyWallet)];
  applyCredentials();
  return {
    refresh() {
      if (current !== null) void connect();
    },
    close() {
      cancelRetry();
      for (const remove of removeListeners) remove();
    },
  };
}

/** A request that prepared exits may not make was not sent: the client answers it as it does while locked. */
function answerRefusals({ apiKey, sign }: Credentials): Credentials {
  return {
    apiKey,
    sign(message) {
      try {
        return sign(message);
      } catch (error) {
        if (error instanceof VaultError && (error.code === 'DENIED' || error.code === 'LOCKED'))
          throw new LockedError('A request behind a key lock');
        throw error;
      }
    },
  };
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof ExchangeError && error.codes.some((code) => UNKNOWN_KEY_CODES.has(code));
}
