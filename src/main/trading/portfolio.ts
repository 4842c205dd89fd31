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
/** A read may lag behind the stream for so long; one asked later is newer, however its clock is grained. */
const READ_LAG_MS = 10_000;
/** Tokens in the wallet, which orders sell. */
const OWN_CUSTODY = 'self';

interface Heard<T> {
  readonly value: T;
  readonly receivedAtMs: number;
}

export interface Portfolio {
  balance(): Balance | null;
  position(market: MarketId, side: Side): Position | null;
  /** What the wallet itself holds first. */
  positions(): readonly Position[];
  /** Newest first. */
  fills(): readonly Fill[];
  rewards(): readonly PendingReward[];
  applyBalance(balance: Balance, receivedAtMs: number): void;
  applyPosition(position: Position, receivedAtMs: number): void;
  applyFill(fill: Fill): void;
  applyBalanceList(balances: readonly Balance[], askedAtMs: number): void;
  applyPositionList(positions: readonly Position[], askedAtMs: number): void;
  applyFillList(fills: readonly Fill[]): void;
  applyRewardList(rewards: readonly PendingReward[]): void;
  /** Another member, or none. */
  forget(): void;
}

export function createPortfolio(currency: string, onChange: () => void): Portfolio {
  let balance: Heard<Balance> | null = null;
  const positions = new Map<string, Heard<Position>>();
  const fills = new Map<string, Fill>();
  let rewards: readonly PendingReward[] = [];
  let positionList: readonly Position[] | null = null;
  let fillList: readonly Fill[] | null = null;

  const putPosition = (position: Position, receivedAtMs: number): void => {
    positions.set(keyOf(position), { value: position, receivedAtMs });
    positionList = null;
  };

  /** A word that leaves the order out is the same fill as one that names it. */
  const putFill = (fill: Fill): boolean => {
    const key = fillKeyOf(fill);
    if (fill.orderId !== null) fills.delete(`${fill.id}/`);
    else if (!fills.has(key) && [...fills.values()].some((one) => one.id === fill.id)) return false;
    const known = fills.get(key);
    if (known && (isSameFill(known, fill) || (isFinal(known) && !isFinal(fill)))) return false;
    fills.set(key, fill);
    return true;
  };

  const addFills = (incoming: readonly Fill[]): void => {
    let hasMoved = false;
    for (const fill of incoming) if (putFill(fill)) hasMoved = true;
    if (!hasMoved) return;
    fillList = null;
    const sorted = sortFills(fills.values());
    for (const old of sorted.slice(MOST_FILLS)) fills.delete(fillKeyOf(old));
    onChange();
  };

  const list = (): readonly Position[] => {
    positionList ??= [...positions.values()].map((heard) => heard.value).sort((a, b) => rankOf(a) - rankOf(b));
    return positionList;
  };

  return {
    balance: () => balance?.value ?? null,
    position: (market, side) => list().find((one) => one.market === market && one.outcome === side) ?? null,
    positions: list,
    fills() {
      fillList ??= sortFills(fills.values());
      return fillList;
    },
    rewards: () => rewards,
    applyBalance(heard, receivedAtMs) {
      if (heard.currency !== currency || isOlder(heard, balance?.value)) return;
      balance = { value: heard, receivedAtMs };
      onChange();
    },
    applyPosition(position, receivedAtMs) {
      if (isOlder(position, positions.get(keyOf(position))?.value)) return;
      putPosition(position, receivedAtMs);
      onChange();
    },
    applyFill: (fill) => addFills([fill]),
    applyBalanceList(served, askedAtMs) {
      const own = served.find((item) => item.currency === currency);
      if (!own || (balance && balance.receivedAtMs >= askedAtMs)) return;
      if (balance && isLagging(askedAtMs, balance) && isOlder(own, balance.value)) return;
      balance = { value: own, receivedAtMs: askedAtMs };
      onChange();
    },
    applyPositionList(served, askedAtMs) {
      const shown = new Set<string>();
      for (const position of served) {
        const key = keyOf(position);
        shown.add(key);
        const known = positions.get(key);
        if (known && known.receivedAtMs >= askedAtMs) continue;
        if (known && isLagging(askedAtMs, known) && isOlder(position, known.value)) continue;
        putPosition(position, askedAtMs);
      }
      for (const [key, known] of positions) {
        if (shown.has(key) || known.receivedAtMs >= askedAtMs) continue;
        positions.delete(key);
        positionList = null;
      }
      onChange();
    },
    applyFillList: (served) => addFills(served),
    applyRewardList(served) {
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

/** A record that names no custody is the wallet's. */
function custodyOf(position: Position): string {
  return position.custody === '' ? OWN_CUSTODY : position.custody;
}

function keyOf(position: Position): string {
  return `${position.market} ${position.outcome} ${custodyOf(position)}`;
}

function rankOf(position: Position): number {
  return custodyOf(position) === OWN_CUSTODY ? 0 : 1;
}

/** A match with oneself is two fills of one id. */
function fillKeyOf(fill: Fill): string {
  return `${fill.id}/${fill.orderId ?? ''}`;
}

function isSameFill(a: Fill, b: Fill): boolean {
  return a.state === b.state && a.fee === b.fee;
}

/** Settled or voided: `active` is only what came before (docs/assumptions.md#contract-states). */
function isFinal(fill: Fill): boolean {
  return fill.state !== null && fill.state !== 'active';
}

function isLagging(askedAtMs: number, known: Heard<unknown>): boolean {
  return askedAtMs - known.receivedAtMs < READ_LAG_MS;
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
