/**
 * The embedded exchange's chain: real contracts at the addresses that it serves, and its operator.
 *
 * Shape       The addresses of the embedded exchange are invented, so the code of deployed contracts is copied there. A wallet is a
 *             real proxy of the Safe, set up by its own `setup`.
 * Invariants  The operator has the other side of every match of one of the exchange's own traders: it sells what it holds, else its
 *             order mints; it gives what it holds to a merge, else it buys.
 */
import { type Address, BaseError, type Hex, maxUint256 } from 'viem';
import {
  CHAIN_ID,
  CONDITIONAL_TOKENS,
  DOMAIN_NAME,
  EXCHANGE,
  ORACLE,
  SESSION_HANDLER,
  USDC,
} from '#paper/server/chain/chain.ts';
import { type ChainLeg, type ChainMarket, type ChainPort, ChainRevert } from '#paper/server/chain/port.ts';
import type { OrderMessage } from '#paper/server/chain/typedData.ts';
import { type Chain, openChain } from './chain.ts';
import { compileContracts } from './compile.ts';
import { openChainGuard } from './guard.ts';
import { ORDER_TYPES } from './orderTypes.ts';

export type MatchKind = 'complementary' | 'mint' | 'merge';

export interface PaperChain extends ChainPort {
  readonly chain: Chain;
  /** For other programs of this machine; refuses browsers. */
  readonly url: string;
  readonly chainId: number;
  /** Matches so far, by kind. */
  readonly matches: Readonly<Record<MatchKind, number>>;
  close(): Promise<void>;
}

const ZERO: Address = `0x${'0'.repeat(40)}`;
const OPERATOR_FUNDS = 1_000_000_000_000_000n;

const hex = (text: string): Hex => text as Hex;

