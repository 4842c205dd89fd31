/**
 * System keychain client: reads, writes and removes 32 bytes by name.
 *
 * Invariants  Each call runs in a process of its own that ends with the call: the library blocks its thread, on a silent
 *             bus for ever, and while a person is asked for a password. Neither may delay the terminal.
 * Errors      KeychainError with a code, within the time limit; never the library's text, never a secret.
 * Source      docs/decisions/0012-keychain.md
 */
import type { KeychainFault } from '#shared/ipc/custody.ts';
import { type CallFault, KEYCHAIN_SECRET_BYTES, type KeychainAnswer, type KeychainRequest } from './keychainCall.ts';

export interface Keychain {
  /** Display name of the system's keychain. */
  readonly name: string;
  /** The 32 bytes of the entry, which the caller zeroes; null when there is no entry. */
  read(account: string): Promise<Uint8Array | null>;
  /** Stores a copy of 32 bytes, replacing the entry. */
  write(account: string, secret: Uint8Array): Promise<void>;
  /** Removes the entry, if there is one. */
  remove(account: string): Promise<void>;
}

export class KeychainError extends Error {
  override readonly name = 'KeychainError';
  readonly fault: KeychainFault;

  constructor(fault: KeychainFault) {
    super(`Expected an answer from the keychain, found fault "${fault.code}"`);
    this.fault = fault;
  }
}

/** Child process of the keychain, as a shell starts it. */
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
  /** Time limit of a call in ms, process start included. */
  readonly limitMs?: number;
}

/** Keychain call timeout, ms. */
export const KEYCHAIN_LIMIT_MS = 10_000;
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$/;
const NAMES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'Keychain', win32: 'Credential Manager' };

const CALL_FAULTS: Readonly<Record<CallFault, true>> = {
  addonUnloadable: true,
  notRunning: true,
  locked: true,
  noReply: true,
  noCollection: true,
  ambiguous: true,
  wrongLength: true,
  refused: true,
};

function parseSecret(value: unknown): number[] | null {
  const isBytes = (list: unknown[]) =>
    list.every((byte) => Number.isInteger(byte) && byte === ((byte as number) & 255));
  return Array.isArray(value) && value.length === KEYCHAIN_SECRET_BYTES && isBytes(value) ? (value as number[]) : null;
}

function parseMessage(message: unknown): KeychainAnswer | { readonly at: 'ready' } {
  const { at, fault, secret } = (message ?? {}) as Record<string, unknown>;
  if (at === 'ready') return { at };
  if (at === 'done' && secret === null) return { at, secret };
  const bytes = parseSecret(secret);
  if (at === 'done' && bytes !== null) return { at, secret: bytes };
  if (Array.isArray(secret)) secret.fill(0);
  const isKnown = (name: unknown): name is CallFault => typeof name === 'string' && Object.hasOwn(CALL_FAULTS, name);
  return { at: 'failed', fault: at === 'failed' && isKnown(fault) ? fault : 'refused' };
}

export function openKeychain(options: KeychainOptions): Keychain {
  const { startProcess, platform = process.platform, limitMs = KEYCHAIN_LIMIT_MS } = options;

  function call(request: KeychainRequest): Promise<number[] | null> {
    return new Promise((resolve, reject) => {
      let child: KeychainProcess | null = null;
      let isSettled = false;
      const finish = (settle: () => void) => {
        if (isSettled) return;
        isSettled = true;
        clearTimeout(limit);
        child?.kill().catch(() => undefined);
        settle();
      };
      const fail = (fault: KeychainFault) => finish(() => reject(new KeychainError(fault)));
      const limit = setTimeout(() => {
        fail({ code: 'timeout', parameters: { seconds: limitMs / 1000 } });
      }, limitMs);

      const onMessage = (started: KeychainProcess, message: unknown) => {
        const answer = parseMessage(message);
        if (isSettled) {
          if (answer.at === 'done') answer.secret?.fill(0);
        } else if (answer.at === 'ready') {
          started.send(request);
          if (request.act === 'write') request.secret.fill(0);
        } else if (answer.at === 'failed') {
          fail({ code: answer.fault, parameters: {} });
        } else {
          finish(() => resolve(answer.secret));
        }
      };

      startProcess().then(
        (started) => {
          if (isSettled) {
            started.kill().catch(() => undefined);
            return;
          }
          child = started;
          started.onMessage((message) => onMessage(started, message));
          started.onExit(() => fail({ code: 'processEnded', parameters: {} }));
        },
        () => fail({ code: 'addonUnloadable', parameters: {} }),
      );
    });
  }

  function checkArguments(account: string, secret: Uint8Array | null): void {
    if (!ACCOUNT.test(account) || (secret !== null && secret.length !== KEYCHAIN_SECRET_BYTES)) {
      throw new KeychainError({ code: 'badArgument', parameters: {} });
    }
  }

  return {
    name: NAMES[platform] ?? 'Secret Service',
    async read(account) {
      checkArguments(account, null);
      const bytes = await call({ act: 'read', account });
      if (bytes === null) return null;
      const secret = Uint8Array.from(bytes);
      bytes.fill(0);
      return secret;
    },
    async write(account, secret) {
      checkArguments(account, secret);
      const copy = Array.from(secret);
      await call({ act: 'write', account, secret: copy }).finally(() => copy.fill(0));
    },
    async remove(account) {
      checkArguments(account, null);
      await call({ act: 'remove', account });
    },
  };
}
