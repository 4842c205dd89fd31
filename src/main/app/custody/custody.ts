/**
 * Custody view model: what the Wallet pane shows about keys, and its memory across restarts.
 *
 * Invariants  The view has keys only while the vault is unlocked. A failed save is a fault in the log, not an error.
 */
import type { CustodyView, KeyView } from '#shared/ipc/custody.ts';
import type { PreparedExitsView, PreparedLotView } from '#shared/ipc/preparedExits.ts';
import type { SetupView } from '#shared/ipc/views.ts';
import { isKeyRefused } from '#shared/market/readFailure.ts';
import type { CustodialView } from '#shared/order/account/custodial.ts';
import type { SetupGap } from '#shared/order/account/readiness.ts';
import { isSameAccount, type PreparedLot } from '#shared/order/exits/preparedExits.ts';
import { findOrderSigner, type OrderSigner } from '#shared/order/orderSigner.ts';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import { cost, toUsd } from '#shared/units/usd.ts';
import type { Custody } from '../../storage/settings/custodyMemory.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { Settings } from '../../storage/settings/settings.ts';
import type { Trading } from '../../trading/trading.ts';
import { type LockController, openLockController } from '../../vault/unlock/lockController.ts';
import type { PreparedVault, RollbackMemory, Vault } from '../../vault/vault.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { TraderOptions } from '../traderOptions.ts';
import type { ConsentRecord } from './consentRecord.ts';

/**
 * Ends prepared exits when the wallet's configuration is not the one they were signed for.
 *
 * Source      docs/decisions/0029-prepared-exits.md
 */
interface PreparedExitRules {
  readonly vault: Pick<Vault, 'prepared'>;
  readonly wallet: Pick<Wallet, 'record' | 'changes' | 'noWallet' | 'onChange'>;
}

export function endPreparedExits({ vault, wallet }: PreparedExitRules): void {
  wallet.onChange(() => {
    const pack = vault.prepared.pack();
    if (pack === null) return;
    const record = wallet.record();
    const isOther = record !== null && !isSameAccount(pack.plan.account, record);
    if (isOther || wallet.changes().length > 0 || wallet.noWallet() !== null) vault.prepared.discard('walletChanged');
  });
}

/** Locks of the account's vault: the lock controller with the times of the protected settings. */
export function openLocks(
  { now, steadyMs, schedule }: Pick<TraderOptions, 'now' | 'steadyMs' | 'schedule'>,
  vault: Vault,
  protectedSettings: Pick<ProtectedSettingsStore, 'value'>,
): LockController {
  return openLockController({
    vault,
    clocks: () => ({ wallMs: now(), steadyMs: steadyMs() }),
    schedule,
    onCause(cause) {
      if (cause === 'suspend' || cause === 'quit') vault.prepared.discard(cause);
    },
    times: () => {
      const { screenLockMinutes, keysLockMinutes } = protectedSettings.value();
      return { screenAfterMs: screenLockMinutes * 60_000, keysAfterMs: keysLockMinutes * 60_000 };
    },
  });
}

export interface CustodyMemory {
  readonly rollbackMemory: RollbackMemory;
  load(): Custody;
  update(change: Partial<Custody>): void;
}

