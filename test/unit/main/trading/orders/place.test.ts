import { describe, expect, it } from 'vitest';
import type { OrderFields } from '#shared/order/fields.ts';
import type { PostOutcome } from '#shared/order/placement.ts';
import {
  type CustodialId,
  type MarketId,
  parseAddress,
  parseCustodialId,
  parseIntentId,
  parseMarketId,
} from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import {
  denialCodes,
  MARKET,
  makeBalance,
  makeIntent,
  makeOrder,
  makeWallet,
  OTHER_MARKET,
  SAFE,
  TIMED_OUT,
} from '#test/slice/makers.ts';
import { makeRiskBook } from '#test/slice/riskMakers.ts';
import { explainAsCode, fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

const SECOND = parseAddress(`0x${'52'.repeat(20)}`);

async function openArmed(...change: Parameters<typeof openTradingBench>): Promise<TradingBench> {
  const bench = openTradingBench(...change);
  await bench.open();
  bench.trading.setArmed(true);
  return bench;
}

describe('placing an order', () => {
  it('is signed, in the journal, and only then sent', async () => {
    const { trading, exchange, log, journal } = await openArmed();
    const receipt = await trading.place(makeIntent());
    expect(receipt).toEqual({ outcome: 'accepted', orderId: '101' });
    expect(log).toEqual(['sign', 'journal signed', 'post', 'journal sent', 'journal exchange']);
    expect(JSON.stringify(journal, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      '11'.repeat(65),
    );
    const { order } = exchange.posted[0]!.signed!;
    expect(order).toMatchObject({
      makerAmount: 61_000_000n,
      takerAmount: 100_000_000n,
      tokenId: 111n,
      side: 0,
      nonce: 0n,
      feeRateBps: 0n,
      signatureType: 2,
    });
    const [view] = trading.view().orders;
    expect(view).toMatchObject({ orderId: '101', life: { at: 'resting' }, remaining: 100_000_000 });
    expect(view?.steps.map((step) => step.step)).toEqual(['signed', 'sent', 'accepted']);
  });

  it('measures the exchange’s time before it signs, so that a lost order is found after this machine’s clock jumped', async () => {
    const { trading, exchange, clock, journal } = await openArmed();
    let aheadMs = 45_000;
    clock.exchangeTimeMs = () => clock.now() + aheadMs;
    const measure = async () => {
      aheadMs = 0;
    };
    exchange.ensureClock = measure;
    exchange.answerPost = async (_placement, rest) => {
      // A request measures too, so it arrives at the right time.
      await measure();
      rest();
      return { kind: 'unknown', cause: TIMED_OUT };
    };
    const signedAtMs = clock.now();
    await trading.place(makeIntent());
    await trading.reconcile();
    expect(journal[0]).toMatchObject({ kind: 'signed', exchangeTimeMs: signedAtMs });
    expect(trading.view().orders).toMatchObject([{ orderId: '101', life: { at: 'resting' } }]);
  });

  it('signs nothing while the exchange’s time cannot be measured', async () => {
    const { trading, exchange, journal, log } = await openArmed();
    exchange.ensureClock = () => Promise.reject(new Error('timed out'));
    const receipt = await trading.place(makeIntent());
    expect(receipt).toMatchObject({
      denials: [{ code: 'clockNotMeasured', parameters: { failure: explainAsCode(new Error('timed out')) } }],
    });
    expect([journal, log, exchange.posted]).toEqual([[], [], []]);
  });

  it('places one order for two calls with the same intent, with one receipt', async () => {
    const { trading, exchange } = await openArmed();
    const [a, b] = await Promise.all([trading.place(makeIntent()), trading.place(makeIntent())]);
    expect(a).toBe(b);
    expect(await trading.place(makeIntent())).toBe(a);
    expect(exchange.posted).toHaveLength(1);
  });

  it('recognises the intent after a restart and sends nothing', async () => {
    const { trading, exchange, reopen } = await openArmed();
    await trading.place(makeIntent());
    const again = reopen();
    again.setArmed(true);
    expect(await again.place(makeIntent())).toMatchObject({ outcome: 'accepted', orderId: '101' });
    expect(exchange.posted).toHaveLength(1);
  });

  it('is denied while disarmed, locked, not set up or on a stale book, with every reason', async () => {
    const { trading, exchange, context, account } = await openArmed();
    trading.setArmed(false);
    expect(await trading.place(makeIntent())).toMatchObject({
      outcome: 'denied',
      orderId: null,
      denials: [{ code: 'disarmed', parameters: {} }],
    });
    trading.setArmed(true);
    account.walletStatus = 'setup_required';
    const health = { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } as const;
    context.book = () => ({ ...makeRiskBook({ health }), bestBid: null, bestAsk: null });
    const both = await trading.place(makeIntent({ intentId: parseIntentId('intent-0002') }));
    expect(denialCodes(both)).toEqual(['setupRequired', 'bookNotLive']);
    account.vault = 'locked';
    expect(denialCodes(await trading.place(makeIntent({ intentId: parseIntentId('intent-0003') })))).toContain(
      'locked',
    );
    expect(exchange.posted).toEqual([]);
  });

  it('is not denied because the best price moved since the click', async () => {
    const { trading } = await openArmed();
    expect(await trading.place(makeIntent({ bookVersion: 0, price: parsePrice('0.70') }))).toMatchObject({
      outcome: 'accepted',
    });
  });

  it('is checked again before signing, after the wallet record is read', async () => {
    const { trading, exchange, clock, log } = await openArmed();
    let serve = (): void => {};
    exchange.fetchMarketWallet = () =>
      new Promise((resolve) => {
        serve = () => resolve(makeWallet());
      });
    const placing = trading.place(makeIntent());
    await clock.settle();
    trading.setArmed(false);
    serve();
    expect(await placing).toMatchObject({ outcome: 'denied', denials: [{ code: 'disarmed' }] });
    expect(log).toEqual([]);
  });

  it('discards a signed order when trading is disarmed during signing', async () => {
    const bench = await openArmed({
      signer: {
        async signOrder(order) {
          bench.trading.setArmed(false);
          return { order, digest: `0x${'ab'.repeat(32)}` as never, signature: '0x' };
        },
        signSecondKeyOrder: () => Promise.reject(new Error('no passkey here')),
      },
    });
    expect(await bench.trading.place(makeIntent())).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'disarmed' }],
    });
    expect(bench.exchange.posted).toEqual([]);
    expect(bench.journal).toEqual([]);
  });

  it('is sent within the turn of the click once record and clock are known, so that nothing can change after the check', async () => {
    const digest = `0x${'ab'.repeat(32)}` as never;
    const { trading, exchange } = await openArmed({
      signer: {
        signOrder: (order) => ({ order, digest, signature: '0x' }),
        signSecondKeyOrder: () => Promise.reject(new Error('no passkey here')),
      },
    });
    exchange.ensureClock = () => null;
    await trading.place(makeIntent());
    const placing = trading.place(makeIntent({ intentId: parseIntentId('intent-0002') }));
    expect(exchange.posted).toHaveLength(2);
    // Too late for this order, as for one that is on its way.
    trading.setArmed(false);
    expect(await placing).toMatchObject({ outcome: 'accepted' });
  });

  describe('together with others in one turn', () => {
    const intents = Array.from({ length: 20 }, (_, at) =>
      makeIntent({ intentId: parseIntentId(`together-${at}`), shares: parseShares('1') }),
    );
    const digest = `0x${'ab'.repeat(32)}` as never;
    const signer = {
      signOrder: (order: OrderFields) => ({ order, digest, signature: '0x' as const }),
      signSecondKeyOrder: () => Promise.reject(new Error('no passkey here')),
    };
    const openBench = async () => {
      const bench = await openArmed({ signer });
      bench.exchange.ensureClock = () => null;
      await bench.trading.place(makeIntent());
      bench.log.length = 0;
      bench.exchange.posted.length = 0;
      return bench;
    };

    it('waits for the disk twice for twenty orders, each of them in the journal before it is sent', async () => {
      const { trading, exchange, log } = await openBench();
      const receipts = await Promise.all(intents.map((intent) => trading.place(intent)));
      expect(receipts.flatMap(denialCodes)).toEqual([]);
      expect(exchange.posted.map(({ intent }) => intent.intentId)).toEqual(intents.map(({ intentId }) => intentId));
      const steps = log.filter((step) => ['journal signed', 'sync', 'post'].includes(step));
      const rest = intents.length - 1;
      expect(steps).toEqual([
        ...['journal signed', 'post'],
        ...[
          ...Array.from({ length: rest }, () => 'journal signed'),
          'sync',
          ...Array.from({ length: rest }, () => 'post'),
        ],
      ]);
    });

    it('is checked with the orders before it, so that together they keep within the balance', async () => {
      const { trading, exchange } = await openBench();
      // Of a thousand dollars the first order has 61, and each of these needs 183.
      const larger = intents.slice(0, 7).map((intent) => ({ ...intent, shares: parseShares('300') }));
      const receipts = await Promise.all(larger.map((intent) => trading.place(intent)));
      expect(receipts.map(denialCodes)).toEqual([[], [], [], [], [], ['balance'], ['balance']]);
      expect(exchange.posted).toHaveLength(5);
    });

    it('is not sent when the disk fails, nor once it was stopped, and a later one is', async () => {
      const { trading, exchange, journalState } = await openFailing();
      const placing = intents.slice(0, 3).map((intent) => trading.place(intent));
      journalState.isFull = true;
      const receipts = await Promise.all(placing);
      expect(receipts.map(({ outcome }) => outcome)).toEqual(['accepted', 'denied', 'denied']);
      expect(receipts.slice(1).map(denialCodes)).toEqual([['journalFailed'], ['journalFailed']]);
      expect(exchange.posted).toHaveLength(1);
      journalState.isFull = false;
      const stopped = intents.slice(3, 5).map((intent) => trading.place(intent));
      trading.setArmed(false);
      expect((await Promise.all(stopped)).map(({ outcome }) => outcome)).toEqual(['accepted', 'denied']);
      trading.setArmed(true);
      expect(await trading.place(intents[5]!)).toMatchObject({ outcome: 'accepted' });
    });

    async function openFailing() {
      const journalState = { isFull: false };
      const entries: unknown[] = [];
      const bench = await openArmed({
        signer,
        journal: {
          append: (entry) => void entries.push(entry),
          sync() {
            if (journalState.isFull) throw new Error('disk full');
          },
          load: () => [],
          findByOrder: () => [],
          findByIntent: () => [],
        },
      });
      bench.exchange.ensureClock = () => null;
      await bench.trading.place(makeIntent());
      bench.exchange.posted.length = 0;
      return { ...bench, journalState };
    }
  });

  it('discards a signed order when trading is disarmed while the clock is measured', async () => {
    const { trading, exchange, journal } = await openArmed();
    exchange.ensureClock = async () => {
      trading.setArmed(false);
    };
    expect(await trading.place(makeIntent())).toMatchObject({ denials: [{ code: 'disarmed' }] });
    expect([journal, exchange.posted]).toEqual([[], []]);
  });

  it('is denied when the wallet record is another key’s, of another type, not ready, or refused', async () => {
    for (const [wallet, code] of [
      [makeWallet({ ownerAddress: parseAddress(`0x${'99'.repeat(20)}`) }), 'readOnly'],
      [makeWallet({ signatureType: 3 }), 'readOnly'],
      [makeWallet({ signatureType: 7 }), 'readOnly'],
      [makeWallet({ safeStatus: 'setup_required' }), 'walletNotReady'],
    ] as const) {
      const { trading, exchange, log } = await openArmed();
      exchange.wallet = wallet;
      expect(await trading.place(makeIntent())).toMatchObject({ outcome: 'denied', denials: [{ code }] });
      expect(exchange.posted).toEqual([]);
      expect(log).toEqual([]);
    }
    const refusal = { code: 'oneToken', parameters: {} } as const;
    const { trading } = await openArmed({ checkMarketRecord: () => refusal });
    expect(await trading.place(makeIntent())).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'walletMismatch', parameters: { refusal } }],
    });
  });

  it('is signed for a passkey’s wallet by the newest second key, with the wallet as maker and signer', async () => {
    const { trading, exchange, context, log } = await openArmed();
    exchange.wallet = makeWallet({ signatureType: 3, ownerAddress: parseAddress(`0x${'99'.repeat(20)}`) });
    context.secondKeys = () => [parseAddress(`0x${'51'.repeat(20)}`), SECOND];
    expect(await trading.place(makeIntent())).toMatchObject({ outcome: 'accepted' });
    expect(log.slice(0, 3)).toEqual([`sign by ${SECOND} for ${SAFE}`, 'journal signed', 'post']);
    expect(exchange.posted[0]!.signed!.order).toMatchObject({ maker: SAFE, signer: SAFE, signatureType: 3 });
    expect(exchange.posted[0]!.signed!.signature).toBe(`0x${'22'.repeat(65)}`);
  });

  it('is denied as read-only without such a key, at the first check and without other reasons', async () => {
    const { trading, exchange, account, log } = await openArmed();
    trading.setArmed(false);
    account.signer = { kind: 'none', reason: { code: 'noSecondKey', parameters: {} } };
    account.walletStatus = 'setup_required';
    expect(await trading.place(makeIntent())).toEqual({
      outcome: 'denied',
      orderId: null,
      denials: [{ code: 'readOnly', parameters: { reason: { code: 'noSecondKey', parameters: {} } } }],
    });
    expect([exchange.calls.includes('wallet'), log]).toEqual([false, []]);
  });

  it('names the key that had signed a refused order', async () => {
    const { trading, exchange, context } = await openArmed();
    const codes = ['order.signature'];
    exchange.answerPost = async () => ({ kind: 'rejected', codes, retryAtMs: null });
    expect(await trading.place(makeIntent())).toMatchObject({ refusal: { codes, signedBy: 'own' } });
    exchange.wallet = makeWallet({ signatureType: 3 });
    context.secondKeys = () => [SECOND];
    const second = await trading.place(makeIntent({ intentId: parseIntentId('intent-0002') }));
    expect(second).toMatchObject({ refusal: { codes, signedBy: 'second' } });
  });

  it('sends nothing when the journal fails or the vault does not sign', async () => {
    const broken = await openArmed({
      journal: {
        sync: () => {},
        append: () => {
          throw new Error('disk full');
        },
        load: () => [],
        findByOrder: () => [],
        findByIntent: () => [],
      },
    });
    expect(await broken.trading.place(makeIntent())).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'journalFailed' }],
    });
    expect(broken.exchange.posted).toEqual([]);
    const refuse = () => Promise.reject(new Error('The vault is locked'));
    const locked = await openArmed({ signer: { signOrder: refuse, signSecondKeyOrder: refuse } });
    expect(await locked.trading.place(makeIntent())).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'signingFailed' }],
    });
    expect(locked.journal).toEqual([]);
    expect([broken.faults, locked.faults]).toEqual([['journal'], ['signing']]);
  });

  it('commits orders in flight, so that two quick clicks cannot spend the balance twice', async () => {
    const { trading, exchange, clock } = await openArmed();
    exchange.answerPost = () => new Promise(() => {});
    const size = parseShares('1000');
    void trading.place(makeIntent({ shares: size }));
    await clock.settle();
    const second = await trading.place(makeIntent({ intentId: parseIntentId('intent-0002'), shares: size }));
    expect(second).toMatchObject({ outcome: 'denied', denials: [{ code: 'balance' }] });
  });

  it('answers a refusal with the exchange’s codes', async () => {
    const { trading, exchange } = await openArmed();
    const codes = ['market.account.insufficient_balance'];
    exchange.answerPost = async () => ({ kind: 'rejected', codes, retryAtMs: null });
    const receipt = await trading.place(makeIntent());
    expect(receipt).toEqual({ outcome: 'rejected', orderId: null, refusal: { codes, signedBy: 'own' } });
    expect(trading.view().orders[0]?.life).toMatchObject({ at: 'rejected', codes });
  });

  it('reads the wallet record again after a refusal', async () => {
    const { trading, exchange } = await openArmed();
    const reads = () => exchange.calls.filter((call) => call === 'wallet').length;
    exchange.answerPost = async () => ({ kind: 'rejected', codes: ['order.signature'], retryAtMs: null });
    await trading.place(makeIntent());
    const before = reads();
    exchange.wallet = { ...exchange.wallet, domainName: 'Exchange, second edition' };
    exchange.answerPost = async (_placement, rest) => ({ kind: 'accepted', order: rest() });
    expect((await trading.place(makeIntent({ intentId: parseIntentId('intent-0002') }))).outcome).toBe('accepted');
    expect(reads()).toBe(before + 1);
    await trading.place(makeIntent({ intentId: parseIntentId('intent-0003') }));
    expect(reads()).toBe(before + 1);
  });

  it('reads the records of watched markets again after refusals, once, so that the next order reads nothing', async () => {
    let drops = 0;
    const bench = await openArmed({
      onRecordsDropped() {
        drops += 1;
        bench.trading.prefetchWalletRecord(MARKET);
      },
    });
    const { trading, exchange, clock } = bench;
    const place = (id: string) => trading.place(makeIntent({ intentId: parseIntentId(id) }));
    exchange.answerPost = async () => ({ kind: 'rejected', codes: ['order.signature'], retryAtMs: null });
    await place('intent-0001');
    await place('intent-0002');
    await clock.advance(500);
    expect(drops).toBe(1);
    exchange.answerPost = async (_placement, rest) => ({ kind: 'accepted', order: rest() });
    exchange.calls.length = 0;
    expect((await place('intent-0003')).outcome).toBe('accepted');
    expect(exchange.calls[0]).toBe('post');
    await clock.advance(60_000);
    expect(drops).toBe(1);
    // An account that is gone is not read for.
    exchange.answerPost = async () => ({ kind: 'rejected', codes: ['order.signature'], retryAtMs: null });
    await place('intent-0004');
    trading.clearAccount();
    await clock.advance(60_000);
    expect(drops).toBe(1);
  });

  describe('after the exchange changed its domain', () => {
    const THIRD_MARKET = parseMarketId('third-market');
    const NEW_DOMAIN = 'Exchange, second edition';
    const refuse = async (): Promise<PostOutcome> => ({
      kind: 'rejected',
      codes: ['order.signature'],
      retryAtMs: null,
    });

    /** Three markets whose records are cached under the old domain, and the domains under which orders were signed. */
    async function openThree() {
      const domains: string[] = [];
      let onSign = async (): Promise<void> => {};
      const bench = await openArmed({
        signer: {
          async signOrder(order, domain) {
            domains.push(domain.name);
            await onSign();
            return { order, digest: `0x${'ab'.repeat(32)}` as never, signature: '0x' };
          },
          signSecondKeyOrder: () => Promise.reject(new Error('no passkey here')),
        },
      });
      for (const market of [MARKET, OTHER_MARKET, THIRD_MARKET]) bench.trading.prefetchWalletRecord(market);
      await bench.clock.settle();
      bench.exchange.wallet = { ...bench.exchange.wallet, domainName: NEW_DOMAIN };
      const place = (market: MarketId, id: string) =>
        bench.trading.place(makeIntent({ market, intentId: parseIntentId(id) }));
      const setOnSign = (next: () => Promise<void>): void => {
        onSign = next;
      };
      return { ...bench, domains, place, setOnSign };
    }

    it('signs nothing in any market under the old one once one order was refused', async () => {
      const { exchange, domains, place } = await openThree();
      exchange.answerPost = refuse;
      await place(MARKET, 'intent-0101');
      expect(domains).toEqual(['Exchange']);
      exchange.answerPost = async (_placement, rest) => ({ kind: 'accepted', order: rest() });
      await place(OTHER_MARKET, 'intent-0102');
      await place(THIRD_MARKET, 'intent-0103');
      expect(domains.slice(1)).toEqual([NEW_DOMAIN, NEW_DOMAIN]);
    });

    it('sends nothing that was being signed under the old one', async () => {
      const { exchange, domains, place, setOnSign, journal } = await openThree();
      exchange.answerPost = refuse;
      let isFirst = true;
      setOnSign(async () => {
        if (!isFirst) return;
        isFirst = false;
        await place(MARKET, 'intent-0101');
        exchange.answerPost = async (_placement, rest) => ({ kind: 'accepted', order: rest() });
      });
      expect(await place(OTHER_MARKET, 'intent-0102')).toMatchObject({ outcome: 'accepted' });
      expect(domains).toEqual(['Exchange', 'Exchange', NEW_DOMAIN]);
      expect(exchange.posted.map(({ intent }) => intent.market)).toEqual([MARKET, OTHER_MARKET]);
      expect(journal.filter((entry) => entry.kind === 'signed')).toHaveLength(2);
    });

    it('signs under the new one after an order was rejected on the stream', async () => {
      const { exchange, domains, place, trading, clock } = await openThree();
      await place(MARKET, 'intent-0101');
      const order = { ...exchange.orders.get('101')!, state: 'reject' as const };
      trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: clock.now() });
      await place(OTHER_MARKET, 'intent-0102');
      expect(domains).toEqual(['Exchange', NEW_DOMAIN]);
    });
  });

  it('is denied when an accepted order has what it needs, although no balance shows that yet', async () => {
    const { trading, exchange, clock } = await openArmed();
    exchange.answerPost = async (_placement, rest) => ({
      kind: 'accepted',
      order: exchange.put({ ...rest(), locked: parseUsd('600') }),
    });
    const place = (id: string) =>
      trading.place(makeIntent({ intentId: parseIntentId(id), shares: parseShares('900') }));
    await clock.advance(1);
    expect(await place('intent-0101')).toMatchObject({ outcome: 'accepted' });
    expect(trading.view()).toMatchObject({ committed: parseUsd('600'), lockDrift: 0n });
    expect(denialCodes(await place('intent-0102'))).toEqual(['balance']);
    const balance = makeBalance('400', { total: parseUsd('1000'), locked: parseUsd('600') });
    trading.applyPrivateEvent({ kind: 'balance', balance, receivedAtMs: clock.now() + 1 });
    expect(trading.view().committed).toBe(0n);
  });

  it('shows a drift between the exchange’s locked collateral and the open orders after two seconds', async () => {
    const { trading, clock } = await openArmed();
    const balance = makeBalance('997.5', { total: parseUsd('1000'), locked: parseUsd('2.5') });
    trading.applyPrivateEvent({ kind: 'balance', balance, receivedAtMs: clock.now() + 1 });
    expect(trading.view().lockDrift).toBe(0n);
    await clock.advance(2_000);
    expect(trading.view().lockDrift).toBe(parseUsd('2.5'));
  });

  it('keeps on its time line, also after a restart, whether answer, stream or read showed a step first', async () => {
    const bench = await openArmed();
    const { trading, exchange, clock } = bench;
    await trading.place(makeIntent());
    const order = exchange.orders.get('101')!;
    const part = exchange.put({
      ...order,
      filledShares: parseShares('40'),
      remainingShares: parseShares('60'),
      updatedAtMs: clock.exchangeTimeMs() + 1,
    });
    trading.applyPrivateEvent({ kind: 'order', order: part, receivedAtMs: clock.now() });
    await clock.advance(1);
    exchange.put(fill(order, clock));
    await clock.advance(2_000);
    const expected = [
      ['signed', undefined],
      ['sent', undefined],
      ['accepted', 'answer'],
      ['part filled', 'stream'],
      ['filled', 'read'],
    ];
    const stepsOf = (view: ReturnType<typeof trading.view>) =>
      view.orders[0]?.steps.map(({ step, source }) => [step, source]);
    expect(stepsOf(trading.view())).toEqual(expected);
    trading.close();
    expect(stepsOf(bench.reopen().view())).toEqual(expected);
  });

  it('makes the reserve known by the first order that locks exactly stake and fee bound', async () => {
    const { trading, exchange } = await openArmed();
    expect(trading.view().isReserveKnown).toBe(false);
    exchange.answerPost = async (_placement, rest) => ({
      kind: 'accepted',
      order: exchange.put({ ...rest(), locked: parseUsd('61.4758') }),
    });
    await trading.place(makeIntent());
    expect(trading.view().isReserveKnown).toBe(true);
  });

  it('denies until a rate limit ends', async () => {
    const { trading, exchange, clock } = await openArmed();
    const retryAtMs = clock.now() + 30_000;
    exchange.answerPost = async () => ({ kind: 'rejected', codes: ['429'], retryAtMs });
    await trading.place(makeIntent());
    const next = await trading.place(makeIntent({ intentId: parseIntentId('intent-0002') }));
    expect(next).toMatchObject({ outcome: 'denied', denials: [{ code: 'rateLimited' }] });
    expect(exchange.posted).toHaveLength(1);
  });

  for (const [name, lose] of [
    ['a lost answer', async (): Promise<PostOutcome> => ({ kind: 'unknown', cause: TIMED_OUT })],
    ['a client that throws', (): Promise<PostOutcome> => Promise.reject(new Error('socket hang up'))],
  ] as const) {
    it(`is unknown after ${name}, is looked for, and is never sent again`, async () => {
      const { trading, exchange, clock } = await openArmed();
      exchange.answerPost = (_placement, rest) => {
        rest();
        return lose();
      };
      const receipt = await trading.place(makeIntent());
      expect(receipt).toMatchObject({ outcome: 'unknown', orderId: null });
      expect(trading.view().orders[0]?.life.at).toBe('unknown');
      await clock.settle();
      expect(trading.view().orders).toHaveLength(1);
      expect(trading.view().orders[0]).toMatchObject({ orderId: '101', life: { at: 'resting' } });
      await clock.advance(3_600_000);
      expect(exchange.posted).toHaveLength(1);
    });
  }

  it("joins the stream's order with its own when the stream is faster than the answer", async () => {
    const { trading, exchange, clock } = await openArmed();
    let answer = (_outcome: PostOutcome): void => {};
    exchange.answerPost = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const placing = trading.place(makeIntent());
    await clock.settle();
    const rested = exchange.put(makeOrder('555'));
    trading.applyPrivateEvent({ kind: 'order', order: rested, receivedAtMs: clock.now() });
    expect(trading.view().orders).toHaveLength(1);
    expect(trading.view().orders[0]).toMatchObject({ intentId: 'intent-0001', orderId: null });
    await clock.advance(5);
    const done = fill(rested, clock);
    trading.applyPrivateEvent({ kind: 'order', order: done, receivedAtMs: clock.now() });
    answer({ kind: 'accepted', order: rested });
    expect(await placing).toMatchObject({ outcome: 'accepted', orderId: rested.id });
    expect(trading.view().orders).toHaveLength(1);
    expect(trading.view().orders[0]).toMatchObject({ intentId: 'intent-0001', life: { at: 'done' }, remaining: 0 });
  });
});

