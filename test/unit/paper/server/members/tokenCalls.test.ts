import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBrokenInvariants } from '#paper/engine/invariants.ts';
import { encodeBatch } from '#paper/server/chain/chain.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { send, TestMember } from '../member.ts';

const ACCOUNT = '/api/v2/atlas/account';
const START = 1_763_726_400_000;
const ZERO = `0x${'0'.repeat(64)}` as const;
const abi = parseAbi([
  'function splitPosition(address, bytes32, bytes32, uint256[], uint256)',
  'function mergePositions(address, bytes32, bytes32, uint256[], uint256)',
  'function redeemPositions(address, bytes32, bytes32, uint256[])',
  'function transfer(address, uint256)',
]);
let exchange: PaperExchange;
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };

beforeAll(async () => {
  exchange = await openExchange({ seed: 7, clock, runs: false });
});
afterAll(async () => {
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  await exchange.close();
});

const join = async (): Promise<TestMember> => (await new TestMember(exchange, clock.wallMs).join()).setUp();
const balanceOf = async (member: TestMember): Promise<string> =>
  (await member.call('GET', `${ACCOUNT}/balances`)).value[0].balance_safe;
const nonceOf = async (member: TestMember): Promise<number> =>
  (await member.call('GET', `${ACCOUNT}/wallet`)).value.safe_nonce;
const holdings = async (member: TestMember): Promise<string[]> =>
  (await member.call('GET', `${ACCOUNT}/positions`)).value.map(
    ({ outcome, qty }: { outcome: string; qty: string }) => `${qty} ${outcome}`,
  );

async function encodeSets(
  member: TestMember,
  market: string,
  functionName: 'splitPosition' | 'mergePositions' | 'redeemPositions',
  amount: bigint,
  sets: readonly bigint[] = [1n, 2n],
): Promise<{ to: string; data: `0x${string}` }> {
  const { value } = await member.call('GET', `${ACCOUNT}/wallet/markets/${market}`);
  const shared = [value.usdc_address, ZERO, value.condition_id, sets] as const;
  const data =
    functionName === 'redeemPositions'
      ? encodeFunctionData({ abi, functionName, args: shared })
      : encodeFunctionData({ abi, functionName, args: [...shared, amount] });
  return { to: value.conditional_tokens_address, data };
}

async function relaySets(
  member: TestMember,
  ...parameters: Parameters<typeof encodeSets> extends [unknown, ...infer P] ? P : never
) {
  const { to, data } = await encodeSets(member, ...parameters);
  return member.relay({ to, data, operation: 0, nonce: await nonceOf(member) });
}

const decide = (member: TestMember, market: string, result: string) =>
  send(exchange.port, 'POST', `/operator/markets/${market}/decide`, member.base(), JSON.stringify({ result }));
const arm = (member: TestMember, ...faults: Record<string, unknown>[]) =>
  send(exchange.port, 'POST', '/operator/faults', member.base(), JSON.stringify({ faults }));

const REVERTED = { status: 422, value: { errors: ['account.custody.relay_call_reverted'] } };

test('splits collateral into shares of both outcomes, and merges them back', async () => {
  const member = await join();
  const market = 'hill-alliance';
  const nonce = await nonceOf(member);
  expect((await relaySets(member, market, 'splitPosition', 40_500_001n)).status).toBe(200);
  expect(await nonceOf(member)).toBe(nonce + 1);
  expect(await balanceOf(member)).toBe('9959.499999');
  expect(await holdings(member)).toEqual(['40.500001 yes', '40.500001 no']);
  expect(await relaySets(member, market, 'mergePositions', 40_500_002n)).toMatchObject(REVERTED);
  expect((await relaySets(member, market, 'mergePositions', 40_000_000n)).status).toBe(200);
  expect(await balanceOf(member)).toBe('9999.499999');
  expect(await relaySets(member, market, 'splitPosition', 10_000_000_000n)).toMatchObject(REVERTED);
  expect(await relaySets(member, market, 'splitPosition', 0n)).toMatchObject(REVERTED);
  expect(await relaySets(member, market, 'splitPosition', 1n, [1n, 1n])).toMatchObject(REVERTED);
  expect(await relaySets(member, market, 'splitPosition', 1n, [1n])).toMatchObject(REVERTED);
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
});

