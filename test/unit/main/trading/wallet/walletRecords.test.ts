import { describe, expect, it, vi } from 'vitest';
import { createWalletRecords } from '#main/trading/wallet/walletRecords.ts';
import { MARKET, makeWallet, OTHER_MARKET } from '#test/slice/makers.ts';

describe('wallet records', () => {
  it('fetches each market once and shares a running fetch', async () => {
    const asked: string[] = [];
    const wallets = createWalletRecords(
      {
        fetchMarketWallet: async (market) => {
          asked.push(market);
          return makeWallet();
        },
      },
      () => null,
    );
    const [a, b] = await Promise.all([wallets.fetch(MARKET), wallets.fetch(MARKET)]);
    expect(a).toBe(b);
    await wallets.fetch(OTHER_MARKET);
    expect(asked).toEqual([MARKET, OTHER_MARKET]);
    wallets.clear();
    await wallets.fetch(MARKET);
    expect(asked).toHaveLength(3);
  });

  it('does not keep a failure, an unready record, or a refused one', async () => {
    let asked = 0;
    let isRefused = false;
    const refusal = { code: 'oneToken', parameters: {} } as const;
    const wallets = createWalletRecords(
      {
        fetchMarketWallet: async () => {
          asked += 1;
          if (asked === 1) throw new Error('down');
          return makeWallet({ safeStatus: asked === 2 ? 'setup_required' : 'ready' });
        },
      },
      () => (isRefused ? refusal : null),
    );
    await expect(wallets.fetch(MARKET)).rejects.toThrow('down');
    await wallets.fetch(MARKET);
    const ready = await wallets.fetch(MARKET);
    expect(ready.safeStatus).toBe('ready');
    await wallets.fetch(MARKET);
    expect(asked).toBe(3);
    isRefused = true;
    expect(wallets.check(ready, null)).toBe(refusal);
    await wallets.fetch(MARKET);
    expect(asked).toBe(4);
  });

  it('never answers a record whose read began before the records were removed', async () => {
    let serve = (_domainName: string): void => {};
    const wallets = createWalletRecords(
      {
        fetchMarketWallet: () =>
          new Promise((resolve) => {
            serve = (domainName) => resolve(makeWallet({ domainName }));
          }),
      },
      () => null,
    );
    const reading = wallets.fetch(MARKET);
    const serveOld = serve;
    wallets.clear();
    serveOld('Old');
    await vi.waitFor(() => expect(serve).not.toBe(serveOld));
    serve('New');
    const record = await reading;
    expect(record.domainName).toBe('New');
    expect(wallets.isCurrent(record)).toBe(true);
    wallets.clear();
    expect(wallets.isCurrent(record)).toBe(false);
  });

  it('removes the records of every market when one market has another chain, contract or domain', async () => {
    const asked: string[] = [];
    let wallet = makeWallet();
    const wallets = createWalletRecords(
      {
        fetchMarketWallet: async (market) => {
          asked.push(market);
          return { ...wallet };
        },
      },
      () => null,
    );
    const old = await wallets.fetch(MARKET);
    wallet = makeWallet({ chainId: 10 });
    expect((await wallets.fetch(OTHER_MARKET)).chainId).toBe(10);
    expect(wallets.isCurrent(old)).toBe(false);
    expect((await wallets.fetch(MARKET)).chainId).toBe(10);
    expect(asked).toEqual([MARKET, OTHER_MARKET, OTHER_MARKET, MARKET]);
  });

  it('gives up when the configuration changes in every read', async () => {
    let reads = 0;
    const wallets = createWalletRecords(
      {
        fetchMarketWallet: async () => {
          reads += 1;
          wallets.clear();
          return makeWallet();
        },
      },
      () => null,
    );
    await expect(wallets.fetch(MARKET)).rejects.toThrow('Expected one wallet configuration');
    expect(reads).toBe(3);
  });
});
