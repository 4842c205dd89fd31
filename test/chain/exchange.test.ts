/** Settlement by the double of the exchange: the golden match flows, signed by the product's vault, on real wallets and tokens. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, keccak256, parseEventLogs, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderFields } from '#shared/order/fields.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { removeFolders } from '#test/unit/main/vault/openTestVault.ts';
import { type Chain, openChain } from '../../tools/chain/chain.ts';
import { type Market, type Member, openMember, toChain } from './member.ts';

interface FlowOrder {
  readonly maker: Address;
  readonly tokenId: string;
  readonly makerAmount: string;
  readonly takerAmount: string;
  readonly feeRateBps: string;
  readonly side: 0 | 1;
}
type Delta = Readonly<Partial<Record<'usdc' | 'yes' | 'no', string>>>;
interface Flow {
  readonly label: string;
  readonly taker: FlowOrder;
  readonly makers: readonly FlowOrder[];
  readonly takerFill: string;
  readonly makerFills: readonly string[];
  readonly delta: Readonly<Record<'al' | 'bo', Delta>>;
  readonly events: readonly {
    readonly event: string;
    readonly makerAmountFilled: string;
    readonly takerAmountFilled: string;
  }[];
}

const file = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/vectors/match_flows.json'), 'utf8')) as {
  readonly flows: readonly Flow[];
  readonly rejections: readonly (readonly [string, string])[];
};
/** Orders of the interface have no fee rate. */
const flows = file.flows.filter(({ taker }) => taker.feeRateBps === '0');

let chain: Chain;
let market: Market;
let al: Member;
let bo: Member;
let salt = 0n;

const hourAhead = (): bigint => BigInt(Math.floor(Date.now() / 1_000) + 3_600);

beforeAll(async () => {
  chain = await openChain({ chainId: 137 });
  market = await chain.openMarket(keccak256(toHex('flows')));
  [al, bo] = [await openMember(chain), await openMember(chain, { isBatch: true })];
  for (const member of [al, bo]) {
    await chain.mint(member.safe, 1_000_000_000n);
    await member.setUp();
  }
});
afterAll(async () => {
  await chain.close();
  removeFolders();
});

/** The file's traders and tokens, by the order of their first appearance: al takes YES, bo makes NO. */
const nameOf = ({ maker }: FlowOrder): 'al' | 'bo' => (maker === file.flows[0]!.taker.maker ? 'al' : 'bo');
const memberOf = (order: FlowOrder): Member => (nameOf(order) === 'al' ? al : bo);
const tokenOf = ({ tokenId }: FlowOrder): bigint => (tokenId === file.flows[0]!.taker.tokenId ? market.yes : market.no);

async function rebuild(
  order: FlowOrder,
  change: Partial<OrderFields> = {},
  domainChange: Partial<{ name: string; version: string }> = {},
) {
  const { vault, safe } = memberOf(order);
  salt += 1n;
  const fields: OrderFields = {
    salt,
    maker: parseAddress(safe),
    signer: vault.owner()!,
    taker: parseAddress(`0x${'0'.repeat(40)}`),
    tokenId: tokenOf(order),
    makerAmount: BigInt(order.makerAmount),
    takerAmount: BigInt(order.takerAmount),
    expiration: hourAhead(),
    nonce: 0n,
    feeRateBps: 0n,
    side: order.side,
    signatureType: 2,
    ...change,
  };
  const domain = {
    name: chain.domainName,
    version: '1',
    chainId: 137n,
    verifyingContract: parseAddress(chain.contracts.exchange.address),
    ...domainChange,
  };
  return toChain(await vault.signOrder(fields, domain));
}

async function holdings({ safe }: Member): Promise<Record<'usdc' | 'yes' | 'no', bigint>> {
  const [usdc, yes, no] = await Promise.all([
    chain.collateralOf(safe),
    chain.tokensOf(safe, market.yes),
    chain.tokensOf(safe, market.no),
  ]);
  return { usdc, yes, no };
}

