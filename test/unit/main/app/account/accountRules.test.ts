import { expect, it } from 'vitest';
import { applyAccountRules } from '#main/app/account/accountRules.ts';
import { PROTECTED_DEFAULTS } from '#main/storage/settings/protectedSettings.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import { openTradingBench } from '#test/slice/tradingBench.ts';

it('drops the wallet records of every market when the wallet configuration changed, and not at other changes', () => {
  const { trading } = openTradingBench();
  const listing = {
    version: () => 0,
    has: () => false,
    symbols: () => [],
    listEvent: () => [],
    listMostTraded: () => [],
  };
  let drops = 0;
  let isChanged = false;
  const walletChanges = createEmitter<void>(() => {});
  applyAccountRules({
    vault: { onChange: () => () => {} },
    venue: { onHealth: () => () => {} },
    protectedSettings: { value: () => PROTECTED_DEFAULTS, onChange: () => () => {} },
    locks: { depth: () => 'open', status: () => ({ at: 'unlocked', reason: null }), onChange: () => () => {} },
    wallet: {
      changes: () => (isChanged ? [{ code: 'signingDomain', parameters: { before: 'A', now: 'B' } }] : []),
      onChange: (listener) => walletChanges.on(listener),
    },
    trading: {
      ...trading,
      dropWalletRecords() {
        drops += 1;
      },
    },
    custodyMemory: { update: () => {} },
    market: { listing, onDirty: () => () => {}, onLost: () => () => {} },
    changes: createEmitter(() => {}),
    now: () => 0,
    readiness: () => ({ code: 'disarmed', parameters: {} }),
  });
  walletChanges.emit();
  expect(drops).toBe(0);
  isChanged = true;
  walletChanges.emit();
  expect(drops).toBe(1);
});
