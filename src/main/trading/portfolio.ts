/**
 * Portfolio: the member's balance, positions, fills and rewards, merged from reads and streams.
 *
 * Units       Millionths; `askedAtMs` and `receivedAtMs` on this machine's clock.
 * Invariants  A read that was requested before a stream event never overwrites it. Of two values that both carry the
 *             exchange's time, the newer one stays. What an unreadable row may be keeps its last known value and is marked
 *             until it is read again.
 */
import type { Side } from '#shared/market/outcome.ts';
import type { AccountList, Balance, Fill, PendingReward, Position, UnreadableRow } from '#shared/order/account.ts';
import type { BalanceTime } from '#shared/order/commitments.ts';
import { type AccountLedger, buildLedger } from '#shared/order/ledger.ts';
import { mayBePosition, type UnreadableRows } from '#shared/order/unreadableRows.ts';
import type { MarketId } from '#shared/units/ids.ts';

/** Of the fills that are kept, the newest are shown. */
const MAX_SHOWN_FILLS = 500;
/** Beyond it the oldest are dropped, and the ledger says that it is not complete. */
const MAX_FILLS = 20_000;
/** A read may lag behind the stream by this much; a read requested later is newer even if its clock is coarser. */
const READ_LAG_MS = 10_000;
/** Custody of tokens in the wallet, which orders sell. */
const OWN_CUSTODY = 'self';

interface Received<T> {
  readonly value: T;
  readonly receivedAtMs: number;
}

export interface Portfolio {
  balance(): Balance | null;
  /** When the balance was true. */
  balanceTime(): BalanceTime | null;
  position(market: MarketId, side: Side): Position | null;
  /** False while the latest balance could not be parsed. */
  isBalanceCertain(): boolean;
  /** Unreadable rows of the latest reads; null when there are none. */
  unreadableRows(): UnreadableRows | null;
  /** Tokens in the wallet first. */
  positions(): readonly Position[];
  /** Newest first, at most 500. */
  fills(): readonly Fill[];
  /** Every fill that is kept, newest first. */
  allFills(): readonly Fill[];
  /** Rebuilt from all fills. */
  ledger(): AccountLedger;
  rewards(): readonly PendingReward[];
  /** Applies one stream event. */
  applyBalance(balance: Balance, receivedAtMs: number): void;
  applyPosition(position: Position, receivedAtMs: number): void;
  applyFill(fill: Fill): void;
  /** Applies a read. A complete list removes the positions that it does not have, a partial list removes none. */
  applyBalanceList(balances: AccountList<Balance>, askedAtMs: number): void;
  applyPositionList(positions: AccountList<Position>, askedAtMs: number): void;
  /** Answers the fills that were not known before. */
  applyFillList(fills: AccountList<Fill>): readonly Fill[];
  applyRewardList(rewards: readonly PendingReward[]): void;
  /** For another member, or none. */
  clear(): void;
}

