/**
 * Lock rules: which commands run while the screen or the keys are locked; the others answer LOCKED.
 *
 * Invariants  A command without a rule does not compile. Cancels run behind a locked screen, because they only reduce risk;
 *             with the keys locked, no request can be signed, so they answer LOCKED too. A conditional order is not
 *             cancelled behind a locked screen, because it may be what protects a position.
 * Source      docs/security-coverage.md#r30, #r31; docs/decisions/0010-two-lock-depths.md
 */
import type { Handlers } from '#shared/ipc/contract.ts';
import type { CommandName } from '#shared/ipc/names.ts';
import { fail } from '#shared/ipc/result.ts';
import { buildHandlers, handlerOf } from './anyHandler.ts';

/** `always`: concerns no account data. `screen`: runs behind a locked screen too. `open`: runs only while unlocked. */
export type LockRule = 'always' | 'screen' | 'open';

export const LOCK_RULES: Readonly<Record<CommandName, LockRule>> = {
  'app.describe': 'always',
  'app.reportFault': 'always',
  'app.noteAct': 'always',
  'layout.load': 'always',
  'layout.save': 'always',
  'layout.opened': 'always',
  'layout.takeReturned': 'always',
  'layout.share': 'always',
  'layout.point': 'always',
  'window.open': 'always',
  'window.close': 'always',
  'window.focus': 'always',
  'workspace.open': 'always',
  'workspace.create': 'always',
  'workspace.rename': 'always',
  'workspace.duplicate': 'always',
  'workspace.remove': 'always',
  'workspace.restore': 'always',
  'workspace.export': 'open',
  'workspace.import': 'open',
  'preferences.load': 'always',
  'preferences.save': 'always',
  'feed.watch': 'always',
  'watchlists.load': 'always',
  'watchlists.save': 'always',
  'alerts.create': 'open',
  'alerts.change': 'open',
  'alerts.remove': 'open',
  'alerts.setPaused': 'open',
  'alerts.rearm': 'open',
  'alerts.clearLog': 'open',
  'alerts.markSeen': 'open',
  'alerts.setMuted': 'always',
  'vault.create': 'open',
  'vault.cancelImport': 'always',
  'vault.unlock': 'always',
  'vault.lock': 'always',
  'vault.backup': 'open',
  'vault.saveCopy': 'open',
  'vault.changePassword': 'open',
  'vault.listPhraseAddresses': 'open',
  'vault.setLockTimes': 'open',
  'vault.acceptOlder': 'open',
  'vault.enableDevice': 'open',
  'vault.disableDevice': 'open',
  'vault.unlockByDevice': 'always',
  'vault.addSecondKey': 'open',
  'vault.removeKey': 'open',
  'account.open': 'open',
  'account.connect': 'open',
  'account.confirmCustodial': 'open',
  'account.arm': 'open',
  'accounts.add': 'open',
  'accounts.rename': 'open',
  'accounts.select': 'open',
  'accounts.remove': 'open',
  'accounts.readLeft': 'open',
  'risk.setLimits': 'open',
  'risk.markExclusive': 'open',
  'risk.restartDay': 'open',
  'wallet.read': 'open',
  'wallet.setup': 'open',
  'wallet.acceptChanges': 'open',
  'wallet.acceptMarket': 'open',
  'wallet.readMarketIds': 'open',
  'wallet.planAction': 'open',
  'wallet.runAction': 'open',
  'wallet.checkRelays': 'open',
  'wallet.stopRelay': 'open',
  'wallet.addAddress': 'open',
  'wallet.removeAddress': 'open',
  'sessions.prepare': 'open',
  'sessions.authorise': 'open',
  'sessions.confirmHandler': 'open',
  'order.place': 'open',
  'order.cancel': 'screen',
  'order.cancelAll': 'screen',
  'order.resolveUnknown': 'open',
  'order.export': 'open',
  'exit.move': 'open',
  'exit.previewFlatten': 'open',
  'exit.flatten': 'open',
  'exit.stopFlatten': 'screen',
  'exit.dismiss': 'open',
  'exit.panic': 'screen',
  'conditional.setExitsOnly': 'open',
  // It only takes away what could be sent.
  'conditional.revokeExits': 'always',
  'exit.enablePanicFlatten': 'open',
  'exit.disablePanicFlatten': 'open',
  'conditional.arm': 'open',
  'conditional.cancel': 'open',
  'conditional.change': 'open',
  'conditional.answer': 'open',
  'conditional.dismiss': 'open',
  'conditional.dryRun': 'open',
  'conditional.cancelDryRun': 'open',
  'equity.read': 'open',
  'doctor.run': 'open',
  'drill.start': 'always',
  'drill.stop': 'always',
};

/** Commands that only a person causes; each one restarts the idle time. */
const ACTS: ReadonlySet<CommandName> = new Set([
  'app.noteAct',
  'account.arm',
  'order.place',
  'order.cancel',
  'order.cancelAll',
  'order.resolveUnknown',
  'exit.move',
  'exit.flatten',
  'exit.stopFlatten',
  'exit.panic',
  'conditional.arm',
  'conditional.cancel',
  'conditional.change',
  'conditional.answer',
]);

export interface LockView {
  /** `none`: there is no vault yet. */
  depth(): 'none' | 'open' | 'screen' | 'keys';
  noteAct(): void;
}

export function checkLock(name: CommandName, depth: ReturnType<LockView['depth']>): boolean {
  if (depth === 'none' || depth === 'open') return true;
  const rule = LOCK_RULES[name];
  return rule === 'always' || (rule === 'screen' && depth === 'screen');
}

/** Wraps each handler with its rule. */
export function guardHandlers(handlers: Handlers, lock: LockView): Handlers {
  return buildHandlers((name) => {
    const handle = handlerOf(handlers, name);
    return async (input, caller) => {
      if (ACTS.has(name)) lock.noteAct();
      return checkLock(name, lock.depth()) ? handle(input, caller) : fail('LOCKED', {});
    };
  });
}
