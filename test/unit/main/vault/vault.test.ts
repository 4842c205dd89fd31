import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { encodePassword, type Kdf } from '#main/vault/file/kdf.ts';
import { createRollbackMemory } from '#main/vault/file/rollbackDetection.ts';
import { sealBox } from '#main/vault/file/seal.ts';
import { sealFile, unwrapMaster } from '#main/vault/file/sealedVault.ts';
import { encodeVaultFile, parseVaultFile, slotAssociatedData } from '#main/vault/file/vaultFile.ts';
import { checkSignature } from '#main/vault/signing/secp256k1.ts';
import type { VaultError } from '#main/vault/vaultError.ts';
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { type Address, parseAddress, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { parseBytes } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { buildRelayedTx, hashSafeTx } from '#wire/eip712/safeTx.ts';
import { cheapKdf, KEY_ADDRESS, KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

const address = (digit: string): Address => parseAddress(`0x${digit.repeat(40)}`);
const owner = parseAddress(KEY_ADDRESS);
const fields: OrderFields = {
  salt: 1n,
  maker: address('2'),
  signer: owner,
  taker: ZERO_ADDRESS,
  tokenId: 5n,
  makerAmount: 35n,
  takerAmount: 100n,
  expiration: 1_700_000_001n,
  nonce: 0n,
  feeRateBps: 0n,
  side: 0,
  signatureType: 2,
};
const domain: OrderDomain = { name: 'X', version: '1', chainId: 137n, verifyingContract: address('3') };
const request = {
  tx: buildRelayedTx({ to: address('4'), data: '0x', operation: 0, nonce: 0 }),
  domain: { chainId: 137n, safe: address('2') },
};
const hexKey = { kind: 'hex', privateKey: KEY_HEX } as const;
const code = (expected: string) => expect.objectContaining({ code: expected }) as VaultError;

async function createVault(options: Parameters<typeof openTestVault>[0] = {}) {
  const folder = makeFolder();
  const vault = openTestVault({ folder, ...options });
  await vault.create(PASSWORD, hexKey);
  return { vault, folder, path: join(folder, 'vault.json') };
}

describe('states', () => {
  it('goes from absent to unlocked to locked and back, and calls its listeners', async () => {
    const folder = makeFolder();
    const vault = openTestVault({ folder });
    const states: string[] = [];
    const stop = vault.onChange(() => states.push(vault.status().at));
    expect(vault.status()).toMatchObject({ at: 'absent', owner: null, hasApiKey: false, trouble: null });
    expect(await vault.create(PASSWORD, hexKey)).toBe(owner);
    vault.lock();
    expect(vault.status()).toMatchObject({ at: 'locked', owner });
    await vault.unlock(PASSWORD);
    expect(vault.status()).toMatchObject({ at: 'unlocked', owner });
    stop();
    vault.lock();
    expect(states).toEqual(['unlocked', 'locked', 'unlocked']);
  });

  it('is found by the next start', async () => {
    const { vault, folder } = await createVault();
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'sécrêt✓' });
    const next = openTestVault({ folder });
    expect(next.status()).toMatchObject({ at: 'locked', owner, hasApiKey: true, backedUp: false });
    await next.unlock(PASSWORD);
    expect(next.credentials()?.sign('m')).toBe(vault.credentials()?.sign('m'));
  });

  it('fails when there is no vault, when there is one already, and when it is locked', async () => {
    const absent = openTestVault();
    await expect(absent.unlock(PASSWORD)).rejects.toEqual(code('VAULT_ABSENT'));
    expect(() => absent.signOrder(fields, domain)).toThrow(code('VAULT_ABSENT'));
    const { vault } = await createVault();
    await expect(vault.create(PASSWORD, hexKey)).rejects.toEqual(code('VAULT_EXISTS'));
    vault.lock();
    await expect(vault.create(PASSWORD, hexKey)).rejects.toEqual(code('VAULT_EXISTS'));
    expect(vault.credentials()).toBeNull();
    for (const work of [
      async () => vault.signOrder(fields, domain),
      () => vault.signSafeTxs([request], PASSWORD),
      () => vault.exportKeystore(PASSWORD, PASSWORD),
      () => vault.storeApiKey({ apiKey: 'a', apiSecret: 'b' }),
      () => vault.markBackedUp(),
      () => vault.checkPassword(PASSWORD),
      () => vault.changePassword(PASSWORD, NEW_PASSWORD),
      () => vault.createSessionKey(PASSWORD),
      () => vault.addSecondKey(PASSWORD, hexKey),
      () => vault.removeKey(PASSWORD, 'x'),
      () => vault.enableKeychainUnlock(PASSWORD),
      () => vault.disableKeychainUnlock(PASSWORD),
    ]) {
      await expect(work()).rejects.toEqual(code('LOCKED'));
    }
  });

  it('stays locked when a lock comes during the key derivation', async () => {
    const { folder } = await createVault();
    let release: (() => void) | null = null;
    const slow: Kdf = async (...args) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return cheapKdf(...args);
    };
    const vault = openTestVault({ folder, kdf: slow });
    const unlocking = vault.unlock(PASSWORD);
    await expect.poll(() => release).not.toBeNull();
    vault.lock();
    release!();
    await expect(unlocking).rejects.toEqual(code('LOCKED'));
    expect(vault.status().at).toBe('locked');
  });
});

