/**
 * What main shows of prepared exits: the lots, without body or signature, and why the last ones ended.
 *
 * Units       Millionths; times in Unix ms of this machine's clock.
 */
import type { PackEnd, PreparedLot } from '../order/exits/preparedExits.ts';
import type { Usd } from '../units/usd.ts';

export type PreparedLotView = Pick<
  PreparedLot,
  'id' | 'market' | 'side' | 'price' | 'shares' | 'expiresAtMs' | 'at' | 'orderId'
>;

export interface PreparedExitsView {
  /** Null: none are prepared. */
  readonly pack: {
    readonly preparedAtMs: number;
    /** The latest expiry: nothing of it can be sent after this. */
    readonly expiresAtMs: number;
    /** Positions that a lot can still be sent for. */
    readonly positions: number;
    /** Worst case: every lot that can still be sent is sold at its floor, for at least this. */
    readonly floorValue: Usd;
    /** Empty while the screen or the keys are locked. */
    readonly lots: readonly PreparedLotView[];
  } | null;
  /** Why the last ones ended; null while some are prepared, and before the first. */
  readonly ended: { readonly reason: PackEnd; readonly atMs: number } | null;
}
