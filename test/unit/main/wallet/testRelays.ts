/** Relay queue in memory for tests: time passes only in its waits, and the set-up's calls are observed by `readRecord`. */
import type { StoredRelays } from '#main/wallet/relayEntries.ts';
import type { RelayFault, RelayQueue, RelayQueueOptions } from '#main/wallet/relayQueue.ts';
import { openRelayQueue } from '#main/wallet/relayQueue.ts';
import { describeError } from '#shared/base/describeError.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import type { RelayRequest } from '#wire/messages/relay.ts';
import { emptyRecord } from './testRecord.ts';

export interface TestRelays {
  readonly queue: RelayQueue;
  readonly stored: () => StoredRelays;
  /** From now on the store throws, or not. */
  failSaves(fails: boolean): void;
}

export function openTestRelays(options: {
  readonly relay: (request: RelayRequest) => Promise<{ readonly tx: string }>;
  readonly readRecord: () => Promise<WalletRecord>;
  /** Absent: the wallet of `emptyRecord`. */
  readonly account?: RelayQueueOptions['account'];
  /** Absent: every failure is a lost answer. */
  readonly explain?: RelayQueueOptions['explain'];
  readonly onFault?: (error: unknown) => void;
}): TestRelays {
  let stored: StoredRelays = { entries: [], nonces: {}, sentTimesMs: [] };
  let atMs = 1_000_000;
  let isFull = false;
  const queue = openRelayQueue({
    store: {
      load: () => stored,
      save(next) {
        if (isFull) throw new Error('disk full');
        stored = next;
      },
    },
    relay: options.relay,
    explain: options.explain ?? ((error): RelayFault => ({ kind: 'lost', reason: describeError(error) })),
    async observe({ hash, action }) {
      const record = await options.readRecord();
      return {
        nextNonce: record.nextNonce,
        isListed: action === null ? record.setupCalls.some((call) => call.hash === hash) : null,
        balanceOf: () => 0n,
      };
    },
    account: options.account ?? (() => ({ wallet: emptyRecord.proxyAddress, chainId: emptyRecord.chainId })),
    now: () => atMs,
    schedule(delayMs, run) {
      let isCancelled = false;
      setImmediate(() => {
        if (isCancelled) return;
        atMs += delayMs;
        run();
      });
      return () => {
        isCancelled = true;
      };
    },
    onFault: options.onFault ?? (() => undefined),
  });
  return {
    queue,
    stored: () => stored,
    failSaves(fails) {
      isFull = fails;
    },
  };
}
