/**
 * Saver process: saves a vault again and again, and prints the number of each save, until it is killed.
 *
 * Shape       Arguments: folder, 'cheap' or 'real' key derivation, first number, the step at which it kills itself or 'none',
 *             and what it changes: 'key' (the API key) or 'password'.
 */
import { writeSync } from 'node:fs';
import { openVault } from '#main/vault/vault.ts';
import { cheapKdf } from '#test/unit/main/vault/cheapKdf.ts';

const [folder = '', kind, first = '1', dieAt, what] = process.argv.slice(2);
/** The password after that many changes; network paper accepts any password. */
const passwordAfter = (changes: number): string =>
  what === 'password' ? `word ${changes % 2}` : 'correct horse battery';
const start = Number.parseInt(first, 10);
let isReady = false;
const vault = openVault({
  folder,
  ...(what === 'password'
    ? ({ network: 'paper', origin: 'paper:embedded' } as const)
    : ({ network: 'test', origin: 'http://127.0.0.1:4000' } as const)),
  now: () => 1_700_000_000_000,
  ...(kind === 'cheap' ? { kdf: cheapKdf } : {}),
  onSaveStep(step) {
    if (isReady && step === dieAt) process.kill(process.pid, 'SIGKILL');
  },
});
await vault.unlock(passwordAfter(start - 1));
isReady = true;
writeSync(1, 'ready\n');
for (let number = start; ; number += 1) {
  if (what === 'password') await vault.changePassword(passwordAfter(number - 1), passwordAfter(number));
  else await vault.storeApiKey({ apiKey: `key-${number}`, apiSecret: `secret-${number}` });
  writeSync(1, `${number}\n`);
}
