/** A member on the local chain: the product's vault and wallet on a real Safe, the relay of the exchange, signed orders. */
import { randomBytes } from 'node:crypto';
import { type Address as ChainAddress, concat, encodeFunctionData, type Hex, maxUint256, pad, parseAbi } from 'viem';
import { explainRelayError } from '#main/app/wallet/relayReads.ts';
import { buildFields } from '#main/trading/orders/orderFields.ts';
import type { Vault } from '#main/vault/vault.ts';
import { ExchangeError } from '#main/venue/errors.ts';
import { openWallet, type Wallet } from '#main/wallet/wallet.ts';
import { describeError } from '#shared/base/describeError.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account/account.ts';
import type { SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { parseAddress, parseIntentId, parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openTestVault, PASSWORD } from '#test/unit/main/vault/openTestVault.ts';
import { openTestRelays } from '#test/unit/main/wallet/testRelays.ts';
import { parseMarketWallet, parseWallet } from '#wire/messages/wallet.ts';
import { type Chain, PUBLIC_MULTI_SEND } from '../../tools/chain/chain.ts';

export { PASSWORD };
export type Market = Awaited<ReturnType<Chain['openMarket']>>;

const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multiSend(bytes transactions)',
]);

export interface MemberOptions {
  /** One batch in place of calls at consecutive nonces. */
  readonly isBatch?: boolean;
  /** Owners of the wallet besides the vault's own key, and how many must sign. */
  readonly others?: readonly ChainAddress[];
  readonly threshold?: number;
}

export interface Member {
  readonly vault: Vault;
  readonly safe: ChainAddress;
  readonly wallet: Wallet;
  /** The configuration that the exchange would serve, read from the chain. */
  fetchWallet(): Promise<WalletRecord>;
  fetchMarketWallet(market: Market): Promise<MarketWalletRecord>;
  /** Signs and relays everything that the wallet lists. */
  setUp(): Promise<void>;
  /** Signed by the product's trading code and vault. */
  sign(market: Market, side: Side, direction: Direction, price: string, shares: string): Promise<SignedOrder>;
}

/** A wallet of the vault's own key (type 2), with nothing approved yet. */
export async function openMember(chain: Chain, options: MemberOptions = {}): Promise<Member> {
  const { others = [], threshold = 1 } = options;
  const vault = openTestVault({ now: Date.now });
  const owner = await vault.create(PASSWORD, { kind: 'random' });
  const { address: safe } = await chain.deploySafe([owner, ...others], threshold, BigInt(others.length));
  return joinMember(chain, vault, { safe, owner, type: 2, isBatch: options.isBatch === true });
}

/**
 * A wallet (type 3) that has the vault's second key as one owner. The other owner, in place of a passkey's signer contract,
 * is the operator, who gives the approvals here: the product has no passkey to sign them with.
 */
export async function openPasskeyMember(chain: Chain): Promise<Member> {
  const vault = openTestVault({ now: Date.now });
  await vault.create(PASSWORD, { kind: 'random' });
  const key = await vault.addSecondKey(PASSWORD, { kind: 'random' });
  const owner = chain.operator.address;
  const { address: safe } = await chain.deploySafe([owner, key]);
  const member = joinMember(chain, vault, { safe, owner, type: 3, isBatch: false });
  // A signature of the sender itself: its address, and the kind 1.
  const bySender = concat([pad(owner), pad('0x'), '0x01']);
  return {
    ...member,
    async setUp() {
      for (const call of (await member.fetchWallet()).setupCalls) await chain.execute(safe, call, bySender);
    },
  };
}

interface Served {
  readonly safe: ChainAddress;
  readonly owner: ChainAddress;
  readonly type: 2 | 3;
  readonly isBatch: boolean;
}

