/**
 * Keychain call: one request to the system's keychain, made in the keychain process.
 *
 * Shape       Service 'Adyton', one account per entry, 32 bytes; on Linux only the Secret Service.
 * Invariants  No text of the library leaves this process. The sender zeroes the secret it sends.
 * Errors      Never throws or rejects. It may never settle: the library waits while a person is asked for a password.
 * Source      docs/decisions/0012-keychain.md
 */
import type { AsyncEntry } from '@napi-rs/keyring';
import type { KeychainFault } from '#shared/ipc/custody.ts';

export const KEYCHAIN_SECRET_BYTES = 32;
const SERVICE = 'Adyton';

export type KeychainRequest =
  | { readonly act: 'read'; readonly account: string }
  | { readonly act: 'write'; readonly account: string; readonly secret: number[] }
  | { readonly act: 'remove'; readonly account: string };

/** Faults of one call, without those of the process around it. */
export type CallFault = Extract<
  KeychainFault['code'],
  'addonUnloadable' | 'notRunning' | 'locked' | 'noReply' | 'noCollection' | 'ambiguous' | 'wrongLength' | 'refused'
>;

export type KeychainAnswer =
  | { readonly at: 'done'; readonly secret: number[] | null }
  | { readonly at: 'failed'; readonly fault: CallFault };

export interface KeychainAddon {
  readonly AsyncEntry: new (
    ...args: ConstructorParameters<typeof AsyncEntry>
  ) => Pick<AsyncEntry, 'getSecret' | 'setSecret' | 'deleteCredential'>;
}

/** Messages in the library's binary; the first match wins. */
const FAULTS: readonly (readonly [RegExp, CallFault])[] = [
  [
    /object locked|prompt (was )?dismissed|closed before prompt|user interaction is not allowed|user cancell?ed/i,
    'locked',
  ],
  [/did not receive a reply|timed? ?out/i, 'noReply'],
  [/no result found/i, 'noCollection'],
  [/more than one|ambiguous/i, 'ambiguous'],
  [
    /^platform failure: dbus error|no dbus session|no secret service|disconnected from d-?bus|no default store/i,
    'notRunning',
  ],
];

/** Fault of a library error, from its message and those of its causes. */
export function parseFault(error: unknown): CallFault {
  let cause: unknown = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    const { message } = cause;
    const known = FAULTS.find(([pattern]) => pattern.test(message));
    if (known) return known[1];
    cause = cause.cause;
  }
  return 'refused';
}

const fail = (fault: CallFault): KeychainAnswer => ({ at: 'failed', fault });

export async function callKeychain(
  load: () => Promise<KeychainAddon>,
  request: KeychainRequest,
): Promise<KeychainAnswer> {
  let addon: KeychainAddon;
  try {
    addon = await load();
  } catch {
    return fail('addonUnloadable');
  }
  try {
    // By default the library falls back to the kernel's keyring, which a restart empties.
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
    if (secret === null || secret.length === KEYCHAIN_SECRET_BYTES) return { at: 'done', secret };
    secret.fill(0);
    return fail('wrongLength');
  } catch (error) {
    return fail(parseFault(error));
  }
}
