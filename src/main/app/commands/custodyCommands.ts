/**
 * The bridge's commands of custody: password, copies, lock times, limits and the keychain.
 *
 * Invariants  Each of them but the list of a phrase's addresses needs the password; on networks with something at stake
 *             also an answer to main's own question, which is asked only after the password was right.
 * Source      docs/decisions/0011-step-ups-ask-outside-the-page.md
 */
import { realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Handlers } from '#shared/ipc/contract.ts';
import type { CommandName } from '#shared/ipc/names.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { formatUsd } from '#shared/units/usd.ts';
import type { Confirmation, Shell } from '../../shell/port.ts';
import { writePrivateFile } from '../../storage/atomicWrite.ts';
import { MOST_ORDER_COST, type Settings } from '../../storage/settings.ts';
import type { Trading } from '../../trading/trading.ts';
import { listAddresses } from '../../vault/keys/phrase.ts';
import type { Vault } from '../../vault/vault.ts';
import { VaultError } from '../../vault/vaultError.ts';
import type { CustodyMemory } from '../custody.ts';

export interface CustodyHandlerOptions {
  readonly vault: Vault;
  readonly vaultFolder: string;
  readonly trading: Pick<Trading, 'setMaxOrderCost' | 'view'>;
  readonly settings: Pick<Settings, 'preferences' | 'savePreferences'>;
  readonly memory: CustodyMemory;
  readonly shell: Pick<Shell, 'chooseSavePath'>;
  /** The network and server that the keys belong to. */
  readonly place: string;
  /** Main's own question; true at once where nothing is at stake. */
  agreeTo(question: Confirmation): Promise<boolean>;
  noteOpened(): void;
  /** Something that the wallet pane shows has changed. */
  onChange(): void;
  now(): number;
}

type Facts = readonly (readonly [string, string])[];
type CustodyCommand = Extract<
  CommandName,
  | `vault.${'saveCopy' | 'changePassword' | 'listPhraseAddresses' | 'setLockTimes' | 'acceptOlder' | 'enableDevice' | 'disableDevice' | 'unlockByDevice' | 'addSecondKey' | 'removeKey'}`
  | 'account.setOrderLimit'
>;

