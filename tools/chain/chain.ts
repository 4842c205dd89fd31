/**
 * Local chain with the contracts of a self-custody account: the real Safe and conditional tokens, the double of the exchange.
 *
 * Shape       Deployed in a fixed order by anvil's first account, so that addresses are the same in every run; the Safe's
 *             contracts come first and get the addresses of test/fixtures/vectors/safe_tx.json.
 * Units       Collateral and outcome tokens in millionths.
 * Errors      A call that reverts throws viem's error, which contains the contract's reason.
 */
import {
  type Abi,
  type Account,
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  maxUint256,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { startAnvil } from './anvil.ts';
import { type Artifact, compileContracts, PACKAGED } from './compile.ts';

/** anvil's own default phrase; its accounts have ether. */
const MNEMONIC = 'test test test test test test test test test test test junk';
export const DOMAIN_NAME = 'Example Exchange';
/** MultiSendCallOnly 1.4.1 at its public address, the batch contract that wallets accept. */
export const PUBLIC_MULTI_SEND: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2';
const ZERO: Address = `0x${'0'.repeat(40)}`;
const ERC_1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
const NO_DATA: Hex = '0x';

export interface Contract {
  readonly address: Address;
  readonly abi: Abi;
}

export interface SafeCall {
  readonly to: Address;
  readonly value?: bigint;
  readonly data: Hex;
  readonly operation: 0 | 1;
}

export type Chain = Awaited<ReturnType<typeof openChain>>;

export interface ChainOptions {
  readonly chainId: number;
  readonly domainName?: string;
  /** Addresses that the contracts get in place of those of their deployment. */
  readonly places?: Readonly<Record<'collateral' | 'tokens' | 'exchange', Address>>;
}

export async function openChain({ chainId, domainName = DOMAIN_NAME, places }: ChainOptions) {
  const anvil = await startAnvil(chainId);
  const account = mnemonicToAccount(MNEMONIC);
  const client = createTestClient({
    mode: 'anvil',
    account,
    chain: {
      id: chainId,
      name: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [anvil.url] } },
    },
    transport: http(anvil.url),
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions);

  /** Gas is fixed: the limit of the block is far above it, and an estimate costs another execution. */
  const gas = 12_000_000n;
  const settle = async (hash: Hex) => {
    const receipt = await client.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`Expected transaction ${hash} to succeed, found a revert`);
    return receipt;
  };
  const deploy = async ({ abi, bytecode }: Artifact, args: readonly unknown[] = []): Promise<Contract> => {
    const { contractAddress } = await settle(await client.deployContract({ abi, bytecode, args, gas }));
    return { abi, address: contractAddress! };
  };
  const read = <T>({ address, abi }: Contract, functionName: string, ...args: readonly unknown[]): Promise<T> =>
    client.readContract({ address, abi, functionName, args }) as Promise<T>;
  /** Executes as `from`; a revert throws with the contract's reason. `commit` runs once the execution would succeed. */
  const write = async (
    { address, abi }: Contract,
    functionName: string,
    args: readonly unknown[],
    { from = account, commit }: { readonly from?: Account; readonly commit?: () => void } = {},
  ) => {
    const { request } = await client.simulateContract({ address, abi, functionName, args, account: from });
    commit?.();
    return settle(await client.writeContract({ ...request, gas }));
  };
  /** Executes as a contract or as an account whose key nobody has. */
  const writeAs = async (from: Address, contract: Contract, functionName: string, args: readonly unknown[]) => {
    await client.impersonateAccount({ address: from });
    await client.setBalance({ address: from, value: 10n ** 18n });
    await write(contract, functionName, args, { from: { address: from, type: 'json-rpc' } });
    await client.stopImpersonatingAccount({ address: from });
  };
  const copyCode = async (from: Address, to: Address): Promise<void> =>
    client.setCode({ address: to, bytecode: (await client.getCode({ address: from }))! });
  const place = async (contract: Contract, address: Address | undefined): Promise<Contract> => {
    if (address === undefined) return contract;
    await copyCode(contract.address, address);
    return { ...contract, address };
  };

  const own = compileContracts();
  const singleton = await deploy(PACKAGED.safe());
  const factory = await deploy(PACKAGED.safeFactory());
  const multiSend = await deploy(PACKAGED.multiSend());
  const multiSendCallOnly = await deploy(PACKAGED.multiSendCallOnly());
  const handler = await deploy(PACKAGED.fallbackHandler());
  const collateral = await place(await deploy(own.Collateral), places?.collateral);
  const tokens = await place(await deploy(PACKAGED.conditionalTokens()), places?.tokens);
  const deployed = await deploy(own.Exchange, [domainName, collateral.address, tokens.address]);
  const exchange = await place(deployed, places?.exchange);
  // Storage stays where the contract was deployed.
  if (places) await writeAs(exchange.address, collateral, 'approve', [tokens.address, maxUint256]);
  await copyCode(multiSendCallOnly.address, PUBLIC_MULTI_SEND);

  const safeAt = (address: Address): Contract => ({ address, abi: singleton.abi });
  const buildInitializer = (owners: readonly Address[], threshold: number): Hex =>
    encodeFunctionData({
      abi: singleton.abi,
      functionName: 'setup',
      args: [owners, BigInt(threshold), ZERO, NO_DATA, handler.address, ZERO, 0n, ZERO],
    });

  return {
    anvil,
    client,
    /** Deploys, operates the exchange and relays. */
    operator: account,
    chainId,
    domainName,
    contracts: { singleton, factory, multiSend, multiSendCallOnly, handler, collateral, tokens, exchange },
    deploy,
    read,
    write,
    writeAs,
    copyCode,
    safeAt,
    buildInitializer,

    async deploySafe(owners: readonly Address[], threshold = 1, saltNonce = 0n): Promise<Contract> {
      const args = [singleton.address, buildInitializer(owners, threshold), saltNonce];
      const { result, request } = await client.simulateContract({
        ...factory,
        functionName: 'createProxyWithNonce',
        args,
        account,
      });
      await settle(await client.writeContract({ ...request, gas }));
      return safeAt(result as Address);
    },

    /** Executes a call of the wallet under its owners' signatures, as the operator's relay does; answers the transaction. */
    async execute(
      safe: Address,
      { to, value = 0n, data, operation }: SafeCall,
      signatures: Hex,
      commit?: () => void,
    ): Promise<Hex> {
      const args = [to, value, data, operation, 0n, 0n, 0n, ZERO, ZERO, signatures];
      const { transactionHash } = await write(safeAt(safe), 'execTransaction', args, commit ? { commit } : {});
      return transactionHash;
    },

    /** The wallet's own check of a signature over a hash; a refused one throws with the Safe's code. */
    isValidSignature: (safe: Address, hash: Hex, signature: Hex): Promise<Hex> =>
      read<Hex>({ address: safe, abi: ERC_1271 }, 'isValidSignature', hash, signature),
    safeNonce: (safe: Address): Promise<bigint> => read<bigint>(safeAt(safe), 'nonce'),
    mint: (to: Address, amount: bigint) => write(collateral, 'mint', [to, amount]),
    collateralOf: (holder: Address): Promise<bigint> => read<bigint>(collateral, 'balanceOf', holder),
    tokensOf: (holder: Address, tokenId: bigint): Promise<bigint> => read<bigint>(tokens, 'balanceOf', holder, tokenId),

    /** A condition that the operator decides, with its two tokens registered on the exchange. */
    async openMarket(questionId: Hex): Promise<{ conditionId: Hex; yes: bigint; no: bigint }> {
      await write(tokens, 'prepareCondition', [account.address, questionId, 2n]);
      const conditionId = await read<Hex>(tokens, 'getConditionId', account.address, questionId, 2n);
      const idOf = async (indexSet: bigint): Promise<bigint> => {
        const none = `0x${'0'.repeat(64)}` as const;
        const collection = await read<Hex>(tokens, 'getCollectionId', none, conditionId, indexSet);
        return read<bigint>(tokens, 'getPositionId', collateral.address, collection);
      };
      const [yes, no] = [await idOf(1n), await idOf(2n)];
      await write(exchange, 'registerToken', [yes, no, conditionId]);
      return { conditionId, yes, no };
    },

    /** Reports the result of a condition: shares of the payout of YES and of NO. */
    decide: (questionId: Hex, payouts: readonly [bigint, bigint]) =>
      write(tokens, 'reportPayouts', [questionId, payouts]),

    /** Changes the chain that contracts see; nothing is sent meanwhile. */
    setChainId: (id: number): Promise<unknown> => client.request({ method: 'anvil_setChainId', params: [id] } as never),
    codeHash: async (address: Address): Promise<Hex> => keccak256((await client.getCode({ address }))!),
    close: () => anvil.close(),
  };
}
