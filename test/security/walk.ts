/** Bridge calls of a person's session, from the first key to a lock. */
import { expect, vi } from 'vitest';
import type { Input, KeySource } from '#shared/ipc/contract.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import type { Bench, Member } from './openBench.ts';

export const PASSWORD = 'Secret-71-unlocks-the-vault';

export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

export function answerOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(`Expected an answer, found ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Creates key, account and wallet, ready to trade and disarmed. */
export async function setUp(bench: Bench, key: KeySource): Promise<Member & { readonly owner: string }> {
  const { owner } = answerOf(await bench.call('vault.create', { password: PASSWORD, key }));
  const member = await bench.openMember(owner);
  answerOf(await bench.call('account.connect', { ...member, password: PASSWORD }));
  const setup = answerOf(await bench.call('wallet.read', {}));
  const hashes = setup.calls.map((call) => call.hash);
  expect(answerOf(await bench.call('wallet.setup', { password: PASSWORD, hashes })).status).toBe('ready');
  return { ...member, owner };
}

/** A stop on a market; its prices are far from every book. */
export function buildStop(market: string): Input<'conditional.arm'>['terms'] {
  const outcome = { market: parseMarketId(market), side: 'yes' } as const;
  return {
    kind: 'stop',
    outcome,
    direction: 'sell',
    shares: parseShares('1'),
    worst: parsePrice('0.01'),
    startsWhen: null,
    goodTillMs: null,
    trigger: {
      kind: 'price',
      outcome,
      source: 'ask',
      crosses: 'atOrBelow',
      price: parsePrice('0.02'),
      minShares: parseShares('1'),
      maxSpread: 100_000,
      confirm: { kind: 'double' },
    },
    limit: parsePrice('0.01'),
    walk: null,
  };
}

let count = 0;

/** An intent that rests far from the price, on the first live market. */
export async function buildRestingIntent(bench: Bench): Promise<Input<'order.place'>> {
  const markets = await until(() => {
    const found = bench.shown.catalogue?.markets ?? [];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  const { id: market } = markets[0]!;
  answerOf(await bench.call('feed.watch', { books: [market], tapes: [], candles: [], underlyings: [] }));
  await until(() => expect(bench.shown.books?.find((book) => book.market === market)?.health.at).toBe('live'));
  await until(() => expect(bench.shown.account?.at).toBe('live'));
  count += 1;
  const intentId = `walk-${count}-of-security`;
  return {
    intentId,
    market,
    side: 'yes',
    direction: 'buy',
    price: 20_000,
    shares: 10_000_000,
    postOnly: true,
    bookVersion: null,
  };
}
