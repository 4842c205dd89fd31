/** The program can't use a weak key derivation: only tests pass a cheap one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CREATE_PARAMS, checkVaultParams, deriveScrypt, type ScryptParams } from '#main/vault/file/kdf.ts';

const src = join(import.meta.dirname, '../../src');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));
const namesOf = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .sort();

describe('key derivation', () => {
  it('is 2^18, 8, 1 for everything new, and bounded from below for everything read', () => {
    expect(CREATE_PARAMS).toEqual({ n: 2 ** 18, r: 8, p: 1 });
    expect(checkVaultParams(CREATE_PARAMS)).toBeNull();
    const weak: ScryptParams[] = [2, 2 ** 10, 2 ** 14, 2 ** 16].flatMap((n) => [1, 8, 16].map((r) => ({ n, r, p: 1 })));
    for (const params of weak) expect(checkVaultParams(params)).not.toBeNull();
  });

  it('is passed through the trader only, and no program passes one', () => {
    // No caller of the trader names it.
    // The checks of a machine derive a key with the vault's own parameters, and open no vault.
    expect(namesOf(/\bkdf\b/i).filter((name) => !/^main\/(vault|check)\//.test(name))).toEqual([
      'main/app/traderBase.ts',
      'main/app/traderOptions.ts',
    ]);
    expect(namesOf(/\bopenVault\(/)).toEqual(['main/app/traderBase.ts', 'main/vault/vault.ts']);
    expect(namesOf(/\bopenTraderBase\(/)).toEqual([
      'main/app/account/accountSwitch.ts',
      'main/app/trader.ts',
      'main/app/traderBase.ts',
    ]);
  });

  it('defaults to scrypt, and calls only scrypt and what key files need', () => {
    expect(sources.find(({ name }) => name === 'main/vault/vaultCore.ts')?.text).toContain('kdf = deriveScrypt');
    expect(namesOf(/:\s*Kdf\s*=/)).toEqual(['main/vault/file/kdf.ts']);
    // In a thread of its own: BoringSSL, which Electron has, derives on the thread that calls it.
    // The checks of a machine compare small derivations with known answers.
    expect(namesOf(/\b(scrypt|scryptSync|scryptAsync|pbkdf2|pbkdf2Sync|argon2)\(/)).toEqual([
      'main/check/runtimeRuns.ts',
      'main/vault/keys/keystoreWorker.ts',
    ]);
    // The estimate of a new password takes as long as a short derivation.
    expect(namesOf(/'@zxcvbn-ts\//)).toEqual(['main/vault/unlock/strengthWorker.ts']);
    // Threads that no password reaches write exports, recordings and the index of an old journal.
    expect(namesOf(/\bnew Worker\(/)).toEqual([
      'main/app/export/exportThread.ts',
      'main/storage/recording/storeThread.ts',
      'main/storage/upgrade/upgradeThread.ts',
      'main/vault/keys/passwordThread.ts',
    ]);
    expect(namesOf(/\bstartDerivation\(/)).toEqual([
      'main/vault/file/kdf.ts',
      'main/vault/keys/derivationThread.ts',
      'main/vault/keys/keystoreDerivation.ts',
    ]);
    expect(namesOf(/CREATE_PARAMS/)).toEqual([
      'main/check/runtime.ts',
      'main/vault/file/kdf.ts',
      'main/vault/file/sealedVault.ts',
      'main/vault/keys/keystoreV3.ts',
    ]);
  });

  it('takes a tenth of a second at least, off the main thread', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    const beganMs = performance.now();
    await deriveScrypt(new Uint8Array(8), new Uint8Array(32), CREATE_PARAMS);
    clearInterval(timer);
    expect(performance.now() - beganMs).toBeGreaterThan(100);
    expect(turns).toBeGreaterThan(5);
  });
});