export function createPortfolio(currency: string, onChange: () => void): Portfolio {
  let balance: Received<Balance> | null = null;
  const positions = new Map<string, Received<Position>>();
  const fills = new Map<string, Fill>();
  /** Number of fills by id: two for a self-match. */
  const fillIds = new Map<string, number>();
  /** Rows that may be the account's balance. */
  let badBalances: readonly UnreadableRow[] = [];
  let badPositions: readonly UnreadableRow[] = [];
  let badFills: readonly UnreadableRow[] = [];
  /** Keys of positions that the latest list may have as an unreadable row. */
  const lastKnown = new Set<string>();
  let areFillsListed = false;
  let areFillsDropped = false;
  let areFillsPartial = false;
  let rewards: readonly PendingReward[] = [];
  let positionList: readonly Position[] | null = null;
  let fillList: readonly Fill[] | null = null;
  let ledger: AccountLedger | null = null;

  const setPosition = (position: Position, receivedAtMs: number): void => {
    const key = keyOf(position);
    positions.set(key, { value: position, receivedAtMs });
    lastKnown.delete(key);
    positionList = null;
  };

  const removeFill = (key: string, id: string): void => {
    if (!fills.delete(key)) return;
    const count = (fillIds.get(id) ?? 1) - 1;
    if (count === 0) fillIds.delete(id);
    else fillIds.set(id, count);
  };

  /** A fill without an order id is the same fill as one with it. */
  const setFill = (fill: Fill): boolean => {
    const key = fillKeyOf(fill);
    if (fill.orderId !== null) removeFill(`${fill.id}/`, fill.id);
    else if (!fills.has(key) && fillIds.has(fill.id)) return false;
    const known = fills.get(key);
    if (known && (isSameFill(known, fill) || (isFinal(known) && !isFinal(fill)))) return false;
    if (!known) fillIds.set(fill.id, (fillIds.get(fill.id) ?? 0) + 1);
    fills.set(key, fill);
    return true;
  };

  const addFills = (incoming: readonly Fill[]): readonly Fill[] => {
    const added: Fill[] = [];
    let hasChanged = false;
    for (const fill of incoming) {
      const isNew = !fillIds.has(fill.id);
      if (!setFill(fill)) continue;
      hasChanged = true;
      if (isNew) added.push(fill);
    }
    if (!hasChanged) return [];
    fillList = null;
    ledger = null;
    if (fills.size > MAX_FILLS) {
      areFillsDropped = true;
      for (const old of sortFills(fills.values()).slice(MAX_FILLS)) removeFill(fillKeyOf(old), old.id);
    }
    onChange();
    return added.filter((fill) => fills.has(fillKeyOf(fill)));
  };

  const list = (): readonly Position[] => {
    positionList ??= [...positions.values()].map(({ value }) => value).sort((a, b) => rankOf(a) - rankOf(b));
    return positionList;
  };

  return {
    balance: () => balance?.value ?? null,
    balanceTime: () => balance && { exchangeTimeMs: balance.value.exchangeTimeMs, receivedAtMs: balance.receivedAtMs },
    isBalanceCertain: () => badBalances.length === 0,
    unreadableRows() {
      if (badBalances.length + badPositions.length + badFills.length === 0) return null;
      const names = [...lastKnown].map((key) => positions.get(key)!.value);
      return {
        balances: badBalances,
        positions: badPositions,
        fills: badFills,
        lastKnown: names.map(({ market, outcome }) => ({ market, outcome })),
      };
    },
    position: (market, side) => list().find((one) => one.market === market && one.outcome === side) ?? null,
    positions: list,
    fills() {
      fillList ??= sortFills(fills.values()).slice(0, MAX_SHOWN_FILLS);
      return fillList;
    },
    allFills: () => sortFills(fills.values()),
    ledger() {
      ledger ??= {
        ...buildLedger(fills.values()),
        isComplete: areFillsListed && !areFillsDropped && !areFillsPartial && badFills.length === 0,
      };
      return ledger;
    },
    rewards: () => rewards,
    applyBalance(next, receivedAtMs) {
      if (next.currency !== currency || isOlder(next, balance?.value)) return;
      balance = { value: next, receivedAtMs };
      badBalances = [];
      onChange();
    },
    applyPosition(position, receivedAtMs) {
      if (isOlder(position, positions.get(keyOf(position))?.value)) return;
      setPosition(position, receivedAtMs);
      badPositions = badPositions.filter((row) => !isNamed(row, position));
      onChange();
    },
    applyFill: (fill) => void addFills([fill]),
    applyBalanceList({ items, unreadable }, askedAtMs) {
      const own = items.find((item) => item.currency === currency);
      const isNewer = balance === null || balance.receivedAtMs < askedAtMs;
      const doubtful =
        own || !isNewer ? [] : unreadable.filter(({ id }) => id === null || id.toLowerCase() === currency);
      if (doubtful.length > 0 || badBalances.length > 0) {
        badBalances = doubtful;
        onChange();
      }
      if (!own || (balance && balance.receivedAtMs >= askedAtMs)) return;
      if (balance && isWithinLag(askedAtMs, balance) && isOlder(own, balance.value)) return;
      balance = { value: own, receivedAtMs: askedAtMs };
      onChange();
    },
    applyPositionList({ items: listed, partial, unreadable }, askedAtMs) {
      // A row whose position the stream reported after the request is older than that report.
      badPositions = unreadable.filter(
        (row) => ![...positions.values()].some((known) => known.receivedAtMs >= askedAtMs && isNamed(row, known.value)),
      );
      lastKnown.clear();
      const keys = new Set<string>();
      for (const position of listed) {
        const key = keyOf(position);
        keys.add(key);
        const known = positions.get(key);
        if (known && known.receivedAtMs >= askedAtMs) continue;
        if (known && isWithinLag(askedAtMs, known) && isOlder(position, known.value)) continue;
        setPosition(position, askedAtMs);
      }
      for (const [key, known] of positions) {
        if (keys.has(key) || known.receivedAtMs >= askedAtMs) continue;
        if (unreadable.some((row) => mayBePosition(row, known.value))) {
          lastKnown.add(key);
          continue;
        }
        if (partial !== null) continue;
        positions.delete(key);
        positionList = null;
      }
      onChange();
    },
    applyFillList({ items, partial, unreadable }) {
      const isSame =
        areFillsListed && areFillsPartial === (partial !== null) && badFills.length + unreadable.length === 0;
      areFillsListed = true;
      areFillsPartial = partial !== null;
      badFills = unreadable;
      const added = addFills(items);
      if (!isSame) {
        ledger = null;
        onChange();
      }
      return added;
    },
    applyRewardList(listed) {
      rewards = listed;
      onChange();
    },
    clear() {
      balance = null;
      positions.clear();
      fills.clear();
      fillIds.clear();
      areFillsListed = false;
      areFillsDropped = false;
      areFillsPartial = false;
      lastKnown.clear();
      badBalances = [];
      badPositions = [];
      badFills = [];
      rewards = [];
      positionList = null;
      fillList = null;
      ledger = null;
      onChange();
    },
  };
}

