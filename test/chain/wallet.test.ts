/** The wallet's own code on real contracts: set-up, order signatures, withdraw, split, merge and redeem. */
import { type Address, concat, type Hex, keccak256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { buildMoneyCall } from '#main/wallet/moneyCalls.ts';
import { safeDomainOf } from '#main/wallet/setupCalls.ts';
import type { WalletAction } from '#shared/order/wallet/walletAction.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { RELAY_FAILURES } from '#shared/text/wallet/walletRefusals.ts';
import { parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { openTestVault, removeFolders } from '#test/unit/main/vault/openTestVault.ts';
import { buildRelayedTx } from '#wire/eip712/safeTx.ts';
import { type Chain, openChain, PUBLIC_MULTI_SEND } from '../../tools/chain/chain.ts';
import { type Market, type Member, openMember, openPasskeyMember, PASSWORD, toChain } from './member.ts';

const DOLLAR = 1_000_000n;
const FRIEND: Address = '0x00000000000000000000000000000000000000f1';
const ACCEPTED = '0x1626ba7e';

let chain: Chain;
beforeAll(async () => {
  chain = await openChain({ chainId: 137 });
});
afterAll(async () => {
  await chain.close();
  removeFolders();
});

let markets = 0;
async function openMarket(): Promise<Market & { questionId: Hex }> {
  markets += 1;
  const questionId = keccak256(toHex(`market ${markets}`));
  return { ...(await chain.openMarket(questionId)), questionId };
}

const checkOnExchange = (order: unknown): Promise<Hex> =>
  chain.read<Hex>(chain.contracts.exchange, 'checkSignature', order);

describe('set-up', () => {
  it.each([
    ['three calls', false, 3],
    ['one batch', true, 1],
  ])('executes %s on a real Safe and ends ready', async (_title, isBatch, count) => {
    const { wallet, safe, setUp } = await openMember(chain, { isBatch });
    expect(await wallet.read()).toMatchObject({ status: 'setup_required', safe: parseAddress(safe) });
    expect(wallet.view()!.calls.map((call) => call.refusal)).toEqual(Array.from({ length: count }, () => null));
    await setUp();
    expect(wallet.view()).toMatchObject({ status: 'ready' });
    expect(wallet.view()!.calls.every((call) => call.progress.at === 'done')).toBe(true);
    expect(await chain.safeNonce(safe)).toBe(BigInt(count));
    const { collateral, tokens, exchange } = chain.contracts;
    expect(await chain.read<bigint>(collateral, 'allowance', safe, exchange.address)).toBeGreaterThan(0n);
    expect(await chain.read<bigint>(collateral, 'allowance', safe, tokens.address)).toBeGreaterThan(0n);
    expect(await chain.read(tokens, 'isApprovedForAll', safe, exchange.address)).toBe(true);
  });

  it('relays only what is missing, when one call was executed before', async () => {
    const { wallet, safe, setUp, fetchWallet, vault } = await openMember(chain);
    const record = await fetchWallet();
    const [first] = record.setupCalls;
    const request = { tx: buildRelayedTx(first!), domain: safeDomainOf(record) };
    const [signed] = await vault.signSafeTxs([request], PASSWORD);
    await chain.execute(safe, first!, signed!.signature);
    expect((await wallet.read()).calls.map((call) => call.nonce)).toEqual([1, 2]);
    await setUp();
    expect(wallet.view()).toMatchObject({ status: 'ready' });
  });

  it('of a wallet with two signatures of three says that one is missing, and works with both', async () => {
    const friend = openTestVault({ now: Date.now });
    const second = await friend.create(PASSWORD, { kind: 'random' });
    const { wallet, safe, setUp, fetchWallet, vault } = await openMember(chain, {
      others: [second, FRIEND],
      threshold: 2,
    });
    await expect(setUp()).rejects.toThrow('GS020');
    const { progress } = wallet.view()!.calls[0]!;
    expect(progress).toMatchObject({ at: 'failed', failure: { code: 'notRelayed' } });
    const words = progress.at === 'failed' ? formatCoded(RELAY_FAILURES, progress.failure) : '';
    expect(words).toContain('the wallet asks for more owners than one');
    expect(await chain.safeNonce(safe)).toBe(0n);
    const record = await fetchWallet();
    for (const call of record.setupCalls) {
      const request = { tx: buildRelayedTx(call), domain: safeDomainOf(record) };
      const signed = await Promise.all(
        [vault, friend].map(async (one) => ({
          owner: one.owner()!,
          signature: (await one.signSafeTxs([request], PASSWORD))[0]!.signature,
        })),
      );
      // The Safe reads signatures in the order of their owners' addresses.
      signed.sort((a, b) => (a.owner < b.owner ? -1 : 1));
      await chain.execute(safe, call, concat(signed.map((one) => one.signature)));
    }
    expect(await wallet.read()).toMatchObject({ status: 'ready' });
  });

  it('signed by a key that owns no part of the wallet is refused by the Safe', async () => {
    const [{ safe, fetchWallet }, stranger] = [await openMember(chain), await openMember(chain)];
    const record = await fetchWallet();
    const call = record.setupCalls[0]!;
    const request = { tx: buildRelayedTx(call), domain: safeDomainOf(record) };
    const [signed] = await stranger.vault.signSafeTxs([request], PASSWORD);
    await expect(chain.execute(safe, call, signed!.signature)).rejects.toThrow('GS026');
  });
});

describe('an order', () => {
  let market: Market;
  beforeAll(async () => {
    market = await openMarket();
  });

  it('of type 2 is accepted by the exchange, and refused from a wallet of two owners who must both sign', async () => {
    const member = await openMember(chain);
    const signed = await member.sign(market, 'yes', 'buy', '0.61', '100');
    expect(await checkOnExchange(toChain(signed))).toBe(signed.digest);
    const two = await openMember(chain, { others: [FRIEND], threshold: 2 });
    const alone = await two.sign(market, 'yes', 'buy', '0.61', '100');
    await expect(checkOnExchange(toChain(alone))).rejects.toThrow('InvalidSignature');
  });

  it('of type 2 under the key of another member is refused by the exchange', async () => {
    const [member, other] = [await openMember(chain), await openMember(chain)];
    const signed = await member.sign(market, 'yes', 'buy', '0.61', '100');
    const foreign = await other.sign(market, 'yes', 'buy', '0.61', '100');
    const swapped = { ...toChain(signed), signature: foreign.signature };
    await expect(checkOnExchange(swapped)).rejects.toThrow('InvalidSignature');
    const claimed = { ...toChain(foreign), maker: member.safe };
    await expect(checkOnExchange(claimed)).rejects.toThrow('InvalidSignature');
  });

  it('of type 3 is accepted by the wallet itself and by the exchange', async () => {
    const { sign, safe } = await openPasskeyMember(chain);
    const signed = await sign(market, 'no', 'sell', '0.40', '25');
    expect(await chain.isValidSignature(safe, signed.digest, signed.signature)).toBe(ACCEPTED);
    expect(await checkOnExchange(toChain(signed))).toBe(signed.digest);
  });

  it('of type 3 is refused by the wallet under a signature of the bare order hash, and under a foreign key', async () => {
    const member = await openMember(chain);
    const bare = await member.sign(market, 'no', 'sell', '0.40', '25');
    // The member's key owns this wallet, and signed the order's hash without the wallet's message around it.
    await expect(chain.isValidSignature(member.safe, bare.digest, bare.signature)).rejects.toThrow('GS026');
    const [first, second] = [await openPasskeyMember(chain), await openPasskeyMember(chain)];
    const foreign = await second.sign(market, 'no', 'sell', '0.40', '25');
    await expect(chain.isValidSignature(first.safe, foreign.digest, foreign.signature)).rejects.toThrow('GS026');
    await expect(checkOnExchange({ ...toChain(foreign), maker: first.safe, signer: first.safe })).rejects.toThrow(
      'GS026',
    );
  });

  it('settles between members: the signed amounts move, and nothing stays at the exchange', async () => {
    const [buyer, seller] = [await openMember(chain), await openPasskeyMember(chain)];
    for (const { setUp, safe } of [buyer, seller]) {
      await setUp();
      await chain.mint(safe, 100n * DOLLAR);
    }
    const [yes, no] = [
      await buyer.sign(market, 'yes', 'buy', '0.61', '100'),
      await seller.sign(market, 'no', 'buy', '0.39', '100'),
    ];
    const args = [toChain(yes), [toChain(no)], 61n * DOLLAR, [39n * DOLLAR], 0n];
    await chain.write(chain.contracts.exchange, 'matchOrders', args);
    expect(await chain.collateralOf(buyer.safe)).toBe(39n * DOLLAR);
    expect(await chain.collateralOf(seller.safe)).toBe(61n * DOLLAR);
    expect(await chain.tokensOf(buyer.safe, market.yes)).toBe(100n * DOLLAR);
    expect(await chain.tokensOf(seller.safe, market.no)).toBe(100n * DOLLAR);
  });
});

describe('money', () => {
  /** Builds the call as the product does, signs it with the vault, and executes it as the relay does. */
  async function act({ vault, safe, fetchWallet }: Member, action: WalletAction): Promise<void> {
    const record = await fetchWallet();
    const contracts = { ...record, multiSend: parseAddress(PUBLIC_MULTI_SEND) };
    const { call } = buildMoneyCall(action, contracts, await loadCallCodec());
    const nonce = await chain.safeNonce(safe);
    const request = { tx: buildRelayedTx({ ...call, nonce }), domain: safeDomainOf(record) };
    const [signed] = await vault.signSafeTxs([request], PASSWORD);
    await chain.execute(safe, call, signed!.signature);
  }
  const holdings = async ({ safe }: Member, { yes, no }: Market) => ({
    usdc: (await chain.collateralOf(safe)) / DOLLAR,
    yes: (await chain.tokensOf(safe, yes)) / DOLLAR,
    no: (await chain.tokensOf(safe, no)) / DOLLAR,
  });
  const conditionOf = ({ conditionId }: Market) => parseHex32(conditionId);

  let member: Member;
  beforeAll(async () => {
    member = await openMember(chain);
    await member.setUp();
    await chain.mint(member.safe, 1_000n * DOLLAR);
  });

  it('leaves by a withdrawal of exactly the amount', async () => {
    const before = await chain.collateralOf(FRIEND);
    await act(member, { kind: 'withdraw', to: parseAddress(FRIEND), amount: 12_345_678n });
    expect((await chain.collateralOf(FRIEND)) - before).toBe(12_345_678n);
    expect(await chain.collateralOf(member.safe)).toBe(1_000n * DOLLAR - 12_345_678n);
    await act(member, { kind: 'withdraw', to: parseAddress(FRIEND), amount: 7_654_322n });
  });

  it('does not leave beyond the balance: the Safe keeps its nonce', async () => {
    const nonce = await chain.safeNonce(member.safe);
    const tooMuch = act(member, { kind: 'withdraw', to: parseAddress(FRIEND), amount: 10_000n * DOLLAR });
    await expect(tooMuch).rejects.toThrow('GS013');
    expect(await chain.safeNonce(member.safe)).toBe(nonce);
  });

  it('becomes complete sets and comes back, and redeems the winning side once', async () => {
    const market = await openMarket();
    const conditionId = conditionOf(market);
    await act(member, { kind: 'split', conditionId, amount: 100n * DOLLAR });
    expect(await holdings(member, market)).toEqual({ usdc: 880n, yes: 100n, no: 100n });
    await act(member, { kind: 'merge', conditionId, amount: 40n * DOLLAR });
    expect(await holdings(member, market)).toEqual({ usdc: 920n, yes: 60n, no: 60n });
    await expect(act(member, { kind: 'redeem', conditionIds: [conditionId] })).rejects.toThrow('GS013');
    await chain.decide(market.questionId, [1n, 0n]);
    await act(member, { kind: 'redeem', conditionIds: [conditionId] });
    expect(await holdings(member, market)).toEqual({ usdc: 980n, yes: 0n, no: 0n });
    await act(member, { kind: 'redeem', conditionIds: [conditionId] });
    expect(await holdings(member, market)).toEqual({ usdc: 980n, yes: 0n, no: 0n });
  });

  it('comes back from several markets in one batch, one of them void', async () => {
    const [won, voided] = [await openMarket(), await openMarket()];
    for (const market of [won, voided]) {
      await act(member, { kind: 'split', conditionId: conditionOf(market), amount: 20n * DOLLAR });
    }
    // Only the losing side of the void is left: half a dollar for each share.
    await moveTokens(member, voided.yes, 20n * DOLLAR);
    await chain.decide(won.questionId, [0n, 1n]);
    await chain.decide(voided.questionId, [1n, 1n]);
    const before = await chain.collateralOf(member.safe);
    await act(member, { kind: 'redeem', conditionIds: [conditionOf(won), conditionOf(voided)] });
    expect((await chain.collateralOf(member.safe)) - before).toBe(30n * DOLLAR);
    expect(await holdings(member, won)).toMatchObject({ yes: 0n, no: 0n });
    expect(await holdings(member, voided)).toMatchObject({ yes: 0n, no: 0n });
  });

  /** Sends outcome tokens away as the wallet itself. */
  async function moveTokens({ safe }: Member, tokenId: bigint, amount: bigint): Promise<void> {
    const args = [safe, chain.operator.address, tokenId, amount, '0x'];
    await chain.writeAs(safe, chain.contracts.tokens, 'safeTransferFrom', args);
  }
});
