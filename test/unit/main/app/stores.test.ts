import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSharedStores } from '#main/app/stores.ts';
import { buildLastMarketsFile, NO_LAST_MARKETS } from '#main/storage/lastMarketsFile.ts';
import { makeMarket } from '#test/slice/makers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-stores-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (network: 'paper' | 'test' | 'live', baseUrl: string) =>
  openSharedStores(
    {
      dataFolder: folder,
      exchange: { network, baseUrl, wsBaseUrl: baseUrl.replace('http', 'ws'), headers: {} },
      log: { path: '', write: () => undefined },
      now: () => 5,
    },
    () => undefined,
  );

it('shows the markets of the last run to no other network and to no other server', () => {
  const stored = buildLastMarketsFile([makeMarket()], 5);
  open('test', 'https://one.example').lastMarkets.save(stored);
  expect(open('test', 'https://one.example').lastMarkets.value()).toEqual(stored);
  for (const [network, baseUrl] of [
    ['live', 'https://one.example'],
    ['test', 'https://two.example'],
    ['test', 'https://one.example:8443'],
    ['paper', 'http://127.0.0.1:1'],
  ] as const) {
    expect(open(network, baseUrl).lastMarkets.value()).toEqual(NO_LAST_MARKETS);
  }
});
