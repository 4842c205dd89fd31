/** Shared state of the endpoints: simulation, members, market ids and clock. */
import type { BookMarket } from '../engine/state.ts';
import type { PaperMarket, World } from '../simulation/world.ts';
import { ORACLE, USDC } from './chain/chain.ts';
import { buildConditionIds, buildQuestionId, type ConditionIds } from './chain/conditionalTokens.ts';
import type { Settlement } from './chain/settlement.ts';
import type { PaperClock } from './clock.ts';
import type { FaultKind } from './faultPlan.ts';
import type { Faults } from './faults.ts';
import type { StrictNonces } from './http/nonces.ts';
import { Refusal } from './http/refusal.ts';
import type { Members } from './members/members.ts';
import type { DirectionField } from './members/placement.ts';
import type { Persistence } from './persistence/persistence.ts';

export interface Core {
  readonly world: World;
  readonly members: Members;
  readonly clock: PaperClock;
  readonly markets: MarketIndex;
  readonly persistence: Persistence;
  readonly faults: Faults;
  /** Runs a function after milliseconds of the wall clock, unless the exchange is closed by then. */
  later(ms: number, work: () => void): void;
  /** Null: a nonce may repeat and fall within its window. */
  readonly strictNonces: StrictNonces | null;
  readonly direction: DirectionField;
  readonly onRequest: RequestTap | null;
  /** Null: the engine alone moves money. */
  readonly settlement: Settlement | null;
}

/** One request and its outcome. */
export interface SeenRequest {
  /** Wall clock. */
  readonly atMs: number;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
  /** False when a fault kept the request from being executed. */
  readonly isExecuted: boolean;
  /** Status and value of the response before any fault; null when there is none. */
  readonly status: number | null;
  readonly value: unknown;
  /** The fault that changed the response, or null. */
  readonly fault: FaultKind | null;
}

/** Called before the response leaves. */
export type RequestTap = (request: SeenRequest) => void;

export interface MarketIndex {
  /** By `market_id` or numeric id. */
  get(name: string): PaperMarket | null;
  /** By `market_id` or numeric id; throws a Refusal 404 when there is none. */
  find(name: string): PaperMarket;
  ofBook(book: BookMarket): PaperMarket;
  ids(market: PaperMarket): ConditionIds;
}

export function buildMarketIndex(world: World): MarketIndex {
  // Of a market that the world forgets nothing is kept.
  const ids = new WeakMap<PaperMarket, ConditionIds>();
  return {
    get: world.find,
    find(name) {
      const market = world.find(name);
      if (!market) throw new Refusal(404, 'record.not_found');
      return market;
    },
    ofBook: world.ofBook,
    ids(market) {
      const known = ids.get(market) ?? buildConditionIds(ORACLE, buildQuestionId(market.slug), USDC);
      ids.set(market, known);
      return known;
    },
  };
}
