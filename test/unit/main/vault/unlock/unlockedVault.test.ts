import { expect, it } from 'vitest';
import { sealFile, sealItem } from '#main/vault/file/sealedVault.ts';
import { type ItemMeta, typeOf } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import * as curve from '#main/vault/signing/secp256k1.ts';
import { openSession } from '#main/vault/unlock/unlockedVault.ts';
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

function makeSession(withApi = true) {
  const master = new SecretBytes(hashText('master'));
  const key = hashText('own key');
  const seal = (id: string, use: ItemMeta['use'], shown: string, secret: Uint8Array) =>
    sealItem(
      VAULT_ID,
      {
        id,
        type: typeOf(use),
        use,
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
      items: withApi ? [own, api] : [own],
    },
    master,
  );
  return { session: openSession(file, master), key };
}

const tx = buildRelayedTx({ to: parseAddress(`0x${'2'.repeat(40)}`), data: '0x', operation: 0, nonce: 0 });
const domain = { chainId: 137n, safe: parseAddress(`0x${'3'.repeat(40)}`) };

it('zeroes the own key after every use, also after one that threw', () => {
  const { session, key } = makeSession();
  let lent: Uint8Array | null = null;
  expect(
    session.withOwnKey((bytes) => {
      lent = bytes;
      return [...bytes];
    }),
  ).toEqual([...key]);
  expect([...lent!]).toEqual(new Array(32).fill(0));
  expect(() =>
    session.withOwnKey((bytes) => {
      lent = bytes;
      throw new Error('inside');
    }),
  ).toThrow('inside');
  expect([...lent!]).toEqual(new Array(32).fill(0));
});

it('signs the union with its own digest and refuses the rest with DENIED', () => {
  const { session } = makeSession();
  const { hash, signature } = session.sign({ kind: 'safeTx', tx, domain });
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
  expect(curve.checkSignature(bytes(hash), bytes(signature), session.owner)).toBeNull();
  expect(() => session.sign({ kind: 'safeTx', tx, domain: { ...domain, safe: ZERO_ADDRESS } })).toThrow(
    expect.objectContaining({ code: 'DENIED' }),
  );
});

it('lends an API signer that dies with the session', () => {
  const { session } = makeSession();
  const credentials = session.credentials()!;
  expect(credentials.apiKey).toBe('ak');
  expect(credentials.sign('m')).toMatch(/^[0-9a-f]{64}$/);
  session.close();
  expect(() => credentials.sign('m')).toThrow('found it locked');
  expect(session.credentials()).toBeNull();
  expect(() => session.withOwnKey((key) => key.length)).toThrow('found it locked');
});

it('has no credentials without an API key', () => {
  expect(makeSession(false).session.credentials()).toBeNull();
});
