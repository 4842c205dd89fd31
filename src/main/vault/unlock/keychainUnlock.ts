/**
 * The way in by this computer: opt-in, beside the password, for use and never for a step-up.
 *
 * Invariants  Offered only once a later start has read the secret back from the keychain and opened the slot with it.
 *             The keychain is never asked in the vault's line of work, so a slow one holds up no password.
 *             Whatever happens to the keychain, the password opens.
 * Errors      VaultError KEYCHAIN_FAILED, with what the keychain said; those of any other opening.
 * Source      security requirements R28 and R29; docs/decisions/0007-vault-file.md
 */

import { isSame } from '../file/seal.ts';
import type { VaultFile } from '../file/vaultFile.ts';
import type { VaultCore } from '../vaultCore.ts';
import { lockedError, VaultError } from '../vaultError.ts';
import type { Keychain } from './keychain.ts';
import {
  findKeychainSlot,
  KEYCHAIN_SECRET_BYTES,
  keychainAccount,
  unwrapWithKeychain,
  wrapForKeychain,
} from './keychainSlot.ts';
import { openChecked, saveIfPossible } from './openVaultFile.ts';
import type { Session } from './unlockedVault.ts';

export type KeychainUnlockState =
  | { readonly at: 'unavailable'; readonly why: string }
  | { readonly at: 'off'; readonly keychain: string }
  | { readonly at: 'pending'; readonly keychain: string }
  | { readonly at: 'ready'; readonly keychain: string }
  | { readonly at: 'lost'; readonly why: string };

export interface KeychainUnlock {
  state(): KeychainUnlockState;
  enable(password: string): Promise<void>;
  disable(password: string): Promise<void>;
  /** `began`: the epoch in which it was asked for; a lock since then wins. */
  unlock(began: number): Promise<void>;
  /** Takes a slot that opens nothing out of a vault that was just opened. */
  tidy(opened: Session): Promise<void>;
}

/** A keychain that has said nothing after this long is taken for one that does not answer. */
export const KEYCHAIN_LIMIT_MS = 10_000;
/** Without a slot nobody waits for the keychain: it is asked when the start is over. */
export const ASK_LATER_MS = 2_000;
/** What is looked for while there is no vault yet: only whether somebody answers. */
const NOBODY = 'nobody';

export interface KeychainUnlockOptions {
  readonly core: VaultCore;
  /** Null: there is none, or none that may be used. */
  readonly keychain: Keychain | null;
  readonly platform: string;
  readonly schedule: (delayMs: number, run: () => void) => () => void;
}

