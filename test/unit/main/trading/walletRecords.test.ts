import { describe, expect, it } from 'vitest';
import { createWalletRecords } from '#main/trading/walletRecords.ts';
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
});
