/** A keyring library and a keychain's process over it, in memory; what the library really says is in the tests. */
import type { KeychainProcess } from '#main/vault/unlock/keychain.ts';
import { callKeychain, type KeychainAddon, type KeychainRequest } from '#main/vault/unlock/keychainCall.ts';

export interface FakeKeyring {
  readonly addon: KeychainAddon;
  readonly kept: Map<string, number[]>;
  /** Arguments of each entry that was made. */
  readonly made: unknown[][];
  /** Arrays and buffers that went through the library. */
  readonly handled: (number[] | Uint8Array)[];
  /** Thrown by the constructor, or by the call, while set. */
  fault: { readonly at: 'entry' | 'call'; readonly error: unknown } | null;
  /** The call never settles while set. */
  hangs: boolean;
}

export function openFakeKeyring(): FakeKeyring {
  const keyring: FakeKeyring = {
    kept: new Map(),
    made: [],
    handled: [],
    fault: null,
    hangs: false,
    addon: {
      AsyncEntry: class {
        readonly #account: string;
        constructor(...args: ConstructorParameters<KeychainAddon['AsyncEntry']>) {
          keyring.made.push(args);
          if (keyring.fault?.at === 'entry') throw keyring.fault.error;
          this.#account = args[1];
        }
        async #act<T>(work: () => T): Promise<T> {
          if (keyring.hangs) await new Promise(() => {});
          if (keyring.fault?.at === 'call') throw keyring.fault.error;
          return work();
        }
        getSecret() {
          return this.#act(() => {
            const kept = keyring.kept.get(this.#account);
            if (!kept) return null;
            const copy = [...kept];
            keyring.handled.push(copy);
            return copy;
          });
        }
        setSecret(secret: Uint8Array) {
          return this.#act(() => {
            keyring.handled.push(secret);
            keyring.kept.set(this.#account, [...secret]);
          });
        }
        deleteCredential() {
          return this.#act(() => keyring.kept.delete(this.#account));
        }
      },
    },
  };
  return keyring;
}

export interface FakeProcess {
  readonly handle: KeychainProcess;
  /** Everything that came over the channel to the process. */
  readonly asked: unknown[];
  say(message: unknown): void;
  exit(code: number | null): void;
  readonly isKilled: boolean;
}

/** A process that answers as the real one does; `isMute`: it starts and says nothing. */
export function startFakeProcess(keyring: FakeKeyring, isMute = false): FakeProcess {
  const messages: ((value: unknown) => void)[] = [];
  const exits: ((code: number | null) => void)[] = [];
  const asked: unknown[] = [];
  let isKilled = false;
  const say = (message: unknown) => {
    for (const listener of messages) listener(message);
  };
  if (!isMute) setImmediate(() => say({ at: 'ready' }));
  return {
    asked,
    say,
    exit: (code) => {
      for (const listener of exits) listener(code);
    },
    get isKilled() {
      return isKilled;
    },
    handle: {
      onMessage: (listener) => messages.push(listener),
      onExit: (listener) => exits.push(listener),
      send(value) {
        const copy: unknown = structuredClone(value);
        asked.push(copy);
        void callKeychain(async () => keyring.addon, copy as KeychainRequest).then(say);
      },
      async kill() {
        isKilled = true;
      },
    },
  };
}