test('pays half a dollar a share of a voided market when it is redeemed, once', async () => {
  const member = await join();
  const market = 'hill-alliance';
  await relaySets(member, market, 'splitPosition', 10_000_001n);
  const { value: ask } = await member.open(`/api/v2/pythia/public/markets/${market}/order-book`);
  await member.place({ market, direction: 'sell', side: 'no', price: ask.no_bids[0].price, volume: '2' });
  const before = Number(await balanceOf(member));
  expect(await relaySets(member, market, 'redeemPositions', 0n)).toMatchObject(REVERTED);
  await decide(member, market, 'void');
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  expect(Number(await balanceOf(member))).toBe(before);
  expect((await relaySets(member, market, 'redeemPositions', 0n)).status).toBe(200);
  expect(Number(await balanceOf(member))).toBeCloseTo(before + 9, 6);
  expect((await holdings(member)).every((held) => held.startsWith('0 '))).toBe(true);
  const after = await balanceOf(member);
  expect((await relaySets(member, market, 'redeemPositions', 0n)).status).toBe(200);
  expect(await balanceOf(member)).toBe(after);
});

test('executes a batch at once or not at all, and never two spending calls in one', async () => {
  const member = await join();
  const [one, two] = ['rate-hold', 'lander-intact'] as const;
  const { value: wallet } = await member.call('GET', `${ACCOUNT}/wallet`);
  for (const market of [one, two]) await relaySets(member, market, 'splitPosition', 5_000_000n);
  const batchOf = async (calls: readonly { to: string; data: string }[]) =>
    member.relay({
      ...encodeBatch(calls.map((call) => ({ ...call, operation: 0 as const }))),
      nonce: await nonceOf(member),
    });
  const redeems = await Promise.all([one, two].map((market) => encodeSets(member, market, 'redeemPositions', 0n)));
  await decide(member, one, 'yes');
  expect(await batchOf(redeems)).toMatchObject(REVERTED);
  expect(await balanceOf(member)).toBe('9990');
  await decide(member, two, 'no');
  expect((await batchOf(redeems)).status).toBe(200);
  expect(await balanceOf(member)).toBe('10000');
  const transfer = {
    to: wallet.usdc_address,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [`0x${'9e'.repeat(20)}`, 6_000_000_000n] }),
  };
  expect(await batchOf([transfer, transfer])).toMatchObject(REVERTED);
  expect(await balanceOf(member)).toBe('10000');
});

test('executes late, not at all, or in part, as the faults say', async () => {
  const member = await join();
  const market = 'ferry-fare-rise';
  const split = () => relaySets(member, market, 'splitPosition', 1_000_000n);
  await arm(member, { kind: 'relay_failure' });
  const nonce = await nonceOf(member);
  const failed = await split();
  expect([failed.status, typeof failed.value.tx]).toEqual([200, 'string']);
  expect([await nonceOf(member), await balanceOf(member)]).toEqual([nonce, '10000']);
  await arm(member, { kind: 'relay_late', ms: 5 });
  const streams = member.listen('/api/v2/websocket/private?stream=balance');
  await streams.until('success');
  expect((await split()).status).toBe(200);
  expect((await streams.until('balance'))[0].balance).toBe('9999');
  streams.close();
  expect([await nonceOf(member), await balanceOf(member)]).toEqual([nonce + 1, '9999']);
  await arm(member, { kind: 'relay_partial' });
  expect((await split()).status).toBe(200);
  expect([await nonceOf(member), await balanceOf(member)]).toEqual([nonce + 2, '9999']);
});
