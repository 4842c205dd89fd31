/**
 * Plans of prepared exits: what is signed ahead, frozen before a person is asked.
 *
 * Invariants  Reads the account as it is now: current data, a wallet that a key of the vault signs for, tokens as pinned, and
 *             settled shares that nothing else commits. Signs nothing.
 * Errors      A reason instead of a plan; never throws.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import type { Side } from '#shared/market/outcome.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import { isOnTick } from '#shared/market/tickGrid.ts';
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import { canArm } from '#shared/order/account/readiness.ts';
import {
  accountOf,
  checkExitPlan,
  divideLots,
  type ExitPlan,
  type ExitPosition,
  findExpiry,
  isSameAccount,
  type PlanFault,
} from '#shared/order/exits/preparedExits.ts';
import { findOrderSigner } from '#shared/order/orderSigner.ts';
import type { PlaceDenial } from '#shared/order/receipts.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import type { Gateway } from '../ports.ts';
import { buildPreTradeContext, type PreTradeSources } from '../risk/preTradeContext.ts';
import type { MarketPins } from '../wallet/marketPins.ts';
import type { WalletRecords } from '../wallet/walletRecords.ts';

/** A position to prepare an exit for, and the least price of each share. */
export interface ExitChoice {
  readonly market: MarketId;
  readonly side: Side;
  readonly price: Price;
  /** Most shares to prepare; null: all that can be sold. */
  readonly shares: Shares | null;
}

export type ExitPlanAnswer =
  | { readonly plan: ExitPlan }
  | { readonly fault: PlanFault }
  | { readonly denial: PlaceDenial };

export interface ExitPlannerOptions extends PreTradeSources {
  readonly gateway: Pick<Gateway, 'ensureClock'>;
  readonly wallets: WalletRecords;
  readonly pins: Pick<MarketPins, 'findChange' | 'note' | 'savePinned'>;
  readonly domainVersion: string;
  /** True while the account's data is current. */
  isLive(): boolean;
  readonly explainRead: ExplainRead;
  onFault(where: string, error: unknown): void;
}

export type PlanExits = (choices: readonly ExitChoice[], hours: number) => Promise<ExitPlanAnswer>;

const PROBE = parseIntentId('prepared-exit-plan');

export function createExitPlanner(options: ExitPlannerOptions): PlanExits {
  const { gateway, wallets, pins, context, clock } = options;

  async function planPosition(
    choice: ExitChoice,
    hours: number,
  ): Promise<{ readonly position: ExitPosition; readonly record: MarketWalletRecord } | PlaceDenial> {
    const { market: id, side, price } = choice;
    let record: MarketWalletRecord;
    try {
      await gateway.ensureClock();
      record = await wallets.fetch(id);
    } catch (error) {
      return { code: 'walletUnreadable', parameters: { failure: options.explainRead(error) } };
    }
    if (record.safeStatus !== 'ready') return { code: 'walletNotReady', parameters: {} };
    const market = context.market(id);
    const refusal = wallets.check(record, market);
    if (refusal !== null) return { code: 'walletMismatch', parameters: { refusal } };
    if (market === null) return { code: 'noMarket', parameters: {} };
    pins.note(record, market);
    try {
      pins.savePinned();
    } catch (error) {
      options.onFault('market pins', error);
      return { code: 'pinNotSaved', parameters: {} };
    }
    if (pins.findChange(id) !== null) return { code: 'marketChanged', parameters: {} };
    const tick = context.tick();
    if (!isOnTick(price, tick)) return { code: 'badPrice', parameters: { tick, found: price } };
    const intent = {
      market: id,
      side,
      direction: 'sell',
      price,
      shares: toShares(0),
      postOnly: false,
      bookVersion: null,
    } as const;
    const { sellable } = buildPreTradeContext({ intentId: PROBE, ...intent }, options, false);
    if (sellable === null || sellable === 0)
      return { code: 'sellable', parameters: { requested: toShares(0), sellable } };
    const { conditionId, yesTokenId, noTokenId } = record;
    const { closeAtMs } = market;
    const times = { nowMs: clock.now(), exchangeTimeMs: clock.exchangeTimeMs() };
    const expiresAtMs = findExpiry(hours, closeAtMs, times);
    const lots = divideLots(toShares(Math.min(sellable, choice.shares ?? sellable)));
    const position = {
      market: id,
      side,
      conditionId,
      yesTokenId,
      noTokenId,
      sellable,
      price,
      lots,
      closeAtMs,
      expiresAtMs,
    };
    return { position, record };
  }

  return async (choices, hours) => {
    const readiness = context.readiness(options.isArmed());
    if (readiness.code !== 'armed' && !canArm(readiness)) return { denial: readiness };
    if (context.custodialAccount() !== null) return { fault: 'custodial' };
    const planned: { readonly position: ExitPosition; readonly record: MarketWalletRecord }[] = [];
    for (const choice of choices) {
      const answer = await planPosition(choice, hours);
      if ('code' in answer) return { denial: answer };
      planned.push(answer);
    }
    const [first] = planned;
    if (first === undefined) return { fault: 'noPosition' };
    // The records were read one after the other: all must have one configuration, and it must still be current.
    const { record } = first;
    const isOne = planned.every((one) => isSameAccount(one.record, record) && wallets.isCurrent(one.record));
    if (!isOne || !options.isLive())
      return { denial: { code: 'lotRefused', parameters: { reason: 'accountNotLive' } } };
    const signer = findOrderSigner({
      signatureType: record.signatureType,
      walletOwner: record.ownerAddress,
      ownKey: context.owner(),
      secondKeys: context.secondKeys(),
    });
    if (signer.kind === 'none') return { denial: { code: 'readOnly', parameters: { reason: signer.reason } } };
    const plan: ExitPlan = {
      account: accountOf(record),
      domainVersion: options.domainVersion,
      signer,
      positions: planned.map(({ position }) => position),
    };
    const fault = checkExitPlan(plan, clock.now());
    return fault === null ? { plan } : { fault };
  };
}
