import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBrokenInvariants } from '#paper/engine/invariants.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { TestMember } from './member.ts';

const START = 1_763_726_400_000;
const ORDERS = '/api/v2/pythia/orders';
const ACCOUNT = '/api/v2/atlas/account';
const MARKETS = '/api/v2/pythia/public/markets';

let exchange: PaperExchange;
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };

beforeAll(async () => {
  exchange = await openExchange({ seed: 7, clock, runs: false });
});
afterAll(async () => {
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  await exchange.close();
});

const join = async (): Promise<TestMember> => (await new TestMember(exchange, clock.wallMs).join()).setUp();

describe('the way to a filled order', () => {
  test('opens a member with a deposit, asks for three signed calls in order, and is ready then', async () => {
    const member = await new TestMember(exchange, clock.wallMs).join();
    const wallet = async () => (await member.call('GET', `${ACCOUNT}/wallet`)).value;
    const before = await wallet();
    expect(before).toMatchObject({ proxy_address: member.safe, owner_address: member.account.address });
    expect(before).toMatchObject({ signature_type: 2, chain_id: 31_337, safe_status: 'setup_required' });
    expect(before.safe_setup.ready).toBe(false);
    expect(before.safe_setup.calls.map((call: { nonce: number }) => call.nonce)).toEqual([0, 1, 2]);
    const [first, second, third] = before.safe_setup.calls;
    expect((await member.relay(second)).value).toEqual({ errors: ['account.custody.relay_nonce_out_of_order'] });
    for (const call of [first, second]) expect((await member.relay(call)).value.tx).toMatch(/^0x[0-9a-f]{64}$/);
    expect((await wallet()).safe_setup.calls).toEqual([third]);
    expect((await member.relay({ ...third, data: `${third.data}00` })).status).toBe(422);
    expect((await member.relay(third)).status).toBe(200);
    const after = await wallet();
    expect(after.safe_setup).toEqual({ ready: true, calls: [] });
    expect(after.safe_status).toBe('ready');
    const { value } = await member.call('GET', `${ACCOUNT}/balances`);
    expect(value).toEqual([{ currency: 'usdc', balance_safe: '10000', locked_safe: '0', balance: '0', locked: '0' }]);
  });

  test('gives the same owner the same wallet, a new key and no second deposit', async () => {
    const member = await join();
    const { safe, apiKey } = member;
    await member.join();
    expect(member.safe).toBe(safe);
    expect(member.apiKey).not.toBe(apiKey);
    const { value } = await member.call('GET', `${ACCOUNT}/balances`);
    expect(value[0].balance_safe).toBe('10000');
  });

  test('fills a buy at the ask, tells every private stream, and sells the shares again', async () => {
    const member = await join();
    const market = 'harbour-list';
    const streams = member.listen(`/api/v2/websocket/private?stream=order,contract&stream=balance&stream=position`);
    await streams.until('success');
    const ask = (await member.open(`${MARKETS}/${market}/order-book`)).value.yes_asks[0];
    const { status, value } = await member.place({ market, price: ask.price, volume: '10' });
    expect(status).toBe(201);
    const stake = BigInt(ask.price.replace('.', '')) * 100_000n;
    const cents = stake / 100_000n;
    const fee = (2n * cents * (100n - cents) * 10_000_000n + 999_999n) / 1_000_000n;
    const text = (amount: bigint): string => `${amount / 1_000_000n}.${`${amount % 1_000_000n}`.padStart(6, '0')}`;
    expect(value).toMatchObject({ market, side: 'yes', direction: 'buy', ord_type: 'limit', state: 'wait' });
    expect(value).toMatchObject({ origin_volume: '10', remaining_volume: '10', filled_volume: '0' });
    expect(Number(value.locked)).toBe(Number(text(stake + fee)));
    const orders = await streams.until('order', 2);
    expect(orders.map(({ id, state }) => [id, state])).toEqual([
      [value.id, 'wait'],
      [value.id, 'done'],
    ]);
    const [contract] = await streams.until('contract');
    expect(contract).toMatchObject({ order_id: value.id, market, side: 'yes', price: ask.price, volume: '10' });
    expect(Number(contract.fee)).toBe(Number(text(fee)));
    const balances = await streams.until('balance', 2);
    expect(Number(balances.at(-1).balance)).toBe(10_000 - Number(text(stake)) - Number(text(fee)));
    expect(balances.at(-1)).toMatchObject({ currency: 'usdc', locked: '0', available: balances.at(-1).balance });
    const [position] = await streams.until('position');
    expect(position).toMatchObject({ market, outcome: 'yes', custody: 'self', qty: '10', sellable_qty: '10' });
    expect(Number(position.avg_price)).toBe(Number(ask.price));
    expect((await member.call('GET', `${ACCOUNT}/contracts`)).value).toEqual([contract]);
    expect((await member.call('GET', `${ACCOUNT}/positions`)).value).toEqual([position]);
    expect((await member.call('GET', `${ORDERS}/${value.id}`)).value.state).toBe('done');
    const tape = (await member.open(`${MARKETS}/${market}/contracts/recent?limit=1`)).value;
    expect(tape[0]).toMatchObject({ market_id: market, price: ask.price, volume: '10', taker_side: 'yes' });

    const bid = (await member.open(`${MARKETS}/${market}/order-book`)).value.yes_bids[0];
    await member.place({ market, direction: 'sell', price: bid.price, volume: '10' });
    const sold = (await streams.until('contract', 2))[1];
    expect(sold).toMatchObject({ direction: 'sell', side: 'yes', price: bid.price, taker_side: 'no' });
    expect((await member.call('GET', `${ACCOUNT}/positions`)).value[0]).toMatchObject({ qty: '0', avg_price: '0' });
    streams.close();
  });

  test('rests a bid on the book that everyone sees, lists it, and cancels it with its lock released', async () => {
    const member = await join();
    const market = 'hill-alliance';
    const watcher = member.listen(`/api/v2/websocket/public?stream=${market}.ob-inc`);
    const [snapshot] = await watcher.until(`${market}.ob-snap`);
    const { value: order } = await member.place({ market, price: '0.02', volume: '40.5', postOnly: true });
    const [increment] = await watcher.until(`${market}.ob-inc`);
    expect(increment.sequence).toBe(snapshot.sequence + 1);
    expect(increment.bids).toEqual([['0.02', '40.5']]);
    const list = await member.call('GET', `${ORDERS}?state=wait&market=${market}&page=1&limit=10`);
    expect(list.value).toMatchObject([{ id: order.id, state: 'wait', locked: '0.81' }]);
    expect(list.headers).toMatchObject({ page: '1', 'per-page': '10', total: '1' });
    expect((await member.call('POST', `${ORDERS}/${order.id}/cancel`)).value).toEqual({
      id: order.id,
      state: 'cancel',
    });
    expect((await member.call('POST', `${ORDERS}/${order.id}/cancel`)).value.errors).toEqual([
      'market.order.invalid_state',
    ]);
    expect((await watcher.until(`${market}.ob-inc`, 2))[1].bids).toEqual([['0.02', '0']]);
    expect((await member.call('GET', `${ACCOUNT}/balances`)).value[0].locked_safe).toBe('0');
    watcher.close();
  });

  test('rejects at its first fill an order taken before the wallet was set up', async () => {
    const member = await new TestMember(exchange, clock.wallMs).join();
    const market = 'rate-hold';
    const ask = (await member.open(`${MARKETS}/${market}/order-book`)).value.yes_asks[0];
    const { value, status } = await member.place({ market, price: ask.price, volume: '5' });
    expect([status, value.state]).toEqual([201, 'wait']);
    expect((await member.call('GET', `${ORDERS}/${value.id}`)).value).toMatchObject({ state: 'reject', locked: '0' });
    expect((await member.call('GET', `${ACCOUNT}/balances`)).value[0].balance_safe).toBe('10000');
  });

  test('keeps the orders of one member from another', async () => {
    const [one, other] = [await join(), await join()];
    const { value } = await one.place({ market: 'hill-alliance', price: '0.02', volume: '10' });
    expect((await other.call('GET', `${ORDERS}/${value.id}`)).status).toBe(404);
    expect((await other.call('POST', `${ORDERS}/${value.id}/cancel`)).status).toBe(404);
    expect((await other.call('GET', ORDERS)).value).toEqual([]);
  });
});

