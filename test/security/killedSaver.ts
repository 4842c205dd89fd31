/**
 * A process that opens a vault and saves for ever, saying after each save which one it was, until somebody kills it.
 *
 * Shape       Arguments: folder, 'cheap' or 'real' key derivation, first number, and the step at which it kills itself or 'none'.
 */
import { writeSync } from 'node:fs';
import { openVault } from '#main/vault/vault.ts';
import { cheapKdf } from '#test/unit/main/vault/cheapKdf.ts';

const [folder = '', kind, first = '1', dieAt] = process.argv.slice(2);
let isReady = false;
const vault = openVault({
  folder,
  network: 'test',
  origin: 'http://127.0.0.1:4000',
  now: () => 1_700_000_000_000,
  ...(kind === 'cheap' ? { kdf: cheapKdf } : {}),
  onSaveStep(step) {
    if (isReady && step === dieAt) process.kill(process.pid, 'SIGKILL');
  },
});
await vault.unlock('correct horse battery');
isReady = true;
writeSync(1, 'ready\n');
for (let number = Number.parseInt(first, 10); ; number += 1) {
  await vault.storeApiKey({ apiKey: `key-${number}`, apiSecret: `secret-${number}` });
  writeSync(1, `${number}\n`);
}
