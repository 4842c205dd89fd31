/**
 * Rebuilds the state of an earlier run inside an engine, without events.
 *
 * Invariants  Locks are computed from the orders and escrow from the holdings; neither is read from disk.
 */
import { addShares, holdingOf } from './account.ts';
import type { Restore } from './engineTypes.ts';
import { stakeOf, TICKS } from './fees.ts';
import { enqueue } from './orderBook.ts';
import type { Account, BookMarket, Order } from './state.ts';

export interface RestoreParts {
  readonly accounts: readonly Account[];
  readonly markets: ReadonlyMap<number, BookMarket>;
  readonly orders: Map<number, Order>;
  addDeposit(amount: number): void;
  /** New orders get higher ids than this one. */
  reserveId(id: number): void;
}

export function buildRestore({ accounts, markets, orders, addDeposit, reserveId }: RestoreParts): Restore {
  return {
    balance(account, balance, rewards, atMs) {
      account.balance = balance;
      account.rewards = rewards;
      account.updatedAtMs = atMs;
      addDeposit(balance + rewards);
    },
    holding(account, market, side, { quantity, cost, realized, updatedAtMs }) {
      const holding = holdingOf(account, market.id, side);
      addShares(holding, quantity, cost, updatedAtMs);
      holding.realized = realized;
    },
    order(order) {
      orders.set(order.id, order);
      reserveId(order.id);
      if (order.state !== 'wait') return;
      order.account.open.set(order.id, order);
      order.account.locked += order.locked;
      if (order.direction === 'sell') holdingOf(order.account, order.market.id, order.side).locked += order.remaining;
      enqueue(order);
    },
    sealSupply(owner, atMs) {
      for (const market of markets.values()) {
        const supply = { yes: 0, no: 0 };
        for (const account of accounts) {
          supply.yes += account.holdings.get(market.id)?.yes.quantity ?? 0;
          supply.no += account.holdings.get(market.id)?.no.quantity ?? 0;
        }
        const whole = Math.max(supply.yes, supply.no);
        for (const side of ['yes', 'no'] as const) {
          const missing = whole - supply[side];
          const price = side === 'yes' ? market.lastTicks : TICKS - market.lastTicks;
          if (missing > 0 && market.result === '') {
            addShares(holdingOf(owner, market.id, side), missing, stakeOf(price, missing), atMs);
          }
        }
        if (market.result === 'void') market.voidedHalves = (supply.yes + supply.no) % 2;
        const owed = owedOf(market.result, supply, whole);
        market.escrow += owed;
        addDeposit(owed);
      }
    },
  };
}

/** Collateral that backs the shares of a market; `whole` while it has no result. */
function owedOf(result: BookMarket['result'], supply: Readonly<Record<'yes' | 'no', number>>, whole: number): number {
  if (result === 'void') return Math.ceil((supply.yes + supply.no) / 2);
  return result === 'yes' || result === 'no' ? supply[result] : whole;
}