describe('placing an order of a custodial account', () => {
  const ACCOUNT = parseCustodialId(`custodial:${'c'.repeat(40)}`);

  async function openCustodial() {
    const bench = await openArmed();
    const state = { account: ACCOUNT as CustodialId | null };
    bench.context.custodialAccount = () => state.account;
    bench.account.signer = { kind: 'custodial' };
    bench.account.walletStatus = null;
    bench.log.splice(0);
    bench.exchange.calls.splice(0);
    return { ...bench, state };
  }

  it('is in the journal before it is sent, without a signature and without a wallet record', async () => {
    const { trading, exchange, log, journal } = await openCustodial();
    expect(await trading.place(makeIntent())).toMatchObject({ outcome: 'accepted' });
    expect(log).toEqual(['journal signed', 'post', 'journal sent', 'journal exchange']);
    expect(exchange.calls).not.toContain('wallet');
    expect(exchange.posted[0]!.signed).toBeNull();
    expect(trading.view().orders[0]?.steps.map(({ step }) => step)).toEqual(['recorded', 'sent', 'accepted']);
    expect(journal[0]).toMatchObject({ maker: ACCOUNT, tokenId: null, salt: null, digest: null, expiresAtMs: null });
  });

  it('is placed once per intent, and stays unknown without an answer', async () => {
    const { trading, exchange } = await openCustodial();
    exchange.answerPost = async () => ({ kind: 'unknown', cause: TIMED_OUT });
    const intent = makeIntent();
    expect((await trading.place(intent)).outcome).toBe('unknown');
    expect((await trading.place(intent)).outcome).toBe('unknown');
    expect(exchange.posted).toHaveLength(1);
    expect(trading.view().orders[0]?.life.at).toBe('unknown');
  });

  it('is unknown after a crash while it was sent, is found by its terms, and is not sent again', async () => {
    const bench = await openCustodial();
    bench.exchange.answerPost = (_placement, rest) => {
      rest();
      return new Promise(() => {});
    };
    const intent = makeIntent();
    void bench.trading.place(intent);
    await expect.poll(() => bench.exchange.posted.length).toBe(1);
    const next = bench.reopen();
    expect(next.view().orders[0]).toMatchObject({ intentId: intent.intentId, life: { at: 'unknown' } });
    await next.reconcile();
    expect(next.view().orders).toMatchObject([{ intentId: intent.intentId, life: { at: 'resting' }, orderId: '101' }]);
    expect((await next.place(intent)).outcome).toBe('accepted');
    expect(bench.exchange.posted).toHaveLength(1);
  });

  it('stays unknown where two listed orders have its terms', async () => {
    const bench = await openCustodial();
    bench.exchange.answerPost = async (_placement, rest) => {
      rest();
      rest();
      return { kind: 'unknown', cause: TIMED_OUT };
    };
    await bench.trading.place(makeIntent());
    await bench.trading.reconcile();
    const own = () => bench.trading.view().orders.find(({ intentId }) => intentId !== null);
    expect(own()?.life.at).toBe('unknown');
    expect(bench.exchange.posted).toHaveLength(1);
  });

  it('is discarded when another account is connected before it is sent', async () => {
    const { trading, exchange, state } = await openCustodial();
    exchange.ensureClock = async () => {
      state.account = null;
    };
    expect(denialCodes(await trading.place(makeIntent()))).toEqual(['stopped']);
    expect(exchange.posted).toEqual([]);
  });
});