function joinMember(chain: Chain, vault: Vault, served: Served): Member {
  const { safe } = served;
  const fetchWallet = async () => parseWallet(await serveWallet(chain, served));
  const fetchMarketWallet = async ({ conditionId, yes, no }: Market) => {
    const ids = { condition_id: conditionId, yes_token_id: `${yes}`, no_token_id: `${no}` };
    return parseMarketWallet({ ...(await serveWallet(chain, served)), ...ids });
  };
  const { queue } = openTestRelays({
    readRecord: () => wallet.readRecord(),
    async relay(request) {
      try {
        return { tx: await chain.execute(request.safe, request, request.signature) };
      } catch (error) {
        // As the embedded exchange answers on a chain.
        const code = /\bGS\d{3}\b/.exec(describeError(error))?.[0] ?? 'no code';
        throw new ExchangeError('POST relay', 422, ['account.custody.relay_call_reverted', code]);
      }
    },
    explain: explainRelayError,
    account() {
      const view = wallet.view();
      return view && { wallet: view.safe, chainId: view.chainId };
    },
  });
  const wallet: Wallet = openWallet({
    fetchWallet,
    relays: queue,
    signSafeTxs: (requests, password) => vault.signSafeTxs(requests, password),
    owner: () => vault.owner(),
    wait: () => Promise.resolve(),
    readDelaysMs: [0],
  });
  return {
    vault,
    safe,
    wallet,
    fetchWallet,
    fetchMarketWallet,
    async setUp() {
      const { calls } = await wallet.read();
      await wallet.setup(PASSWORD, wallet.planSetup(calls.map((call) => call.hash)));
    },
    async sign(market, side, direction, price, shares) {
      const record = await fetchMarketWallet(market);
      const intent: OrderIntent = {
        intentId: parseIntentId('chain-order'),
        market: parseMarketId('chain'),
        side,
        direction,
        price: parsePrice(price),
        shares: parseShares(shares),
        postOnly: false,
        bookVersion: null,
      };
      const now = Date.now();
      const salt = randomBytes(6).readUIntBE(0, 6) + 1;
      const fields = buildFields(intent, record, BigInt(salt), { nowMs: now, exchangeTimeMs: now });
      const domain = buildOrderDomain(record);
      if (served.type === 2) return vault.signOrder(fields, domain);
      const key = vault.keys().find((item) => item.use === 'second')!.public;
      const wrap = { chainId: BigInt(record.chainId), safe: record.proxyAddress };
      return vault.signSecondKeyOrder(parseAddress(key), fields, domain, wrap);
    },
  };
}

/** Answer of `GET /api/v2/atlas/account/wallet`, from what the contracts say. */
async function serveWallet(chain: Chain, { safe, owner, type, isBatch }: Served): Promise<Record<string, unknown>> {
  const { collateral, tokens, exchange } = chain.contracts;
  const approve = (spender: ChainAddress) => ({
    to: collateral.address,
    data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender, maxUint256] }),
    isDone: chain.read<bigint>(collateral, 'allowance', safe, spender).then((amount) => amount > 0n),
  });
  const approveAll = {
    to: tokens.address,
    data: encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [exchange.address, true] }),
    isDone: chain.read<boolean>(tokens, 'isApprovedForAll', safe, exchange.address),
  };
  const missing: { to: ChainAddress; data: Hex; operation: 0 | 1 }[] = [];
  for (const { to, data, isDone } of [approve(exchange.address), approve(tokens.address), approveAll]) {
    if (!(await isDone)) missing.push({ to, data, operation: 0 });
  }
  const calls = isBatch && missing.length > 0 ? [packBatch(missing)] : missing;
  const first = await chain.safeNonce(safe);
  const zero = `0x${'0'.repeat(40)}`;
  const listed = await Promise.all(
    calls.map(async ({ to, data, operation }, at) => {
      const nonce = first + BigInt(at);
      const fields = [to, 0n, data, operation, 0n, 0n, 0n, zero, zero, nonce];
      // The contract's own hash, which the wallet computes again.
      const hash = await chain.read<Hex>(chain.safeAt(safe), 'getTransactionHash', ...fields);
      return { to, data, operation, nonce: Number(nonce), hash };
    }),
  );
  const isReady = listed.length === 0;
  return {
    proxy_address: safe,
    owner_address: owner,
    signature_type: type,
    exchange_address: exchange.address,
    conditional_tokens_address: tokens.address,
    usdc_address: collateral.address,
    chain_id: chain.chainId,
    domain_name: chain.domainName,
    safe_setup: { ready: isReady, calls: listed },
    safe_status: isReady ? 'ready' : 'setup_required',
  };
}

function packBatch(calls: readonly { readonly to: ChainAddress; readonly data: Hex }[]) {
  const packed = calls.map(({ to, data }) => {
    const length = (data.length - 2) / 2;
    return `00${to.slice(2)}${'0'.repeat(64)}${length.toString(16).padStart(64, '0')}${data.slice(2)}`;
  });
  const data = encodeFunctionData({ abi: ABI, functionName: 'multiSend', args: [`0x${packed.join('')}`] });
  return { to: PUBLIC_MULTI_SEND, data, operation: 1 as const };
}

/** The order as the contract takes it. */
export const toChain = ({ order, signature }: SignedOrder) => ({ ...order, signature });
