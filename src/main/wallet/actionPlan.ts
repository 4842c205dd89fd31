/**
 * Action plan: one withdrawal, redemption, split or merge with exact amounts, frozen from the preview to the signature.
 *
 * Units       Millionths.
 * Invariants  Every contract address is of the pinned configuration. The built call was decoded and compared with the action
 *             before it is shown. Amounts never exceed what no order locks and no call under way takes.
 * Errors      WalletError ACTION_REFUSED.
 * Source      docs/security-coverage.md#r43
 */
import { deepFreeze } from '#shared/base/deepFreeze.ts';
import type { ActionPlanView, ActionWarning, EffectLine, ListedAddress } from '#shared/ipc/wallet/relay.ts';
import { type Market, phaseOf } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Balance, MarketWalletRecord, Position, WalletRecord } from '#shared/order/account/account.ts';
import { payoutOf, type WalletAction, type WalletIntent } from '#shared/order/wallet/walletAction.ts';
import type { MarketRecordRefusal } from '#shared/order/wallet/walletChanges.ts';
import { BugError } from '#shared/units/errors.ts';
import type { Address, Hex32, MarketId } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { buildRelayedTx, hashSafeTx } from '#wire/eip712/safeTx.ts';
import type { KnownAddress } from './addressBook.ts';
import type { CallCodec } from './callCodec.ts';
import { describeEffect } from './effects.ts';
import { findMultiSend } from './knownContracts.ts';
import { buildMoneyCall, checkMoneyCall, type MoneyCall, type MoneyContracts } from './moneyCalls.ts';
import { isOpen, type RelayEntry } from './relayLife.ts';
import { safeDomainOf } from './setupCalls.ts';
import { refuseAction } from './walletError.ts';

/** A market with its checked ids. */
export interface ActionMarket {
  readonly market: Market;
  readonly record: MarketWalletRecord;
  readonly refusal: MarketRecordRefusal | null;
}

/** Everything that was read for a plan. */
export interface PlanFacts {
  readonly record: WalletRecord;
  readonly nonce: number;
  readonly balance: Balance;
  readonly positions: readonly Position[];
  readonly markets: ReadonlyMap<MarketId, ActionMarket>;
  /** Entries of the queue for this wallet. */
  readonly relays: readonly RelayEntry[];
  /** The address book's entry of the recipient; null: not listed. */
  readonly recipient: ListedAddress | null;
  readonly lookAlikes: readonly KnownAddress[];
  readonly allowedMultiSends: readonly Address[];
}

export interface ActionPlan {
  readonly record: WalletRecord;
  readonly action: WalletAction;
  readonly call: MoneyCall & { readonly nonce: number };
  readonly view: ActionPlanView;
}

const SIDES = ['yes', 'no'] as const;
const OWN_CUSTODY = 'self';

export function buildActionPlan(intent: WalletIntent, facts: PlanFacts, codec: CallCodec): ActionPlan {
  const { record, nonce } = facts;
  const { action, lines, warnings } = resolveIntent(intent, facts);
  const contracts = findContracts(record, facts.allowedMultiSends);
  if (action.kind === 'redeem' && action.conditionIds.length > 1 && contracts.multiSend === null) {
    throw refuseAction({ code: 'noBatchContract', parameters: {} }, 'Expected a known batch contract, found none');
  }
  const { call, inner } = buildMoneyCall(action, contracts, codec);
  requireOwnCall(call, action, contracts, codec);
  const hash: Hex32 = encodeHex32(hashSafeTx(buildRelayedTx({ ...call, nonce }), safeDomainOf(record)));
  const effects = inner.map((each) => {
    const { effect, valueWei, to, method } = describeEffect(each, record, codec);
    return { effect, valueWei, to, method };
  });
  const { proxyAddress: wallet, chainId } = record;
  const batch = call.operation === 1 ? call.to : null;
  const recipient = action.kind === 'withdraw' ? facts.recipient : null;
  const view = { hash, action, nonce, wallet, chainId, effects, batch, lines, recipient, warnings };
  return deepFreeze(structuredClone({ record, action, call: { ...call, nonce }, view }));
}

