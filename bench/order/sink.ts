/**
 * The exchange of the order rows, in a process of its own: answers at once, remembers the last order, counts sockets and reads.
 *
 * Shape       As most proxies do, it keeps idle connections for 75 s and does not say so in a header.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , walletText = '{}'] = process.argv;
const counts = { sockets: 0, reads: 0, orders: 0 };
let last: { readonly body: string; readonly headers: IncomingMessage['headers'] } | null = null;

function answer(method: string, target: string, body: string): [status: number, text: string] {
  if (target === '/counts') return [200, JSON.stringify(counts)];
  if (target === '/last') return [200, JSON.stringify(last)];
  if (method === 'POST') return place(target, body);
  counts.reads += 1;
  if (target.endsWith('/public/timestamp')) return [200, String(Date.now())];
  if (target.includes('/wallet/markets/')) return [200, walletText];
  if (target.startsWith('/tick-size')) return [200, '{"minimum_tick_size":"0.01"}'];
  if (target.startsWith('/fee-rate')) return [200, '{"base_fee":0}'];
  return [404, '{"errors":["record.not_found"]}'];
}

/** The order ends at once, so that the contenders' lists do not grow. */
function place(target: string, body: string): [status: number, text: string] {
  counts.orders += 1;
  if (!target.startsWith('/api/v2/')) return [200, '{"success":true}'];
  const { market, side, price, volume } = JSON.parse(body) as Record<string, string>;
  const time = new Date().toISOString();
  const order = {
    id: counts.orders,
    market,
    side,
    direction: 'buy',
    ord_type: 'limit',
    price,
    state: 'cancel',
    origin_volume: volume,
    remaining_volume: volume,
    filled_volume: '0',
    contracts_count: 0,
    locked: '0',
    created_at: time,
    updated_at: time,
  };
  return [201, JSON.stringify(order)];
}

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    if (request.method === 'POST') last = { body, headers: request.headers };
    const [status, text] = answer(request.method ?? '', request.url ?? '', body);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'keep-alive' });
    response.end(text);
  });
});
server.on('connection', (socket) => {
  socket.setNoDelay(true);
  counts.sockets += 1;
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
