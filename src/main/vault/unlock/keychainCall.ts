/**
 * One call on the system's keychain, as the keychain's own process makes it: a request in, an answer or a named fault out.
 *
 * Shape       Service 'Adyton', an account for each entry, 32 bytes in it; on Linux the Secret Service and no other store.
 * Invariants  No text of the library leaves; what the library gave is zeroed by whoever sends the answer on.
 * Errors      Never throws and never rejects. It may never settle: the library waits for as long as a person is asked.
 * Source      docs/decisions/0012-keychain.md
 */
import type { AsyncEntry } from '@napi-rs/keyring';

export const SECRET_LENGTH = 32;
const SERVICE = 'Adyton';

export type KeychainRequest =
  | { readonly act: 'read'; readonly account: string }
  | { readonly act: 'write'; readonly account: string; readonly secret: number[] }
  | { readonly act: 'remove'; readonly account: string };

export type KeychainFault =
  /** The library could not be loaded on this machine. */
  | 'unloadable'
  /** Nothing that keeps secrets answers to its name. */
  | 'absent'
  | 'locked'
  /** It is there and said nothing, by the library's own clock. */
  | 'silent'
  /** It is there and has no place to put a secret in. */
  | 'homeless'
  | 'ambiguous'
  /** What lies under our name is not 32 bytes. */
  | 'foreign'
  | 'refused';

export type KeychainAnswer =
  | { readonly at: 'done'; readonly secret: number[] | null }
  | { readonly at: 'failed'; readonly fault: KeychainFault };

export interface KeychainAddon {
  readonly AsyncEntry: new (
    ...args: ConstructorParameters<typeof AsyncEntry>
  ) => Pick<AsyncEntry, 'getSecret' | 'setSecret' | 'deleteCredential'>;
}

/** The library's own sentences, each seen in its binary; the first that fits wins. */
const FAULTS: readonly (readonly [RegExp, KeychainFault])[] = [
  [
    /object locked|prompt (was )?dismissed|closed before prompt|user interaction is not allowed|user cancell?ed/i,
    'locked',
  ],
  [/did not receive a reply|timed? ?out/i, 'silent'],
  [/no result found/i, 'homeless'],
  [/more than one|ambiguous/i, 'ambiguous'],
  [
    /^platform failure: dbus error|no dbus session|no secret service|disconnected from d-?bus|no default store/i,
    'absent',
  ],
];

/** What a failure of the library means, by its own words and those of its causes. */
export function nameFault(error: unknown): KeychainFault {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    const { message } = at;
    const known = FAULTS.find(([words]) => words.test(message));
    if (known) return known[1];
    at = at.cause;
  }
  return 'refused';
}

const fail = (fault: KeychainFault): KeychainAnswer => ({ at: 'failed', fault });

export async function callKeychain(
  load: () => Promise<KeychainAddon>,
  request: KeychainRequest,
): Promise<KeychainAnswer> {
  let addon: KeychainAddon;
  try {
    addon = await load();
  } catch {
    return fail('unloadable');
  }
  try {
    // Pinned: left to itself the library falls back to the kernel's keyring, which a restart empties.
    const entry = new addon.AsyncEntry(SERVICE, request.account, { linux: { store: 'secret-service' } });
    if (request.act === 'remove') {
      await entry.deleteCredential();
      return { at: 'done', secret: null };
    }
    if (request.act === 'write') {
      const bytes = Uint8Array.from(request.secret);
      request.secret.fill(0);
      await entry.setSecret(bytes).finally(() => bytes.fill(0));
      return { at: 'done', secret: null };
    }
    const secret = await entry.getSecret();
    if (secret === null || secret.length === SECRET_LENGTH) return { at: 'done', secret };
    secret.fill(0);
    return fail('foreign');
  } catch (error) {
    return fail(nameFault(error));
  }
}
