import { describe, expect, it } from 'vitest';
import { buildEngine } from '#paper/engine/engine.ts';
import type { Account, BookMarket } from '#paper/engine/state.ts';
import { type ChainLeg, type ChainPort, ChainRevert } from '#paper/server/chain/port.ts';
import { buildSettlement, type Settlement } from '#paper/server/chain/settlement.ts';
import type { OrderMessage } from '#paper/server/chain/typedData.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';

const SHARES = 10_000_000;
const CALL = { safe: '0x5a', to: '0x70', data: '0x', operation: 0, signature: '0x' } as const;

interface Bench {
  readonly settlement: Settlement;
  readonly steps: string[];
  readonly broken: string[];
  readonly book: BookMarket;
  open(isHouse?: boolean): Account;
  place(account: Account, side: Side, direction: Direction, ticks: number, isSigned?: boolean): void;
  resolve(result: 'yes' | 'void'): void;
}

/** An engine whose fills are settled on a chain that writes down what it is asked for. */
function openBench(change: Partial<ChainPort> = {}): Bench {
  const steps: string[] = [];
  const broken: string[] = [];
  const describeLeg = ({ signed, side, direction, shares, value, fee }: ChainLeg): string =>
    `${signed.signature} ${direction} ${shares} ${side} for ${value} + ${fee}`;
  const note = async (text: string): Promise<void> => void steps.push(text);
  const port: ChainPort = {
    openWallet: ({ safe }) => note(`wallet ${safe}`),
    addOwner: (safe, owner) => note(`owner ${owner} of ${safe}`),
    deposit: (safe, amount) => note(`deposit ${amount} to ${safe}`),
    openMarket: ({ questionId }) => note(`market ${questionId}`),
    settleWithOperator: (_market, leg) => note(`operator: ${describeLeg(leg)}`),
    settleBetween: (_market, taker, maker) => note(`${describeLeg(taker)}; ${describeLeg(maker)}`),
    report: ({ questionId }, payouts) => note(`report ${questionId} ${payouts.join()}`),
    async execute(_call, commit) {
      commit();
      steps.push('execute');
      return '0xhash';
    },
    ...change,
  };
  const settlement = buildSettlement({
    port,
    marketOf: ({ id }) => ({ questionId: `q${id}`, conditionId: '0x', yesTokenId: '1', noTokenId: '2' }),
    onBroken: (sentence) => void broken.push(sentence),
  });
  const nothing = (): void => undefined;
  const engine = buildEngine({
    onOrder: nothing,
    onFill: settlement.onFill,
    onBalance: nothing,
    onPosition: nothing,
    onTrade: nothing,
  });
  const book = engine.openMarket(50);
  return {
    settlement,
    steps,
    broken,
    book,
    open(isHouse = false) {
      const account = engine.openAccount(isHouse, true);
      engine.deposit(account, 1_000_000_000, 0);
      return account;
    },
    place(account, side, direction, ticks, isSigned = true) {
      const request = { account, market: book, side, direction, ticks, shares: SHARES, postOnly: false };
      const placed = engine.place(request, 0);
      if (!placed.ok) throw new Error(placed.why);
      const signed = { order: {} as OrderMessage, signature: `order ${placed.order.id}` };
      if (isSigned && !account.isHouse) settlement.noteOrder(placed.order, signed);
    },
    resolve(result) {
      engine.closeMarket(book, 0);
      engine.resolveMarket(book, result, 0);
    },
  };
}

describe('settlement on a chain', () => {
  it('gives a match of two members both signed orders, the taker first, and opens the market once', async () => {
    const { settlement, steps, open, place } = openBench();
    const [maker, taker] = [open(), open()];
    place(maker, 'no', 'buy', 40);
    place(taker, 'yes', 'buy', 65);
    place(maker, 'yes', 'buy', 30);
    place(taker, 'yes', 'sell', 30);
    await settlement.idle();
    expect(steps).toEqual([
      'market q1',
      'order 2 buy 10000000 yes for 6000000 + 48000; order 1 buy 10000000 no for 4000000 + 0',
      'order 4 sell 10000000 yes for 3000000 + 42000; order 3 buy 10000000 yes for 3000000 + 0',
    ]);
  });

  it('gives the operator the part of a trader of the exchange and of an unsigned order', async () => {
    const { settlement, steps, open, place } = openBench();
    const [house, member, custodial] = [open(true), open(), open()];
    place(house, 'no', 'buy', 40);
    place(member, 'yes', 'buy', 60);
    place(custodial, 'no', 'buy', 30, false);
    place(member, 'yes', 'buy', 70);
    place(house, 'no', 'buy', 20);
    place(custodial, 'yes', 'buy', 80, false);
    await settlement.idle();
    expect(steps).toEqual([
      'market q1',
      'operator: order 2 buy 10000000 yes for 6000000 + 48000',
      'operator: order 4 buy 10000000 yes for 7000000 + 42000',
    ]);
  });

  it('opens a wallet with its deposit once, and adds an owner that comes later', async () => {
    const { settlement, steps } = openBench();
    for (const owners of [['0xa'], ['0xa'], ['0xa', '0xb']]) {
      settlement.openWallet({ safe: '0x5a', owners, isReady: false }, 5n);
    }
    await settlement.idle();
    expect(steps).toEqual(['wallet 0x5a', 'deposit 5 to 0x5a', 'owner 0xb of 0x5a']);
  });

  it('executes a wallet transaction after the matches before it, on a market whose result is reported', async () => {
    const { settlement, steps, open, place, resolve, book } = openBench();
    const [maker, taker] = [open(), open()];
    place(maker, 'no', 'buy', 40);
    place(taker, 'yes', 'buy', 60);
    resolve('void');
    expect(await settlement.execute(CALL, [book], () => void steps.push('commit'))).toBe('0xhash');
    settlement.reportResults();
    await settlement.idle();
    expect(steps.slice(2)).toEqual(['report q1 1,1', 'commit', 'execute']);
  });

  it('reports the result of a traded market without being asked', async () => {
    const { settlement, steps, open, place, resolve } = openBench();
    place(open(true), 'no', 'buy', 40);
    place(open(), 'yes', 'buy', 60);
    await settlement.idle();
    resolve('yes');
    settlement.reportResults();
    settlement.reportResults();
    await settlement.idle();
    expect(steps.slice(2)).toEqual(['report q1 1,0']);
  });

  it('goes on after a refused transaction, and stops after a match that failed', async () => {
    const refused = openBench({ execute: () => Promise.reject(new ChainRevert('GS013')) });
    await expect(refused.settlement.execute(CALL, [], () => undefined)).rejects.toThrow('GS013');
    refused.settlement.openWallet({ safe: '0x5a', owners: [], isReady: true }, 1n);
    await refused.settlement.idle();
    expect(refused).toMatchObject({ broken: [], steps: ['wallet 0x5a', 'deposit 1 to 0x5a'] });

    const failed = openBench({ settleWithOperator: () => Promise.reject(new Error('NotCrossing')) });
    failed.place(failed.open(true), 'no', 'buy', 40);
    failed.place(failed.open(), 'yes', 'buy', 60);
    await failed.settlement.idle();
    failed.settlement.openWallet({ safe: '0x5a', owners: [], isReady: true }, 1n);
    await failed.settlement.idle();
    expect(failed.broken).toEqual(['the chain: NotCrossing']);
    expect(failed.steps).toEqual(['market q1']);
  });
});