const match = (taker: unknown, makers: readonly unknown[], takerFill: bigint, makerFills: readonly bigint[]) =>
  chain.write(chain.contracts.exchange, 'matchOrders', [taker, makers, takerFill, makerFills, 0n]);

describe('golden match flows', () => {
  it.each(flows.map((flow) => [flow.label, flow] as const))('%s', async (_label, flow) => {
    const before = { al: await holdings(al), bo: await holdings(bo) };
    const taker = await rebuild(flow.taker);
    const makers = await Promise.all(flow.makers.map((maker) => rebuild(maker)));
    const receipt = await match(taker, makers, BigInt(flow.takerFill), flow.makerFills.map(BigInt));
    const after = { al: await holdings(al), bo: await holdings(bo) };
    for (const name of ['al', 'bo'] as const) {
      for (const asset of ['usdc', 'yes', 'no'] as const) {
        const moved = after[name][asset] - before[name][asset];
        expect(moved, `${name} ${asset}`).toBe(BigInt(flow.delta[name][asset] ?? 0));
      }
    }
    const { exchange } = chain.contracts;
    const events = parseEventLogs({ abi: exchange.abi, logs: receipt.logs }) as unknown as {
      eventName: string;
      args: { makerAmountFilled: bigint; takerAmountFilled: bigint };
    }[];
    expect(
      events.map(({ eventName, args }) => [eventName, `${args.makerAmountFilled}`, `${args.takerAmountFilled}`]),
    ).toEqual(flow.events.map((each) => [each.event, each.makerAmountFilled, each.takerAmountFilled]));
    expect(await chain.collateralOf(exchange.address)).toBe(0n);
  });
});

describe('refused matches', () => {
  const [taker, maker] = [flows[0]!.taker, flows[0]!.makers[0]!];
  const other = parseAddress(`0x${'9e'.repeat(20)}`);
  const CHANGES: Readonly<Record<string, () => ReturnType<typeof rebuild>>> = {
    'wrong domain name': () => rebuild(taker, {}, { name: 'Another Exchange' }),
    'wrong domain version 2': () => rebuild(taker, {}, { version: '2' }),
    'maker is not the factory Safe of the signer': () => rebuild(taker, { maker: parseAddress(bo.safe) }),
    // The vault signs neither: what an order of another program would be.
    expired: async () => ({ ...(await rebuild(taker)), expiration: 1n }),
    'fee above 1000 bps': async () => ({ ...(await rebuild(taker)), feeRateBps: 1_001n }),
    'taker field set to a third party': async () => ({ ...(await rebuild(taker)), taker: other }),
    'nonce 1 while on-chain nonce is 0': () => rebuild(taker, { nonce: 1n }),
    'not crossing 0.59 + 0.40': () => rebuild(taker, { makerAmount: 59_000_000n }),
  };

  it.each(file.rejections)('%s', async (label, reason) => {
    const change = CHANGES[label];
    if (change === undefined) throw new Error(`Expected a case of this test for "${label}", found none`);
    const order = await change();
    const matched = match(order, [await rebuild(maker)], order.makerAmount, [40_000_000n]);
    await expect(matched).rejects.toThrow(reason);
  });

  it('more than the order has left', async () => {
    const [first, second] = [await rebuild(taker), await rebuild(maker)];
    await match(first, [second], 60_000_000n, [40_000_000n]);
    await expect(match(first, [await rebuild(maker)], 60_000_000n, [40_000_000n])).rejects.toThrow('MakingGtRemaining');
  });

  it('by anybody but the operator', async () => {
    const args = [await rebuild(taker), [await rebuild(maker)], 60_000_000n, [40_000_000n], 0n];
    const { exchange } = chain.contracts;
    const call = chain.client.simulateContract({ ...exchange, functionName: 'matchOrders', args, account: al.safe });
    await expect(call).rejects.toThrow('NotOperator');
  });
});