export function createKeychainUnlock({ core, keychain, platform, schedule }: KeychainUnlockOptions): KeychainUnlock {
  const off = (): KeychainUnlockState =>
    keychain === null ? { at: 'unavailable', why: NO_KEYCHAIN } : { at: 'off', keychain: keychain.name };
  let state: KeychainUnlockState = {
    at: 'unavailable',
    why: keychain === null ? NO_KEYCHAIN : 'the keychain has not answered yet',
  };
  let turn: Promise<unknown> = Promise.resolve();
  /** Rises with every act on the slot: what was found out before it tells nothing any more. */
  let acts = 0;

  /** Enabled and disabled one after the other: two of them at once would leave a slot without its entry. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const next = turn.then(work, work);
    turn = next.catch(() => {});
    return next;
  }

  function show(next: KeychainUnlockState): void {
    state = next;
    core.emit();
  }

  function limited<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const stop = schedule(KEYCHAIN_LIMIT_MS, () => reject(new Silent()));
      work.then(resolve, reject).finally(stop);
    });
  }

  function lose(why: string): void {
    show({ at: 'lost', why });
    const session = core.session();
    // Opened by the password before the keychain had answered.
    if (session) void core.inLine(() => tidy(session)).catch(() => {});
  }

  /** Why the secret does not open the slot of the file, or null. */
  function judge(file: VaultFile, secret: Uint8Array | null): string | null {
    if (secret === null) return 'its entry is gone from the keychain';
    const master = unwrapWithKeychain(file, secret);
    master?.destroy();
    return master === null ? 'the keychain holds the entry of another vault' : null;
  }

  /** Once a start: does the keychain answer, and does what it holds open the slot? */
  async function probe(chain: Keychain): Promise<void> {
    if (acts > 0) return;
    const began = acts;
    const file = core.file();
    let secret: Uint8Array | null = null;
    try {
      secret = await limited(chain.read(file ? keychainAccount(file.vaultId) : NOBODY));
      if (acts !== began) return;
      if (file === null || findKeychainSlot(file) === null) return show(off());
      const fault = judge(file, secret);
      if (fault === null) show({ at: 'ready', keychain: chain.name });
      else lose(fault);
    } catch (error) {
      if (acts === began) show({ at: 'unavailable', why: whyOf(error) });
    } finally {
      secret?.fill(0);
    }
  }

  async function tidy(opened: Session): Promise<void> {
    if (state.at !== 'lost' || opened.master.isDestroyed || findKeychainSlot(opened.file) === null) return;
    // The entry is gone, or belongs to a copy of this vault elsewhere: there is nothing of ours to remove.
    await saveIfPossible(core, opened, { slots: [opened.file.slots[0]] });
  }

  async function forget(vaultId: string): Promise<void> {
    await (keychain && limited(keychain.remove(keychainAccount(vaultId))));
  }

  /** Writes the secret, and believes only what is read back. */
  async function keep(chain: Keychain, account: string, secret: Uint8Array): Promise<void> {
    try {
      await limited(chain.write(account, secret));
      const found = await limited(chain.read(account));
      const isKept = found !== null && isSame(found, secret);
      found?.fill(0);
      if (!isKept) throw new Forgetful();
    } catch (error) {
      const why = whyOf(error);
      show({ at: 'unavailable', why });
      throw keychainError(why);
    }
  }

  async function enable(password: string): Promise<void> {
    const held = await core.inLine(() => core.stepUp(password));
    if (keychain === null) throw keychainError(NO_KEYCHAIN);
    if (state.at === 'pending' || state.at === 'ready') {
      throw new VaultError('DENIED', 'Expected no way in by this computer, found one', 'It is turned on already');
    }
    acts += 1;
    const { vaultId } = held.file;
    const secret = core.tools.random(KEYCHAIN_SECRET_BYTES);
    let isKept = false;
    try {
      await keep(keychain, keychainAccount(vaultId), secret);
      isKept = true;
      await core.inLine(async () => {
        if (core.session() !== held) throw lockedError();
        const facts = { keychain: keychain.name, platform, createdAt: core.stamp().at };
        const slot = wrapForKeychain(vaultId, held.master, secret, facts, core.tools.random);
        await core.save(held, { slots: [held.file.slots[0], slot] }, async (found) => {
          if (judge(found, secret) !== null) throw new VaultError('BUG', 'Expected the new slot to open');
        });
      });
      show({ at: 'pending', keychain: keychain.name });
    } catch (error) {
      if (isKept) show(off());
      forget(vaultId).catch(() => {});
      throw error;
    } finally {
      secret.fill(0);
    }
  }

  async function disable(password: string): Promise<void> {
    const vaultId = await core.inLine(async () => {
      const held = await core.stepUp(password);
      acts += 1;
      if (findKeychainSlot(held.file) !== null) await core.save(held, { slots: [held.file.slots[0]] });
      return held.file.vaultId;
    });
    show(off());
    // An entry that stays behind opens nothing any more.
    await forget(vaultId).catch(() => {});
  }

  async function unlock(began: number): Promise<void> {
    const known = core.file();
    if (keychain === null || known === null || state.at !== 'ready') {
      throw new VaultError('DENIED', `Expected a keychain that opens the vault, found it ${state.at}`, USE_PASSWORD);
    }
    let secret: Uint8Array | null = null;
    try {
      secret = await limited(keychain.read(keychainAccount(known.vaultId))).catch((error: unknown) => {
        throw keychainError(whyOf(error));
      });
      const held = secret;
      await core.inLine(() => open(held, began));
    } finally {
      secret?.fill(0);
    }
  }

  async function open(secret: Uint8Array | null, began: number): Promise<void> {
    const session = core.session();
    const file = session?.file ?? core.readFile();
    const master = secret && unwrapWithKeychain(file, secret);
    if (master === null) {
      const why = judge(file, secret) ?? 'it does not open the vault';
      lose(why);
      throw keychainError(why);
    }
    if (session) master.destroy();
    else await openChecked(core, file, master, began, async () => {});
  }

  const start = core.file();
  if (keychain !== null && start !== null && findKeychainSlot(start) !== null) void probe(keychain);
  else if (keychain !== null) schedule(ASK_LATER_MS, () => void probe(keychain));
  return {
    state: () => state,
    enable: (password) => inTurn(() => enable(password)),
    disable: (password) => inTurn(() => disable(password)),
    unlock,
    tidy,
  };
}

const NO_KEYCHAIN = 'there is no keychain here that Adyton can use';
const USE_PASSWORD = 'Open the vault with its password';

class Silent extends Error {
  readonly why = 'the keychain did not answer within 10 seconds';
}

class Forgetful extends Error {
  readonly why = 'the keychain did not give back what was written to it';
}

function keychainError(why: string): VaultError {
  const words = `${why.charAt(0).toUpperCase()}${why.slice(1)}; the password opens the vault`;
  return new VaultError('KEYCHAIN_FAILED', `Expected a keychain that serves, found that ${why}`, words);
}

/** What the keychain says for a person, half a sentence; an error of any other kind tells nothing. */
function whyOf(error: unknown): string {
  const why = error instanceof Error && 'why' in error ? error.why : null;
  return typeof why === 'string' ? why : 'the keychain failed without saying why';
}