export function findContracts(record: WalletRecord, allowed: readonly Address[]): MoneyContracts {
  const { proxyAddress, usdcAddress, conditionalTokensAddress, chainId } = record;
  return { proxyAddress, usdcAddress, conditionalTokensAddress, multiSend: findMultiSend(chainId, allowed) };
}

/** Throws unless the bytes are the action's own call: checked for the preview, and again before the signature. */
export function requireOwnCall(
  call: MoneyCall,
  action: WalletAction,
  contracts: MoneyContracts,
  codec: CallCodec,
): void {
  const fault = checkMoneyCall(call, action, contracts, codec);
  if (fault !== null) throw new BugError(`Expected the built call to be the action's: ${fault}`);
}

interface Resolved {
  readonly action: WalletAction;
  readonly lines: readonly EffectLine[];
  readonly warnings: readonly ActionWarning[];
}

function resolveIntent(intent: WalletIntent, facts: PlanFacts): Resolved {
  switch (intent.kind) {
    case 'withdraw': {
      const { recipient, balance } = facts;
      if (recipient === null || recipient.address !== intent.to) {
        throw refuseAction(
          { code: 'notListed', parameters: {} },
          'Expected an address of the address book, found another',
        );
      }
      const amount = chooseAmount(intent.amount, freeCollateral(facts), 'collateral');
      const warnings: ActionWarning[] = [];
      if (recipient.usedAtMs === null) warnings.push({ code: 'firstUse', parameters: {} });
      for (const { text, name } of facts.lookAlikes) {
        warnings.push({ code: 'lookAlike', parameters: { other: text, name } });
      }
      if (intent.amount === 'all' && balance.locked > 0n) {
        warnings.push({ code: 'lockedStays', parameters: { locked: balance.locked } });
      }
      return { action: { kind: 'withdraw', to: intent.to, amount }, lines: [cashLine(-amount)], warnings };
    }
    case 'redeem':
      return resolveRedeem(intent.markets, facts);
    case 'split': {
      const { record } = requireMarket(intent.market, facts);
      const amount = chooseAmount(intent.amount, freeCollateral(facts), 'collateral');
      const lines = [cashLine(-amount), ...SIDES.map((outcome) => shareLine(intent.market, outcome, amount))];
      return { action: { kind: 'split', conditionId: record.conditionId, amount }, lines, warnings: [] };
    }
    case 'merge': {
      const { record } = requireMarket(intent.market, facts);
      const amount = chooseAmount(intent.amount, freeSets(intent.market, facts), 'sets');
      const lines = [cashLine(amount), ...SIDES.map((outcome) => shareLine(intent.market, outcome, -amount))];
      return { action: { kind: 'merge', conditionId: record.conditionId, amount }, lines, warnings: [] };
    }
  }
}

function resolveRedeem(markets: readonly MarketId[], facts: PlanFacts): Resolved {
  const unique = [...new Set(markets)];
  const warnings: ActionWarning[] = [];
  const lines: EffectLine[] = [];
  const conditionIds: Hex32[] = [];
  let paid = 0n;
  for (const id of unique) {
    const { market, record } = requireMarket(id, facts);
    const result = findResult(market);
    if (result === null) {
      throw refuseAction({ code: 'notResolved', parameters: { market: id } }, 'Expected a result, found none');
    }
    const holdings = holdingsOf(id, facts.positions);
    if (holdings.yes === 0n && holdings.no === 0n) {
      throw refuseAction({ code: 'nothingHeld', parameters: { market: id } }, 'Expected shares to redeem, found none');
    }
    if (facts.relays.some((entry) => isOpen(entry) && entry.lines.some((line) => line.share?.market === id))) {
      throw refuseAction(
        { code: 'alreadyUnderWay', parameters: { market: id } },
        'Expected no call under way, found one',
      );
    }
    const payout = payoutOf(result, holdings);
    if (payout === 0n) warnings.push({ code: 'nothingPaid', parameters: { market: id } });
    paid += payout;
    for (const side of SIDES) if (holdings[side] > 0n) lines.push(shareLine(id, side, -holdings[side]));
    conditionIds.push(record.conditionId);
  }
  return { action: { kind: 'redeem', conditionIds }, lines: [cashLine(paid), ...lines], warnings };
}