describe('what a placement must be', () => {
  test('refuses each wrong thing with 422 and a code of its own', async () => {
    const member = await join();
    const stranger = await join();
    const good = { market: 'lander-intact', price: '0.30', volume: '10' };
    const NO = '1';
    const cases: [string, Parameters<TestMember['place']>[0]][] = [
      ['market.order.use_signed_endpoint', { ...good, body: { signed_order: undefined } }],
      ['market.market.doesnt_exist_or_not_enabled', { ...good, body: { market: 'nowhere' } }],
      ['market.order.missing_market', { ...good, body: { market: undefined } }],
      ['market.order.invalid_side', { ...good, body: { side: 'maybe' } }],
      ['market.order.invalid_type', { ...good, body: { ord_type: 'market' } }],
      ['market.order.non_decimal_price', { ...good, body: { price: '3e-1' } }],
      ['market.order.invalid_price', { ...good, price: '0.305', volume: '10' }],
      ['market.order.invalid_price', { ...good, body: { price: '1.00' } }],
      ['market.order.non_positive_volume', { ...good, body: { volume: '0' } }],
      ['market.order.non_decimal_volume', { ...good, body: { volume: '1.0000001' } }],
      ['market.order.invalid_volume_or_price', { ...good, body: { volume: '0.000001' } }],
      ['account.custody.order_price_mismatch', { ...good, body: { price: '0.31' } }],
      ['account.custody.order_volume_mismatch', { ...good, body: { volume: '11' } }],
      ['account.custody.order_token_mismatch', { ...good, body: { side: 'no' } }],
      ['account.custody.order_token_mismatch', { ...good, signed: { tokenId: 5n } }],
      ['account.custody.order_taker_not_zero', { ...good, signed: { taker: member.safe } }],
      ['account.custody.order_fee_rate_not_zero', { ...good, signed: { feeRateBps: 1n } }],
      ['account.custody.order_maker_mismatch', { ...good, signed: { maker: stranger.safe } }],
      ['account.custody.order_signer_mismatch', { ...good, signed: { signer: stranger.account.address } }],
      ['account.custody.order_signature_type_mismatch', { ...good, signed: { signatureType: 3 } }],
      ['account.custody.order_nonce_mismatch', { ...good, signed: { nonce: 1n } }],
      ['account.custody.order_expired', { ...good, signed: { expiration: BigInt(START / 1_000 - 60) } }],
      ['account.custody.order_signature_rejected', { ...good, after: { salt: '99' } }],
      ['account.custody.order_malformed', { ...good, after: { signature: NO } }],
      ['market.account.insufficient_balance', { ...good, volume: '40000' }],
      ['market.account.insufficient_balance', { ...good, direction: 'sell' }],
      ['market.order.post_only_would_cross', { ...good, price: '0.99', postOnly: true }],
    ];
    for (const [code, wish] of cases) {
      const { status, value } = await member.place(wish);
      expect([code, status, value.errors]).toEqual([code, 422, [code]]);
    }
    expect((await member.call('GET', ORDERS)).value).toEqual([]);
  });

  test('takes the same signed order once only', async () => {
    const member = await join();
    const body = await member.placement({ market: 'lander-intact', price: '0.10', volume: '10' });
    expect((await member.call('POST', `${ACCOUNT}/orders`, body)).status).toBe(201);
    const again = await member.call('POST', `${ACCOUNT}/orders`, body);
    expect([again.status, again.value]).toEqual([422, { errors: ['account.custody.order_already_used'] }]);
  });

  test('takes 120 orders a minute and answers 429 to the next', async () => {
    const member = await join();
    const statuses = new Map<number, number>();
    for (let count = 0; count < 121; count += 1) {
      const { status } = await member.call('POST', `${ACCOUNT}/orders`, { market: 'nowhere' });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [422, 120],
      [429, 1],
    ]);
  });

  test('cancels an order whose signed expiry passes', async () => {
    const member = await join();
    const seconds = BigInt(Math.floor(clock.at / 1_000) + 30);
    const wish = { market: 'ferry-fare-rise', price: '0.05', volume: '10', signed: { expiration: seconds } };
    const { value } = await member.place(wish);
    clock.at += 31_000;
    expect((await member.call('GET', `${ORDERS}/${value.id}`)).value.state).toBe('cancel');
  });
});