export function buildCustodyHandlers(options: CustodyHandlerOptions): Pick<Handlers, CustodyCommand> {
  const { vault, trading, settings, memory, shell, now } = options;
  const refused = (what: string) => fail('CANCELLED', `Expected ${what} to be confirmed, found it refused`);

  /** Password first, then the question: a page without it can't make anything pop up. */
  async function stepUp(password: string, title: string, facts: Facts, yes: string) {
    await vault.checkPassword(password);
    return ask(title, facts, yes);
  }
  function ask(title: string, facts: Facts, yes: string): Promise<boolean> {
    const all = [['Key', vault.owner() ?? 'none'], ['Network', options.place], ...facts] as const;
    return options.agreeTo({ title, facts: all.map(([label, value]) => ({ label, value })), confirmLabel: yes });
  }

  return {
    'vault.saveCopy': async ({ password }) => {
      const facts = [['Mind', 'The copy opens with the password that the vault has now']] as const;
      if (!(await stepUp(password, 'Write a copy of the whole vault to a file?', facts, 'Write the copy'))) {
        return refused('the copy of the vault');
      }
      const stamp = new Date(now()).toISOString().replace(/[:.]/g, '-');
      const chosen = await shell.chooseSavePath(`adyton-vault-${stamp}.json`);
      if (chosen === null) return fail('CANCELLED', 'Expected a place for the copy, found none chosen');
      if (isInside(chosen, options.vaultFolder)) {
        const words = 'Choose another folder: this one is where Adyton keeps the vault itself';
        return fail('BAD_INPUT', 'Expected a place outside the folder of the vault', words);
      }
      const found = writeCopy(chosen, vault.sealedCopy());
      try {
        vault.checkCopy(found);
      } catch (error) {
        // What can't be relied on must not lie about as a copy.
        rmSync(chosen, { force: true });
        throw error;
      }
      const { vaultId } = vault.status();
      if (vaultId !== null) memory.note({ copied: { vaultId, atMs: now() } });
      options.onChange();
      return succeed({ path: chosen });
    },
    'vault.changePassword': async ({ password, newPassword }) => {
      const facts = [['Mind', 'Copies that exist still open with the password they were made with']] as const;
      if (!(await stepUp(password, 'Change the password of the vault?', facts, 'Change it'))) {
        return refused('the new password');
      }
      await vault.changePassword(password, newPassword);
      return succeed(null);
    },
    'vault.listPhraseAddresses': async ({ phrase }) => succeed({ addresses: await listAddresses(phrase) }),
    'vault.setLockTimes': async ({ password, screenMinutes, keysMinutes }) => {
      if (screenMinutes > keysMinutes) {
        const words = 'The screen must lock before the keys do, or at the same time';
        return fail('BAD_INPUT', `Expected at most ${keysMinutes} minutes for the screen`, words);
      }
      const before = settings.preferences();
      const facts = [
        ['Screen', tellChange(`${before.screenLockMinutes} min`, `${screenMinutes} min`)],
        ['Keys', tellChange(`${before.autoLockMinutes} min`, `${keysMinutes} min`)],
      ] as const;
      if (!(await stepUp(password, 'Change when Adyton locks itself?', facts, 'Change it'))) {
        return refused('the lock times');
      }
      settings.savePreferences({ screenLockMinutes: screenMinutes, autoLockMinutes: keysMinutes });
      options.onChange();
      return succeed(null);
    },
    'vault.acceptOlder': async ({ password }) => {
      const { older } = vault.status();
      if (older === null) return fail('NOT_FOUND', 'Expected an older vault to accept, found none');
      const facts = [
        ['Found', `save ${older.found}`],
        ['Last seen', `save ${older.seen}`],
        ['Mind', 'If you did not restore a copy yourself, somebody else put this file here'],
      ] as const;
      if (!(await stepUp(password, 'Take this older vault for the right one?', facts, 'I restored it'))) {
        return refused('the older vault');
      }
      await vault.acceptOlder(password);
      return succeed(null);
    },
    'vault.enableDevice': async ({ password }) => {
      const facts = [
        [
          'Mind',
          'Programs of yours on this computer could then open the vault too; it would sign orders, nothing else',
        ],
      ] as const;
      if (!(await stepUp(password, 'Let this computer open the vault?', facts, 'Turn it on'))) {
        return refused('the way in by this computer');
      }
      await vault.enableKeychainUnlock(password);
      return succeed(null);
    },
    'vault.disableDevice': async ({ password }) => {
      if (!(await stepUp(password, 'Let only the password open the vault?', [], 'Turn it off'))) {
        return refused('the end of the way in by this computer');
      }
      await vault.disableKeychainUnlock(password);
      return succeed(null);
    },
    'vault.unlockByDevice': async () => {
      await vault.unlockWithKeychain();
      options.noteOpened();
      return succeed(null);
    },
    'vault.addSecondKey': async ({ password, key }) => {
      // A page could show the address of another key, which would own the wallet once a person hands it to the exchange.
      const agree = (address: string): Promise<boolean> => {
        const facts = [
          ['Address', address],
          [
            'Mind',
            'Give the exchange exactly this address, whatever the window shows: its key will sign for your wallet',
          ],
        ] as const;
        return ask('Take this second signing key into the vault?', facts, 'Add it');
      };
      try {
        return succeed({ address: await vault.addSecondKey(password, key, agree) });
      } catch (error) {
        if (error instanceof VaultError && error.code === 'CANCELLED') return refused('the second signing key');
        throw error;
      }
    },
    'vault.removeKey': async ({ password, id }) => {
      const meta = vault.keys().find((one) => one.id === id);
      if (meta === undefined) {
        return fail(
          'NOT_FOUND',
          'Expected a key of this vault, found none of this id',
          'This key is not here any more',
        );
      }
      if (meta.use === 'own') {
        return fail('DENIED', 'Expected another than the own key', 'The own key stays: the vault is made around it');
      }
      const facts = [
        ['Removed', `${meta.label} ${meta.public}`],
        ['Mind', 'Nothing brings it back but a copy of the vault that was written while it was there'],
      ] as const;
      if (!(await stepUp(password, 'Remove this key from the vault?', facts, 'Remove it'))) {
        return refused('the removal of the key');
      }
      await vault.removeKey(password, id);
      return succeed(null);
    },
    'account.setOrderLimit': async ({ password, maxOrderCost }) => {
      if (maxOrderCost <= 0n || maxOrderCost > MOST_ORDER_COST) {
        const words = `Choose a limit above 0 and of at most ${formatUsd(MOST_ORDER_COST)}`;
        return fail('BAD_INPUT', 'Expected a limit above 0 and inside the bound', words);
      }
      const facts = [
        ['One order', tellChange(formatUsd(trading.view().maxOrderCost), formatUsd(maxOrderCost))],
      ] as const;
      if (!(await stepUp(password, 'Change the most that one order may cost?', facts, 'Change it'))) {
        return refused('the limit');
      }
      settings.savePreferences({ maxOrderCost: formatUsd(maxOrderCost) });
      trading.setMaxOrderCost(maxOrderCost);
      return succeed(null);
    },
  };
}

const tellChange = (before: string, after: string): string => `${after}, was ${before}`;

/** A copy beside the vault could be taken for it, or be swept away with it. */
function isInside(file: string, folder: string): boolean {
  try {
    const within = path.relative(realpathSync(folder), realpathSync(path.dirname(file)));
    return !within.startsWith('..') && !path.isAbsolute(within);
  } catch {
    return false;
  }
}

/** Writes a new private file and answers what the disk holds; throws VaultError SAVE_FAILED in words. */
export function writeCopy(file: string, text: string): string {
  try {
    return writePrivateFile(file, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    const words =
      code === 'EEXIST'
        ? 'There is a file of that name already: choose another name'
        : 'The copy could not be written there: choose another place';
    throw new VaultError('SAVE_FAILED', `Expected to write a copy, found ${code}`, words);
  }
}
