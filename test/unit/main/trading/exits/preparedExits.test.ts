import { beforeEach, describe, expect, it } from 'vitest';
import type { PreparedBodies } from '#main/trading/ports.ts';
import { accountOf, type ExitPlan, type LotState, type PreparedLot } from '#shared/order/exits/preparedExits.ts';
import { type Hex32, parseAddress, parseIntentId, parseOrderId, parseTokenId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { denialCodes, MARKET, makeMarket, makePosition, makeWallet, OWNER, TIMED_OUT } from '#test/slice/makers.ts';
import { fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

const WORST = parsePrice('0.30');
const EXPIRES_MS = START_MS + 6 * 60 * 60_000;

interface FakeBodies extends PreparedBodies {
  lots: PreparedLot[];
  readonly calls: string[];
}

/** Two lots of 25 shares at 0.50; the position of the bench has 50. */
function makeBodies(plan: Partial<ExitPlan> = {}): FakeBodies {
  const wallet = makeWallet();
  const position = {
    market: MARKET,
    side: 'yes',
    conditionId: wallet.conditionId,
    yesTokenId: wallet.yesTokenId,
    noTokenId: wallet.noTokenId,
    sellable: parseShares('50'),
    price: parsePrice('0.50'),
    lots: [parseShares('25'), parseShares('25')],
    closeAtMs: null,
    expiresAtMs: EXPIRES_MS,
  } as const;
  const made: ExitPlan = {
    account: accountOf(wallet),
    domainVersion: '1',
    signer: { kind: 'own', key: OWNER },
    positions: [position],
    ...plan,
  };
  const calls: string[] = [];
  let isGone = false;
  const move = (id: string, at: LotState): void => {
    calls.push(`${at} ${id}`);
    bodies.lots = bodies.lots.map((lot) => (lot.id === id ? { ...lot, at } : lot));
  };
  const bodies: FakeBodies = {
    calls,
    lots: ['a', 'b'].map((id, index) => ({
      id,
      market: MARKET,
      side: 'yes',
      price: parsePrice('0.50'),
      shares: parseShares('25'),
      expiresAtMs: EXPIRES_MS,
      tokenId: wallet.yesTokenId,
      salt: BigInt(index + 7),
      digest: `0x${'ab'.repeat(32)}` as Hex32,
      at: 'ready',
      orderId: null,
    })),
    pack: () => (isGone ? null : { plan: made, lots: bodies.lots }),
    take(id) {
      move(id, 'taken');
      return `body ${id}`;
    },
    noteOrder(id, orderId) {
      calls.push(`order ${id} ${orderId}`);
      bodies.lots = bodies.lots.map((lot) => (lot.id === id ? { ...lot, orderId } : lot));
    },
    settle(id) {
      if (bodies.lots.some((lot) => lot.id === id && lot.at !== 'ready')) move(id, 'ended');
    },
    burn: (id) => move(id, 'burnt'),
    discard(reason) {
      calls.push(`discard ${reason}`);
      isGone = true;
    },
  };
  return bodies;
}

let bodies: FakeBodies;
let bench: TradingBench;
let count = 0;

beforeEach(async () => {
  bodies = makeBodies();
  bench = openTradingBench({ preparedBodies: bodies });
  bench.exchange.positions = [makePosition('50')];
  await bench.open();
  bench.account.vault = 'locked';
  bodies.calls.length = 0;
});

const post = (lotId = 'a', change: { worst?: ReturnType<typeof parsePrice>; isStopped?: () => boolean } = {}) => {
  count += 1;
  return bench.trading.prepared.post({
    lotId,
    intentId: parseIntentId(`prepared-${1000 + count}`),
    worst: WORST,
    ...change,
  });
};
const reasonOf = (receipt: Awaited<ReturnType<typeof post>>): unknown =>
  receipt.outcome === 'denied' ? receipt.denials[0]?.parameters : receipt.outcome;

describe('a prepared exit', () => {
  it('is in the journal before it is sent, as the order that was signed', async () => {
    let linesAtPost = 0;
    bench.exchange.answerPost = async (_placement, rest) => {
      linesAtPost = bench.journal.length;
      return { kind: 'accepted', order: rest() };
    };
    expect(await post()).toMatchObject({ outcome: 'accepted' });
    expect(linesAtPost).toBe(1);
    expect(bench.exchange.bodies).toEqual(['body a']);
    expect(bench.journal[0]).toMatchObject({
      kind: 'signed',
      intent: { direction: 'sell', price: 500_000, shares: 25_000_000, postOnly: false },
      salt: 7n,
      tokenId: '111',
      expiresAtMs: EXPIRES_MS,
    });
    expect(bodies.calls).toEqual(['taken a', 'order a 101']);
    // Its signature is out until it expires, whatever becomes of the order.
    expect(bench.trading.prepared.standing()).toMatchObject([
      { orderId: '101', isOpen: true, expiresAtMs: EXPIRES_MS },
    ]);
  });

  it('holds up the next one of its position until its order is over', async () => {
    await post();
    expect(reasonOf(await post('b'))).toEqual({ reason: 'inFlight' });
    const order = [...bench.exchange.orders.values()][0]!;
    const at = { receivedAtMs: bench.clock.now() };
    bench.trading.applyPrivateEvent({ kind: 'order', order: fill(order, bench.clock), ...at });
    expect(bodies.calls.at(-1)).toBe('ended a');
    expect(await post('b')).toMatchObject({ outcome: 'accepted' });
  });

  it('is never sent again when its answer is lost, and its order is found', async () => {
    bench.exchange.answerPost = async (_placement, rest) => {
      rest();
      return { kind: 'unknown', cause: TIMED_OUT };
    };
    const lost = await post();
    expect(lost.outcome).toBe('unknown');
    expect(reasonOf(await post('b'))).toEqual({ reason: 'inFlight' });
    await bench.clock.advance(10_000);
    expect(bodies.calls).toContain('order a 101');
    expect(bench.exchange.bodies).toEqual(['body a']);
    expect(bodies.lots[0]!.at).toBe('taken');
  });

  it('is used up by a refusal', async () => {
    bench.exchange.answerPost = async () => ({ kind: 'rejected', codes: ['order.invalid'], retryAtMs: null });
    expect(await post()).toMatchObject({ outcome: 'rejected', refusal: { codes: ['order.invalid'] } });
    expect(bodies.lots[0]!.at).toBe('ended');
    expect(reasonOf(await post('a'))).toEqual({ reason: 'gone' });
  });

  it('stays ready when the budget of requests does not allow it, and when its body is not given out', async () => {
    const trading = openTradingBench({ preparedBodies: bodies });
    trading.exchange.positions = [makePosition('50')];
    trading.exchange.postPrepared = async () => ({ kind: 'rejected', codes: ['rate_limited'], retryAtMs: 1 });
    bench = openTradingBench({ preparedBodies: bodies, gateway: trading.exchange });
    await bench.open();
    expect(await post()).toMatchObject({ outcome: 'rejected' });
    expect(bodies.lots[0]!.at).toBe('ready');
    bodies.take = () => {
      throw new Error('locked');
    };
    trading.exchange.postPrepared = async (_intent, takeBody) => {
      try {
        takeBody();
      } catch {
        return { kind: 'unknown', cause: TIMED_OUT };
      }
      throw new Error('Expected no body');
    };
    expect(await post()).toMatchObject({ outcome: 'rejected', refusal: { codes: ['no_credentials'] } });
  });

  it('with one intent is one post', async () => {
    const how = { lotId: 'a', intentId: parseIntentId('prepared-once'), worst: WORST };
    const [first, second] = await Promise.all([bench.trading.prepared.post(how), bench.trading.prepared.post(how)]);
    expect(first).toBe(second);
    expect(bench.exchange.bodies).toHaveLength(1);
  });

  it('is not sent for less than asked, after a stop, in its last two minutes, or twice', async () => {
    expect(reasonOf(await post('a', { worst: parsePrice('0.51') }))).toEqual({ reason: 'price' });
    expect(denialCodes(await post('a', { isStopped: () => true }))).toEqual(['stopped']);
    bodies.lots = bodies.lots.map((lot) => ({ ...lot, expiresAtMs: bench.clock.now() + 120_000 }));
    expect(reasonOf(await post())).toEqual({ reason: 'expired' });
    expect(bench.trading.prepared.available(MARKET, 'yes')).toEqual([]);
    expect(reasonOf(await post('other'))).toEqual({ reason: 'gone' });
    expect(bench.exchange.bodies).toEqual([]);
  });

  it('is not sent on data that is not current, or with less to sell', async () => {
    bench.trading.applyPrivateEvent({
      kind: 'closed',
      atMs: bench.clock.now(),
      reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } },
    });
    expect(reasonOf(await post())).toEqual({ reason: 'accountNotLive' });
    bench.trading.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.settle();
    const position = makePosition('20', { exchangeTimeMs: START_MS + 50 });
    bench.trading.applyPrivateEvent({ kind: 'position', position, receivedAtMs: bench.clock.now() });
    expect(denialCodes(await post())).toEqual(['sellable']);
    expect(bench.exchange.bodies).toEqual([]);
  });

  it('is not sent on a book that is not live or in a market that closed', async () => {
    const { book, market } = bench.context;
    bench.context.book = (id) => ({ ...book(id)!, health: { at: 'stale', reason: 'silent' } as never });
    expect(denialCodes(await post())).toContain('priceNotTyped');
    bench.context.book = book;
    bench.context.market = (id) => ({ ...market(id)!, closeAtMs: START_MS - 1 });
    expect(denialCodes(await post())).toContain('marketClosed');
  });

  it('is not sent while the clocks differ, or when the wallet record cannot be read', async () => {
    bench.exchange.isDown = true;
    expect(denialCodes(await post())).toEqual(['walletUnreadable']);
    expect(bodies.pack()).not.toBeNull();
  });

  it.each([
    ['exchangeAddress', parseAddress(`0x${'77'.repeat(20)}`), 'wallet'],
    ['chainId', 1, 'wallet'],
    ['domainName', 'Other', 'wallet'],
    ['proxyAddress', parseAddress(`0x${'77'.repeat(20)}`), 'wallet'],
    ['signatureType', 3, 'wallet'],
    ['yesTokenId', parseTokenId('999'), 'tokens'],
    ['noTokenId', parseTokenId('999'), 'tokens'],
  ])('ends with all others once %s is another', async (name, value, reason) => {
    bench.exchange.wallet = makeWallet({ [name]: value });
    expect(reasonOf(await post())).toEqual({ reason });
    expect(bodies.calls).toEqual([`discard ${reason === 'wallet' ? 'walletChanged' : 'marketChanged'}`]);
    expect(bench.exchange.bodies).toEqual([]);
  });

  it('is checked again after the wallet record was read', async () => {
    const { fetchMarketWallet } = bench.exchange;
    bench.exchange.fetchMarketWallet = async (market) => {
      const position = makePosition('10', { exchangeTimeMs: START_MS + 60 });
      bench.trading.applyPrivateEvent({ kind: 'position', position, receivedAtMs: bench.clock.now() });
      return fetchMarketWallet(market);
    };
    expect(denialCodes(await post())).toEqual(['disarmed', 'sellable']);
  });
});

