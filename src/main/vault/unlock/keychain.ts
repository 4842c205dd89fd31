/**
 * The system's keychain as the vault sees it: 32 bytes under a name, or a sentence that says why not.
 *
 * Invariants  Each call has a process of its own, ended with the call: the library blocks its thread, on a silent bus for
 *             ever, and waits for as long as a person is asked for a password; neither may hold up the terminal or its end.
 * Errors      KeychainError within the limit, in our own words; never the library's, never a secret.
 * Source      docs/decisions/0012-keychain.md
 */
import { type KeychainAnswer, type KeychainFault, type KeychainRequest, SECRET_LENGTH } from './keychainCall.ts';

export interface Keychain {
  /** For a person: what this system calls it. */
  readonly name: string;
  /** The 32 bytes that were written, the caller's to zero; null when nothing is kept under this name. */
  read(account: string): Promise<Uint8Array | null>;
  /** Keeps 32 bytes, in the place of what was kept before. The bytes stay the caller's. */
  write(account: string, secret: Uint8Array): Promise<void>;
  /** Removes what is kept; nothing to remove is no error. */
  remove(account: string): Promise<void>;
}

export type KeychainErrorCode = KeychainFault | 'late' | 'ended' | 'misused';

export class KeychainError extends Error {
  override readonly name = 'KeychainError';
  readonly code: KeychainErrorCode;
  /** Half a sentence for a person, such as 'the keychain is locked'. */
  readonly why: string;

  constructor(code: KeychainErrorCode, why: string) {
    super(`Expected an answer of the keychain, found that ${why}`);
    this.code = code;
    this.why = why;
  }
}

/** The keychain's process, as a shell's child offers it. */
export interface KeychainProcess {
  onMessage(listener: (value: unknown) => void): void;
  send(value: unknown): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): Promise<void>;
}

export interface KeychainOptions {
  /** Starts `keychainProcess` with a channel of its own. */
  startProcess(): Promise<KeychainProcess>;
  readonly platform?: NodeJS.Platform;
  /** How long a call may take, starting the process included, in ms. */
  readonly limitMs?: number;
}

const LIMIT_MS = 10_000;
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$/;
const NAMES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'Keychain', win32: 'Credential Manager' };

const WHY: Readonly<Record<KeychainFault | 'ended', string>> = {
  unloadable: 'Adyton can not reach a keychain on this machine',
  absent: 'no keychain answers',
  locked: 'the keychain is locked',
  silent: 'the keychain does not answer',
  homeless: 'the keychain has no collection to keep it in',
  ambiguous: 'the keychain has more than one entry of this name',
  foreign: 'the keychain holds something else under this name',
  refused: 'the keychain refused',
  ended: 'the process that asks the keychain ended without an answer',
};

function parseSecret(value: unknown): number[] | null {
  const isBytes = (list: unknown[]) =>
    list.every((byte) => Number.isInteger(byte) && byte === ((byte as number) & 255));
  return Array.isArray(value) && value.length === SECRET_LENGTH && isBytes(value) ? (value as number[]) : null;
}

function parseMessage(message: unknown): KeychainAnswer | { readonly at: 'ready' } {
  const { at, fault, secret } = (message ?? {}) as Record<string, unknown>;
  if (at === 'ready') return { at };
  if (at === 'done' && secret === null) return { at, secret };
  const bytes = parseSecret(secret);
  if (at === 'done' && bytes !== null) return { at, secret: bytes };
  if (Array.isArray(secret)) secret.fill(0);
  const isKnown = (name: unknown): name is KeychainFault => typeof name === 'string' && Object.hasOwn(WHY, name);
  return { at: 'failed', fault: at === 'failed' && isKnown(fault) ? fault : 'refused' };
}

export function openKeychain(options: KeychainOptions): Keychain {
  const { startProcess, platform = process.platform, limitMs = LIMIT_MS } = options;

  function ask(request: KeychainRequest): Promise<number[] | null> {
    return new Promise((resolve, reject) => {
      let child: KeychainProcess | null = null;
      let isOver = false;
      const finish = (settle: () => void) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(limit);
        child?.kill().catch(() => undefined);
        settle();
      };
      const fail = (code: KeychainErrorCode, why: string) => finish(() => reject(new KeychainError(code, why)));
      const limit = setTimeout(() => {
        fail('late', `the keychain did not answer in ${limitMs / 1000} s; it may be waiting for its own password`);
      }, limitMs);

      const take = (started: KeychainProcess, message: unknown) => {
        const answer = parseMessage(message);
        if (isOver) {
          if (answer.at === 'done') answer.secret?.fill(0);
        } else if (answer.at === 'ready') {
          started.send(request);
          if (request.act === 'write') request.secret.fill(0);
        } else if (answer.at === 'failed') {
          fail(answer.fault, WHY[answer.fault]);
        } else {
          finish(() => resolve(answer.secret));
        }
      };

      startProcess().then(
        (started) => {
          if (isOver) {
            started.kill().catch(() => undefined);
            return;
          }
          child = started;
          started.onMessage((message) => take(started, message));
          started.onExit(() => fail('ended', WHY.ended));
        },
        () => fail('unloadable', WHY.unloadable),
      );
    });
  }

  function checkAccount(account: string): void {
    if (!ACCOUNT.test(account)) throw new KeychainError('misused', 'this is no name that a keychain entry can have');
  }

  return {
    name: NAMES[platform] ?? 'Secret Service',
    async read(account) {
      checkAccount(account);
      const given = await ask({ act: 'read', account });
      if (given === null) return null;
      const secret = Uint8Array.from(given);
      given.fill(0);
      return secret;
    },
    async write(account, secret) {
      checkAccount(account);
      if (secret.length !== SECRET_LENGTH) throw new KeychainError('misused', 'only 32 bytes can be kept');
      const copy = Array.from(secret);
      await ask({ act: 'write', account, secret: copy }).finally(() => copy.fill(0));
    },
    async remove(account) {
      checkAccount(account);
      await ask({ act: 'remove', account });
    },
  };
}