/** The winning outcome, a void, or null before the result. */
function findResult(market: Market): Side | 'void' | null {
  // The time does not matter: neither a result nor a void depends on it.
  const phase = phaseOf(market, 0);
  if (phase === 'voided') return 'void';
  if (phase !== 'resolved') return null;
  return market.result === 'yes' || market.result === 'no' ? market.result : null;
}

function requireMarket(id: MarketId, { markets }: PlanFacts): ActionMarket {
  const found = markets.get(id);
  if (found === undefined || found.refusal !== null) {
    const refusal = found?.refusal ?? null;
    throw refuseAction(
      { code: 'marketRefused', parameters: { market: id, refusal } },
      `Expected a checked market, found ${refusal?.code ?? 'none'}`,
    );
  }
  return found;
}

function chooseAmount(asked: bigint | 'all', free: bigint, of: 'collateral' | 'sets'): bigint {
  const amount = asked === 'all' ? free : asked;
  if (amount <= 0n) {
    throw refuseAction({ code: 'amountZero', parameters: {} }, `Expected an amount above zero, found ${amount}`);
  }
  if (amount > free) {
    throw refuseAction({ code: 'moreThanFree', parameters: { free, of } }, `Expected at most ${free}, found ${amount}`);
  }
  return amount;
}

/** Collateral that no order locks and no call under way takes. */
function freeCollateral({ balance, relays }: PlanFacts): bigint {
  return atLeastZero(balance.available + sumTaken(relays, null));
}

/** Complete sets of which no share is locked or under way. */
function freeSets(market: MarketId, { positions, relays }: PlanFacts): bigint {
  const free = SIDES.map((outcome) => {
    const rows = ownPositions(positions).filter((row) => row.market === market && row.outcome === outcome);
    const sellable = rows.reduce((sum, row) => sum + BigInt(row.sellable), 0n);
    return atLeastZero(sellable + sumTaken(relays, { market, outcome }));
  });
  return free[0]! < free[1]! ? free[0]! : free[1]!;
}

/** What the open calls take of a balance, as a negative number. */
function sumTaken(relays: readonly RelayEntry[], share: EffectLine['share']): bigint {
  const lines = relays.filter(isOpen).flatMap((entry) => entry.lines);
  const same = lines.filter(
    (line) => line.share?.market === share?.market && line.share?.outcome === share?.outcome && line.change < 0n,
  );
  return same.reduce((sum, { change }) => sum + change, 0n);
}

/** Shares in the wallet, locked ones included. */
export function holdingsOf(market: MarketId, positions: readonly Position[]): Readonly<Record<Side, bigint>> {
  const of = (outcome: Side): bigint =>
    ownPositions(positions)
      .filter((row) => row.market === market && row.outcome === outcome)
      .reduce((sum, row) => sum + BigInt(row.quantity), 0n);
  return { yes: of('yes'), no: of('no') };
}

/** A position without a custody is the wallet's: docs/assumptions.md#custody. */
function ownPositions(positions: readonly Position[]): readonly Position[] {
  return positions.filter(({ custody }) => custody === '' || custody === OWN_CUSTODY);
}

const cashLine = (change: bigint): EffectLine => ({ share: null, change, before: null, found: null });
const shareLine = (market: MarketId, outcome: Side, change: bigint): EffectLine => ({
  share: { market, outcome },
  change,
  before: null,
  found: null,
});
const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);