/** True when the row names this market and outcome. */
function isNamed(row: UnreadableRow, { market, outcome }: Position): boolean {
  return row.market === market && row.outcome === outcome;
}

/** A position without a custody is the wallet's. */
function custodyOf(position: Position): string {
  return position.custody === '' ? OWN_CUSTODY : position.custody;
}

function keyOf(position: Position): string {
  return `${position.market} ${position.outcome} ${custodyOf(position)}`;
}

function rankOf(position: Position): number {
  return custodyOf(position) === OWN_CUSTODY ? 0 : 1;
}

/** A self-match is two fills with one id. */
function fillKeyOf(fill: Fill): string {
  return `${fill.id}/${fill.orderId ?? ''}`;
}

function isSameFill(a: Fill, b: Fill): boolean {
  return a.state === b.state && a.fee === b.fee;
}

/** Settled or voided; `active` is the state before (docs/assumptions.md#contract-states). */
function isFinal(fill: Fill): boolean {
  return fill.state !== null && fill.state !== 'active';
}

function isWithinLag(askedAtMs: number, known: Received<unknown>): boolean {
  return askedAtMs - known.receivedAtMs < READ_LAG_MS;
}

interface Timed {
  readonly exchangeTimeMs: number | null;
}

function isOlder(next: Timed, known: Timed | undefined): boolean {
  if (!known || next.exchangeTimeMs === null || known.exchangeTimeMs === null) return false;
  return next.exchangeTimeMs < known.exchangeTimeMs;
}

function sortFills(fills: Iterable<Fill>): Fill[] {
  return [...fills].sort((a, b) => b.exchangeTimeMs - a.exchangeTimeMs || (a.id < b.id ? 1 : -1));
}
