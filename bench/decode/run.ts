/**
 * `node bench/decode/run.ts`: the longest time for which an answer of the exchange holds up this process.
 *
 * Shape       A server in a process of its own sends the largest answers of each kind; the client measures the longest turn of its
 *             event loop from the request to the result, with the collection of garbage. Prints a table, checks nothing.
 */
import { fork } from 'node:child_process';
import http from 'node:http';
import { openVenue, type Venue } from '../../src/main/venue/venue.ts';
import { parseMarketId, parseOrderId } from '../../src/shared/units/ids.ts';

const MB = 1_024 * 1_024;
const M = parseMarketId('101');
const order = {
  id: 1,
  market: '101',
  side: 'yes',
  direction: 'buy',
  ord_type: 'limit',
  price: '0.5',
  state: 'wait',
  origin_volume: '10',
  remaining_volume: '8',
  filled_volume: '2',
  contracts_count: 1,
  locked: '4',
  created_at: '2026-01-01T00:00:00Z',
};
const rows = (row: object, bytes: number): string => {
  const count = Math.min(9_990, Math.floor(bytes / JSON.stringify(row).length) - 1);
  return JSON.stringify(Array.from({ length: count }, (_, id) => ({ ...row, id })));
};
const fields = (bytes: number): string =>
  `[{${Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"k${String(at).padStart(7, '0')}":1`).join(',')}}]`;

const READS: Readonly<Record<string, (venue: Venue) => Promise<unknown>>> = {
  '/api/v2/atlas/account/balances': (venue) => venue.listBalances(),
  '/api/v2/pythia/orders/7': (venue) => venue.fetchOrder(parseOrderId('7')),
  '/api/v2/pythia/orders': (venue) => venue.listOrders('wait'),
  '/api/v2/pythia/public/markets': (venue) => venue.listMarkets(),
  '/api/v2/pythia/public/markets/101/order-book': (venue) => venue.fetchBook(M),
  '/api/v2/pythia/public/markets/101/contracts/recent': (venue) => venue.listRecentTrades(M),
};
const BODIES: Readonly<Record<string, (bytes: number) => string>> = {
  'readable rows': (bytes) => rows(order, bytes),
  'unreadable rows': (bytes) => rows({ market: '101' }, bytes),
  'empty objects': (bytes) => `[${'{},'.repeat(Math.floor(bytes / 3) - 2)}{}]`,
  'one row of fields': fields,
  'one long text': (bytes) => `[{"id":"${'1'.repeat(bytes - 20)}"}]`,
};
const SIZES = { '64 kB': 64 * 1_024 - 100, '4 MB': 4 * MB - 100, '15 MB': 15 * MB };

function serve(): void {
  const server = http.createServer((request, response) => {
    const body = decodeURIComponent(String(request.headers['x-body'] ?? ''));
    if (request.url!.includes('timestamp')) response.end(String(Date.now()));
    else if (request.url!.includes('page=') && !request.url!.includes('page=1&')) response.end('[]');
    else {
      const [kind, bytes] = body.split('|');
      response.end(BODIES[kind!]!(Number(bytes)));
    }
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
  process.on('disconnect', () => process.exit());
}

/** Processor time of the longest turn of the event loop while `run` is under way, ms: a busy machine does not add to it. */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = usedMs();
  let isDone = false;
  const turn = (): void => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await run().catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  isDone = true;
  return longest;
}

if (process.argv[2] === 'serve') serve();
else {
  const child = fork(import.meta.filename, ['serve'], { execArgv: process.execArgv });
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(message as number)));
  process.stdout.write(`${'answer'.padEnd(52)}${'body'.padEnd(20)}${'size'.padEnd(8)}longest turn, ms\n`);
  let most = 0;
  for (const [path, read] of Object.entries(READS)) {
    for (const kind of Object.keys(BODIES)) {
      for (const [size, bytes] of Object.entries(SIZES)) {
        const base = `127.0.0.1:${port}`;
        const turns: number[] = [];
        for (let count = 0; count < 3; count += 1) {
          const venue = openVenue({
            baseUrl: `http://${base}`,
            wsBaseUrl: `ws://${base}`,
            network: 'test',
            extraHeaders: { 'x-body': encodeURIComponent(`${kind}|${bytes}`) },
            now: Date.now,
            random: Math.random,
          });
          venue.setCredentials({ apiKey: 'key', sign: () => '0'.repeat(64) });
          await venue.measureClock();
          turns.push(await longestTurn(() => read(venue)));
          await venue.close();
        }
        // The first one compiles.
        const turn = Math.min(...turns);
        most = Math.max(most, turn);
        process.stdout.write(`${path.padEnd(52)}${kind.padEnd(20)}${size.padEnd(8)}${turn.toFixed(1).padStart(8)}\n`);
      }
    }
  }
  process.stdout.write(`longest ${most.toFixed(1)} ms\n`);
  child.disconnect();
}