describe('passwords', () => {
  it('requires a strong password except on paper', async () => {
    await expect(openTestVault().create('short', hexKey)).rejects.toEqual(code('WEAK_PASSWORD'));
    await expect(openTestVault({ network: 'live' }).create('short', hexKey)).rejects.toEqual(code('WEAK_PASSWORD'));
    await expect(openTestVault({ network: 'paper' }).create('x', hexKey)).resolves.toBe(owner);
  });

  it('refuses a wrong password, delays the next attempt, and opens after the delay', async () => {
    const { folder } = await createVault();
    let nowMs = 0;
    const vault = openTestVault({ folder, now: () => nowMs });
    for (let index = 0; index < 3; index += 1) {
      await expect(vault.unlock('wrong password')).rejects.toEqual(code('WRONG_PASSWORD'));
    }
    await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('BACK_OFF'));
    nowMs = 1000;
    await vault.unlock(PASSWORD);
    expect(vault.status().at).toBe('unlocked');
  });

  it('limits parallel attempts too', async () => {
    const { folder } = await createVault();
    const vault = openTestVault({ folder, now: () => 0 });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => vault.unlock(`guess ${index}`)));
    const codes = answers.map((answer) =>
      answer.status === 'rejected' ? (answer.reason as VaultError).code : 'opened',
    );
    expect(codes).toEqual([...new Array(3).fill('WRONG_PASSWORD'), ...new Array(7).fill('BACK_OFF')]);
  });

  it('counts a wrong password of a step-up too', async () => {
    const { vault } = await createVault();
    for (let index = 0; index < 3; index += 1) {
      await expect(vault.signSafeTxs([request], 'wrong password')).rejects.toEqual(code('WRONG_PASSWORD'));
    }
    await expect(vault.exportKeystore(PASSWORD, PASSWORD)).rejects.toEqual(code('BACK_OFF'));
  });

  it('treats composed and decomposed letters as the same', async () => {
    const folder = makeFolder();
    await openTestVault({ folder }).create('caf\u00e9 caf\u00e9 caf\u00e9', hexKey);
    const vault = openTestVault({ folder });
    await vault.unlock('cafe\u0301 cafe\u0301 cafe\u0301');
    expect(vault.status().at).toBe('unlocked');
  });
});

