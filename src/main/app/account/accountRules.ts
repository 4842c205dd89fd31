/**
 * Account rules: what a change of vault, settings, lock, wallet or trading means for the others.
 *
 * Invariants  Disarms trading: a watched book that becomes stale or suspect (a quiet one does not), a lock, also one of the
 *             screen alone, the removal of the key that signs, and a clock that differs from the exchange's by more than a
 *             minute. Every lock is remembered for the next start. A changed wallet configuration drops the records of all
 *             markets. Each change of a view is emitted.
 */
import type { Now } from '#shared/base/clock.ts';
import type { Emitter } from '#shared/base/emitter.ts';
import { canArm, type Readiness } from '#shared/order/account/readiness.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { Trading } from '../../trading/trading.ts';
import type { LockController } from '../../vault/unlock/lockController.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { CustodyMemory } from '../custody/custody.ts';

export interface AccountRulesOptions {
  readonly vault: Pick<Vault, 'onChange'>;
  readonly venue: Pick<Venue, 'onHealth'>;
  readonly protectedSettings: Pick<ProtectedSettingsStore, 'value' | 'onChange'>;
  readonly locks: Pick<LockController, 'depth' | 'status' | 'onChange'>;
  readonly wallet: Pick<Wallet, 'changes' | 'onChange'>;
  readonly trading: Pick<
    Trading,
    'dropWalletRecords' | 'marketPins' | 'view' | 'setArmed' | 'noteRiskSettings' | 'stopExits' | 'onChange'
  >;
  readonly market: Pick<MarketData, 'listing' | 'onDirty' | 'onLost'>;
  readonly custodyMemory: Pick<CustodyMemory, 'update'>;
  readonly changes: Emitter<'account' | 'wallet'>;
  readonly now: Now;
  readiness(): Readiness;
}

export function applyAccountRules(options: AccountRulesOptions): void {
  const { vault, venue, protectedSettings, locks, wallet, market, trading } = options;
  const { custodyMemory, changes, now, readiness } = options;

  function disarmUnlessReady(): void {
    if (trading.view().armed && !canArm(readiness())) trading.setArmed(false, 'lock');
  }
  function emitBoth(): void {
    changes.emit('wallet');
    changes.emit('account');
  }

  protectedSettings.onChange(() => {
    trading.noteRiskSettings();
    changes.emit('wallet');
  });
  vault.onChange(() => {
    disarmUnlessReady();
    emitBoth();
  });
  locks.onChange(() => {
    disarmUnlessReady();
    const { reason } = locks.status();
    if (locks.depth() !== 'open') trading.stopExits('locked');
    if (locks.depth() !== 'open' && reason) custodyMemory.update({ lastLock: { atMs: now(), reason } });
    emitBoth();
  });
  market.onLost(() => {
    if (trading.view().armed) trading.setArmed(false, 'market');
  });
  wallet.onChange(() => {
    // A changed chain, contract or domain concerns the orders of every market.
    if (wallet.changes().length > 0) trading.dropWalletRecords();
    changes.emit('wallet');
  });
  // The wallet view has the readiness, which arming and the clocks change.
  let lastCode = readiness().code;
  function emitReadinessChange(): void {
    const { code } = readiness();
    if (code !== lastCode) changes.emit('wallet');
    lastCode = code;
  }
  let lastMarketChanges = '[]';
  function emitMarketChanges(): void {
    const text = JSON.stringify(trading.marketPins.listChanges());
    if (text !== lastMarketChanges) changes.emit('wallet');
    lastMarketChanges = text;
  }
  let lastVersion = 0;
  market.onDirty(() => {
    const version = market.listing.version();
    if (version === lastVersion) return;
    lastVersion = version;
    emitMarketChanges();
  });
  trading.onChange(() => {
    changes.emit('account');
    emitMarketChanges();
    emitReadinessChange();
  });
  venue.onHealth(() => {
    disarmUnlessReady();
    emitReadinessChange();
  });
}
