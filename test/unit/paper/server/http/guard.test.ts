import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { Listening, send, TestMember } from '../member.ts';

const PATH = '/api/v2/atlas/public/timestamp';
const SOCKET = '/api/v2/websocket/public?stream=crypto.BTC-USD';

let exchange: PaperExchange;
let good: Record<string, string>;

beforeAll(async () => {
  exchange = await openExchange({ seed: 1, runs: false });
  good = { Host: `127.0.0.1:${exchange.port}`, 'X-Adyton-Paper': exchange.token! };
});
afterAll(() => exchange.close());

const refusedConnect = (host: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: exchange.port });
    socket.on('error', () => resolve('refused'));
    socket.on('connect', () => {
      socket.destroy();
      resolve('connected');
    });
  });

const table = (): [string, Record<string, string>, number][] => {
  const { port, token } = exchange;
  return [
    ['the right host and token', good, 200],
    ['no token', { Host: good.Host! }, 401],
    ['a wrong token', { ...good, 'X-Adyton-Paper': token!.replace(/./, (digit) => (digit === '0' ? '1' : '0')) }, 401],
    ['a shorter token', { ...good, 'X-Adyton-Paper': token!.slice(1) }, 401],
    ['a rebound host name', { ...good, Host: `evil.example:${port}` }, 421],
    ['localhost', { ...good, Host: `localhost:${port}` }, 421],
    ['another port', { ...good, Host: `127.0.0.1:${port + 1}` }, 421],
    ['an origin', { ...good, Origin: `http://127.0.0.1:${port}` }, 403],
    ['a null origin', { ...good, Origin: 'null' }, 403],
    ['a browser’s fetch metadata', { ...good, 'Sec-Fetch-Site': 'none' }, 403],
  ];
};

describe('the guard', () => {
  test('answers requests by who sends them', async () => {
    for (const [name, headers, status] of table()) {
      expect([name, (await send(exchange.port, 'GET', PATH, headers)).status]).toEqual([name, status]);
    }
  });

  test('answers upgrades by the same table, before the handshake', async () => {
    for (const [name, headers, status] of table()) {
      if (status === 200) continue;
      expect([name, await new Listening(exchange.port, SOCKET, headers).refused()]).toEqual([name, status]);
    }
    const socket = new Listening(exchange.port, SOCKET, good);
    expect(await socket.until('success')).toEqual([{ message: 'subscribed', streams: ['crypto.BTC-USD'] }]);
    socket.close();
  });

  test('refuses preflights and never names an origin', async () => {
    const answer = await send(exchange.port, 'OPTIONS', PATH, good);
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const { headers } = await send(exchange.port, 'GET', PATH, good);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('is reached on 127.0.0.1 only', async () => {
    expect(await refusedConnect('127.0.0.1')).toBe('connected');
    expect(await refusedConnect('::1')).toBe('refused');
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((face) => face !== undefined && !face.internal && face.family === 'IPv4');
    if (outside) expect(await refusedConnect(outside.address)).toBe('refused');
  });

  test('reads bodies to 64 KiB and headers to 8 KiB', async () => {
    const post = (length: number) =>
      send(exchange.port, 'POST', '/operator/members', good, JSON.stringify({ owner: 'x'.repeat(length) }));
    expect((await post(60_000)).status).toBe(422);
    for (const length of [70_000, 2_000_000]) expect((await post(length)).status).toBe(413);
    const { status } = await send(exchange.port, 'GET', PATH, { ...good, 'X-Long': 'x'.repeat(9_000) }).catch(() => ({
      status: 431,
    }));
    expect(status).toBe(431);
  });

  test('asks for no token when it stands alone, and still checks host and origin', async () => {
    const alone = await openExchange({ seed: 1, runs: false, token: null });
    const Host = `127.0.0.1:${alone.port}`;
    expect((await send(alone.port, 'GET', PATH, { Host })).status).toBe(200);
    expect((await send(alone.port, 'GET', PATH, { Host, Origin: 'null' })).status).toBe(403);
    expect((await send(alone.port, 'GET', PATH, { Host: `localhost:${alone.port}` })).status).toBe(421);
    await alone.close();
  });

  test('refuses a private socket with a wrong signature at the upgrade', async () => {
    const member = await new TestMember(exchange).join();
    const path = '/api/v2/websocket/private?stream=order';
    const headers = member.headers('GET', '/api/v2/websocket/private');
    expect(await new Listening(exchange.port, path, headers).refused()).toBe(401);
    expect(await new Listening(exchange.port, path, member.base()).refused()).toBe(401);
    const socket = member.listen(path);
    expect(await socket.until('success')).toEqual([{ message: 'subscribed', streams: ['order'] }]);
    socket.close();
  });
});