export async function openPaperChain(): Promise<PaperChain> {
  const places = { collateral: hex(USDC), tokens: hex(CONDITIONAL_TOKENS), exchange: hex(EXCHANGE) };
  const chain = await openChain({ chainId: CHAIN_ID, domainName: DOMAIN_NAME, places });
  const guard = await openChainGuard(chain.anvil.url);
  const { collateral, tokens, exchange, handler, singleton } = chain.contracts;
  const operator = chain.operator.address;
  await chain.mint(operator, OPERATOR_FUNDS);
  await chain.write(collateral, 'approve', [exchange.address, maxUint256]);
  await chain.write(tokens, 'setApprovalForAll', [exchange.address, true]);
  const session = await chain.deploy(compileContracts().SessionHandler, [handler.address]);
  await chain.copyCode(session.address, hex(SESSION_HANDLER));
  /** A proxy whose code every wallet gets. */
  const template = await chain.deploySafe([operator]);

  const matches = { complementary: 0, mint: 0, merge: 0 };
  let salt = 0n;

  const signByOperator = async (leg: Pick<OrderMessage, 'tokenId' | 'makerAmount' | 'takerAmount' | 'side'>) => {
    salt += 1n;
    const order = {
      ...leg,
      salt,
      maker: operator,
      signer: operator,
      taker: ZERO,
      expiration: 0n,
      nonce: 0n,
      feeRateBps: 0n,
      signatureType: 0,
    };
    const domain = { name: DOMAIN_NAME, version: '1', chainId: CHAIN_ID, verifyingContract: exchange.address };
    const signature = await chain.operator.signTypedData({
      domain,
      types: ORDER_TYPES,
      primaryType: 'Order',
      message: order,
    });
    return { ...order, signature };
  };

  const toChain = ({ signed: { order, signature } }: ChainLeg) => ({ ...order, signature });
  /** What a member's order gives for this many shares, never more than its own price. */
  const givenFor = ({ signed: { order }, direction, shares }: ChainLeg): bigint =>
    direction === 'buy' ? (shares * order.makerAmount) / order.takerAmount : shares;
  /** What a member's sale must bring for this many shares. */
  const leastFor = ({ signed: { order }, shares }: ChainLeg): bigint =>
    (shares * order.takerAmount + order.makerAmount - 1n) / order.makerAmount;
  const match = async (taker: ChainLeg, maker: unknown, makerFill: bigint, kind: MatchKind): Promise<void> => {
    const args = [toChain(taker), [maker], givenFor(taker), [makerFill], taker.fee];
    await chain.write(exchange, 'matchOrders', args);
    matches[kind] += 1;
  };

  async function settleWithOperator(market: ChainMarket, leg: ChainLeg): Promise<void> {
    const { side, direction, shares } = leg;
    const [own, other] = (
      side === 'yes' ? [market.yesTokenId, market.noTokenId] : [market.noTokenId, market.yesTokenId]
    ).map(BigInt);
    // A fraction of a millionth beyond the order's own price is the operator's loss.
    const value = direction === 'buy' ? min(leg.value, givenFor(leg)) : max(leg.value, leastFor(leg));
    const hasOwn = direction === 'buy' && (await chain.tokensOf(operator, own!)) >= shares;
    const hasOther = direction === 'sell' && (await chain.tokensOf(operator, other!)) >= shares;
    if (hasOwn) {
      const order = await signByOperator({ side: 1, tokenId: own!, makerAmount: shares, takerAmount: value });
      await match(leg, order, shares, 'complementary');
    } else if (direction === 'buy') {
      const rest = shares - value;
      const order = await signByOperator({ side: 0, tokenId: other!, makerAmount: rest, takerAmount: shares });
      await match(leg, order, rest, 'mint');
    } else if (hasOther) {
      const order = await signByOperator({
        side: 1,
        tokenId: other!,
        makerAmount: shares,
        takerAmount: shares - value,
      });
      await match(leg, order, shares, 'merge');
    } else {
      const order = await signByOperator({ side: 0, tokenId: own!, makerAmount: value, takerAmount: shares });
      await match(leg, order, value, 'complementary');
    }
  }

  return {
    chain,
    url: guard.url,
    chainId: CHAIN_ID,
    matches,
    settleWithOperator,

    async openWallet({ safe, owners, isReady }) {
      const address = hex(safe);
      await chain.copyCode(template.address, address);
      await chain.client.setStorageAt({ address, index: 0, value: toWord(singleton.address) });
      const args = [owners, 1n, ZERO, '0x', handler.address, ZERO, 0n, ZERO];
      await chain.write(chain.safeAt(address), 'setup', args);
      if (!isReady) return;
      await chain.writeAs(address, collateral, 'approve', [exchange.address, maxUint256]);
      await chain.writeAs(address, collateral, 'approve', [tokens.address, maxUint256]);
      await chain.writeAs(address, tokens, 'setApprovalForAll', [exchange.address, true]);
    },

    addOwner: (safe, owner) => chain.writeAs(hex(safe), chain.safeAt(hex(safe)), 'addOwnerWithThreshold', [owner, 1n]),

    async deposit(safe, amount) {
      await chain.mint(hex(safe), amount);
    },

    async openMarket({ questionId, conditionId, yesTokenId, noTokenId }) {
      await chain.write(tokens, 'prepareCondition', [ORACLE, questionId, 2n]);
      await chain.write(exchange, 'registerToken', [BigInt(yesTokenId), BigInt(noTokenId), conditionId]);
    },

    async settleBetween(market, taker, maker) {
      const fill = givenFor(maker);
      const { order } = maker.signed;
      const isExact = isExactly(taker) && isExactly(maker);
      if (!isExact) {
        // Fractions would leave one of them a millionth short: the operator stands between them.
        await settleWithOperator(market, maker);
        await settleWithOperator(market, taker);
        return;
      }
      const sameSide = taker.direction === maker.direction;
      const kind = !sameSide ? 'complementary' : taker.direction === 'buy' ? 'mint' : 'merge';
      await match(taker, { ...order, signature: maker.signed.signature }, fill, kind);
    },

    report: ({ questionId }, payouts) => chain.writeAs(hex(ORACLE), tokens, 'reportPayouts', [questionId, payouts]),

    async execute({ safe, to, data, operation, signature }, commit) {
      try {
        return await chain.execute(hex(safe), { to: hex(to), data: hex(data), operation }, hex(signature), commit);
      } catch (error) {
        if (!(error instanceof BaseError)) throw error;
        throw new ChainRevert(/\bGS\d{3}\b/.exec(error.message)?.[0] ?? '');
      }
    },

    async close() {
      await guard.close();
      await chain.close();
    },
  };
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const toWord = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`;

/** True when the order's price of these shares is a whole number of millionths. */
function isExactly({ signed: { order }, shares }: ChainLeg): boolean {
  const [amount, whole] =
    order.side === 0 ? [order.makerAmount, order.takerAmount] : [order.takerAmount, order.makerAmount];
  return (shares * amount) % whole === 0n;
}
