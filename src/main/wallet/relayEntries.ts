/**
 * Relay entries: the stored list of signed wallet calls, with the next nonce of each wallet.
 *
 * Units       Ms of this machine's clock.
 * Invariants  Each change is stored with the time at which a request leaves, so that the budget of relays counts it after a
 *             kill. A call that did not end well drops those behind it. At most MAX_OPEN unfinished calls.
 * Errors      `add`, and `apply` with `mustSave`, throw what the store throws, and then nothing has changed. Any other failed
 *             save goes to `onFault`.
 * Source      docs/decisions/0024-relay-queue.md
 */
import type { Now } from '#shared/base/clock.ts';
import type { Hex, Hex32 } from '#shared/units/ids.ts';
import { isOpen, isWatched, type RelayEntry, type RelayEvent, reduceRelay } from './relayLife.ts';

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

/** A call that was signed and checked. */
export interface SignedCall extends Pick<RelayEntry, 'hash' | 'wallet' | 'chainId' | 'call' | 'action' | 'lines'> {
  readonly signature: Hex;
}

export type WalletKey = Pick<RelayEntry, 'wallet' | 'chainId'>;

export interface RelayEntriesOptions {
  readonly store: RelayStore;
  readonly now: Now;
  onChange(): void;
  onFault(error: unknown): void;
}

export interface RelayEntries {
  all(): readonly RelayEntry[];
  find(hash: Hex32): RelayEntry | undefined;
  /** Adds the calls, all or none; a call with the nonce of an earlier one replaces it. */
  add(calls: readonly SignedCall[]): void;
  /** Applies an event to the entry with this hash, which must be there, and returns the entry after it. */
  apply(hash: Hex32, event: RelayEvent, mustSave?: boolean): RelayEntry;
  /** The unfinished call of the wallet with the lowest nonce, or null. */
  findHead(wallet: WalletKey): RelayEntry | null;
  /** An ended call of the wallet that may still show an effect, or null. */
  findWatched(wallet: WalletKey): RelayEntry | null;
  /** Nonce after all unfinished calls of the wallet, else `stated`, else the last one learned; null when none is known. */
  nextNonce(wallet: WalletKey, stated: number | null): number | null;
  /** Raises the wallet's next nonce to `nonce`, as read from the exchange; a lower one changes nothing. */
  noteNonce(wallet: WalletKey, next: number): void;
}

export const MAX_OPEN = 32;
const MAX_ENDED = 50;
/** More than the exchange allows within the window in which it counts them. */
const MAX_SENT_TIMES = 60;

export function openRelayEntries({ store, now, onChange, onFault }: RelayEntriesOptions): RelayEntries {
  let { entries, nonces, sentTimesMs } = store.load();

  // An earlier run may have sent what it marked.
  for (const { hash } of entries.filter(({ at }) => at === 'sending')) {
    entries = replace(hash, { kind: 'lost', reason: 'interrupted' });
  }

  function replace(hash: Hex32, event: RelayEvent): readonly RelayEntry[] {
    return entries.map((entry) => (entry.hash === hash ? reduceRelay(entry, event, now()) : entry));
  }

  const openOf = (wallet: WalletKey): RelayEntry[] =>
    entries.filter((entry) => isSameWallet(entry, wallet) && isOpen(entry));

  return {
    all: () => entries,
    find: (hash) => entries.find((one) => one.hash === hash),
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
    },
    apply(hash, event, mustSave = false) {
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
        onFault(error);
      }
      onChange();
      return entry;
    },
    findHead: (wallet) => openOf(wallet).toSorted((a, b) => a.call.nonce - b.call.nonce)[0] ?? null,
    findWatched: (wallet) => entries.find((entry) => isSameWallet(entry, wallet) && isWatched(entry, now())) ?? null,
    nextNonce(wallet, stated) {
      const own = openOf(wallet);
      const behind = Math.max(-1, ...own.map(({ call }) => call.nonce)) + 1;
      const known = stated ?? nonces[keyOf(wallet)] ?? null;
      return own.length === 0 ? known : Math.max(behind, known ?? 0);
    },
    noteNonce(wallet, next) {
      const key = keyOf(wallet);
      if ((nonces[key] ?? -1) >= next) return;
      nonces = { ...nonces, [key]: next };
      try {
        store.save({ entries, nonces, sentTimesMs });
      } catch (error) {
        onFault(error);
      }
      onChange();
    },
  };
}

const keyOf = ({ chainId, wallet }: WalletKey): string => `${chainId} ${wallet}`;
const isSameWallet = (a: WalletKey, b: WalletKey): boolean => keyOf(a) === keyOf(b);

/** Open entries, and the latest of the others. */
function trim(entries: readonly RelayEntry[]): readonly RelayEntry[] {
  const ended = entries.filter((entry) => !isOpen(entry)).toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
  const kept = new Set(ended.slice(0, MAX_ENDED));
  return entries.filter((entry) => isOpen(entry) || kept.has(entry));
}
