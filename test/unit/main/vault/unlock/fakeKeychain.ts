/** A keychain in memory that can be lost, broken or silent. */
import type { Keychain } from '#main/vault/unlock/keychain.ts';

export interface FakeKeychain extends Keychain {
  readonly entries: Map<string, Uint8Array>;
  /** Said by every call while set. */
  why: string | null;
  /** No call ever answers while set. */
  silent: boolean;
  /** Names of the calls, in their order. */
  readonly asked: string[];
  /** Bytes that a write kept instead of those it was given. */
  garbled: boolean;
}

class Refusal extends Error {
  readonly why: string;
  constructor(why: string) {
    super('Expected an answer of the keychain');
    this.why = why;
  }
}

export function openFakeKeychain(entries: Map<string, Uint8Array> = new Map()): FakeKeychain {
  async function answer<T>(name: string, work: () => T): Promise<T> {
    chain.asked.push(name);
    if (chain.silent) await new Promise(() => {});
    if (chain.why !== null) throw new Refusal(chain.why);
    return work();
  }
  const chain: FakeKeychain = {
    name: 'Test Keychain',
    entries,
    why: null,
    silent: false,
    asked: [],
    garbled: false,
    read: (account) => answer('read', () => entries.get(account)?.slice() ?? null),
    write: (account, secret) =>
      answer('write', () => void entries.set(account, chain.garbled ? new Uint8Array(32) : secret.slice())),
    remove: (account) => answer('remove', () => void entries.delete(account)),
  };
  return chain;
}

/** Timers that run when a test says so. */
export function openHandTimers() {
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
    /** Runs what waits for this long, once. */
    runAll(delayMs: number) {
      for (const timer of waiting.filter((each) => each.delayMs === delayMs)) {
        waiting.splice(waiting.indexOf(timer), 1);
        timer.run();
      }
    },
    count: () => waiting.length,
  };
}
