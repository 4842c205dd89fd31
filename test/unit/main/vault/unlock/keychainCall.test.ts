import { describe, expect, it } from 'vitest';
import { callKeychain, type KeychainRequest, parseFault } from '#main/vault/unlock/keychainCall.ts';
import { openFakeKeyring } from './fakeKeyring.ts';

const SECRET = Array.from({ length: 32 }, (_, index) => index + 1);
const READ: KeychainRequest = { act: 'read', account: 'vault' };
const write = (): KeychainRequest & { act: 'write' } => ({ act: 'write', account: 'vault', secret: [...SECRET] });

/** An error like the library's: the outer message repeats the inner one, with a chain of causes. */
function libraryError(...sentences: string[]): Error {
  return sentences.reduceRight<Error | undefined>(
    (cause, text) => new Error(text, cause ? { cause } : {}),
    undefined,
  ) as Error;
}

const LIBRARY_ERRORS: readonly (readonly [string, Error])[] = [
  [
    'notRunning',
    libraryError(
      'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time, set your DBUS_SESSION_BUS_ADDRESS instead',
      'DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time, set your DBUS_SESSION_BUS_ADDRESS instead',
    ),
  ],
  [
    'notRunning',
    libraryError('Platform failure: DBus error: Failed to connect to socket /nowhere: No such file or directory'),
  ],
  [
    'notRunning',
    libraryError(
      'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
    ),
  ],
  [
    'noReply',
    libraryError(
      'Platform failure: DBus error: Did not receive a reply. Possible causes include: the remote application did not send a reply, the message bus security policy blocked the reply, the reply timeout expired, or the network connection was broken.',
    ),
  ],
  ['locked', libraryError("Couldn't access platform storage: Secret Service: unlock prompt was dismissed")],
  ['locked', libraryError("Couldn't access platform storage: Secret Service: object locked")],
  ['locked', libraryError("Couldn't access platform storage", 'User interaction is not allowed.')],
  ['noCollection', libraryError("Couldn't access platform storage: Secret Service: no result found")],
  ['ambiguous', libraryError('Entry is matched by more than one credential')],
  ['refused', libraryError('Something unknown')],
];

describe('callKeychain', () => {
  it('writes, reads and removes 32 bytes', async () => {
    const keyring = openFakeKeyring();
    const load = async () => keyring.addon;
    expect(await callKeychain(load, READ)).toEqual({ at: 'done', secret: null });
    expect(await callKeychain(load, write())).toEqual({ at: 'done', secret: null });
    expect(await callKeychain(load, READ)).toEqual({ at: 'done', secret: SECRET });
    expect(await callKeychain(load, { act: 'remove', account: 'vault' })).toEqual({ at: 'done', secret: null });
    expect(await callKeychain(load, { act: 'remove', account: 'vault' })).toEqual({ at: 'done', secret: null });
    expect(await callKeychain(load, READ)).toEqual({ at: 'done', secret: null });
  });

  it('uses the Secret Service for every entry', async () => {
    const keyring = openFakeKeyring();
    for (const request of [READ, write(), { act: 'remove', account: 'vault' } as const]) {
      await callKeychain(async () => keyring.addon, request);
    }
    expect(keyring.made).toEqual(Array(3).fill(['Adyton', 'vault', { linux: { store: 'secret-service' } }]));
  });

  it('zeroes its copies of a written secret', async () => {
    const keyring = openFakeKeyring();
    const request = write();
    await callKeychain(async () => keyring.addon, request);
    expect(keyring.kept.get('vault')).toEqual(SECRET);
    expect([request.secret, Array.from(keyring.handled[0] ?? [])]).toEqual(Array(2).fill(Array(32).fill(0)));
    keyring.fault = { at: 'call', error: libraryError('Secret Service: object locked') };
    const refused = write();
    await callKeychain(async () => keyring.addon, refused);
    expect(refused.secret).toEqual(Array(32).fill(0));
  });

  it.each([0, 31, 33, 64])(
    'takes an entry of %i bytes for somebody else’s, and wipes what it was given',
    async (length) => {
      const keyring = openFakeKeyring();
      keyring.kept.set('vault', Array(length).fill(7));
      expect(await callKeychain(async () => keyring.addon, READ)).toEqual({ at: 'failed', fault: 'wrongLength' });
      expect(keyring.handled).toEqual([Array(length).fill(0)]);
    },
  );

  it('fails when the library does not load', async () => {
    const load = () => Promise.reject(new Error('Cannot find native binding'));
    expect(await callKeychain(load, READ)).toEqual({ at: 'failed', fault: 'addonUnloadable' });
  });

  it.each(LIBRARY_ERRORS)('returns fault %s for %o', async (fault, error) => {
    const keyring = openFakeKeyring();
    for (const at of ['entry', 'call'] as const) {
      keyring.fault = { at, error };
      for (const request of [READ, write(), { act: 'remove', account: 'vault' } as const]) {
        expect(await callKeychain(async () => keyring.addon, request)).toEqual({ at: 'failed', fault });
      }
    }
  });
});

describe('parseFault', () => {
  it('follows the chain of causes, and ends on a circular one', () => {
    expect(parseFault(libraryError('A', 'B', 'Secret Service: object locked'))).toBe('locked');
    const circle = new Error('round');
    circle.cause = circle;
    expect(parseFault(circle)).toBe('refused');
  });

  it.each(['text', null, undefined, 7])('returns refused for %o, which is not an Error', (thrown) => {
    expect(parseFault(thrown)).toBe('refused');
  });
});
