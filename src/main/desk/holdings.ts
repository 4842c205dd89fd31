/**
 * The member's balance, positions and fills, merged from reads and streams by meaning and time.
 *
 * Units       Millionths; `askedAtMs` and `receivedAtMs` on this machine's clock.
 * Invariants  A read that was asked before a stream's word never overwrites it; between two words that both carry the
 *             exchange's time, the newer wins.
 */
import type { Side } from '#shared/market/outcome.ts';
import type { Balance, Fill, PendingReward, Position } from '#shared/order/account.ts';
import type { MarketId } from '#shared/units/ids.ts';

const MOST_FILLS = 500;

interface Heard<T> {
  readonly value: T;
  readonly receivedAtMs: number;
}

export interface Holdings {
  balance(): Balance | null;
  position(market: MarketId, side: Side): Position | null;
  positions(): readonly Position[];
  /** Newest first. */
  fills(): readonly Fill[];
  rewards(): readonly PendingReward[];
  hearBalance(balance: Balance, receivedAtMs: number): void;
  hearPosition(position: Position, receivedAtMs: number): void;
  hearFill(fill: Fill): void;
  readBalances(balances: readonly Balance[], askedAtMs: number): void;
  readPositions(positions: readonly Position[], askedAtMs: number): void;
  readFills(fills: readonly Fill[]): void;
  readRewards(rewards: readonly PendingReward[]): void;
  /** Another member, or none. */
  forget(): void;
}

export function openHoldings(currency: string, onChange: () => void): Holdings {
  let balance: Heard<Balance> | null = null;
  const positions = new Map<string, Heard<Position>>();
  const fills = new Map<string, Fill>();
  let rewards: readonly PendingReward[] = [];
  let positionList: readonly Position[] | null = null;
  let fillList: readonly Fill[] | null = null;

  const keyOf = (market: MarketId, side: Side): string => `${market} ${side}`;

  const putPosition = (position: Position, receivedAtMs: number): void => {
    positions.set(keyOf(position.market, position.outcome), { value: position, receivedAtMs });
    positionList = null;
  };

  const addFills = (incoming: readonly Fill[]): void => {
    let hasMoved = false;
    for (const fill of incoming) {
      const known = fills.get(fill.id);
      if (known && known.state === fill.state && known.fee === fill.fee) continue;
      fills.set(fill.id, fill);
      hasMoved = true;
    }
    if (!hasMoved) return;
    fillList = null;
    const sorted = sortFills(fills.values());
    for (const old of sorted.slice(MOST_FILLS)) fills.delete(old.id);
    onChange();
  };

  return {
    balance: () => balance?.value ?? null,
    position: (market, side) => positions.get(keyOf(market, side))?.value ?? null,
    positions() {
      positionList ??= [...positions.values()].map((heard) => heard.value);
      return positionList;
    },
    fills() {
      fillList ??= sortFills(fills.values());
      return fillList;
    },
    rewards: () => rewards,
    hearBalance(heard, receivedAtMs) {
      if (heard.currency !== currency || isOlder(heard, balance?.value)) return;
      balance = { value: heard, receivedAtMs };
      onChange();
    },
    hearPosition(position, receivedAtMs) {
      if (isOlder(position, positions.get(keyOf(position.market, position.outcome))?.value)) return;
      putPosition(position, receivedAtMs);
      onChange();
    },
    hearFill: (fill) => addFills([fill]),
    readBalances(served, askedAtMs) {
      const own = served.find((item) => item.currency === currency);
      if (!own || (balance && balance.receivedAtMs >= askedAtMs)) return;
      if (isOlder(own, balance?.value)) return;
      balance = { value: own, receivedAtMs: askedAtMs };
      onChange();
    },
    readPositions(served, askedAtMs) {
      const shown = new Set<string>();
      for (const position of served) {
        const key = keyOf(position.market, position.outcome);
        shown.add(key);
        const known = positions.get(key);
        if (known && known.receivedAtMs >= askedAtMs) continue;
        if (!isOlder(position, known?.value)) putPosition(position, askedAtMs);
      }
      for (const [key, known] of positions) {
        if (shown.has(key) || known.receivedAtMs >= askedAtMs) continue;
        positions.delete(key);
        positionList = null;
      }
      onChange();
    },
    readFills: (served) => addFills(served),
    readRewards(served) {
      rewards = served;
      onChange();
    },
    forget() {
      balance = null;
      positions.clear();
      fills.clear();
      rewards = [];
      positionList = null;
      fillList = null;
      onChange();
    },
  };
}

interface Timed {
  readonly exchangeTimeMs: number | null;
}

function isOlder(word: Timed, known: Timed | undefined): boolean {
  if (!known || word.exchangeTimeMs === null || known.exchangeTimeMs === null) return false;
  return word.exchangeTimeMs < known.exchangeTimeMs;
}

function sortFills(fills: Iterable<Fill>): Fill[] {
  return [...fills].sort((a, b) => b.exchangeTimeMs - a.exchangeTimeMs || (a.id < b.id ? 1 : -1));
}
