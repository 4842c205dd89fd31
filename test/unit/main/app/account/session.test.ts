import { describe, expect, it } from 'vitest';
import { openSession, type SessionOptions } from '#main/app/account/session.ts';
import { denied } from '#main/vault/vaultError.ts';
import { ExchangeError, TransportError } from '#main/venue/errors.ts';
import { WalletError } from '#main/wallet/walletError.ts';
import type { WalletChange } from '#shared/order/wallet/walletChanges.ts';

interface Bench {
  readonly calls: string[];
  readonly waiting: { delayMs: number; run: () => void; isOff: boolean }[];
  /** What the next reads of the wallet do, in turn; after the last one they succeed. */
  readonly reads: Error[];
  setKey(apiKey: string | null): void;
  /** Prepares exits for this API key, or (null) ends them. */
  setPrepared(apiKey: string | null): void;
  /** What the exchange's client signs with. */
  given(): { sign(message: string): string } | null;
  setChanges(changes: readonly WalletChange[]): void;
  readWallet(): Promise<void>;
  settle(): Promise<void>;
}

function openBench(isPaper = true): Bench {
  const calls: string[] = [];
  const waiting: Bench['waiting'] = [];
  const reads: Error[] = [];
  const listeners = new Set<() => void>();
  let held: { readonly apiKey: string; sign(): string } | null = null;
  let changes: readonly WalletChange[] = [];
  const walletListeners = new Set<() => void>();
  let view: object | null = null;
  const setKey = (apiKey: string | null): void => {
    held = apiKey === null ? null : { apiKey, sign: () => '' };
    for (const listener of listeners) listener();
  };
  let prepared: { readonly apiKey: string; sign(): string } | null = null;
  let given: { sign(message: string): string } | null = null;
  const setPrepared = (apiKey: string | null): void => {
    const sign = (): string => {
      throw denied('notPrepared', 'Expected a read');
    };
    prepared = apiKey === null ? null : { apiKey, sign };
    for (const listener of listeners) listener();
  };
  const parts = {
    vault: {
      credentials: () => held,
      prepared: { credentials: () => prepared },
      owner: () => '0x00000000000000000000000000000000000000aa',
      storeApiKey: async ({ apiKey }: { apiKey: string }) => setKey(apiKey),
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    venue: {
      closePrivate: () => calls.push('close private'),
      openPrivate: () => calls.push('open private'),
      setCredentials(next: { apiKey: string; sign(message: string): string } | null) {
        given = next;
        calls.push(`credentials ${next?.apiKey ?? 'none'}`);
      },
      noteCustodial: () => undefined,
      openPaperMember: async () => ({ apiKey: 'fresh', apiSecret: 'secret' }),
    },
    wallet: {
      forget: () => {
        view = null;
      },
      read: async () => {
        calls.push('read wallet');
        const failure = reads.shift();
        if (failure) throw failure;
        view = {};
      },
      view: () => view,
      noWallet: () => null,
      changes: () => changes,
      account: () => null,
      onChange: (listener: () => void) => {
        walletListeners.add(listener);
        return () => walletListeners.delete(listener);
      },
    },
    trading: {
      clearAccount: () => calls.push('forget'),
      noteKeysLocked: () => calls.push('note lock'),
      reconcile: async () => void calls.push('reconcile'),
    },
  };
  openSession({
    ...(parts as unknown as Pick<SessionOptions, 'vault' | 'venue' | 'wallet' | 'trading'>),
    isPaper,
    accountId: () => null,
    isCustodialAgreed: () => false,
    schedule(delayMs, run) {
      const wait = { delayMs, run, isOff: false };
      waiting.push(wait);
      return () => {
        wait.isOff = true;
      };
    },
    onFault: (where) => calls.push(`fault ${where}`),
  });
  const setChanges = (found: readonly WalletChange[]): void => {
    changes = found;
    for (const listener of walletListeners) listener();
  };
  const readWallet = parts.wallet.read;
  return {
    calls,
    waiting,
    reads,
    setKey,
    setPrepared,
    given: () => given,
    setChanges,
    readWallet,
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe('session with prepared exits', () => {
  async function openPrepared(): Promise<Bench> {
    const bench = openBench();
    bench.setKey('k1');
    await bench.settle();
    bench.setPrepared('k1');
    bench.calls.length = 0;
    return bench;
  }

  it('goes on over a lock and an unlock of the same account, without forgetting it', async () => {
    const bench = await openPrepared();
    bench.setKey(null);
    await bench.settle();
    expect(bench.calls).toEqual(['credentials k1', 'note lock']);
    // A request that is not allowed is answered as while locked: it was not sent.
    expect(() => bench.given()!.sign('m')).toThrow(expect.objectContaining({ name: 'LockedError' }));
    bench.calls.length = 0;
    bench.setKey('k1');
    await bench.settle();
    expect(bench.calls).toEqual(['credentials k1']);
    expect(bench.given()!.sign('m')).toBe('');
  });

  it('reads the wallet under the new credentials when the lock came first', async () => {
    const bench = openBench();
    bench.reads.push(new TransportError('lost'));
    bench.setKey('k1');
    bench.setPrepared('k1');
    bench.setKey(null);
    await bench.settle();
    expect(bench.calls.filter((call) => call === 'read wallet')).toHaveLength(2);
    expect(bench.calls.at(-1)).toBe('reconcile');
  });

  it('disconnects once they end, and for another account', async () => {
    const bench = await openPrepared();
    bench.setKey(null);
    bench.calls.length = 0;
    bench.setPrepared(null);
    expect(bench.calls).toEqual(['close private', 'forget', 'credentials none']);
    const other = await openPrepared();
    other.setKey(null);
    other.calls.length = 0;
    other.setPrepared(null);
    other.setKey('k2');
    await other.settle();
    expect(other.calls.slice(0, 6)).toEqual([
      'close private',
      'forget',
      'credentials none',
      'close private',
      'forget',
      'credentials k2',
    ]);
  });
});

describe('session', () => {
  it('reconnects when the same API key is stored with another secret', async () => {
    const bench = openBench();
    bench.setKey('k1');
    await bench.settle();
    bench.calls.length = 0;
    bench.setKey('k1');
    await bench.settle();
    expect(bench.calls).toContain('credentials k1');
  });

  it('does not retry a wallet that changed', async () => {
    const bench = openBench();
    bench.reads.push(new WalletError({ code: 'WALLET_CHANGED', parameters: { changes: [] } }, 'Expected no change'));
    bench.setChanges([{ code: 'chain', parameters: { before: 137, now: 1 } }]);
    bench.setKey('k1');
    await bench.settle();
    expect(bench.waiting).toEqual([]);
  });

  it('closes the account while the exchange names another wallet, and opens it again afterwards', async () => {
    const bench = openBench();
    bench.setKey('k1');
    await bench.settle();
    bench.calls.length = 0;
    bench.setChanges([{ code: 'wallet', parameters: { before: '0xa', now: '0xb' } }]);
    expect(bench.calls).toEqual(['close private', 'forget']);
    await bench.readWallet();
    bench.setChanges([]);
    expect(bench.calls).toEqual(['close private', 'forget', 'read wallet', 'open private', 'reconcile']);
  });

  it('reads nothing of another wallet that it finds when the vault opens', async () => {
    const bench = openBench();
    bench.setChanges([{ code: 'wallet', parameters: { before: '0xa', now: '0xb' } }]);
    bench.reads.push(new WalletError({ code: 'WALLET_CHANGED', parameters: { changes: [] } }, 'Expected no change'));
    bench.setKey('k1');
    await bench.settle();
    expect(bench.calls).toEqual(['close private', 'forget', 'credentials k1', 'read wallet', 'fault wallet']);
  });

  it('reads the account whose pinned wallet is no longer on record', async () => {
    const bench = openBench();
    bench.setChanges([{ code: 'wallet', parameters: { before: null, now: '0xb' } }]);
    bench.reads.push(new WalletError({ code: 'WALLET_CHANGED', parameters: { changes: [] } }, 'Expected no change'));
    bench.setKey('k1');
    await bench.settle();
    expect(bench.calls.slice(-2)).toEqual(['open private', 'reconcile']);
  });

  it('connects the account when the vault opens, and disconnects it when the vault locks', async () => {
    const bench = openBench();
    bench.setKey('k1');
    await bench.settle();
    expect(bench.calls).toEqual([
      'close private',
      'forget',
      'credentials k1',
      'read wallet',
      'open private',
      'reconcile',
    ]);
    bench.calls.length = 0;
    bench.setKey(null);
    await bench.settle();
    expect(bench.calls).toEqual(['close private', 'forget', 'credentials none']);
  });

  it('retries a failed wallet read until it succeeds', async () => {
    const bench = openBench();
    bench.reads.push(new TransportError('timeout', 'Expected an answer'), new TransportError('lost', 'Expected one'));
    bench.setKey('k1');
    await bench.settle();
    expect(bench.waiting).toHaveLength(1);
    bench.waiting[0]!.run();
    await bench.settle();
    expect(bench.waiting).toHaveLength(2);
    bench.waiting[1]!.run();
    await bench.settle();
    expect(bench.calls.filter((call) => call === 'read wallet')).toHaveLength(3);
    expect(bench.waiting).toHaveLength(2);
    // Opened after the first failure, and looked at once more with the wallet known.
    expect(bench.calls.filter((call) => call === 'reconcile')).toHaveLength(2);
  });

  it('doubles the wait between failed wallet reads, up to a minute', async () => {
    const bench = openBench();
    bench.reads.push(...Array.from({ length: 6 }, () => new TransportError('lost', 'Expected one')));
    bench.setKey('k1');
    await bench.settle();
    for (let at = 0; at < 5; at += 1) {
      bench.waiting[at]!.run();
      await bench.settle();
    }
    expect(bench.waiting.map(({ delayMs }) => delayMs)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(bench.calls.filter((call) => call === 'reconcile')).toHaveLength(1);
  });

  it('does not retry after the vault locked', async () => {
    const bench = openBench();
    bench.reads.push(new TransportError('timeout', 'Expected an answer'));
    bench.setKey('k1');
    await bench.settle();
    bench.setKey(null);
    expect(bench.waiting[0]!.isOff).toBe(true);
  });

  it('opens a paper account again that the embedded exchange lost', async () => {
    const bench = openBench();
    bench.reads.push(new ExchangeError('the wallet', 401, ['authz.unexistent_apikey']));
    bench.setKey('old');
    await bench.settle();
    expect(bench.calls).toContain('credentials fresh');
    expect(bench.calls.slice(-2)).toEqual(['open private', 'reconcile']);
  });

  it('never opens an account by itself on another network', async () => {
    const bench = openBench(false);
    bench.reads.push(new ExchangeError('the wallet', 401, ['authz.unexistent_apikey']));
    bench.setKey('old');
    await bench.settle();
    expect(bench.calls).toContain('fault wallet');
    expect(bench.calls).not.toContain('credentials fresh');
  });
});
