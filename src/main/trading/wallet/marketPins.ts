/**
 * Market pins: condition and token ids of each market, pinned at the first reading that agrees.
 *
 * Units       Saves of pins read at about the same time are one save, within 1 s; `savePinned` saves at once.
 * Invariants  A pin changes only by `accept`. A market whose listing or wallet record differs from its pin is changed until
 *             they agree again or a person accepts. An order is signed under a saved pin only.
 * Errors      `savePinned` and `accept` throw what saving throws.
 * Source      docs/decisions/0017-market-pins.md
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import type { MarketIds, MarketPin, MarketPinChange } from '#shared/order/wallet/pins.ts';
import type { MarketRecordRefusal } from '#shared/order/wallet/walletChanges.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { CheckMarketRecord, WalletRecords } from './walletRecords.ts';

export type PinsByMarket = Readonly<Record<MarketId, MarketPin>>;

/** The stored pins of one server. */
export interface MarketPinStore {
  value(): PinsByMarket;
  /** False while the vault is locked: nothing can be saved then. */
  isOpen(): boolean;
  /** On disk when this returns; throws when they cannot be saved. */
  save(pins: PinsByMarket): void;
}

export interface MarketPinsOptions {
  readonly store: MarketPinStore;
  /** The market as the exchange lists it now, or null. */
  market(id: MarketId): Market | null;
  readonly now: Now;
  readonly schedule: Scheduler;
  readonly wallets: Pick<WalletRecords, 'fetch' | 'clear'>;
  readonly checkMarketRecord: CheckMarketRecord;
  /** A market changed, or is no longer changed. */
  onChange(): void;
  onFault(error: unknown): void;
}

export interface MarketPins {
  /** Notes a checked record, which agrees with the market's listing; the first one of a market is pinned. */
  note(record: MarketWalletRecord, listed: Market): void;
  /** The ids that the market is pinned to; null without a pin. */
  findPinned(market: MarketId): MarketIds | null;
  /** How the market differs from its pin; null when it does not, or has none. */
  findChange(market: MarketId): MarketPinChange | null;
  listChanges(): readonly MarketPinChange[];
  /** Saves the pins that are not on disk yet. */
  savePinned(): void;
  /** Reads the record of a market before an order needs it, and notes it where it agrees; never rejects. */
  prefetch(market: MarketId): void;
  /** Reads a changed market again: its change, why it cannot be accepted, or null when it is as pinned. Rejects like a read. */
  read(market: MarketId): Promise<MarketPinChange | MarketRecordRefusal | null>;
  /** Replaces the pin by the ids that a person accepted; false when the market has changed again. */
  accept(change: MarketPinChange): boolean;
  close(): void;
}

const SAVE_WITHIN_MS = 1_000;
/** Pins that are kept at most: those of markets that left the list are dropped first. */
const MAX_PINS = 4_000;
/** The pin of a market that left the list is dropped this long after its close. */
const KEEP_AFTER_CLOSE_MS = 7 * 24 * 60 * 60_000;

