/**
 * Relay queue: sends signed wallet calls in nonce order, one at a time, and watches for their effect.
 *
 * Units       Ms of this machine's clock.
 * Shape       One queue for each wallet and chain; a restart continues where the stored entries say.
 * Invariants  An entry is stored as `sending` before its bytes leave, and is not sent again unless the exchange certainly did
 *             not relay it. An unknown outcome is decided by reads. A call that did not end well drops those behind it. The same
 *             save stores when the request leaves, so that the budget of relays counts it after a kill.
 * Errors      `add` throws what the store throws: nothing is then sent. `settled` rejects with an alarm of `observe`.
 * Source      docs/exchange-interface.md#endpoints-wallet, #limits; docs/decisions/0024-relay-queue.md
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { Now, Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { Address, Hex, Hex32 } from '#shared/units/ids.ts';
import type { RelayRequest } from '#wire/messages/relay.ts';
import {
  isLate,
  isOpen,
  isWatched,
  type Observation,
  type RelayEntry,
  type RelayEvent,
  reduceRelay,
} from './relayLife.ts';
import { WalletError } from './walletError.ts';

/** What a failed request means. */
export type RelayFault =
  | { readonly kind: 'refused'; readonly reason: string }
  /** Certainly not relayed: again from `untilMs`, or (null) when the account is connected again. */
  | { readonly kind: 'notSent'; readonly untilMs: number | null }
  | { readonly kind: 'lost'; readonly reason: string };

export interface StoredRelays {
  readonly entries: readonly RelayEntry[];
  /** Next nonces after the calls that were seen executed, by chain and wallet. */
  readonly nonces: Readonly<Record<string, number>>;
  /** When the newest requests left, oldest first. */
  readonly sentTimesMs: readonly number[];
}

export interface RelayStore {
  load(): StoredRelays;
  /** On disk when it returns; throws otherwise. */
  save(relays: StoredRelays): void;
}

export interface RelayQueueOptions {
  readonly store: RelayStore;
  readonly relay: (request: RelayRequest) => Promise<{ readonly tx: string }>;
  readonly explain: (error: unknown) => RelayFault;
  /** Reads what shows whether the entry was executed; a WalletError stops the queue until `resume`. */
  readonly observe: (entry: RelayEntry) => Promise<Observation>;
  /** The wallet of the connected account; null: nothing is sent or read. */
  readonly account: () => { readonly wallet: Address; readonly chainId: number } | null;
  readonly now: Now;
  readonly schedule: Scheduler;
  onFault(error: unknown): void;
}

/** A call that was signed and checked. */
export interface SignedCall extends Pick<RelayEntry, 'hash' | 'wallet' | 'chainId' | 'call' | 'action' | 'lines'> {
  readonly signature: Hex;
}

export interface RelayQueue {
  /** Stores the calls, all or none, and sends them when their turn comes. */
  add(calls: readonly SignedCall[]): void;
  /** The entry when it ended, or is late. */
  settled(hash: Hex32): Promise<RelayEntry>;
  entries(): readonly RelayEntry[];
  /** Nonce after all open calls of the wallet, else the one that the wallet states; null when neither is known. */
  nextNonce(wallet: Address, chainId: number, stated: number | null): number | null;
  /** The wallet's next nonce, learned outside the queue; a failed save is a fault. */
  noteNonce(wallet: Address, chainId: number, next: number): void;
  /** Time from which the budget allows the next call; null when nothing waits for it. */
  waitsUntilMs(): number | null;
  /** Sends and reads again, after the account was connected or a person asked. */
  resume(): void;
  /** Ends an open entry that is not being sent; its nonce may then be used by another call. */
  stop(hash: Hex32): boolean;
  onChange(listener: () => void): () => void;
  close(): void;
}

export const MAX_OPEN = 32;
const MAX_ENDED = 50;
/** More than the exchange allows within the window in which it counts them. */
const MAX_SENT_TIMES = 60;
const WATCH: Backoff = { baseMs: 500, capMs: 10_000 };
const RETRY_MS = 5_000;

