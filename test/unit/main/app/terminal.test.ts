import { expect, it } from 'vitest';
import { openTerminal } from '#main/app/terminal.ts';
import type { Shell } from '#main/shell/port.ts';

it('refuses a live exchange in any shell but Electron, before it uses the shell', async () => {
  const shell = new Proxy({ kind: 'chromium' } as Shell, {
    get(target, key) {
      if (key === 'kind') return target.kind;
      throw new Error(`Expected nothing of the shell to be used, found ${String(key)}`);
    },
  });
  const network = { kind: 'live', baseUrl: 'https://exchange.example', wsBaseUrl: 'wss://exchange.example' } as const;
  await expect(openTerminal({ shell, network, version: '0' })).rejects.toThrow(/the Electron shell/);
});
