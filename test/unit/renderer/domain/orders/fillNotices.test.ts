import { expect, it } from 'vitest';
import { describeNewFills, watchNewFills } from '#renderer/domain/orders/fillNotices.ts';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

const MARKET = 'harbour' as MarketId;
const NOTHING = { catalogue: () => null };

function fillOf(id: string, part: Partial<Fill> = {}): Fill {
  return {
    id,
    orderId: '1' as OrderId,
    market: MARKET,
    side: 'yes',
    direction: 'buy',
    price: parsePrice('0.43'),
    shares: parseShares('100'),
    value: null,
    fee: null,
    takerSide: 'yes',
    state: null,
    exchangeTimeMs: Number(id),
    ...part,
  } as Fill;
}

it('groups fills of one outcome and direction, and adds later ones while the notice is shown', () => {
  const fills = [
    fillOf('1'),
    fillOf('2', { price: parsePrice('0.44'), shares: parseShares('300') }),
    fillOf('3', { side: 'no' }),
  ];
  const reports = describeNewFills(fills, [], NOTHING);
  expect(reports.map(({ title, detail }) => [title, detail])).toEqual([
    ['Filled: buy 400 yes at 0.4375', 'harbour, 2 fills'],
    ['Filled: buy 100 no at 0.43', 'harbour'],
  ]);
  const [grown] = describeNewFills([fillOf('4')], reports, NOTHING);
  expect(grown).toMatchObject({ title: 'Filled: buy 500 yes at 0.436', detail: 'harbour, 3 fills' });
});

it('reports what fills while the account is shown, once, and nothing that was there before', () => {
  const due: (() => void)[] = [];
  const mirror = openMirror(openFrameClock((callback) => due.push(callback)));
  const told: string[] = [];
  const stop = watchNewFills(mirror, (fills) => told.push(fills.map(({ id }) => id).join(' ')));
  const show = (at: string, ...ids: string[]): void => {
    const account = { at, orders: [], fills: ids.map((id) => fillOf(id)) } as never;
    mirror.applyFrame({ seq: 1, sentAtMs: 0, clockOffsetMs: 0, account });
    for (const run of due.splice(0)) run();
  };
  show('loading');
  show('live', '5', '4');
  show('stale', '5', '4');
  show('live', '7', '6', '5', '4');
  show('live', '7', '6', '5', '4', '3');
  expect(told).toEqual(['6 7']);
  show('none');
  show('live', '9', '8');
  expect(told).toHaveLength(1);
  stop();
});
