/** The program's keychain client in a Node process, with a longer time limit. */
import path from 'node:path';
import { startNodeChild } from '#main/shell/chromium/child.ts';
import type { ChildHandle } from '#main/shell/port.ts';
import { type Keychain, openKeychain } from '#main/vault/unlock/keychain.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../src/main/vault/unlock/keychainProcess.ts');
/** Time limit for calls that answer, on a busy machine. */
const LONG_LIMIT_MS = 50_000;

export function openRealKeychain(limitMs = LONG_LIMIT_MS, onStart: (child: ChildHandle) => void = () => {}): Keychain {
  return openKeychain({
    async startProcess() {
      const child = await startNodeChild(ENTRY, []);
      onStart(child);
      return child;
    },
    limitMs,
  });
}