describe('the lots of a position', () => {
  const settle = async (shares: string, sellable = shares): Promise<void> => {
    const position = makePosition(shares, { sellable: parseShares(sellable), exchangeTimeMs: START_MS + 70 });
    bench.trading.applyPrivateEvent({ kind: 'position', position, receivedAtMs: bench.clock.now() });
    await bench.clock.advance(0);
  };

  it('are burnt as far as the position does not cover them', async () => {
    await settle('50');
    expect(bodies.calls).toEqual([]);
    await settle('49.99');
    expect(bodies.calls).toEqual(['burnt b']);
    await settle('0');
    expect(bodies.calls).toEqual(['burnt b', 'burnt a']);
  });

  it('are burnt when their shares are committed to something else', async () => {
    await settle('50', '10');
    expect(bodies.calls).toEqual(['burnt b', 'burnt a']);
  });

  it('stay on data that is not current', async () => {
    bench.trading.applyPrivateEvent({
      kind: 'closed',
      atMs: bench.clock.now(),
      reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } },
    });
    await settle('0');
    expect(bodies.calls).toEqual([]);
  });

  it('do not count what is on its way', async () => {
    await post('a');
    await settle('50', '25');
    expect(bodies.lots.map(({ at }) => at)).toEqual(['taken', 'ready']);
  });

  it('are gone once the market’s tokens are others than those that were pinned', async () => {
    bench.account.vault = 'unlocked';
    bench.trading.prefetchWalletRecord(MARKET);
    await bench.clock.advance(10);
    bench.context.market = () => ({ ...makeMarket(), yesTokenId: parseTokenId('333') });
    await settle('50');
    expect(bodies.calls).toContain('discard marketChanged');
  });

  it('can be burnt and ended by hand', () => {
    bench.trading.prepared.burn('a');
    bench.trading.prepared.discard('revoked');
    expect(bodies.calls).toEqual(['burnt a', 'discard revoked']);
    expect(bench.trading.prepared.available(MARKET, 'yes')).toEqual([]);
    expect(parseOrderId('1')).toBe('1');
  });
});

