/** R60: a panic, a lock of the screen and a lock of the keys are carried out while the largest allowed answer is being decoded. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANSWER_BYTES } from '#main/venue/answerBounds.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, buildRestingIntent, PASSWORD, setUp, until } from './walk.ts';

/** The largest pages whose decoding began, and whose decoding ended. */
const pages = vi.hoisted(() => ({ begun: 0, ended: 0 }));

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});
vi.mock('#main/venue/parseResponse.ts', async (load) => {
  const parsing = await load<typeof import('#main/venue/parseResponse.ts')>();
  return {
    ...parsing,
    createLongParser(
      ...given: Parameters<typeof parsing.createLongParser>
    ): ReturnType<typeof parsing.createLongParser> {
      const parse = parsing.createLongParser(...given);
      return async (response, resource, read) => {
        if (response.text.length < ANSWER_BYTES.page / 2) return await parse(response, resource, read);
        pages.begun += 1;
        try {
          return await parse(response, resource, read);
        } finally {
          pages.ended += 1;
        }
      };
    },
  };
});

const CONTRACTS = 'GET /api/v2/atlas/account/contracts?';

/** One page of fills, as large as an answer may be. */
function buildLargestPage(market: string): string {
  const fill = {
    market,
    side: 'yes',
    direction: 'buy',
    price: '0.5',
    volume: '1',
    total: '0.5',
    fee: '0',
    fee_currency: 'usdc',
    taker_side: 'yes',
    state: 'matched',
    note: 'x'.repeat(180),
  };
  const rows: string[] = [];
  let bytes = 2;
  for (let id = 1; ; id += 1) {
    const row = JSON.stringify({ ...fill, id, order_id: id, created_at: new Date(1.7e12 + id).toISOString() });
    bytes += row.length + 1;
    if (bytes > ANSWER_BYTES.page) return `[${rows.join(',')}]`;
    rows.push(row);
  }
}

let bench: Bench;
const isLocked = () => until(() => expect(bench.shown.wallet?.vault).toBe('locked'));

/** A largest page is being decoded, and none was decoded before. */
const expectDecoding = () => expect(pages).toEqual({ begun: 1, ended: 0 });

beforeEach(async () => {
  bench = await openBench();
  await setUp(bench, { kind: 'random' });
  const intent = await buildRestingIntent(bench);
  answerOf(await bench.call('account.arm', { armed: true }));
  answerOf(await bench.call('order.place', intent));
  bench.lockReason('suspend');
  await isLocked();
  const page = buildLargestPage(intent.market);
  bench.answerFor = (line) => (line.startsWith(CONTRACTS) ? (/[?&]page=1(&| )/.test(line) ? page : '[]') : null);
  Object.assign(pages, { begun: 0, ended: 0 });
  answerOf(await bench.call('vault.unlock', { password: PASSWORD }));
  await vi.waitFor(expectDecoding, { timeout: 20_000, interval: 1 });
});
afterEach(() => bench.close());

it('carries out a panic, and then a lock of the keys, before the decoding ends', async () => {
  const receipt = answerOf(await bench.call('exit.panic', {}));
  expectDecoding();
  expect(receipt.cancel).toMatchObject({ confirmed: 1, unknown: [], isListed: true });
  answerOf(await bench.call('vault.lock', {}));
  expectDecoding();
  await isLocked();
});

it('carries out a lock of the screen and one of the system before the decoding ends', async () => {
  bench.lockReason('lock-screen');
  await isLocked();
  expectDecoding();
});