export function openRelayQueue(options: RelayQueueOptions): RelayQueue {
  const { store, observe, now, schedule } = options;
  const emitter = createEmitter();
  let { entries, nonces, sentTimesMs } = store.load();
  /** Alarm of the last read; null while none. */
  let alarm: WalletError | null = null;
  let isRunning = false;
  /** Something changed during the running step. */
  let isAskedAgain = false;
  let isClosed = false;
  let untilMs: number | null = null;
  /** Reads of the current entry, in a row, that changed nothing. */
  let reads = 0;
  /** The entry that listeners know as late. */
  let shownLate: Hex32 | null = null;
  let cancelTimer = (): void => undefined;

  // An earlier run may have sent what it marked.
  for (const { hash } of entries.filter(({ at }) => at === 'sending')) {
    entries = replace(hash, { kind: 'lost', reason: 'interrupted' });
  }

  function replace(hash: Hex32, event: RelayEvent): readonly RelayEntry[] {
    return entries.map((entry) => (entry.hash === hash ? reduceRelay(entry, event, now()) : entry));
  }

  /** Applies an event to an entry and stores it. With `mustSave` it throws when the save fails, and nothing has changed. */
  function apply(hash: Hex32, event: RelayEvent, mustSave = false): RelayEntry {
    const before = { entries, sentTimesMs };
    let next = replace(hash, event);
    const entry = next.find((one) => one.hash === hash)!;
    if (entry === before.entries.find((one) => one.hash === hash)) return entry;
    if (!isOpen(entry) && entry.at !== 'executed') {
      const others = next.filter((one) => isSameWallet(one, entry) && one.call.nonce > entry.call.nonce);
      const behind = new Set(others.map((one) => one.hash));
      next = next.map((one) => (behind.has(one.hash) ? reduceRelay(one, { kind: 'drop' }, now()) : one));
    }
    if (entry.at === 'executed') {
      const key = keyOf(entry);
      nonces = { ...nonces, [key]: Math.max(nonces[key] ?? 0, entry.call.nonce + 1) };
    }
    entries = trim(next);
    if (event.kind === 'sending') sentTimesMs = [...sentTimesMs, now()].slice(-MAX_SENT_TIMES);
    else if (event.kind === 'notSent') sentTimesMs = sentTimesMs.slice(0, -1);
    try {
      store.save({ entries, nonces, sentTimesMs });
    } catch (error) {
      if (mustSave) {
        ({ entries, sentTimesMs } = before);
        throw error;
      }
      options.onFault(error);
    }
    emitter.emit();
    return entry;
  }

  /** The entry whose turn it is: the lowest nonce of the connected wallet. */
  function findHead(): RelayEntry | null {
    const account = options.account();
    if (account === null) return null;
    const own = entries.filter((entry) => isSameWallet(entry, account) && isOpen(entry));
    return own.toSorted((a, b) => a.call.nonce - b.call.nonce)[0] ?? null;
  }

  function findWatched(): RelayEntry | null {
    const account = options.account();
    if (account === null) return null;
    return entries.find((entry) => isSameWallet(entry, account) && isWatched(entry, now())) ?? null;
  }

  function run(): void {
    if (isClosed || alarm !== null) return;
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    cancelTimer();
    isRunning = true;
    isAskedAgain = false;
    step()
      .then((delayMs) => {
        isRunning = false;
        if (isAskedAgain || delayMs === 0) run();
        else if (delayMs !== null && !isClosed) cancelTimer = schedule(delayMs, run);
      })
      .catch((error: unknown) => {
        isRunning = false;
        if (error instanceof WalletError) {
          alarm = error;
          emitter.emit();
          return;
        }
        // Locked or switched meanwhile: `resume` follows.
        if (options.account() === null) return;
        if (isAskedAgain) {
          run();
          return;
        }
        options.onFault(error);
        if (!isClosed) cancelTimer = schedule(RETRY_MS, run);
      });
  }

  /** One read or one request; returns the delay of the next step, or null when nothing is left to do. */
  async function step(): Promise<number | null> {
    const head = findHead();
    if (head !== null && head.at === 'signed') return send(head);
    const watched = head ?? findWatched();
    if (watched === null) return null;
    const seen = await observe(watched);
    const next = apply(watched.hash, { kind: 'observed', seen });
    if (isOpen(watched) && !isOpen(next)) {
      reads = 0;
      return 0;
    }
    if (isLate(next, now()) && shownLate !== next.hash) {
      shownLate = next.hash;
      emitter.emit();
    }
    const delayMs = backoffMs(WATCH, reads);
    reads += 1;
    return delayMs;
  }

  async function send(entry: RelayEntry): Promise<number | null> {
    if (untilMs !== null && untilMs > now()) return untilMs - now();
    untilMs = null;
    const prepared = apply(entry.hash, { kind: 'prepared', seen: await observe(entry) });
    if (prepared.at !== 'signed' || prepared.signature === null || findHead()?.hash !== entry.hash) return 0;
    const { wallet, signature, call } = prepared;
    apply(entry.hash, { kind: 'sending' }, true);
    const { to, data, operation } = call;
    try {
      const { tx } = await options.relay({ safe: wallet, to, value: 0n, data, operation, signature });
      apply(entry.hash, { kind: 'relayed', tx });
    } catch (error) {
      const fault = options.explain(error);
      if (fault.kind !== 'notSent') apply(entry.hash, fault);
      else {
        apply(entry.hash, { kind: 'notSent' });
        untilMs = fault.untilMs;
        emitter.emit();
        return untilMs === null ? null : Math.max(1, untilMs - now());
      }
    }
    reads = 0;
    return 0;
  }

  return {
    add(calls) {
      const known = new Set(entries.filter(isOpen).map(({ hash }) => hash));
      const atMs = now();
      const added = calls
        .filter(({ hash }) => !known.has(hash))
        .map(
          (call): RelayEntry => ({
            ...call,
            at: 'signed',
            reason: null,
            tx: null,
            effect: null,
            createdAtMs: atMs,
            sentAtMs: null,
            updatedAtMs: atMs,
          }),
        );
      if (known.size + added.length > MAX_OPEN) {
        throw new RangeError(`Expected at most ${MAX_OPEN} unfinished calls, found ${known.size + added.length}`);
      }
      const hashes = new Set(added.map(({ hash }) => hash));
      const replaced = entries.map((entry) =>
        added.some((one) => isSameWallet(one, entry) && one.call.nonce === entry.call.nonce)
          ? reduceRelay(entry, { kind: 'replace' }, atMs)
          : entry,
      );
      const next = trim([...replaced.filter(({ hash }) => !hashes.has(hash)), ...added]);
      store.save({ entries: next, nonces, sentTimesMs });
      entries = next;
      alarm = null;
      emitter.emit();
      run();
    },
    settled(hash) {
      return new Promise((resolve, reject) => {
        const check = (): boolean => {
          const entry = entries.find((one) => one.hash === hash);
          if (alarm !== null) reject(alarm);
          else if (entry === undefined) reject(new Error('Expected a call of the queue, found none'));
          else if (isClosed || !isOpen(entry) || isLate(entry, now())) resolve(entry);
          else return false;
          return true;
        };
        if (check()) return;
        const stop = emitter.on(() => {
          if (check()) stop();
        });
      });
    },
    entries: () => entries,
    nextNonce(wallet, chainId, stated) {
      const own = entries.filter((entry) => isSameWallet(entry, { wallet, chainId }) && isOpen(entry));
      const behind = Math.max(-1, ...own.map(({ call }) => call.nonce)) + 1;
      const known = stated ?? nonces[keyOf({ wallet, chainId })] ?? null;
      if (own.length === 0) return known;
      return Math.max(behind, known ?? 0);
    },
    noteNonce(wallet, chainId, next) {
      const key = keyOf({ wallet, chainId });
      if ((nonces[key] ?? -1) >= next) return;
      nonces = { ...nonces, [key]: next };
      try {
        store.save({ entries, nonces, sentTimesMs });
      } catch (error) {
        options.onFault(error);
      }
      emitter.emit();
    },
    waitsUntilMs: () => (untilMs !== null && untilMs > now() ? untilMs : null),
    resume() {
      alarm = null;
      reads = 0;
      run();
    },
    stop(hash) {
      const entry = entries.find((one) => one.hash === hash);
      if (entry === undefined || !isOpen(entry)) return false;
      const next = apply(hash, { kind: 'stop' });
      run();
      return next.at === 'stopped';
    },
    onChange: (listener) => emitter.on(listener),
    close() {
      isClosed = true;
      cancelTimer();
      emitter.emit();
    },
  };
}

type WalletKey = Pick<RelayEntry, 'wallet' | 'chainId'>;

const keyOf = ({ chainId, wallet }: WalletKey): string => `${chainId} ${wallet}`;
const isSameWallet = (a: WalletKey, b: WalletKey): boolean => keyOf(a) === keyOf(b);

/** Open entries, and the latest of the others. */
function trim(entries: readonly RelayEntry[]): readonly RelayEntry[] {
  const ended = entries.filter((entry) => !isOpen(entry)).toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
  const kept = new Set(ended.slice(0, MAX_ENDED));
  return entries.filter((entry) => isOpen(entry) || kept.has(entry));
}
