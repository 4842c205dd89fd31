import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { Listening, send } from '../member.ts';

const PATH = '/api/v2/atlas/public/timestamp';
const STREAM = '/api/v2/websocket/public?stream=crypto.BTC-USD';

let exchange: PaperExchange;
let headers: Record<string, string>;
const idle: Socket[] = [];

const connectIdle = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: exchange.port }, () => resolve(socket));
    socket.on('error', reject);
  });

beforeAll(async () => {
  exchange = await openExchange({ seed: 1, runs: false });
  headers = { Host: `127.0.0.1:${exchange.port}`, 'X-Adyton-Paper': exchange.token! };
});
afterAll(async () => {
  for (const socket of idle) socket.destroy();
  await exchange.close();
});

describe('connections', () => {
  it('serves requests and streams of the terminal while 40 idle connections of others are open', async () => {
    const before = new Listening(exchange.port, STREAM, headers);
    await before.until('success');
    for (let count = 0; count < 40; count += 1) idle.push(await connectIdle());
    expect((await send(exchange.port, 'GET', PATH, headers)).status).toBe(200);
    const after = new Listening(exchange.port, STREAM, headers);
    expect(await after.until('success')).toEqual([{ message: 'subscribed', streams: ['crypto.BTC-USD'] }]);
    before.close();
    after.close();
  });

  it('closes the oldest of too many connections without a valid request', async () => {
    const open = (): number => idle.filter((socket) => !socket.closed).length;
    await expect.poll(open).toBeLessThanOrEqual(8);
    expect(idle.at(-1)!.closed).toBe(false);
    expect(idle.slice(0, 30).every((socket) => socket.closed)).toBe(true);
  });
});