describe('signing', () => {
  it('signs the digest of the order’s own fields', async () => {
    const { vault } = await createVault();
    const signed = vault.signOrder(fields, domain);
    expect(parseBytes(signed.digest)).toEqual(hashOrder(fields, domain));
    expect(checkSignature(parseBytes(signed.digest), parseBytes(signed.signature), owner)).toBeNull();
    expect(signed.order).toBe(fields);
  });

  it('does not sign an order of another key or of inconsistent fields', async () => {
    const { vault } = await createVault();
    expect(() => vault.signOrder({ ...fields, signer: address('9') }, domain)).toThrow(code('DENIED'));
    expect(() => vault.signOrder({ ...fields, signatureType: 3 }, domain)).toThrow(code('DENIED'));
  });

  it('signs a wallet transaction with the password only', async () => {
    const { vault } = await createVault();
    await expect(vault.signSafeTxs([request], 'wrong password')).rejects.toEqual(code('WRONG_PASSWORD'));
    const [signed] = await vault.signSafeTxs([request], PASSWORD);
    const { hash, signature } = signed!;
    expect(parseBytes(hash)).toEqual(hashSafeTx(request.tx, request.domain));
    expect(checkSignature(parseBytes(hash), parseBytes(signature), owner)).toBeNull();
  });

  it('derives the key once for any number of wallet transactions, and signs all or none', async () => {
    let derived = 0;
    const kdf: Kdf = (...args) => {
      derived += 1;
      return cheapKdf(...args);
    };
    const { vault } = await createVault({ kdf });
    derived = 0;
    const txs = [0, 1, 2].map((nonce) => ({ ...request, tx: { ...request.tx, nonce: BigInt(nonce) } }));
    const signed = await vault.signSafeTxs(txs, PASSWORD);
    expect(signed.map(({ hash }) => parseBytes(hash))).toEqual(txs.map(({ tx, domain: of }) => hashSafeTx(tx, of)));
    expect(derived).toBe(1);
    const bad = { ...request, domain: { ...request.domain, safe: ZERO_ADDRESS } };
    await expect(vault.signSafeTxs([request, bad], PASSWORD)).rejects.toEqual(code('DENIED'));
  });

  it('signs HMACs until it locks', async () => {
    const { vault } = await createVault();
    expect(vault.credentials()).toBeNull();
    await vault.storeApiKey({ apiKey: ' 61d025b8573501c2 ', apiSecret: '2d0b4979c7fe6986daa8e21d1dc0644f' });
    const credentials = vault.credentials()!;
    expect(credentials.apiKey).toBe('61d025b8573501c2');
    expect(credentials.sign('176722560012361d025b8573501c2GET/api/v2/atlas/account/balances')).toBe(
      'ace445267548f10dcad033eca775d401590e085125a3786e369d6b9f2b9b6a7e',
    );
    vault.lock();
    expect(() => credentials.sign('m')).toThrow('found it locked');
  });

  it('replaces an API key and refuses an empty one', async () => {
    const { vault, path } = await createVault();
    await vault.storeApiKey({ apiKey: 'the-one-before', apiSecret: 'a' });
    await vault.storeApiKey({ apiKey: 'second', apiSecret: 'b' });
    expect(vault.credentials()?.apiKey).toBe('second');
    expect(readFileSync(path, 'utf8')).not.toContain('the-one-before');
    await expect(vault.storeApiKey({ apiKey: 'x y', apiSecret: 'b' })).rejects.toEqual(code('BAD_KEY'));
    await expect(vault.storeApiKey({ apiKey: 'x', apiSecret: ' ' })).rejects.toEqual(code('BAD_KEY'));
  });
});

