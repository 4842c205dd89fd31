/** The chain of the embedded exchange by itself: matches of members with fractions of a share, passkey wallets, the command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type Address, type Hex, keccak256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOMAIN_NAME, EXCHANGE, ORACLE, passkeySignerOf, safeOf, USDC } from '#paper/server/chain/chain.ts';
import { buildConditionIds } from '#paper/server/chain/conditionalTokens.ts';
import { type ChainLeg, type ChainMarket, ChainRevert } from '#paper/server/chain/port.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { openTestVault, PASSWORD, removeFolders } from '#test/unit/main/vault/openTestVault.ts';
import { openPaperChain, type PaperChain } from '../../tools/chain/paperChain.ts';

const DOMAIN = { name: DOMAIN_NAME, version: '1', chainId: 31_337n, verifyingContract: parseAddress(EXCHANGE) };
const DEPOSIT = 1_000_000_000n;

let paper: PaperChain;
let market: ChainMarket;
let salt = 0n;

beforeAll(async () => {
  paper = await openPaperChain();
  const questionId = keccak256(toHex('fractions'));
  market = { questionId, ...buildConditionIds(ORACLE, questionId, USDC) };
  await paper.openMarket(market);
});
afterAll(async () => {
  await paper.close();
  removeFolders();
});

interface Trader {
  readonly safe: Address;
  leg(side: Side, direction: Direction, price: bigint, volume: bigint, part?: Partial<ChainLeg>): Promise<ChainLeg>;
}

async function openTrader(kind: 'key' | 'passkey'): Promise<Trader> {
  const vault = openTestVault({ now: Date.now });
  const owner = await vault.create(PASSWORD, { kind: 'random' });
  const isPasskey = kind === 'passkey';
  const key = isPasskey ? await vault.addSecondKey(PASSWORD, { kind: 'random' }) : owner;
  const signer = isPasskey ? passkeySignerOf(owner) : owner;
  const safe = safeOf(signer) as Address;
  await paper.openWallet({ safe, owners: [signer], isReady: true });
  if (isPasskey) await paper.addOwner(safe, key);
  await paper.deposit(safe, DEPOSIT);
  return {
    safe,
    /** The order is filled as a whole at its own price unless `part` says otherwise. */
    async leg(side, direction, price, volume, part = {}) {
      salt += 1n;
      const money = (price * volume) / 1_000_000n;
      const fields = {
        salt,
        maker: parseAddress(safe),
        signer: isPasskey ? parseAddress(safe) : owner,
        taker: parseAddress(`0x${'0'.repeat(40)}`),
        tokenId: BigInt(side === 'yes' ? market.yesTokenId : market.noTokenId),
        makerAmount: direction === 'buy' ? money : volume,
        takerAmount: direction === 'buy' ? volume : money,
        expiration: BigInt(Math.floor(Date.now() / 1_000) + 3_600),
        nonce: 0n,
        feeRateBps: 0n,
        side: direction === 'buy' ? (0 as const) : (1 as const),
        signatureType: isPasskey ? 3 : 2,
      };
      const wallet = { chainId: 31_337n, safe: parseAddress(safe) };
      const { signature } = isPasskey
        ? await vault.signSecondKeyOrder(key, fields, DOMAIN, wallet)
        : await vault.signOrder(fields, DOMAIN);
      return { signed: { order: fields, signature }, side, direction, shares: volume, value: money, fee: 0n, ...part };
    },
  };
}

const holdings = async ({ safe }: Trader) => ({
  usdc: (await paper.chain.collateralOf(safe)) - DEPOSIT,
  yes: await paper.chain.tokensOf(safe, BigInt(market.yesTokenId)),
  no: await paper.chain.tokensOf(safe, BigInt(market.noTokenId)),
});

