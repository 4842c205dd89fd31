import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
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

it('opens the window before the exchange has started, and fails with the exchange', async () => {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'adyton-terminal-'));
  const used: string[] = [];
  const shell = {
    kind: 'chromium',
    dataFolder,
    serveInvokes: () => used.push('serveInvokes'),
    onDataPort: () => used.push('onDataPort'),
    onPageRefusal: () => undefined,
    openWindow({ id, kind }) {
      used.push(`window ${id} ${kind}`);
      return new Promise(() => undefined);
    },
    async startChild(entry) {
      used.push(`child ${entry}`);
      throw new Error('no exchange');
    },
  } as Partial<Shell> as Shell;
  await expect(openTerminal({ shell, network: { kind: 'paper' }, version: '0' })).rejects.toThrow('no exchange');
  expect(used).toEqual(['child paper', 'serveInvokes', 'onDataPort', 'window 1 main']);
  rmSync(dataFolder, { recursive: true, force: true });
});