describe('a revocation', () => {
  const revoke = async (): Promise<void> => {
    const revoking = bench.trading.prepared.revoke();
    await bench.clock.advance(1_000);
    await revoking;
  };

  it('burns what is ready, cancels what rests, and ends the pack last', async () => {
    await post('a');
    await revoke();
    expect(bench.exchange.calls).toContain('cancel 101');
    expect(bodies.calls.filter((call) => !call.startsWith('order'))).toEqual([
      'taken a',
      'burnt b',
      'ended a',
      'discard revoked',
    ]);
    expect(bench.trading.prepared.standing()).toMatchObject([{ orderId: '101', isOpen: false }]);
  });

  it('leaves the exits that were prepared while its cancels were awaited', async () => {
    await post('a');
    const next = makeBodies();
    bench.exchange.answerCancel = async (_id, drop) => {
      bodies.pack = next.pack;
      drop();
      return { kind: 'cancelled' };
    };
    await revoke();
    expect(bodies.calls).not.toContain('discard revoked');
    expect(bench.trading.prepared.available(MARKET, 'yes')).toHaveLength(2);
  });

  it('cancels an exit whose answer comes after it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.exchange.answerPost = async (_placement, rest) => {
      await promise;
      return { kind: 'accepted', order: rest() };
    };
    const sending = post('a');
    await bench.clock.settle();
    const revoking = revoke();
    expect(bodies.calls).toEqual(['taken a', 'burnt b']);
    resolve();
    await Promise.all([sending, revoking]);
    expect(bench.exchange.calls).toContain('cancel 101');
    expect(bodies.calls.at(-1)).toBe('discard revoked');
  });
});
