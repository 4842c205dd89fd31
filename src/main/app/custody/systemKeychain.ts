/** The system's keychain, called in child processes that end with the program. */
import type { ChildHandle, Shell } from '../../shell/port.ts';
import { type Keychain, openKeychain } from '../../vault/unlock/keychain.ts';

export interface SystemKeychain {
  readonly keychain: Keychain;
  /** Ends every call under way and refuses later ones. */
  close(): Promise<void>;
}

export function openSystemKeychain(shell: Pick<Shell, 'startChild'>): SystemKeychain {
  const running = new Set<ChildHandle>();
  let isClosed = false;
  return {
    keychain: openKeychain({
      async startProcess() {
        if (isClosed) throw new Error('Expected an open terminal, found it closed');
        const child = await shell.startChild('keychain', []);
        running.add(child);
        child.onExit(() => running.delete(child));
        if (isClosed) await child.kill();
        return child;
      },
    }),
    async close() {
      isClosed = true;
      await Promise.all([...running].map((child) => child.kill()));
    },
  };
}
