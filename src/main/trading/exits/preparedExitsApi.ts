/** Interface of prepared exits: what they are created with, and what they offer. */
import type { Side } from '#shared/market/outcome.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { RecordedLot } from '#shared/order/consent.ts';
import type { PackEnd, PreparedLot, StandingSale } from '#shared/order/exits/preparedExits.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Gateway, PreparedBodies } from '../ports.ts';
import type { PreTradeSources } from '../risk/preTradeContext.ts';
import type { Risk } from '../risk/risk.ts';
import type { PlanExits } from './exitPlanner.ts';

export interface PreparedPost {
  readonly lotId: string;
  /** Id of the order's intent; two posts with the same id send one order. */
  readonly intentId: IntentId;
  /** The lot is not sent for less than this. */
  readonly worst: Price;
  /** True once whoever sends it was stopped. */
  readonly isStopped?: () => boolean;
}

export interface PreparedExits {
  /** What would be signed ahead, frozen; nothing is signed yet. */
  plan: PlanExits;
  /** The lots of a position that may be sent, largest first; empty without prepared exits. */
  available(market: MarketId, side: Side): readonly PreparedLot[];
  /** True while a lot of the position is on its way. */
  isBusy(market: MarketId, side: Side): boolean;
  /** Sends one lot. */
  post(how: PreparedPost): Promise<PlaceReceipt>;
  /** Destroys the body of a lot that was not sent, so that it never can be. */
  burn(lotId: string): void;
  /** Prepared exits that were sent in this or an earlier run, until they expire: a cancel does not void a signature. */
  standing(): readonly StandingSale[];
  /**
   * Voids the exits that were not sent, then cancels those that were sent and may still rest, also of earlier runs. The pack is
   * discarded last: behind a lock the cancels need its credentials. Exits that are prepared meanwhile are kept.
   */
  revoke(): Promise<void>;
  /** Discards the pack. */
  discard(reason: PackEnd): void;
  /** Compares the lots with the account, as after every change of it. */
  recheck(): void;
}

export interface PreparedExitsOptions extends PreTradeSources {
  readonly gateway: Pick<Gateway, 'postPrepared' | 'fetchMarketWallet' | 'ensureClock'>;
  readonly bodies: PreparedBodies;
  readonly risk: Pick<Risk, 'state' | 'evaluateUse' | 'add'>;
  /** Recorded lots that may have been sent although no order shows it. */
  lostLots(): readonly RecordedLot[];
  /** True while the account's data is current: an open stream, and a complete read since it opened. */
  isLive(): boolean;
  cancel(id: OrderId): Promise<unknown>;
  onAccepted(order: ExchangeOrder): void;
  /** An outcome is lost, so that the exchange is asked. */
  onLost(): void;
  readonly explainRead: ExplainRead;
  onFault(where: string, error: unknown): void;
}