export function openCustodyMemory(
  settings: Pick<Settings, 'custody' | 'saveCustody'>,
  server: string,
  onFault: (error: unknown) => void,
): CustodyMemory {
  let custody = settings.custody(server);
  const update = (change: Partial<Custody>): void => {
    custody = { ...custody, ...change };
    try {
      settings.saveCustody(server, custody);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    load: () => custody,
    update,
    rollbackMemory: {
      load: (vaultId) => custody.seen[vaultId] ?? null,
      save(vaultId, seen) {
        // Last, so that the oldest entries are the ones that are dropped.
        const { [vaultId]: _before, ...others } = custody.seen;
        update({ seen: { ...others, [vaultId]: seen } });
      },
    },
  };
}

export interface CustodySources {
  readonly vault: Pick<Vault, 'status' | 'keys' | 'keychainUnlock' | 'prepared'>;
  readonly locks: Pick<LockController, 'status'>;
  readonly trading: Pick<Trading, 'marketPins'>;
  readonly protectedSettings: Pick<ProtectedSettingsStore, 'value'>;
  readonly consent: Pick<ConsentRecord, 'losses'>;
  readonly memory: CustodyMemory;
  readonly origin: string;
}

export function buildCustodyView(sources: CustodySources): CustodyView {
  const { vault, locks, trading, protectedSettings, memory, origin } = sources;
  const { screenLockMinutes, keysLockMinutes, loss } = protectedSettings.value();
  const { at, vaultId, older } = vault.status();
  const { lastLock, copied } = memory.load();
  return {
    keys: locks.status().at === 'unlocked' ? vault.keys().map(buildKeyView) : [],
    origin,
    keysInMemory: at === 'unlocked',
    lastLock,
    lockTimes: { screenMinutes: screenLockMinutes, keysMinutes: keysLockMinutes },
    keychainUnlock: vault.keychainUnlock(),
    older,
    loss,
    consentLosses: locks.status().at === 'unlocked' ? sources.consent.losses() : [],
    changedMarkets: locks.status().at === 'unlocked' ? trading.marketPins.listChanges() : [],
    preparedExits: buildPreparedView(vault.prepared, locks.status().at === 'unlocked'),
    copiedAtMs: copied !== null && copied.vaultId === vaultId ? copied.atMs : null,
  };
}

/** Behind a lock the page gets only that exits are prepared, and until when. */
function buildPreparedView(prepared: Pick<PreparedVault, 'pack' | 'ended'>, isOpen: boolean): PreparedExitsView {
  const pack = prepared.pack();
  const ended = prepared.ended();
  if (pack === null) return { pack: null, ended };
  const ready = pack.lots.filter(({ at }) => at === 'ready');
  const { preparedAtMs, expiresAtMs } = pack;
  const positions = new Set(ready.map(({ market, side }) => `${market} ${side}`)).size;
  const floorValue = isOpen ? ready.reduce((sum, { price, shares }) => sum + cost(price, shares), 0n) : 0n;
  const lots = isOpen ? pack.lots.map(buildLotView) : [];
  return { pack: { preparedAtMs, expiresAtMs, positions, floorValue: toUsd(floorValue), lots }, ended };
}

function buildLotView({ id, market, side, price, shares, expiresAtMs, at, orderId }: PreparedLot): PreparedLotView {
  return { id, market, side, price, shares, expiresAtMs, at, orderId };
}

/** Addresses of the vault's second signing keys, oldest first. */
export function listSecondKeys(vault: Pick<Vault, 'keys'>): Address[] {
  const keys = vault.keys().filter((meta) => meta.use === 'second');
  return keys.map((meta) => parseAddress(meta.public));
}

/** The key that signs the orders of the account's wallet, or none for a custodial account; null until either is known. */
export function findSigner(
  vault: Pick<Vault, 'keys' | 'owner'>,
  setup: SetupView | null,
  custodial: Pick<CustodialView, 'agreedAtMs'> | null,
): OrderSigner | null {
  if (custodial !== null) return custodial.agreedAtMs === null ? null : { kind: 'custodial' };
  if (setup === null) return null;
  const { signatureType, owner: walletOwner } = setup;
  return findOrderSigner({ signatureType, walletOwner, ownKey: vault.owner(), secondKeys: listSecondKeys(vault) });
}

/** What a wallet that is not read waits for. */
export function findWalletGap(
  hasApiKey: boolean,
  wallet: Pick<Wallet, 'changes' | 'readFailure'>,
): Exclude<SetupGap, 'calls'> {
  if (!hasApiKey) return 'apiKey';
  if (wallet.changes().length > 0) return 'changed';
  const failure = wallet.readFailure();
  if (failure === null) return 'reading';
  return isKeyRefused(failure) ? 'keyRefused' : 'unreadable';
}

function buildKeyView(meta: ReturnType<Vault['keys']>[number]): KeyView {
  return {
    id: meta.id,
    use: meta.use,
    public: meta.public,
    createdAtMs: Date.parse(meta.createdAt),
    backedUpAtMs: meta.backedUpAt === null ? null : Date.parse(meta.backedUpAt),
  };
}