describe('the file', () => {
  it('never opens for another network or origin', async () => {
    const { folder } = await createVault();
    for (const belonging of [
      { network: 'live', origin: 'http://127.0.0.1:4000' },
      { network: 'paper', origin: 'http://127.0.0.1:4000' },
      { network: 'test', origin: 'http://127.0.0.1:4001' },
    ] as const) {
      const vault = openTestVault({ folder, ...belonging });
      await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('NOT_IN_THIS_NETWORK'));
      expect(vault.status().at).toBe('locked');
    }
  });

  it('detects the change of any byte before anything is used', async () => {
    const { vault, folder, path } = await createVault();
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'secret' });
    const good = readFileSync(path);
    const codes = new Set<string>();
    for (let index = 0; index < good.length; index += 1) {
      const bad = Buffer.from(good);
      bad[index]! ^= 2;
      writeFileSync(path, bad, { mode: 0o600 });
      const opened = openTestVault({ folder });
      const error: unknown = await opened.unlock(PASSWORD).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error, `byte ${index} of ${good.length}`).not.toBeNull();
      codes.add((error as VaultError).code);
      expect(opened.status().at).toBe('locked');
    }
    expect([...codes].sort()).toEqual(['KDF_PARAMS', 'VAULT_CORRUPT', 'VAULT_TAMPERED', 'WRONG_PASSWORD']);
  });

  it('reports an edited origin as VAULT_TAMPERED', async () => {
    const { folder, path } = await createVault();
    const edited = readFileSync(path, 'utf8').replaceAll('127.0.0.1:4000', '127.0.0.1:4999');
    writeFileSync(path, edited, { mode: 0o600 });
    const vault = openTestVault({ folder, origin: 'http://127.0.0.1:4999' });
    await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('VAULT_TAMPERED'));
    expect(vault.status().trouble).toBe('VAULT_TAMPERED');
  });

  it('refuses to overwrite a vault that another program changed', async () => {
    const { vault, path } = await createVault();
    const other = readFileSync(path, 'utf8').replace('"gen":1', '"gen":9');
    writeFileSync(path, other, { mode: 0o600 });
    await expect(vault.storeApiKey({ apiKey: 'ak', apiSecret: 's' })).rejects.toEqual(code('VAULT_TAMPERED'));
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('contains no secret in plain text and prints none', async () => {
    const { vault, path } = await createVault();
    const apiSecret = '2d0b4979c7fe6986daa8e21d1dc0644f';
    await vault.storeApiKey({ apiKey: 'ak', apiSecret });
    const texts = [readFileSync(path, 'utf8'), inspect(vault, { depth: 9, showHidden: true }), JSON.stringify(vault)];
    const secrets = [KEY_HEX.slice(2), Buffer.from(KEY_HEX.slice(2), 'hex').toString('base64'), apiSecret, PASSWORD];
    for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('is rewrapped at unlock when its key derivation is weaker than the current one', async () => {
    const { folder, path } = await createVault();
    const file = parseVaultFile(readFileSync(path, 'utf8'));
    const master = await unwrapMaster(file, PASSWORD, cheapKdf);
    const slot = { ...file.slots[0], kdf: { ...file.slots[0].kdf, n: 2 ** 17 } };
    const kek = await cheapKdf(encodePassword(PASSWORD), Buffer.from(slot.kdf.salt, 'base64'), {
      n: 2 ** 17,
      r: 8,
      p: 1,
    });
    const box = master.use((bytes) =>
      sealBox(kek, bytes, slotAssociatedData(file.vaultId, slot), (length) => new Uint8Array(length).fill(1)),
    );
    const { format: _f, v: _v, mac: _m, ...body } = file;
    const weakFile = sealFile({ ...body, slots: [{ ...slot, wrap: { alg: 'A256GCM', ...box } }] }, master);
    writeFileSync(path, encodeVaultFile(weakFile), { mode: 0o600 });
    await openTestVault({ folder }).unlock(PASSWORD);
    expect(parseVaultFile(readFileSync(path, 'utf8')).slots[0].kdf.n).toBe(2 ** 18);
    await openTestVault({ folder }).unlock(PASSWORD);
  });
});

const NEW_PASSWORD = 'another long password';

describe('a change of the password', () => {
  it('rewraps the master key with a fresh salt, and does not change the items', async () => {
    const { vault, folder, path } = await createVault();
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
    const lent = vault.credentials();
    const before = parseVaultFile(readFileSync(path, 'utf8'));
    await vault.changePassword(PASSWORD, NEW_PASSWORD);
    const after = parseVaultFile(readFileSync(path, 'utf8'));
    expect(after.items).toEqual(before.items);
    expect(after.gen).toBe(before.gen + 1);
    expect(after.slots[0].kdf.salt).not.toBe(before.slots[0].kdf.salt);
    // Nothing that was lent is dropped, and what comes next saves on top of it.
    expect(vault.credentials()).toBe(lent);
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'other' });
    const next = openTestVault({ folder });
    await expect(next.unlock(PASSWORD)).rejects.toEqual(code('WRONG_PASSWORD'));
    await next.unlock(NEW_PASSWORD);
    await next.checkPassword(NEW_PASSWORD);
  });

  it('limits attempts with the old password, and checks the new one by the policy', async () => {
    const { vault, path } = await createVault({ now: () => 0 });
    const before = readFileSync(path, 'utf8');
    await expect(vault.changePassword(PASSWORD, 'short')).rejects.toEqual(code('WEAK_PASSWORD'));
    for (let guess = 0; guess < 3; guess += 1) {
      await expect(vault.changePassword('wrong password', NEW_PASSWORD)).rejects.toEqual(code('WRONG_PASSWORD'));
    }
    await expect(vault.changePassword(PASSWORD, NEW_PASSWORD)).rejects.toEqual(code('BACK_OFF'));
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('keeps the old password when the new file does not open with the new one', async () => {
    const { folder, path } = await createVault();
    const before = readFileSync(path, 'utf8');
    let derived = 0;
    // Unlock, step-up, wrap, and then the proof.
    const kdf: Kdf = async (...args) => {
      derived += 1;
      return derived === 4 ? new Uint8Array(32) : cheapKdf(...args);
    };
    const vault = openTestVault({ folder, kdf });
    await vault.unlock(PASSWORD);
    await expect(vault.changePassword(PASSWORD, NEW_PASSWORD)).rejects.toBeInstanceOf(Error);
    expect(derived).toBe(4);
    expect(readFileSync(path, 'utf8')).toBe(before);
    await vault.checkPassword(PASSWORD);
  });

  it('is not saved when the vault locks first', async () => {
    const { folder, path } = await createVault();
    const before = readFileSync(path, 'utf8');
    let derived = 0;
    const kdf: Kdf = async (...args) => {
      derived += 1;
      if (derived === 4) vault.lock();
      return cheapKdf(...args);
    };
    const vault = openTestVault({ folder, kdf });
    await vault.unlock(PASSWORD);
    await expect(vault.changePassword(PASSWORD, NEW_PASSWORD)).rejects.toEqual(code('LOCKED'));
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

describe('a copy of the vault', () => {
  it('is the file on disk, and another text is refused', async () => {
    const { vault, path } = await createVault();
    const copy = await vault.sealedCopy();
    expect(copy).toBe(readFileSync(path, 'utf8'));
    expect(() => vault.checkCopy(copy)).not.toThrow();
    for (const other of ['', `${copy} `, copy.replace('"gen":1', '"gen":2')]) {
      expect(() => vault.checkCopy(other)).toThrow(expect.objectContaining({ code: 'SAVE_FAILED' }));
    }
    writeFileSync(path, copy.replace('"gen":1', '"gen":9'), { mode: 0o600 });
    await expect(vault.sealedCopy()).rejects.toEqual(code('VAULT_TAMPERED'));
    vault.lock();
    await expect(vault.sealedCopy()).rejects.toEqual(code('LOCKED'));
    expect(() => vault.checkCopy(copy)).toThrow(expect.objectContaining({ code: 'LOCKED' }));
  });

  it('waits for the changes that were asked for before it', async () => {
    const { vault, path } = await createVault();
    const changing = vault.changePassword(PASSWORD, NEW_PASSWORD);
    const copy = await vault.sealedCopy();
    await changing;
    expect(copy).toBe(readFileSync(path, 'utf8'));
  });
});

describe('a vault older than the last seen one', () => {
  async function rollBack() {
    const rollbackMemory = createRollbackMemory();
    const { vault, folder, path } = await createVault({ rollbackMemory });
    const first = readFileSync(path, 'utf8');
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'bs' });
    const latest = readFileSync(path, 'utf8');
    vault.lock();
    const put = (text: string) => writeFileSync(path, text, { mode: 0o600 });
    put(first);
    return { folder, rollbackMemory, put, latest, start: () => openTestVault({ folder, rollbackMemory }) };
  }

  it('is reported at start, opens, and is reported again after saves and starts', async () => {
    const { start } = await rollBack();
    const vault = start();
    expect(vault.status()).toMatchObject({ at: 'locked', older: { found: 1, seen: 3 }, trouble: null });
    await vault.unlock(PASSWORD);
    for (let save = 0; save < 4; save += 1) await vault.storeApiKey({ apiKey: 'ak', apiSecret: `c${save}` });
    expect(vault.status().older).toEqual({ found: 1, seen: 3 });
    vault.lock();
    expect(start().status().older).toEqual({ found: 1, seen: 3 });
  });

  it('is accepted with the password, and then there is nothing more to accept', async () => {
    const { start } = await rollBack();
    const vault = start();
    await expect(vault.acceptOlder(PASSWORD)).rejects.toEqual(code('LOCKED'));
    await vault.unlock(PASSWORD);
    await expect(vault.acceptOlder('Not-the-password-1')).rejects.toEqual(code('WRONG_PASSWORD'));
    expect(vault.status().older).not.toBeNull();
    await vault.acceptOlder(PASSWORD);
    expect(vault.status().older).toBeNull();
    await expect(vault.acceptOlder(PASSWORD)).rejects.toEqual(code('DENIED'));
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'c' });
    vault.lock();
    expect(start().status().older).toBeNull();
  });

  it('is detected while the program runs, and when it is another file of the same generation', async () => {
    const { start, put, latest, folder } = await rollBack();
    const first = readFileSync(join(folder, 'vault.json'), 'utf8');
    put(latest);
    const vault = start();
    expect(vault.status().older).toBeNull();
    put(first);
    await vault.unlock(PASSWORD);
    expect(vault.status().older).toEqual({ found: 1, seen: 3 });
    await vault.storeApiKey({ apiKey: 'x', apiSecret: 'y' });
    await vault.storeApiKey({ apiKey: 'x', apiSecret: 'z' });
    expect(parseVaultFile(readFileSync(join(folder, 'vault.json'), 'utf8')).gen).toBe(3);
    vault.lock();
    const rollbackMemory = createRollbackMemory();
    const { vaultId, gen, mac } = parseVaultFile(latest);
    rollbackMemory.save(vaultId, { gen, mac, older: null });
    expect(openTestVault({ folder, rollbackMemory }).status().older).toEqual({ found: 3, seen: 3 });
  });

  it('is not reported once the newest file is back', async () => {
    const { start, put, latest } = await rollBack();
    await start().unlock(PASSWORD);
    put(latest);
    expect(start().status().older).toBeNull();
  });

  it('is not recorded from a newer file that does not open', async () => {
    const { start, put, latest, rollbackMemory } = await rollBack();
    put(latest.replace('"gen":3', '"gen":99'));
    const vault = start();
    await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('VAULT_TAMPERED'));
    expect(rollbackMemory.load(parseVaultFile(latest).vaultId)?.gen).toBe(3);
  });
});

it('lists its keys only while unlocked', async () => {
  const { vault } = await createVault();
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  expect(vault.keys().map((meta) => [meta.use, meta.public])).toEqual([
    ['own', owner],
    ['api', 'ak'],
  ]);
  vault.lock();
  expect(vault.keys()).toEqual([]);
});
