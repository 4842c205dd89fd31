/** Prepared exits against a thief of their bodies, an exchange that loses and delays answers, and a search of what is stored. */
import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Trader } from '#main/app/trader.ts';
import { openVenue, type Venue } from '#main/venue/venue.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { intend, openTraderBench, PASSWORD, type TraderBench, until } from '#test/slice/traderBench.ts';
import { buildPatterns, findSecrets, secretText } from './findSecrets.ts';
import { readFiles } from './readFiles.ts';

const FLOOR = toPrice(20_000);
/** The position has 100. */
const PREPARED = parseShares('60');

let bench: TraderBench;
let trader: Trader;
let thief: Venue;
let apiSecret: string;
let intent: OrderIntent;
const printed: string[] = [];
/** Bodies as they were given out to be sent. */
const taken: string[] = [];

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation(((chunk: string | Uint8Array, ...rest: never[]) => {
      printed.push(String(chunk));
      return write(chunk, ...rest);
    }) as typeof stream.write);
  }
  bench = await openTraderBench();
  ({ trader } = bench);
  const { vault, venue, wallet, trading, market, exchange } = trader;
  const owner = await vault.create(PASSWORD, { kind: 'random' });
  const member = await venue.openPaperMember(owner);
  ({ apiSecret } = member);
  await vault.storeApiKey({ apiKey: member.apiKey, apiSecret });
  const { calls } = await wallet.read();
  await wallet.setup(PASSWORD, wallet.planSetup(calls.map(({ hash }) => hash)));
  await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
  thief = openVenue({
    network: 'paper',
    baseUrl: exchange.baseUrl,
    wsBaseUrl: exchange.wsBaseUrl,
    extraHeaders: exchange.headers,
    now: () => Date.now(),
    random: Math.random,
  });
  thief.setCredentials({
    apiKey: member.apiKey,
    sign: (message) => createHmac('sha256', member.apiSecret).update(message).digest('hex'),
  });
  const { id, ask } = await bench.watchBusyMarket();
  trading.setArmed(true);
  const shares = parseShares('100');
  const price = toPrice(Math.min(990_000, ask + 100_000));
  expect(await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price, shares }))).toMatchObject({
    outcome: 'accepted',
  });
  await until(() => expect(trading.view().positions[0]).toMatchObject({ sellable: shares }));
  intent = intend({ market: id, side: 'yes', direction: 'sell', price: FLOOR, shares: parseShares('15') });
  const { take } = vault.prepared;
  vi.spyOn(vault.prepared, 'take').mockImplementation((lotId) => {
    const body = take(lotId);
    taken.push(body);
    return body;
  });
  const answer = await trading.prepared.plan([{ market: id, side: 'yes', price: FLOOR, shares: PREPARED }], 6);
  if (!('plan' in answer)) throw new Error('Expected a plan');
  await vault.prepared.prepare(PASSWORD, answer.plan);
  trader.locks.lock('manual');
  await until(() => expect(market.book(id)?.health.at).toBe('live'));
  await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
});

afterAll(async () => {
  vi.restoreAllMocks();
  await thief.close();
  await bench.close();
});

const held = (): number => trader.trading.view().positions[0]?.quantity ?? 0;
const lots = () => trader.vault.prepared.pack()?.lots ?? [];
let count = 0;
const post = (lotId: string) => {
  count += 1;
  const intentId = parseIntentId(`prepared-security-${count}`);
  return trader.trading.prepared.post({ lotId, intentId, worst: FLOOR });
};
const statesOf = (): string[] => lots().map(({ at }) => at);

it('an answer that is lost is not a reason to send again', async () => {
  const [first] = lots();
  await thief.startPaperFaults([{ kind: 'lost_answer', target: '/account/orders', count: 1 }]);
  // The stream may name the order before the lost answer is noticed.
  expect(['unknown', 'accepted']).toContain((await post(first!.id)).outcome);
  await until(() => expect(statesOf()[0]).toBe('ended'));
  await until(() => expect(held()).toBe(85_000_000));
  expect(taken).toHaveLength(1);
  await thief.stopPaperFaults();
});

it('an answer that is late changes nothing of that', async () => {
  const [, second] = lots();
  await thief.startPaperFaults([{ kind: 'slow_answer', target: '/account/orders', count: 1, ms: 700 }]);
  const [late, again] = await Promise.all([post(second!.id), post(second!.id)]);
  expect([late.outcome, again.outcome].sort()).toEqual(['accepted', 'denied']);
  await until(() => expect(held()).toBe(70_000_000));
  expect(taken).toHaveLength(2);
  await thief.stopPaperFaults();
});

it('whoever has the API key, its secret and every body, and sends them often, late and in any order, sells no more than was prepared', async () => {
  const { vault } = trader;
  // What a thief of main's memory would find: the bodies that are left.
  const left = lots()
    .filter(({ at }) => at === 'ready')
    .map(({ id }) => {
      const body = vault.prepared.take(id);
      vault.prepared.settle(id);
      return body;
    });
  expect(left).toHaveLength(2);
  const bodies = [...taken.slice(0, 2), ...left];
  const outcomes = await Promise.all(
    [...bodies, ...bodies.toReversed(), ...bodies].map((body) => thief.postPrepared(intent, () => body)),
  );
  expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(2);
  await until(() => expect(held()).toBe(40_000_000));
  const later = await Promise.all(bodies.map((body) => thief.postPrepared(intent, () => body)));
  expect(later.every(({ kind }) => kind === 'rejected')).toBe(true);
  // A body is one order: another price, size or market does not fit its signature.
  const forged = bodies.map((body) => body.replaceAll('"15"', '"30"'));
  const answers = await Promise.all(forged.map((body) => thief.postPrepared(intent, () => body)));
  expect(answers.every(({ kind }) => kind === 'rejected')).toBe(true);
  expect(held()).toBe(40_000_000);
});

it('no body, signature or secret is on disk, in the log, in a view or printed', async () => {
  expect(taken).toHaveLength(4);
  const secrets = taken.flatMap((body, index) => {
    const { signature } = (JSON.parse(body) as { signed_order: { signature: string } }).signed_order;
    return [
      { name: `signature ${index}`, bytes: Buffer.from(signature.slice(2), 'hex') },
      secretText(`body ${index}`, body),
    ];
  });
  const patterns = buildPatterns([...secrets, secretText('API secret', apiSecret)]);
  const files = readFiles(bench.dataFolder);
  expect(files.length).toBeGreaterThan(3);
  for (const { where, bytes } of files) expect(findSecrets(bytes, patterns), where).toEqual([]);
  const { prepared } = trader.vault;
  const views = [
    trader.accountView(),
    trader.walletView(),
    trader.trading.view(),
    trader.journal.load(0),
    prepared.pack(),
  ];
  const shown = [...views, bench.faults, printed, prepared.credentials()].map((value) => inspect(value, { depth: 20 }));
  for (const text of shown) expect(findSecrets(Buffer.from(text), patterns)).toEqual([]);
  // The search finds what is there.
  expect(findSecrets(Buffer.from(taken[0]!), patterns).length).toBeGreaterThan(0);
});
