import { expect, it } from 'vitest';
import { sealFile, sealItem } from '#main/vault/file/sealedVault.ts';
import { type ItemMeta, typeOf } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import * as curve from '#main/vault/signing/secp256k1.ts';
import { openUnlockedVault } from '#main/vault/unlock/unlockedVault.ts';
import { parseAddress, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { buildRelayedTx } from '#wire/eip712/safeTx.ts';

const VAULT_ID = '42750ad5-307f-416a-9501-f4bea9a0c2a1';
const random = (length: number): Uint8Array => hashText('draw').slice(0, length);

const empty = Buffer.alloc(32).toString('base64');
const SLOT = {
  id: 'pw',
  type: 'password',
  kdf: { name: 'scrypt', n: 2 ** 18, r: 8, p: 1, dklen: 32, salt: empty },
  wrap: { alg: 'A256GCM', iv: '', ct: empty, tag: '' },
} as const;

function openVault(withApi = true) {
  const master = new SecretBytes(hashText('master'));
  const key = hashText('own key');
  const seal = (id: string, use: ItemMeta['use'], shown: string, secret: Uint8Array) =>
    sealItem(
      VAULT_ID,
      {
        id,
        type: typeOf(use),
        use,
        account: 'first',
        label: use,
        venue: 'exchange',
        network: 'test',
        origin: 'o',
        public: shown,
        createdAt: '2026-01-02T03:04:05.000Z',
        backedUpAt: null,
      },
      new SecretBytes(secret),
      master,
      random,
    );
  const own = seal('188a5af1-0931-42f0-b105-21e57c88771f', 'own', curve.addressOf(key), key.slice());
  const api = seal('46b1d965-4724-4c65-bc4e-417016e573f3', 'api', 'ak', new Uint8Array(Buffer.from('secret')));
  const file = sealFile(
    {
      vaultId: VAULT_ID,
      gen: 1,
      createdAt: '2026-01-02T03:04:05.000Z',
      slots: [SLOT],
      accounts: [{ id: 'first', label: 'Account 1', colour: 'blue' }],
      selected: 'first',
      items: withApi ? [own, api] : [own],
    },
    master,
  );
  return { unlocked: openUnlockedVault(file, master, () => 0), key };
}

const tx = buildRelayedTx({ to: parseAddress(`0x${'2'.repeat(40)}`), data: '0x', operation: 0, nonce: 0 });
const domain = { chainId: 137n, safe: parseAddress(`0x${'3'.repeat(40)}`) };

it('zeroes the own key after every use, also after an exception', () => {
  const { unlocked, key } = openVault();
  let used: Uint8Array | null = null;
  expect(
    unlocked.withOwnKey((bytes) => {
      used = bytes;
      return [...bytes];
    }),
  ).toEqual([...key]);
  expect([...used!]).toEqual(new Array(32).fill(0));
  expect(() =>
    unlocked.withOwnKey((bytes) => {
      used = bytes;
      throw new Error('inside');
    }),
  ).toThrow('inside');
  expect([...used!]).toEqual(new Array(32).fill(0));
});

it('signs by its own digest and refuses the rest with DENIED', () => {
  const { unlocked } = openVault();
  const { hash, signature } = unlocked.sign({ kind: 'safeTx', tx, domain });
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
  expect(curve.checkSignature(bytes(hash), bytes(signature), unlocked.owner)).toBeNull();
  expect(() => unlocked.sign({ kind: 'safeTx', tx, domain: { ...domain, safe: ZERO_ADDRESS } })).toThrow(
    expect.objectContaining({ code: 'DENIED' }),
  );
});

it('returns an API signer that stops with the vault', () => {
  const { unlocked } = openVault();
  const credentials = unlocked.credentials()!;
  expect(credentials.apiKey).toBe('ak');
  expect(credentials.sign('m')).toMatch(/^[0-9a-f]{64}$/);
  unlocked.close();
  expect(() => credentials.sign('m')).toThrow('found it locked');
  expect(unlocked.credentials()).toBeNull();
  expect(() => unlocked.withOwnKey((key) => key.length)).toThrow('found it locked');
});

it('has no credentials without an API key', () => {
  expect(openVault(false).unlocked.credentials()).toBeNull();
});
