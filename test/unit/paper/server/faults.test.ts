import type { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenRequest } from '#paper/server/core.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { send, TestMember } from './member.ts';

const START = 1_763_726_400_000;
const ACCOUNT = '/api/v2/atlas/account';
const ORDERS = '/api/v2/pythia/orders';
const BOOK = '/api/v2/pythia/public/markets/harbour-list/order-book';
const market = 'harbour-list';
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };
let exchange: PaperExchange;
let member: TestMember;

beforeEach(async () => {
  clock.at = START;
  exchange = await openExchange({ seed: 7, clock, runs: false });
  member = await (await new TestMember(exchange, clock.wallMs).join()).setUp();
});
afterEach(() => exchange.close());

const arm = async (...faults: Record<string, unknown>[]): Promise<void> => {
  const { status } = await send(exchange.port, 'POST', '/operator/faults', member.base(), JSON.stringify({ faults }));
  expect(status).toBe(201);
};
const play = (ms: number): void => {
  for (let at = 0; at < ms; at += 200) {
    clock.at += 200;
    exchange.advance();
  }
};
const sequences = (messages: { sequence: number }[]): number[] =>
  messages.map(({ sequence }, at) => sequence - (messages[at - 1]?.sequence ?? sequence - 1));

describe('on streams', () => {
  test('skips one increment: the sequence jumps by two', async () => {
    await arm({ kind: 'sequence_skip', target: `${market}.ob-inc`, after: 3 });
    const socket = member.listen(`/api/v2/websocket/public?stream=${market}.ob-inc`);
    await socket.until('success');
    play(20_000);
    const jumps = sequences(await socket.until(`${market}.ob-inc`, 8)).slice(0, 8);
    expect(jumps).toEqual([1, 1, 1, 2, 1, 1, 1, 1]);
    socket.close();
  });

  test('says one message twice', async () => {
    await arm({ kind: 'duplicate', target: `${market}.ob-inc`, after: 1 });
    const socket = member.listen(`/api/v2/websocket/public?stream=${market}.ob-inc`);
    await socket.until('success');
    play(20_000);
    expect(sequences(await socket.until(`${market}.ob-inc`, 5)).slice(0, 5)).toEqual([1, 1, 0, 1, 1]);
    socket.close();
  });

  test('delivers one message late, after those that follow it', async () => {
    await arm({ kind: 'delay', target: `${market}.ob-inc`, ms: 60 });
    const socket = member.listen(`/api/v2/websocket/public?stream=${market}.ob-inc`);
    const [{ sequence }] = await socket.until(`${market}.ob-snap`);
    play(5_000);
    let seen: { sequence: number }[] = [];
    for (let count = 1; !seen.some((one) => one.sequence === sequence + 1); count += 1) {
      seen = await socket.until(`${market}.ob-inc`, count);
    }
    expect(seen[0]!.sequence).toBe(sequence + 2);
    socket.close();
  });

  test('leaves a socket open and silent, and speaks again when its time is over', async () => {
    const socket = member.listen('/api/v2/websocket/public?stream=crypto.BTC-USD');
    await socket.until('success');
    await arm({ kind: 'silent_socket', target: 'crypto', ms: 80 });
    play(5_000);
    expect(socket.messages).toHaveLength(1);
    while (socket.messages.length < 2) {
      play(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
    expect(socket.messages.length).toBeGreaterThan(1);
    socket.close();
  });

  test('ignores a connection: neither messages nor pongs', async () => {
    const socket = member.listen('/api/v2/websocket/public?stream=crypto.BTC-USD');
    await socket.until('success');
    let pongs = 0;
    socket.socket.on('pong', () => {
      pongs += 1;
    });
    const closed = new Promise((resolve) => socket.socket.on('close', resolve));
    await arm({ kind: 'black_hole', target: 'crypto', ms: 150 });
    play(2_000);
    socket.socket.ping();
    play(5_000);
    expect(await closed).toBe(1006);
    expect([pongs, socket.messages.length]).toEqual([0, 1]);
  });

  test('resets a connection', async () => {
    const socket = member.listen('/api/v2/websocket/public?stream=crypto.BTC-USD');
    await socket.until('success');
    const { _socket } = socket.socket as unknown as { readonly _socket: EventEmitter };
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => _socket.on('error', resolve));
    await arm({ kind: 'reset', target: 'crypto' });
    play(2_000);
    expect((await failed).code).toBe('ECONNRESET');
  });

  test('sends half a message, and one with a field of another type', async () => {
    const texts: string[] = [];
    const socket = member.listen('/api/v2/websocket/public?stream=crypto.BTC-USD');
    await socket.until('success');
    socket.socket.on('message', (data) => texts.push(String(data)));
    await arm({ kind: 'truncated', target: 'crypto' }, { kind: 'mistyped', target: 'crypto' });
    play(4_000);
    await expect.poll(() => texts.length).toBeGreaterThan(2);
    expect(() => JSON.parse(texts[0]!)).toThrow();
    expect(JSON.parse(texts[1]!)['crypto.BTC-USD'].product_id).toBe('BTC-USD');
    expect(JSON.parse(texts[1]!)['crypto.BTC-USD'].price).toBe(true);
    socket.close();
  });

  test('breaks a connection', async () => {
    const socket = member.listen('/api/v2/websocket/public?stream=crypto.BTC-USD');
    await socket.until('success');
    const closed = new Promise((resolve) => socket.socket.on('close', resolve));
    await arm({ kind: 'disconnect', target: 'crypto' });
    play(2_000);
    expect(await closed).toBe(1006);
  });
});

describe('on requests', () => {
  test('loses the answer of an order that was taken', async () => {
    await arm({ kind: 'lost_answer', target: `${ACCOUNT}/orders` });
    await expect(member.place({ market, price: '0.02', volume: '10' })).rejects.toThrow();
    expect((await member.call('GET', ORDERS)).value).toMatchObject([{ market, state: 'wait', price: '0.02' }]);
  });

  test('answers with an error after it has taken the order', async () => {
    await arm({ kind: 'late_error', target: `${ACCOUNT}/orders`, status: 502 });
    expect((await member.place({ market, price: '0.02', volume: '10' })).status).toBe(502);
    expect((await member.call('GET', ORDERS)).value).toMatchObject([{ market, state: 'wait', price: '0.02' }]);
  });

  test('cuts an answer in the middle', async () => {
    await arm({ kind: 'truncated', target: `${ACCOUNT}/orders` });
    await expect(member.place({ market, price: '0.02', volume: '10' })).rejects.toThrow();
    expect((await member.call('GET', ORDERS)).value).toHaveLength(1);
  });

  test('gives one field another type, a different one each time', async () => {
    await member.place({ market, price: '0.02', volume: '10' });
    const right = (await member.call('GET', ORDERS)).value[0];
    await arm({ kind: 'mistyped', target: ORDERS, count: 2 });
    const changed = async (): Promise<string[]> => {
      const [found] = (await member.call('GET', ORDERS)).value;
      return Object.keys(right).filter((name) => typeof found[name] !== typeof right[name]);
    };
    const [first, second] = [await changed(), await changed()];
    expect([first.length, second.length]).toEqual([1, 1]);
    expect(first).not.toEqual(second);
    expect(await changed()).toEqual([]);
  });

  test('serves open orders in a state that no document names', async () => {
    await member.place({ market, price: '0.02', volume: '10' });
    await arm({ kind: 'unknown_state', target: ORDERS });
    expect((await member.call('GET', ORDERS)).value).toMatchObject([{ state: 'suspended' }]);
    expect((await member.call('GET', ORDERS)).value).toMatchObject([{ state: 'wait' }]);
  });

  test('swallows a request: nothing is done and nothing is answered', async () => {
    await arm({ kind: 'black_hole', target: `${ACCOUNT}/orders`, ms: 60 }, { kind: 'reset', target: '/cancel' });
    await expect(member.place({ market, price: '0.02', volume: '10' })).rejects.toThrow();
    expect((await member.call('GET', ORDERS)).value).toEqual([]);
    const { value } = await member.place({ market, price: '0.02', volume: '10' });
    await expect(member.call('POST', `${ORDERS}/${value.id}/cancel`)).rejects.toThrow();
    expect((await member.call('GET', ORDERS)).value).toMatchObject([{ state: 'wait' }]);
  });

  test('changes the order domain: an order under the old one is refused', async () => {
    const domain = async () => (await member.call('GET', `${ACCOUNT}/wallet`)).value.domain_name;
    const before = await domain();
    const signedBefore = await member.placement({ market, price: '0.02', volume: '10' });
    const place = (body: unknown) => member.call('POST', `${ACCOUNT}/orders`, body);
    await arm({ kind: 'domain_change' });
    expect(await domain()).not.toBe(before);
    expect((await place(signedBefore)).value).toEqual({ errors: ['account.custody.order_signature_rejected'] });
    expect((await member.place({ market, price: '0.02', volume: '10' })).status).toBe(201);
    exchange.faults.clear();
    expect(await domain()).toBe(before);
    expect((await place(signedBefore)).status).toBe(201);
  });

  test('tells its observer what it was asked, what it did, and which fault changed the answer', async () => {
    const seen: SeenRequest[] = [];
    await exchange.close();
    exchange = await openExchange({ seed: 7, clock, runs: false, onRequest: (one) => seen.push(one) });
    member = await (await new TestMember(exchange, clock.wallMs).join()).setUp();
    seen.length = 0;
    await arm(
      { kind: 'lost_answer', target: `${ACCOUNT}/orders` },
      { kind: 'refusal', target: `${ACCOUNT}/orders`, after: 1 },
    );
    await member.place({ market, price: '0.02', volume: '10' }).catch(() => undefined);
    await member.place({ market, price: '0.02', volume: '10' });
    expect(seen.filter(({ method }) => method === 'POST')).toMatchObject([
      { method: 'POST', target: `${ACCOUNT}/orders`, isExecuted: true, status: 201, fault: 'lost_answer' },
      { isExecuted: false, status: 422, value: { errors: ['server.internal_error'] }, fault: null },
    ]);
    expect(JSON.parse(seen.find(({ method }) => method === 'POST')!.body)).toMatchObject({ market, price: '0.02' });
  });

  test('throttles, and blocks for longer when it is asked again meanwhile', async () => {
    await arm({ kind: 'rate_limit', target: BOOK, ms: 60_000 });
    for (let ask = 0; ask < 3; ask += 1) {
      const { status, value } = await member.open(BOOK);
      expect([status, value]).toEqual([429, { errors: ['server.too_many_requests'] }]);
    }
    expect((await member.call('GET', ORDERS)).status).toBe(200);
  });

  test('fails with the status that is named and does nothing of what was asked', async () => {
    await arm({ kind: 'server_error', target: '/orders', status: 502, count: 2 });
    const wish = { market, price: '0.02', volume: '10' };
    for (let ask = 0; ask < 2; ask += 1) {
      expect(await member.place(wish)).toMatchObject({ status: 502, value: { errors: ['server.internal_error'] } });
    }
    expect((await member.call('GET', ORDERS)).value).toEqual([]);
    expect((await member.place(wish)).status).toBe(201);
  });

  test('refuses with any code that is named, so that every known one can be met', async () => {
    await arm({ kind: 'refusal', target: BOOK, status: 401, code: 'authz.apikey_not_active' });
    expect(await member.open(BOOK)).toMatchObject({ status: 401, value: { errors: ['authz.apikey_not_active'] } });
  });

  test('answers late', async () => {
    await arm({ kind: 'slow_answer', target: BOOK, ms: 120 });
    const before = performance.now();
    expect((await member.open(BOOK)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(100);
  });

  test('has a clock that is off: nonces are judged by it and the timestamp tells it', async () => {
    await arm({ kind: 'clock_skew', ms: -7_000 });
    expect((await member.call('GET', ORDERS)).value).toEqual({ errors: ['authz.nonce_expired'] });
    const { value } = await member.open('/api/v2/atlas/public/timestamp');
    expect(value).toBe(clock.at - 7_000);
    const late = Object.assign(new TestMember(exchange, () => clock.at - 7_000), {
      apiKey: member.apiKey,
      apiSecret: member.apiSecret,
    });
    expect((await late.call('GET', ORDERS)).status).toBe(200);
  });
});

describe('on orders', () => {
  test('refuses a signature as the maker wallet would', async () => {
    await arm({ kind: 'wallet_rejection' });
    const wish = { market, price: '0.02', volume: '10' };
    expect((await member.place(wish)).value).toEqual({ errors: ['account.custody.order_signature_rejected'] });
    expect((await member.place(wish)).status).toBe(201);
  });

  test('fails to settle a match: the order is rejected and its lock released', async () => {
    await arm({ kind: 'settlement_failure', target: market });
    const { value } = await member.place({ market, price: '0.95', volume: '10' });
    expect((await member.call('GET', `${ORDERS}/${value.id}`)).value).toMatchObject({ state: 'reject', locked: '0' });
    expect((await member.call('GET', `${ACCOUNT}/balances`)).value[0].balance_safe).toBe('10000');
  });

  test('holds an order pending until it reaches the book', async () => {
    await arm({ kind: 'pending', ms: 600_000 });
    const { value } = await member.place({ market, price: '0.95', volume: '10' });
    expect(value.state).toBe('pending');
    expect((await member.call('GET', `${ORDERS}?state=pending`)).value).toMatchObject([{ id: value.id }]);
  });

  test('lets a pending order reach the book when its time comes', async () => {
    await arm({ kind: 'pending', ms: 50 });
    const streams = member.listen('/api/v2/websocket/private?stream=order');
    await streams.until('success');
    await member.place({ market, price: '0.95', volume: '10' });
    const states = (await streams.until('order', 3)).map(({ state }) => state);
    expect([states[0], states[1], states.at(-1)]).toEqual(['pending', 'wait', 'done']);
    streams.close();
  });

  test('takes a cancel and carries it out later: what is asked for may fill meanwhile', async () => {
    const streams = member.listen('/api/v2/websocket/private?stream=order');
    await streams.until('success');
    const { value } = await member.place({ market, price: '0.02', volume: '10' });
    await arm({ kind: 'cancel_lag', ms: 50 });
    const answer = await member.call('POST', `${ORDERS}/${value.id}/cancel`);
    expect(answer.value).toEqual({ id: value.id, state: 'wait' });
    expect((await streams.until('order', 2))[1]).toMatchObject({ id: value.id, state: 'cancel' });
    streams.close();
  });
});

describe('a plan', () => {
  test('is listed with what has come of it, and cleared', async () => {
    await arm({ kind: 'server_error', target: BOOK }, { kind: 'duplicate' });
    await member.open(BOOK);
    const list = () => send(exchange.port, 'GET', '/operator/faults', member.base());
    expect((await list()).value).toMatchObject([
      { kind: 'server_error', done: 1 },
      { kind: 'duplicate', done: 0 },
    ]);
    expect((await send(exchange.port, 'DELETE', '/operator/faults', member.base())).value).toEqual([]);
    expect((await list()).value).toEqual([]);
    expect((await send(exchange.port, 'GET', '/operator/faults', { Host: member.base().Host! })).status).toBe(401);
  });
});
