/**
 * Portfolio: the member's balance, positions, fills and rewards, merged from reads and streams.
 *
 * Units       Millionths; `askedAtMs` and `receivedAtMs` on this machine's clock.
 * Invariants  A read that was requested before a stream event never overwrites it. Of two values that both carry the
 *             exchange's time, the newer one stays. What an unreadable row may be keeps its last known value and is marked
 *             until it is read again.
 */
import type { Side } from '#shared/market/outcome.ts';
import type {
  AccountList,
  Balance,
  Fill,
  PendingReward,
  Position,
  UnreadableRow,
} from '#shared/order/account/account.ts';
import type { AccountLedger } from '#shared/order/account/ledger.ts';
import { mayBePosition, type UnreadableRows } from '#shared/order/account/unreadableRows.ts';
import type { BalanceTime } from '#shared/order/commitments.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { createFills, type FillPage, type FillQuery } from './fills.ts';

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
  /** Time at which the balance was correct. */
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
  /** Kept fills of one order, oldest first. */
  fillsOf(orderId: OrderId): readonly Fill[];
  /** Fills from this time on, oldest first. */
  fillsSince(exchangeTimeMs: number): readonly Fill[];
  /** Fills newest first, from behind a place. */
  fillPage(query: FillQuery): FillPage;
  /** Follows all fills. */
  ledger(): AccountLedger;
  rewards(): readonly PendingReward[];
  /** Applies one stream event. */
  applyBalance(balance: Balance, receivedAtMs: number): void;
  applyPosition(position: Position, receivedAtMs: number): void;
  applyFill(fill: Fill): void;
  /** Applies a read. A complete list removes the positions that it does not have, a partial list removes none. */
  applyBalanceList(balances: AccountList<Balance>, askedAtMs: number): void;
  applyPositionList(positions: AccountList<Position>, askedAtMs: number): void;
  /** Applies a read; returns the fills that were not known before. */
  applyFillList(fills: AccountList<Fill>): readonly Fill[];
  applyRewardList(rewards: readonly PendingReward[]): void;
  /** For another member, or none. */
  clear(): void;
}

export function createPortfolio(currency: string, onChange: () => void): Portfolio {
  let balance: Received<Balance> | null = null;
  const positions = new Map<string, Received<Position>>();
  const fills = createFills(onChange);
  /** Rows that may be the account's balance. */
  let badBalances: readonly UnreadableRow[] = [];
  let badPositions: readonly UnreadableRow[] = [];
  /** Keys of positions that the latest list may have as an unreadable row. */
  const lastKnown = new Set<string>();
  let rewards: readonly PendingReward[] = [];
  let positionList: readonly Position[] | null = null;

  const setPosition = (position: Position, receivedAtMs: number): void => {
    const key = keyOf(position);
    positions.set(key, { value: position, receivedAtMs });
    lastKnown.delete(key);
    positionList = null;
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
      if (badBalances.length + badPositions.length + fills.unreadable().length === 0) return null;
      const names = [...lastKnown].map((key) => positions.get(key)!.value);
      return {
        balances: badBalances,
        positions: badPositions,
        fills: fills.unreadable(),
        lastKnown: names.map(({ market, outcome }) => ({ market, outcome })),
      };
    },
    position: (market, side) => list().find((one) => one.market === market && one.outcome === side) ?? null,
    positions: list,
    fills: fills.newest,
    allFills: fills.all,
    fillsOf: fills.ofOrder,
    fillsSince: fills.since,
    fillPage: fills.page,
    ledger: fills.ledger,
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
    applyFill: fills.apply,
    applyBalanceList({ items, unreadable }, askedAtMs) {
      const listed = items.find((item) => item.currency === currency);
      const isNewer = balance === null || balance.receivedAtMs < askedAtMs;
      const doubtful =
        listed || !isNewer ? [] : unreadable.filter(({ id }) => id === null || id.toLowerCase() === currency);
      if (doubtful.length > 0 || badBalances.length > 0) {
        badBalances = doubtful;
        onChange();
      }
      if (!listed || (balance && balance.receivedAtMs >= askedAtMs)) return;
      if (balance && isWithinLag(askedAtMs, balance) && isOlder(listed, balance.value)) return;
      balance = { value: listed, receivedAtMs: askedAtMs };
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
    applyFillList: fills.applyList,
    applyRewardList(listed) {
      rewards = listed;
      onChange();
    },
    clear() {
      balance = null;
      positions.clear();
      fills.clear();
      lastKnown.clear();
      badBalances = [];
      badPositions = [];
      rewards = [];
      positionList = null;
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
