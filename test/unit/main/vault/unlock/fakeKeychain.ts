/** In-memory keychain that can fail, lose entries or stop answering. */
import { type Keychain, KeychainError } from '#main/vault/unlock/keychain.ts';
import type { KeychainFault } from '#shared/ipc/custody.ts';

export interface FakeKeychain extends Keychain {
  readonly entries: Map<string, Uint8Array>;
  /** Every call fails with it while set. */
  fault: KeychainFault | null;
  /** No call answers while set. */
  silent: boolean;
  /** Names of the calls, in order. */
  readonly calls: string[];
  /** A write stores zeros instead of the secret. */
  garbled: boolean;
}

export function openFakeKeychain(entries: Map<string, Uint8Array> = new Map()): FakeKeychain {
  async function answer<T>(name: string, work: () => T): Promise<T> {
    chain.calls.push(name);
    if (chain.silent) await new Promise(() => {});
    if (chain.fault !== null) throw new KeychainError(chain.fault);
    return work();
  }
  const chain: FakeKeychain = {
    name: 'Test Keychain',
    entries,
    fault: null,
    silent: false,
    calls: [],
    garbled: false,
    read: (account) => answer('read', () => entries.get(account)?.slice() ?? null),
    write: (account, secret) =>
      answer('write', () => void entries.set(account, chain.garbled ? new Uint8Array(32) : secret.slice())),
    remove: (account) => answer('remove', () => void entries.delete(account)),
  };
  return chain;
}

/** Timers that a test runs by hand. */
export function createManualTimers() {
  const waiting: { delayMs: number; run: () => void }[] = [];
  return {
    schedule(delayMs: number, run: () => void) {
      const timer = { delayMs, run };
      waiting.push(timer);
      return () => {
        const at = waiting.indexOf(timer);
        if (at >= 0) waiting.splice(at, 1);
      };
    },
    /** Runs the timers with this delay, once. */
    runAll(delayMs: number) {
      for (const timer of waiting.filter((each) => each.delayMs === delayMs)) {
        waiting.splice(waiting.indexOf(timer), 1);
        timer.run();
      }
    },
    count: () => waiting.length,
  };
}
