/**
 * What each command may do while the vault is locked; everything else answers LOCKED before its handler runs.
 *
 * Invariants  A command without a rule does not compile. Cancelling stays possible behind a locked screen, since it only takes
 *             risk away; with the keys gone it can't be signed for, and answers LOCKED too.
 * Source      security requirements R30 and R31; docs/decisions/0010-two-lock-depths.md
 */
import type { Handlers } from '#shared/ipc/contract.ts';
import { COMMAND_NAMES, type CommandName } from '#shared/ipc/names.ts';
import { fail } from '#shared/ipc/result.ts';

/** `always`: touches nothing of the member's. `screen`: also behind a locked screen. `open`: only while the vault is open. */
export type LockRule = 'always' | 'screen' | 'open';

export const LOCK_RULES: Readonly<Record<CommandName, LockRule>> = {
  'app.describe': 'always',
  'app.reportFault': 'always',
  'app.noteAct': 'always',
  'layout.load': 'always',
  'layout.save': 'always',
  'feed.watch': 'always',
  'vault.create': 'open',
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
  'account.arm': 'open',
  'account.setOrderLimit': 'open',
  'wallet.read': 'open',
  'wallet.setup': 'open',
  'wallet.acceptChanges': 'open',
  'order.place': 'open',
  'order.cancel': 'screen',
  'order.cancelAll': 'screen',
  'order.resolveUnknown': 'open',
  'drill.start': 'always',
  'drill.stop': 'always',
};

/** Commands that only a person causes: each one starts the idle time anew. */
const ACTS: ReadonlySet<CommandName> = new Set([
  'app.noteAct',
  'account.arm',
  'order.place',
  'order.cancel',
  'order.cancelAll',
  'order.resolveUnknown',
]);

export interface LockView {
  /** `none`: there is no vault yet, so nothing is locked. */
  depth(): 'none' | 'open' | 'screen' | 'keys';
  noteAct(): void;
}

export function checkLock(name: CommandName, depth: ReturnType<LockView['depth']>): boolean {
  if (depth === 'none' || depth === 'open') return true;
  const rule = LOCK_RULES[name];
  return rule === 'always' || (rule === 'screen' && depth === 'screen');
}

/** The same handlers, each behind its rule. */
export function guardHandlers(handlers: Handlers, lock: LockView): Handlers {
  type AnyHandler = (input: unknown) => Promise<unknown>;
  const guarded = COMMAND_NAMES.map((name): [CommandName, AnyHandler] => {
    // The table pairs each name with its handler; the compiler cannot follow that pairing through an index.
    const handle = handlers[name] as AnyHandler;
    return [
      name,
      async (input) => {
        if (ACTS.has(name)) lock.noteAct();
        if (checkLock(name, lock.depth())) return handle(input);
        return fail('LOCKED', {});
      },
    ];
  });
  return Object.fromEntries(guarded) as unknown as Handlers;
}
