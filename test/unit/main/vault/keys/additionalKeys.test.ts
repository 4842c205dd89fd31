import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseVaultFile } from '#main/vault/file/vaultFile.ts';
import type { ConfirmKey } from '#main/vault/keys/keySource.ts';
import { checkSignature } from '#main/vault/signing/secp256k1.ts';
import type { VaultError } from '#main/vault/vaultError.ts';
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { parseAddress, ZERO_ADDRESS } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/safe_message.json' with { type: 'json' };
import { encodeHex, parseBytes } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { hashSafeMessage } from '#wire/eip712/safeMessage.ts';
import { KEY_ADDRESS, KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from '../openTestVault.ts';

afterEach(removeFolders);

const code = (expected: string) => expect.objectContaining({ code: expected }) as VaultError;
const hexKey = { kind: 'hex', privateKey: KEY_HEX } as const;
/** Scalar 2 and its address. */
const SECOND = { kind: 'hex', privateKey: `0x${'0'.repeat(63)}2` } as const;
const SECOND_ADDRESS = parseAddress('0x2b5ad5c4795c026514f8317c7a215e218dccd6cf');
const wallet = { chainId: 137n, safe: parseAddress(`0x${'2'.repeat(40)}`) };
const domain: OrderDomain = {
  name: 'X',
  version: '1',
  chainId: 137n,
  verifyingContract: parseAddress(`0x${'3'.repeat(40)}`),
};
const fields: OrderFields = {
  salt: 1n,
  maker: wallet.safe,
  signer: wallet.safe,
  taker: ZERO_ADDRESS,
  tokenId: 5n,
  makerAmount: 35n,
  takerAmount: 100n,
  expiration: 1_700_000_001n,
  nonce: 0n,
  feeRateBps: 0n,
  side: 0,
  signatureType: 3,
};

async function make(change: Parameters<typeof openTestVault>[0] = {}) {
  const folder = makeFolder();
  const vault = openTestVault({ folder, ...change });
  await vault.create(PASSWORD, hexKey);
  const metas = () => parseVaultFile(readFileSync(join(folder, 'vault.json'), 'utf8')).items.map((item) => item.meta);
  return { vault, folder, metas };
}

describe('a session key', () => {
  it('is created with the password, returns its public half, and is loaded at the next unlock', async () => {
    const { vault, folder, metas } = await make();
    await expect(vault.createSessionKey('Not-the-password-1')).rejects.toEqual(code('WRONG_PASSWORD'));
    const { id, x, y } = await vault.createSessionKey(PASSWORD);
    const sign = (BigInt(y) & 1n) === 0n ? '02' : '03';
    expect(metas().at(-1)).toMatchObject({ id, type: 'p256', use: 'session', public: `0x${sign}${x.slice(2)}` });
    const next = openTestVault({ folder });
    expect(next.keys()).toEqual([]);
    await next.unlock(PASSWORD);
    expect(next.keys().map(({ use }) => use)).toEqual(['own', 'session']);
  });

  it('is different each time, and can be removed', async () => {
    const { vault, metas } = await make();
    const first = await vault.createSessionKey(PASSWORD);
    const second = await vault.createSessionKey(PASSWORD);
    expect(first.x).not.toBe(second.x);
    await expect(vault.removeKey('Not-the-password-1', first.id)).rejects.toEqual(code('WRONG_PASSWORD'));
    await vault.removeKey(PASSWORD, first.id);
    expect(metas().map((meta) => meta.id)).not.toContain(first.id);
    await expect(vault.removeKey(PASSWORD, first.id)).rejects.toEqual(code('DENIED'));
  });
});

describe('a second signing key', () => {
  const isExpiring = ({ order }: { readonly order: { readonly expiration: string } }): boolean =>
    order.expiration !== '0';

  it.each(vectors.vectors.filter((row) => !isExpiring(row)))(
    'signs no order without an expiry for wallet $safe',
    async (row) => {
      const { vault } = await make();
      const key = await vault.addSecondKey(PASSWORD, { kind: 'hex', privateKey: row.privateKey });
      const signing = () => vault.signSecondKeyOrder(key, { ...fields, expiration: 0n }, domain, wallet);
      expect(signing).toThrow(code('DENIED'));
    },
  );

  it.each(vectors.vectors.filter(isExpiring))('signs like the vector for wallet $safe', async (row) => {
    const { vault } = await make({ now: () => Number(row.order.expiration) * 1_000 - 1_000 });
    const key = await vault.addSecondKey(PASSWORD, { kind: 'hex', privateKey: row.privateKey });
    expect(key).toBe(parseAddress(row.owner));
    const { order } = row;
    const given: OrderFields = {
      ...(Object.fromEntries(
        Object.entries(order).map(([name, value]) => [
          name,
          String(value).startsWith('0x') ? parseAddress(String(value)) : BigInt(value),
        ]),
      ) as unknown as OrderFields),
      side: order.side as 0 | 1,
      signatureType: order.signatureType,
    };
    const { name, version } = row.orderDomain;
    const chainId = BigInt(row.chainId);
    const under = { name, version, chainId, verifyingContract: parseAddress(row.orderDomain.verifyingContract) };
    const signed = await vault.signSecondKeyOrder(key, given, under, { chainId, safe: parseAddress(row.safe) });
    expect(signed).toMatchObject({ digest: row.orderDigest, signature: row.signature });
  });

  it('signs the Safe message of a type 3 order with its own address, and never the order itself', async () => {
    const { vault, metas } = await make();
    expect(await vault.addSecondKey(PASSWORD, SECOND)).toBe(SECOND_ADDRESS);
    expect(metas().at(-1)).toMatchObject({ use: 'second', type: 'secp256k1', public: SECOND_ADDRESS });
    const { digest, signature } = await vault.signSecondKeyOrder(SECOND_ADDRESS, fields, domain, wallet);
    const orderHash = hashOrder(fields, domain);
    expect(digest).toBe(encodeHex(orderHash));
    const message = hashSafeMessage(orderHash, wallet);
    expect(checkSignature(message, parseBytes(signature), SECOND_ADDRESS)).toBeNull();
    expect(checkSignature(orderHash, parseBytes(signature), SECOND_ADDRESS)).toBe('signer');
  });

  it.each<[string, Partial<OrderFields>, Partial<typeof wallet>]>([
    ['type 2', { signatureType: 2 }, {}],
    ['another maker', { maker: parseAddress(`0x${'4'.repeat(40)}`) }, {}],
    ['another signer', { signer: SECOND_ADDRESS }, {}],
    ['the key as the wallet', { maker: SECOND_ADDRESS, signer: SECOND_ADDRESS }, { safe: SECOND_ADDRESS }],
    ['another wallet', {}, { safe: parseAddress(`0x${'4'.repeat(40)}`) }],
    ['another chain', {}, { chainId: 1n }],
    ['a taker', { taker: SECOND_ADDRESS }, {}],
    ['a fee', { feeRateBps: 1n }, {}],
    ['a price of 1', { makerAmount: 100n }, {}],
  ])('refuses %s', async (_what, change, other) => {
    const { vault } = await make();
    await vault.addSecondKey(PASSWORD, SECOND);
    const signing = () =>
      vault.signSecondKeyOrder(SECOND_ADDRESS, { ...fields, ...change }, domain, { ...wallet, ...other });
    expect(signing).toThrow(code('DENIED'));
  });

  it('is neither the own key, which signs no type 3 order, nor a key outside the vault', async () => {
    const { vault } = await make();
    const own = parseAddress(KEY_ADDRESS);
    for (const key of [own, SECOND_ADDRESS]) {
      expect(() => vault.signSecondKeyOrder(key, fields, domain, wallet)).toThrow(code('DENIED'));
    }
    expect(() => vault.signOrder(fields, domain)).toThrow(code('DENIED'));
    await expect(vault.addSecondKey(PASSWORD, hexKey)).rejects.toEqual(code('BAD_KEY'));
    await vault.addSecondKey(PASSWORD, SECOND);
    await expect(vault.addSecondKey(PASSWORD, SECOND)).rejects.toEqual(code('BAD_KEY'));
    await expect(vault.addSecondKey('Not-the-password-1', SECOND)).rejects.toEqual(code('WRONG_PASSWORD'));
    vault.lock();
    expect(() => vault.signSecondKeyOrder(SECOND_ADDRESS, fields, domain, wallet)).toThrow(code('LOCKED'));
  });

  it('is saved only after its address is confirmed and while the vault stays unlocked', async () => {
    const { vault } = await make();
    const before = await vault.sealedCopy();
    const asked: string[] = [];
    const refuse: ConfirmKey = async ({ address, origin }) => {
      asked.push(`${address} ${origin}`);
      return false;
    };
    await expect(vault.addSecondKey(PASSWORD, SECOND, refuse)).rejects.toEqual(code('CANCELLED'));
    const lock = async () => {
      vault.lock();
      return true;
    };
    expect([asked, vault.keys().length]).toEqual([[`${SECOND_ADDRESS} imported`], 1]);
    await expect(vault.addSecondKey(PASSWORD, SECOND, lock)).rejects.toEqual(code('LOCKED'));
    await vault.unlock(PASSWORD);
    expect(await vault.sealedCopy()).toBe(before);
  });

  it('does not change the owner, and can be removed', async () => {
    const { vault } = await make();
    await vault.addSecondKey(PASSWORD, SECOND);
    expect(vault.owner()).toBe(KEY_ADDRESS);
    const [own, second] = vault.keys();
    await expect(vault.removeKey(PASSWORD, own!.id)).rejects.toEqual(code('DENIED'));
    await vault.removeKey(PASSWORD, second!.id);
    expect(vault.keys().map(({ use }) => use)).toEqual(['own']);
  });
});

it('removes the API key too, and its signer stops working', async () => {
  const { vault } = await make();
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  const lent = vault.credentials()!;
  await vault.createSessionKey(PASSWORD);
  // Another key is no reason to connect anew.
  expect(vault.credentials()).toBe(lent);
  await vault.removeKey(PASSWORD, vault.keys().find(({ use }) => use === 'api')!.id);
  expect(vault.credentials()).toBeNull();
  expect(() => lent.sign('m')).toThrow('found it locked');
});
