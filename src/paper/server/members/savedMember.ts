/** Stored form of members, orders and fills. Units: as in the engine; markets by `market_id`. */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { OrderState } from '../../engine/state.ts';
import type { MemberKind, SetupShape } from './memberKind.ts';

export interface SavedHolding {
  readonly market: string;
  readonly side: Side;
  readonly quantity: number;
  readonly cost: number;
  readonly realized: number;
  readonly updatedAtMs: number;
}

export interface SavedMember {
  readonly id: number;
  readonly kind: MemberKind;
  readonly owner: string;
  readonly signingKey: string | null;
  readonly setup: SetupShape;
  readonly safeNonce: number;
  readonly approvals: number;
  readonly hasHandler: boolean;
  readonly balance: number;
  readonly rewards: number;
  readonly updatedAtMs: number;
  readonly holdings: readonly SavedHolding[];
}

export interface SavedOrder {
  readonly id: number;
  readonly market: string;
  readonly side: Side;
  readonly direction: Direction;
  readonly ticks: number;
  readonly shares: number;
  readonly remaining: number;
  readonly locked: number;
  readonly state: OrderState;
  readonly fills: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number | null;
}

export interface SavedFill {
  readonly id: number;
  readonly orderId: number;
  readonly ticks: number;
  readonly shares: number;
  readonly value: number;
  readonly fee: number;
  readonly takerSide: Side;
  readonly atMs: number;
}
