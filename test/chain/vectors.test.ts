/** The contracts of the local chain against bytes made elsewhere: the Safe's, and those of the double of the exchange. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodePacked,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  pad,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, type Contract, openChain, PUBLIC_MULTI_SEND } from '../../tools/chain/chain.ts';
import { compileContracts } from '../../tools/chain/compile.ts';

interface Vectors {
  readonly vectors: readonly Record<string, never>[];
  readonly [key: string]: unknown;
}
interface OrderRow {
  readonly i: number;
  readonly domain: { readonly name: string; readonly chainId: number; readonly verifyingContract: Address };
  readonly order: Readonly<Record<string, string | number>> & { readonly maker: Address; readonly signer: Address };
  readonly digest: Hex;
  readonly signature: Hex;
}
interface SafeTxRow {
  readonly label: string;
  readonly safe: Address;
  readonly tx: Readonly<Record<string, string>>;
  readonly encodeTransactionData: Hex;
  readonly safeTxHash: Hex;
  readonly signature_eip712: Hex;
  readonly signature_eth_sign: Hex;
}
interface MessageRow {
  readonly safe: Address;
  readonly orderDigest: Hex;
  readonly safeMessageData: Hex;
  readonly safeMessageHash: Hex;
  readonly signature: Hex;
  readonly onchain_isValidSignature: Hex;
  readonly rawOrderHashSignature_rejected: Hex;
  readonly rawRejectReason: string;
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/vectors/${name}.json`), 'utf8')) as T;
const PUBLIC_CHAIN = 137;

let chain: Chain;
beforeAll(async () => {
  chain = await openChain({ chainId: PUBLIC_CHAIN });
});
afterAll(() => chain.close());

describe('the contracts of the Safe', () => {
  const file = read<{ owner: Address; saltNonce: string; address: Address; initializer: Hex; salt: Hex } & Vectors>(
    'safe_counterfactual',
  );

  it('have the code that is published for 1.4.1', async () => {
    const published = read<{ contracts: Record<string, Record<string, { canonical: { codeHash: Hex } }>> }>(
      'known_safe_contracts',
    ).contracts['v1.4.1']!;
    const { singleton, factory, handler } = chain.contracts;
    for (const [name, address] of [
      ['Safe', singleton.address],
      ['SafeProxyFactory', factory.address],
      ['CompatibilityFallbackHandler', handler.address],
      ['MultiSendCallOnly', PUBLIC_MULTI_SEND],
    ] as const) {
      expect(await chain.codeHash(address), name).toBe(published[name]!.canonical.codeHash);
    }
  });

  it('deploy a wallet at the address that follows from its owner', async () => {
    const { factory, singleton } = chain.contracts;
    const initializer = chain.buildInitializer([file.owner], 1);
    expect(initializer).toBe(file.initializer);
    const salt = keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(initializer), BigInt(file.saltNonce)]));
    expect(salt).toBe(file.salt);
    const creationCode = await chain.read<Hex>(factory, 'proxyCreationCode');
    const bytecode = concat([creationCode, pad(singleton.address)]);
    const predicted = getContractAddress({ opcode: 'CREATE2', from: factory.address, salt, bytecode });
    expect(predicted).toBe(file.address);
    const safe = await chain.deploySafe([file.owner], 1, BigInt(file.saltNonce));
    expect(safe.address).toBe(file.address);
    expect(await chain.read(safe, 'getOwners')).toEqual([file.owner]);
    expect(await chain.read(safe, 'VERSION')).toBe('1.4.1');
  });

  it('hash the golden transactions as they are, and accept both kinds of owner signature', async () => {
    const safe = chain.safeAt(file.address);
    for (const row of read<{ vectors: SafeTxRow[] }>('safe_tx').vectors) {
      const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } = row.tx;
      const fields = [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce];
      expect(await chain.read(safe, 'getTransactionHash', ...fields), row.label).toBe(row.safeTxHash);
      expect(await chain.read(safe, 'encodeTransactionData', ...fields), row.label).toBe(row.encodeTransactionData);
      for (const signature of [row.signature_eip712, row.signature_eth_sign]) {
        await chain.read(safe, 'checkSignatures', row.safeTxHash, row.encodeTransactionData, signature);
      }
    }
  });

  it('accept the golden message signatures, and refuse those over the bare order hash', async () => {
    const { vectors } = read<{ vectors: MessageRow[] }>('safe_message');
    for (const row of vectors) {
      expect(row.safe).toBe(file.address);
      const hash = chain.read(chain.contracts.handler, 'getMessageHashForSafe', row.safe, row.safeMessageData);
      expect(await hash).toBe(row.safeMessageHash);
      const { orderDigest, signature, rawOrderHashSignature_rejected: raw } = row;
      expect(await chain.isValidSignature(row.safe, orderDigest, signature)).toBe(row.onchain_isValidSignature);
      await expect(chain.isValidSignature(row.safe, orderDigest, raw)).rejects.toThrow(row.rawRejectReason);
    }
    const { orderDigest, signature } = vectors[0]!;
    const short = chain.isValidSignature(file.address, orderDigest, signature.slice(0, -2) as Hex);
    await expect(short).rejects.toThrow('GS020');
  });
});

describe('the double of the exchange', () => {
  /** What makes `maker` a wallet of `signer` for one call: the proxy's code, its singleton, one owner, threshold 1. */
  const asWallet = async (maker: Address, signer: Address) => {
    const proxy = (await chain.client.getCode({ address: read<{ address: Address }>('safe_counterfactual').address }))!;
    const owners = { base: 2n, threshold: numberToHex(4, { size: 32 }), singleton: numberToHex(0, { size: 32 }) };
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [signer, owners.base]));
    return {
      address: maker,
      code: proxy,
      stateDiff: [
        { slot: owners.singleton, value: pad(chain.contracts.singleton.address) },
        { slot, value: numberToHex(1, { size: 32 }) },
        { slot: owners.threshold, value: numberToHex(1, { size: 32 }) },
      ],
    };
  };

  it('hashes every golden order as other programs do, and accepts its signature', async () => {
    const { Exchange } = compileContracts();
    const { collateral, tokens } = chain.contracts;
    const built = new Map<string, Contract>();
    for (const row of read<{ vectors: OrderRow[] }>('orders_v1').vectors) {
      const { name, chainId, verifyingContract: address } = row.domain;
      const exchange = built.get(name) ?? (await chain.deploy(Exchange, [name, collateral.address, tokens.address]));
      built.set(name, exchange);
      const code = (await chain.client.getCode({ address: exchange.address }))!;
      await chain.setChainId(chainId);
      try {
        const order = { ...row.order, signature: row.signature };
        const stateOverride = [{ address, code }, await asWallet(row.order.maker, row.order.signer)];
        const call = { address, abi: exchange.abi, args: [order], stateOverride };
        expect(await chain.client.readContract({ ...call, functionName: 'hashOrder' }), `${row.i}`).toBe(row.digest);
        expect(await chain.client.readContract({ ...call, functionName: 'checkSignature' })).toBe(row.digest);
        const other = { ...call, args: [{ ...order, salt: 1n }], functionName: 'checkSignature' };
        await expect(chain.client.readContract(other)).rejects.toThrow('InvalidSignature');
      } finally {
        await chain.setChainId(PUBLIC_CHAIN);
      }
    }
    expect(built.size).toBeGreaterThan(3);
  });
});