export function createMarketPins(options: MarketPinsOptions): MarketPins {
  const { store, wallets, now, schedule } = options;
  const unsaved = new Map<MarketId, MarketPin>();
  /** Ids of the latest record of each market whose record differs from its pin. */
  const changed = new Map<MarketId, MarketIds>();
  let cancelSave: (() => void) | null = null;

  const find = (market: MarketId): MarketPin | null => unsaved.get(market) ?? store.value()[market] ?? null;

  function saveSoon(): void {
    cancelSave ??= schedule(SAVE_WITHIN_MS, () => {
      cancelSave = null;
      try {
        if (store.isOpen()) savePinned();
      } catch (error) {
        // Tried again before an order is signed, and with the next pin.
        options.onFault(error);
      }
    });
  }

  function savePinned(): void {
    if (unsaved.size === 0) return;
    store.save(prune({ ...store.value(), ...Object.fromEntries(unsaved) }));
    unsaved.clear();
  }

  function prune(pins: PinsByMarket): PinsByMarket {
    const entries = Object.entries(pins) as [MarketId, MarketPin][];
    const isOver = ({ closeAtMs }: MarketPin): boolean => closeAtMs !== null && closeAtMs + KEEP_AFTER_CLOSE_MS < now();
    const isListed = ([id]: [MarketId, MarketPin]): boolean => unsaved.has(id) || options.market(id) !== null;
    const kept = entries.filter((entry) => isListed(entry) || !isOver(entry[1]));
    const excess = Math.max(0, kept.length - MAX_PINS);
    const dropped = new Set(kept.filter((entry) => !isListed(entry)).slice(0, excess));
    if (dropped.size < excess) throw new Error(`Expected at most ${MAX_PINS} pinned markets, found ${kept.length}`);
    return Object.fromEntries(kept.filter((entry) => !dropped.has(entry)));
  }

  function findChange(market: MarketId): MarketPinChange | null {
    const pin = find(market);
    if (pin === null) return null;
    const before = pickIds(pin);
    const found = changed.get(market);
    if (found) return { market, before, now: found };
    const listed = options.market(market);
    if (listed === null || listed.yesTokenId === null || listed.noTokenId === null) return null;
    const ids = { conditionId: pin.conditionId, yesTokenId: listed.yesTokenId, noTokenId: listed.noTokenId };
    return isSame(before, ids) ? null : { market, before, now: ids };
  }

  function note(record: MarketWalletRecord, { id: market, closeAtMs }: Market): void {
    const ids = pickIds(record);
    const pin = find(market);
    if (pin === null) {
      unsaved.set(market, { ...ids, closeAtMs });
      saveSoon();
    } else if (!isSame(pin, ids)) {
      changed.set(market, ids);
      // It is not kept: the next one may be as pinned again.
      wallets.clear();
      options.onChange();
    } else if (changed.delete(market)) {
      options.onChange();
    }
  }

  async function check(market: MarketId): Promise<MarketRecordRefusal | null> {
    const record = await wallets.fetch(market);
    const listed = options.market(market);
    const refusal = options.checkMarketRecord(record, listed);
    if (refusal === null && listed !== null) note(record, listed);
    return refusal;
  }

  return {
    note,
    findPinned(market) {
      const pin = find(market);
      return pin === null ? null : pickIds(pin);
    },
    findChange,
    listChanges() {
      const ids = new Set([...unsaved.keys(), ...(Object.keys(store.value()) as MarketId[])]);
      return [...ids].map(findChange).filter((change) => change !== null);
    },
    savePinned,
    prefetch(market) {
      // A failed read is repeated by the order that needs it.
      check(market).catch(() => undefined);
    },
    async read(market) {
      wallets.clear();
      return (await check(market)) ?? findChange(market);
    },
    accept(change) {
      const { market, now: ids } = change;
      if (!isSameChange(change, findChange(market))) return false;
      const before = unsaved.get(market);
      unsaved.set(market, { ...ids, closeAtMs: options.market(market)?.closeAtMs ?? null });
      try {
        savePinned();
      } catch (error) {
        if (before === undefined) unsaved.delete(market);
        else unsaved.set(market, before);
        throw error;
      }
      changed.delete(market);
      options.onChange();
      return true;
    },
    close() {
      // A pin that is not saved was never signed under.
      cancelSave?.();
    },
  };
}

/** Pins that last until the program ends. */
export function createRunPins(): MarketPinStore {
  let pins: PinsByMarket = {};
  return {
    value: () => pins,
    isOpen: () => true,
    save(next) {
      pins = next;
    },
  };
}

function isSameChange(a: MarketPinChange, b: MarketPinChange | null): boolean {
  return b !== null && isSame(a.before, b.before) && isSame(a.now, b.now);
}

function pickIds({ conditionId, yesTokenId, noTokenId }: MarketIds): MarketIds {
  return { conditionId, yesTokenId, noTokenId };
}

function isSame(a: MarketIds, b: MarketIds): boolean {
  return a.conditionId === b.conditionId && a.yesTokenId === b.yesTokenId && a.noTokenId === b.noTokenId;
}
