/**
 * Settlement on a chain: what the engine decided is executed there, in the same order, a moment later.
 *
 * Invariants  One step at a time. A match is settled by the orders that members signed; one of the exchange's own traders and an
 *             unsigned order (custodial) are the operator's part. A market is opened on the chain before its first step.
 * Errors      A step that fails is reported once as broken, and nothing is executed after it.
 */
import { describeError } from '#shared/base/describeError.ts';
import { createSerialQueue } from '#shared/base/serialQueue.ts';
import type { BookMarket, Fill, Order } from '../../engine/state.ts';
import { Refusal } from '../http/refusal.ts';
import type { ChainCall, ChainLeg, ChainMarket, ChainPort, ChainWallet, SignedOrder } from './port.ts';
import { ChainRevert } from './port.ts';

export interface Settlement {
  openWallet(wallet: ChainWallet, deposit: bigint): void;
  noteOrder(order: Order, signed: SignedOrder): void;
  onFill(fill: Fill): void;
  /** Reports the results of opened markets. */
  reportResults(): void;
  /**
   * Executes a wallet transaction after everything that happened before it; throws ChainRevert when the contracts refuse it.
   * `commit` is the engine's part: it runs once the contracts would accept it, and cancels it by throwing.
   */
  execute(call: ChainCall, markets: readonly BookMarket[], commit: () => void): Promise<string>;
  /** Resolves when everything so far is on the chain. */
  idle(): Promise<void>;
}

export interface SettlementParts {
  readonly port: ChainPort;
  marketOf(book: BookMarket): ChainMarket;
  onBroken(sentence: string): void;
}

const PAYOUTS = { yes: [1n, 0n], no: [0n, 1n], void: [1n, 1n] } as const;

export function buildSettlement({ port, marketOf, onBroken }: SettlementParts): Settlement {
  const queue = createSerialQueue();
  const wallets = new Map<string, Set<string>>();
  const opened = new Map<BookMarket, ChainMarket>();
  const reported = new Set<BookMarket>();
  const signedOrders = new Map<number, SignedOrder>();
  let fills: Fill[] = [];
  let isBroken = false;

  const run = <T>(task: () => Promise<T>): Promise<T> =>
    queue.run(async () => {
      if (isBroken) throw new Error('Expected a chain in step with the engine, found one that failed before');
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof ChainRevert || error instanceof Refusal)) {
          isBroken = true;
          onBroken(`the chain: ${describeError(error)}`);
        }
        throw error;
      }
    });
  /** Runs a step whose failure is reported and has no caller to reject to. */
  const enqueue = (task: () => Promise<void>): void => void run(task).catch(() => undefined);

  const open = async (book: BookMarket): Promise<ChainMarket> => {
    const known = opened.get(book);
    if (known) return known;
    const market = marketOf(book);
    await port.openMarket(market);
    opened.set(book, market);
    return market;
  };
  const report = async (book: BookMarket): Promise<void> => {
    if (book.result === '' || reported.has(book)) return;
    reported.add(book);
    await port.report(await open(book), PAYOUTS[book.result]);
  };

  const settle = async (parts: readonly Fill[]): Promise<void> => {
    const legs = parts.flatMap((fill) => {
      const signed = signedOrders.get(fill.order.id);
      return signed ? [buildLeg(fill, signed)] : [];
    });
    // The engine reports the maker of a match first.
    const [first, second] = legs;
    if (!first) return;
    const market = await open(parts[0]!.order.market);
    if (second) await port.settleBetween(market, second, first);
    else await port.settleWithOperator(market, first);
  };

  const settleFills = (): void => {
    const matches = Map.groupBy(fills, ({ id }) => id);
    fills = [];
    for (const parts of matches.values()) enqueue(() => settle(parts));
  };

  return {
    openWallet(wallet, deposit) {
      const { safe, owners } = wallet;
      const known = wallets.get(safe);
      if (!known) {
        wallets.set(safe, new Set(owners));
        enqueue(async () => {
          await port.openWallet(wallet);
          await port.deposit(safe, deposit);
        });
        return;
      }
      for (const owner of owners.filter((one) => !known.has(one))) {
        known.add(owner);
        enqueue(() => port.addOwner(safe, owner));
      }
    },

    noteOrder(order, signed) {
      signedOrders.set(order.id, signed);
    },

    onFill(fill) {
      fills.push(fill);
      if (fills.length > 1) return;
      // The engine reports both parties of a match before it answers the request that has the taker's signature.
      queueMicrotask(settleFills);
    },

    reportResults() {
      settleFills();
      for (const book of opened.keys()) {
        if (book.result !== '' && !reported.has(book)) enqueue(() => report(book));
      }
    },

    execute(call, markets, commit) {
      settleFills();
      return run(async () => {
        for (const book of markets) {
          await open(book);
          await report(book);
        }
        return port.execute(call, commit);
      });
    },

    idle() {
      settleFills();
      return queue.idle();
    },
  };
}

function buildLeg({ order: { side, direction }, shares, value, fee }: Fill, signed: SignedOrder): ChainLeg {
  return { signed, side, direction, shares: BigInt(shares), value: BigInt(value), fee: BigInt(Math.max(fee, 0)) };
}
