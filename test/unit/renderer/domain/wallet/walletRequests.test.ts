import { expect, it } from 'vitest';
import {
  listSets,
  listUnclaimed,
  mergeableSets,
  requestWalletForm,
  sumUnclaimed,
  useWalletRequest,
} from '#renderer/domain/wallet/walletRequests.ts';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import type { Position } from '#shared/order/account/account.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toShares } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { makeMarket } from '#test/slice/makers.ts';
import { walletOf } from '../../panes/facts.ts';

const position = (
  market: string,
  outcome: 'yes' | 'no',
  quantity: number,
  change: Partial<Position> = {},
): Position => ({
  market: parseMarketId(market),
  outcome,
  custody: 'self',
  quantity: toShares(quantity),
  locked: toShares(0),
  sellable: toShares(quantity),
  averagePrice: null,
  realizedPnl: ZERO_USD,
  exchangeTimeMs: null,
  ...change,
});
const market = (id: string, change: Partial<ReturnType<typeof makeMarket>>) => ({
  ...makeMarket(),
  id: parseMarketId(id),
  ...change,
});

it('sums what results and voids pay, the largest first, and leaves out what pays nothing', () => {
  const markets = [
    market('won', { result: 'yes', status: 'closed' }),
    market('lost', { result: 'no', status: 'closed' }),
    market('void', { result: '', status: 'voided' }),
    market('open', { result: '' }),
  ];
  const positions = [
    position('won', 'yes', 5_000_000),
    position('lost', 'yes', 9_000_000),
    position('void', 'no', 20_000_001),
    position('open', 'yes', 7_000_000),
    position('won', 'yes', 3_000_000, { custody: 'operator' }),
  ];
  const unclaimed = listUnclaimed(positions, markets);
  expect(unclaimed.map(({ market: one, result, pays }) => [one.id, result, pays])).toEqual([
    ['void', 'void', 10_000_000n],
    ['won', 'yes', 5_000_000n],
  ]);
  expect(sumUnclaimed(unclaimed)).toBe(15_000_000n);
});

it('counts complete sets by what is not locked', () => {
  const positions = [
    position('a', 'yes', 5_000_000, { sellable: toShares(2_000_000) }),
    position('a', 'no', 4_000_000),
    position('b', 'yes', 1_000_000),
  ];
  expect(listSets(positions)).toEqual([{ market: 'a', sets: 2_000_000n }]);
});

it('offers a merge only where the account has a wallet of its own that is set up and signs', () => {
  const positions = [position('a', 'yes', 5_000_000), position('a', 'no', 4_000_000)];
  const account = () => ({ positions }) as unknown as AccountView;
  const ready = walletOf({ setup: { status: 'ready' } as never });
  const setsOf = (wallet: WalletView | null, market = 'a') =>
    mergeableSets({ account, wallet: () => wallet }, parseMarketId(market));
  expect(setsOf(ready)).toBe(4_000_000n);
  expect(setsOf(ready, 'b')).toBe(0n);
  expect(setsOf(null)).toBe(0n);
  expect(setsOf(walletOf({ setup: { status: 'setup_required' } as never }))).toBe(0n);
  expect(setsOf({ ...ready, custodial: {} as never })).toBe(0n);
  expect(setsOf({ ...ready, readiness: { code: 'readOnly', parameters: {} as never } })).toBe(0n);
});

it('asks the Wallet pane for a form', () => {
  requestWalletForm('withdraw');
  expect(useWalletRequest.getState().form).toBe('withdraw');
});