describe('who may ask', () => {
  test('wants every authentication header right, over the exact bytes and inside the clock window', async () => {
    const member = await join();
    const path = `${ACCOUNT}/balances`;
    const code = async (headers: Record<string, string>, target = path) => {
      const { send } = await import('./member.ts');
      const { status, value } = await send(exchange.port, 'GET', target, headers);
      return [status, value.errors?.[0]];
    };
    const good = member.headers('GET', path);
    expect(await code(member.base())).toEqual([422, 'authz.invalid_api_key_headers']);
    expect(await code({ ...good, 'X-Auth-Apikey': 'nobody' })).toEqual([401, 'authz.unexistent_apikey']);
    expect(await code({ ...good, 'X-Auth-Nonce': 'soon' })).toEqual([401, 'authz.nonce_not_valid_timestamp']);
    expect(await code({ ...good, 'X-Auth-Nonce': `${clock.at - 5_000}` })).toEqual([401, 'authz.nonce_expired']);
    expect(await code({ ...good, 'X-Auth-Nonce': `${clock.at - 4_999}` })).toEqual([401, 'authz.invalid_signature']);
    expect(await code(good, `${path}?`)).toEqual([401, 'authz.invalid_signature']);
    expect(await code(good)).toEqual([200, undefined]);
    expect((await member.call('GET', path)).headers['cache-control']).toBe('private, no-store');
  });
});

describe('determinism', () => {
  test('emits the same messages for the same seed and the same clock', async () => {
    const hashes: string[] = [];
    for (const steps of [40, 7]) {
      const own = { at: START, nowMs: () => own.at, wallMs: () => own.at };
      const hash = createHash('sha256');
      const one = await openExchange({
        seed: 5,
        clock: own,
        runs: false,
        onMessage: (_stream, text) => hash.update(text),
      });
      for (let step = 1; step <= steps; step += 1) {
        own.at = START + Math.floor((20_000 * step) / steps);
        one.advance();
      }
      await one.close();
      hashes.push(hash.digest('hex'));
    }
    expect(hashes[1]).toBe(hashes[0]);
  });
});
