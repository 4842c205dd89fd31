import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openEarlyParts } from '#main/app/startEarly.ts';
import type { ChildHandle, Shell } from '#main/shell/port.ts';

it('starts the exchange and opens the main window at once, and answers the exchange when it listens', async () => {
  const seen: string[] = [];
  const child: ChildHandle = {
    onMessage: (listener) => listener({ kind: 'listening', port: 4_711, token: 'a token' }),
    send: () => undefined,
    onExit: () => undefined,
    kill: async () => undefined,
  };
  const shell = {
    dataFolder: '/data',
    serveInvokes: () => undefined,
    onDataPort: () => undefined,
    onPageRefusal: () => undefined,
    async openWindow() {
      seen.push('window');
    },
    async startChild(entry: string) {
      seen.push(entry);
      return child;
    },
  } as unknown as Shell;
  const { exchange } = openEarlyParts(shell, { kind: 'paper' });
  expect(seen).toEqual(['paper', 'window']);
  expect((await exchange).baseUrl).toBe('http://127.0.0.1:4711');
});

it('imports none of the terminal, whose modules are read meanwhile', () => {
  const folder = path.resolve(import.meta.dirname, '../../../../src/main');
  for (const entry of [
    'index.ts',
    'app/startEarly.ts',
    'app/workspaces/firstWindow.ts',
    'app/markets/exchangeSource.ts',
  ]) {
    const text = readFileSync(path.join(folder, entry), 'utf8');
    expect(text).not.toMatch(/^import (?!type ).*(terminal|trader|stores)\.ts/m);
  }
});
