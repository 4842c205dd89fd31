/**
 * Chain port: what an EVM under the embedded exchange must do. Without one, the engine alone moves money.
 *
 * Units       Amounts in millionths; ids as 0x hex, token ids as decimal text.
 * Errors      `execute` throws ChainRevert with the contract's code; every other failure is a fault of the chain.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { ConditionIds } from './conditionalTokens.ts';
import type { OrderMessage } from './typedData.ts';

export interface SignedOrder {
  readonly order: OrderMessage;
  readonly signature: string;
}

export interface ChainMarket extends ConditionIds {
  readonly questionId: string;
}

export interface ChainWallet {
  readonly safe: string;
  readonly owners: readonly string[];
  /** All approvals are given: the wallet needs no setup. */
  readonly isReady: boolean;
}

/** One side of a match: a member's signed order and what moves for it. */
export interface ChainLeg {
  readonly signed: SignedOrder;
  readonly side: Side;
  readonly direction: Direction;
  readonly shares: bigint;
  /** Collateral paid or received, without the fee. */
  readonly value: bigint;
  readonly fee: bigint;
}

export interface ChainCall {
  readonly safe: string;
  readonly to: string;
  readonly data: string;
  readonly operation: 0 | 1;
  readonly signature: string;
}

/** Calls come one at a time, in the order of the engine's events. */
export interface ChainPort {
  openWallet(wallet: ChainWallet): Promise<void>;
  addOwner(safe: string, owner: string): Promise<void>;
  deposit(safe: string, amount: bigint): Promise<void>;
  openMarket(market: ChainMarket): Promise<void>;
  /** A match with one of the exchange's own traders, whose part the operator takes. */
  settleWithOperator(market: ChainMarket, leg: ChainLeg): Promise<void>;
  /** A match between two members. */
  settleBetween(market: ChainMarket, taker: ChainLeg, maker: ChainLeg): Promise<void>;
  /** Reports a result: shares of the payout of YES and of NO. */
  report(market: ChainMarket, payouts: readonly [bigint, bigint]): Promise<void>;
  /** Executes a wallet transaction that would succeed; returns its hash. `commit` runs just before, and cancels it by throwing. */
  execute(call: ChainCall, commit: () => void): Promise<string>;
}

/** A wallet transaction that the contracts refused. */
export class ChainRevert extends Error {
  override readonly name = 'ChainRevert';
  /** The Safe's code, such as GS013; '' when it gave none. */
  readonly code: string;

  constructor(code: string) {
    super(`Expected the wallet transaction to succeed, found a revert ${code}`);
    this.code = code;
  }
}