describe('matches', () => {
  it('between an own-key wallet and a passkey’s wallet settle by their two signatures', async () => {
    const [own, passkey] = [await openTrader('key'), await openTrader('passkey')];
    const before = { ...paper.matches };
    await paper.settleBetween(
      market,
      await own.leg('yes', 'buy', 650_000n, 100_000_000n, { value: 60_000_000n, fee: 480_000n }),
      await passkey.leg('no', 'buy', 400_000n, 100_000_000n),
    );
    expect(await holdings(own)).toEqual({ usdc: -60_480_000n, yes: 100_000_000n, no: 0n });
    expect(await holdings(passkey)).toEqual({ usdc: -40_000_000n, yes: 0n, no: 100_000_000n });
    await paper.settleBetween(
      market,
      await own.leg('yes', 'sell', 500_000n, 30_000_000n, { value: 15_000_000n }),
      await passkey.leg('no', 'sell', 500_000n, 30_000_000n),
    );
    expect(await holdings(own)).toEqual({ usdc: -45_480_000n, yes: 70_000_000n, no: 0n });
    expect(await holdings(passkey)).toEqual({ usdc: -25_000_000n, yes: 0n, no: 70_000_000n });
    expect(paper.matches).toMatchObject({ mint: before.mint + 1, merge: before.merge + 1 });
  });

  it('of fractions give exactly the shares, and never cost more than the order’s own price', async () => {
    const trader = await openTrader('key');
    // 10 of 30 shares in a part that costs a fraction of a millionth: the whole order costs 9.9 dollars.
    const part = { shares: 10_000_007n, value: 3_300_003n };
    await paper.settleWithOperator(market, await trader.leg('yes', 'buy', 330_000n, 30_000_000n, part));
    const bought = await holdings(trader);
    expect(bought.yes).toBe(10_000_007n);
    expect(-bought.usdc).toBeLessThanOrEqual(3_300_003n);
    expect(-bought.usdc).toBeGreaterThanOrEqual(3_300_002n);
    const sold = { shares: 10_000_007n, value: 3_300_002n };
    await paper.settleWithOperator(market, await trader.leg('yes', 'sell', 330_000n, 30_000_000n, sold));
    const after = await holdings(trader);
    expect(after.yes).toBe(0n);
    expect(after.usdc - bought.usdc).toBeGreaterThanOrEqual(3_300_002n);
  });

  it('of fractions between two members go through the operator, so that neither lacks a millionth', async () => {
    const [buyer, seller] = [await openTrader('key'), await openTrader('key')];
    const shares = 7_000_003n;
    await paper.settleBetween(
      market,
      await buyer.leg('yes', 'buy', 570_000n, 20_000_000n, { shares, value: 3_990_001n }),
      await seller.leg('no', 'buy', 430_000n, 20_000_000n, { shares, value: 3_010_002n }),
    );
    expect((await holdings(buyer)).yes).toBe(shares);
    expect((await holdings(seller)).no).toBe(shares);
  });

  it('are refused by the contract under a changed order', async () => {
    const trader = await openTrader('key');
    const leg = await trader.leg('yes', 'buy', 500_000n, 10_000_000n);
    const changed = { ...leg, signed: { ...leg.signed, order: { ...leg.signed.order, salt: 77n } } };
    await expect(paper.settleWithOperator(market, changed)).rejects.toThrow('InvalidSignature');
  });
});

it('answers the Safe’s own code for a wallet transaction that it refuses', async () => {
  const { safe } = await openTrader('key');
  const signature: Hex = `0x${'11'.repeat(64)}1b`;
  const call = { safe, to: USDC, data: '0x', operation: 0, signature } as const;
  const executed = paper.execute(call, () => undefined);
  await expect(executed).rejects.toBeInstanceOf(ChainRevert);
  await expect(executed).rejects.toMatchObject({ code: expect.stringMatching(/^GS\d{3}$/) });
});

/** Node's own `fetch` sends the marks of a browser, which the guard refuses. */
async function post(url: string, body: string): Promise<string> {
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return text(answer);
}

it('is opened by the command line, which names its address', async () => {
  const entry = join(import.meta.dirname, '../../src/cli/paper.ts');
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, entry, '--chain'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /real contracts: (http:\S+), chain id 31337/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [EXCHANGE, 'latest'] });
  const answer = JSON.parse(await post(url!, body)) as { readonly result: string };
  expect(answer.result.length).toBeGreaterThan(1_000);
  child.kill('SIGTERM');
  await once(child, 'exit');
  await expect(post(url!, body)).rejects.toThrow();
});
