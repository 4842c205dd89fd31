/**
 * Relay queue: sends signed wallet calls in nonce order, one at a time, and watches for their effect.
 *
 * Units       Ms of this machine's clock.
 * Shape       One queue for each wallet and chain; a restart continues where the stored entries say.
 * Invariants  An entry is stored as `sending` before its bytes leave, and is not sent again unless the exchange certainly did
 *             not relay it. An unknown outcome is decided by reads.
 * Errors      `add` throws what the store throws: nothing is then sent. `settled` rejects with an alarm of `observe`.
 * Source      docs/exchange-interface.md#endpoints-wallet, #limits; docs/decisions/0024-relay-queue.md
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { Now, Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { RelayWait, RelayWaits } from '#shared/ipc/wallet/relay.ts';
import type { Address, Hex32 } from '#shared/units/ids.ts';
import type { RelayRequest } from '#wire/messages/relay.ts';
import { openRelayEntries, type RelayStore, type SignedCall, type WalletKey } from './relayEntries.ts';
import { endsAtMs, isLate, isOpen, type Observation, type RelayEntry } from './relayLife.ts';
import { WalletError } from './walletError.ts';

/** What a failed request means. */
export type RelayFault =
  | { readonly kind: 'refused'; readonly reason: string }
  /** Certainly not relayed: again from `untilMs`, or (null) when the account is connected again. */
  | { readonly kind: 'notSent'; readonly untilMs: number | null }
  | { readonly kind: 'lost'; readonly reason: string };

export interface RelayQueueOptions {
  readonly store: RelayStore;
  readonly relay: (request: RelayRequest) => Promise<{ readonly tx: string }>;
  readonly explain: (error: unknown) => RelayFault;
  /** Reads what shows whether the entry was executed; a WalletError stops the queue until `resume`. */
  readonly observe: (entry: RelayEntry) => Promise<Observation>;
  /** The wallet of the connected account; null: nothing is sent or read. */
  readonly account: () => WalletKey | null;
  readonly now: Now;
  readonly schedule: Scheduler;
  onFault(error: unknown): void;
}

export interface RelayQueue {
  /** Stores the calls, all or none, and sends them when their turn comes. */
  add(calls: readonly SignedCall[]): void;
  /** The entry when it ended, or is late. */
  settled(hash: Hex32): Promise<RelayEntry>;
  entries(): readonly RelayEntry[];
  /** Nonce for the next call: after all open calls of the wallet, else `stated`, else the last one read; null when none is known. */
  nextNonce(wallet: Address, chainId: number, stated: number | null): number | null;
  /** The wallet's next nonce, learned outside the queue; a failed save is a fault. */
  noteNonce(wallet: Address, chainId: number, next: number): void;
  /** Time from which the budget allows the next call; null when nothing waits for it. */
  waitsUntilMs(): number | null;
  /** What an unfinished call waits for; null while it is sent, and once it ended. */
  waitOf(hash: Hex32): RelayWait | null;
  /** Sends and reads again, after the account was connected or a person asked. */
  resume(): void;
  /** Ends an open entry that is not being sent; its nonce may then be used by another call. */
  stop(hash: Hex32): boolean;
  onChange(listener: () => void): () => void;
  close(): void;
}

const WATCH: Backoff = { baseMs: 500, capMs: 10_000 };
const RETRY_MS = 5_000;

export function openRelayQueue(options: RelayQueueOptions): RelayQueue {
  const { store, observe, now, schedule } = options;
  const emitter = createEmitter();
  const entries = openRelayEntries({ store, now, onChange: emitter.emit, onFault: options.onFault });
  /** Alarm of the last read; null while none. */
  let alarm: WalletError | null = null;
  let isRunning = false;
  /** The last read stated the wallet's nonce. */
  let isNonceStated = true;
  /** Something changed during the running step. */
  let isAskedAgain = false;
  let isClosed = false;
  let untilMs: number | null = null;
  /** Reads of the current entry, in a row, that changed nothing. */
  let reads = 0;
  /** The entry that listeners know as late. */
  let shownLate: Hex32 | null = null;
  let cancelTimer = (): void => undefined;

  const findHead = (): RelayEntry | null => {
    const account = options.account();
    return account && entries.findHead(account);
  };
  const findWatched = (): RelayEntry | null => {
    const account = options.account();
    return account && entries.findWatched(account);
  };

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
    const seen = await read(watched);
    const next = entries.apply(watched.hash, { kind: 'observed', seen });
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

  async function read(entry: RelayEntry): Promise<Observation> {
    const seen = await observe(entry);
    isNonceStated = seen.nextNonce !== null;
    return seen;
  }

  function waitOf(hash: Hex32): RelayWait | null {
    const entry = entries.find(hash);
    if (entry === undefined || !isOpen(entry)) return null;
    const account = options.account();
    if (account === null) return { code: 'account', parameters: {} };
    if (alarm !== null) return { code: 'alarm', parameters: {} };
    const head = entries.findHead(entry);
    if (head !== null && head.hash !== hash) {
      const at = head.at as RelayWaits['earlierCall']['at'];
      return {
        code: 'earlierCall',
        parameters: { nonce: head.call.nonce, at, untilMs: endsAtMs(head, isNonceStated) },
      };
    }
    switch (entry.at) {
      case 'signed':
        return untilMs !== null && untilMs > now() ? { code: 'budget', parameters: { untilMs } } : null;
      case 'unknown':
        return { code: 'reads', parameters: { untilMs: endsAtMs(entry, isNonceStated) } };
      case 'relayed':
        return { code: 'chain', parameters: { untilMs: endsAtMs(entry, isNonceStated) } };
      default:
        return null;
    }
  }

  async function send(entry: RelayEntry): Promise<number | null> {
    if (untilMs !== null && untilMs > now()) return untilMs - now();
    untilMs = null;
    const prepared = entries.apply(entry.hash, { kind: 'prepared', seen: await read(entry) });
    if (prepared.at !== 'signed' || prepared.signature === null || findHead()?.hash !== entry.hash) return 0;
    const { wallet, signature, call } = prepared;
    entries.apply(entry.hash, { kind: 'sending' }, true);
    const { to, data, operation } = call;
    try {
      const { tx } = await options.relay({ safe: wallet, to, value: 0n, data, operation, signature });
      entries.apply(entry.hash, { kind: 'relayed', tx });
    } catch (error) {
      const fault = options.explain(error);
      if (fault.kind !== 'notSent') entries.apply(entry.hash, fault);
      else {
        entries.apply(entry.hash, { kind: 'notSent' });
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
      entries.add(calls);
      alarm = null;
      emitter.emit();
      run();
    },
    settled(hash) {
      return new Promise((resolve, reject) => {
        const check = (): boolean => {
          const entry = entries.find(hash);
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
    entries: entries.all,
    nextNonce: (wallet, chainId, stated) => entries.nextNonce({ wallet, chainId }, stated),
    noteNonce: (wallet, chainId, next) => entries.noteNonce({ wallet, chainId }, next),
    waitOf,
    waitsUntilMs: () => (untilMs !== null && untilMs > now() ? untilMs : null),
    resume() {
      alarm = null;
      reads = 0;
      run();
    },
    stop(hash) {
      const entry = entries.find(hash);
      if (entry === undefined || !isOpen(entry)) return false;
      const next = entries.apply(hash, { kind: 'stop' });
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
