import { describe, expect, it } from 'vitest';
import { encodeRelayFile, parseRelayFile } from '#main/storage/relayFile.ts';
import { MAX_OPEN, type SignedCall, type StoredRelays } from '#main/wallet/relayEntries.ts';
import { FAILED_AFTER_MS, isOpen, LATE_AFTER_MS, type Observation, WATCH_AFTER_MS } from '#main/wallet/relayLife.ts';
import { openRelayQueue, type RelayFault, type RelayQueue } from '#main/wallet/relayQueue.ts';
import { WalletError } from '#main/wallet/walletError.ts';
import { parseHex32 } from '#shared/units/ids.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { address, SAFE, STRANGER, USDC } from './testRecord.ts';

const CHAIN = 137;
const call = (nonce: number, change: Partial<SignedCall> = {}): SignedCall => ({
  hash: parseHex32(`0x${nonce.toString(16).padStart(64, '0')}`),
  wallet: SAFE,
  chainId: CHAIN,
  call: { to: USDC, data: '0xa9059cbb', operation: 0, nonce },
  signature: '0x11',
  action: { kind: 'withdraw', to: STRANGER, amount: 100n },
  lines: [{ share: null, change: -100n, before: null, found: null }],
  ...change,
});

/** A wallet that executes what is relayed, unless `onRelay` says otherwise; the file survives `restart`. */
function openBench() {
  const clock = openFakeClock();
  const state = {
    file: JSON.stringify(encodeRelayFile({ entries: [], nonces: {}, sentTimesMs: [] })),
    canSave: true,
    nextNonce: 4 as number | null,
    chainNonce: 4,
    balance: 1_000n,
    account: { wallet: SAFE, chainId: CHAIN } as { wallet: typeof SAFE; chainId: number } | null,
    sent: [] as number[],
    faults: [] as unknown[],
    alarm: null as WalletError | null,
    onRelay: (execute: () => void): void => execute(),
    explain: (): RelayFault => ({ kind: 'lost', reason: 'timeout' }),
  };
  const execute = (): void => {
    state.chainNonce += 1;
    if (state.nextNonce !== null) state.nextNonce = state.chainNonce;
    state.balance -= 100n;
  };
  const open = (): RelayQueue =>
    openRelayQueue({
      store: {
        load: () => parseRelayFile(JSON.parse(state.file)),
        save(relays: StoredRelays) {
          if (!state.canSave) throw new Error('Disk full');
          state.file = JSON.stringify(encodeRelayFile(relays));
        },
      },
      async relay() {
        // What is on disk says that it may have been sent.
        expect(state.file).toContain('"at":"sending"');
        state.sent.push(queue.entries().find(({ at }) => at === 'sending')!.call.nonce);
        state.onRelay(execute);
        return { tx: '0xabc' };
      },
      explain: () => state.explain(),
      async observe(): Promise<Observation> {
        if (state.alarm !== null) throw state.alarm;
        const { balance, nextNonce } = state;
        return { nextNonce, isListed: null, balanceOf: () => balance };
      },
      account: () => state.account,
      now: clock.now,
      schedule: clock.schedule,
      onFault: (error) => void state.faults.push(error),
    });
  let queue = open();
  return {
    clock,
    state,
    execute,
    get queue() {
      return queue;
    },
    /** As after kill -9: only the file is left. */
    restart(change: (file: string) => string = (file) => file) {
      queue.close();
      state.file = change(state.file);
      queue = open();
      queue.resume();
    },
    at: () => queue.entries().map(({ at }) => at),
  };
}

describe('the queue', () => {
  it('sends in nonce order, one in flight, each after the effect of the one before it', async () => {
    const { clock, state, queue, at, execute } = openBench();
    state.onRelay = () => undefined;
    queue.add([call(6), call(4), call(5)]);
    await clock.advance(2_000);
    expect(state.sent).toEqual([4]);
    expect(queue.nextNonce(SAFE, CHAIN, 4)).toBe(7);
    execute();
    await clock.advance(11_000);
    expect(state.sent).toEqual([4, 5]);
    execute();
    await clock.advance(11_000);
    execute();
    await clock.advance(11_000);
    expect(state.sent).toEqual([4, 5, 6]);
    expect(at()).toEqual(['executed', 'executed', 'executed']);
    expect(queue.nextNonce(SAFE, CHAIN, null)).toBe(7);
    expect(state.file).not.toContain('0x11"');
  });

  it('sends nothing that is not stored', async () => {
    const { clock, state, queue } = openBench();
    state.canSave = false;
    expect(() => queue.add([call(4)])).toThrow('Disk full');
    await clock.advance(1_000);
    expect([state.sent, queue.entries()]).toEqual([[], []]);
    state.canSave = true;
    queue.add([call(4)]);
    state.canSave = false;
    await clock.advance(1_000);
    expect(state.sent).toEqual([]);
    state.canSave = true;
    await clock.advance(10_000);
    expect(state.sent).toEqual([4]);
  });

  it('waits without a connected account, and holds a bounded number of calls', async () => {
    const { clock, state, queue } = openBench();
    state.account = null;
    queue.add([call(4)]);
    await clock.advance(10_000);
    expect(state.sent).toEqual([]);
    state.account = { wallet: address('7c'), chainId: CHAIN };
    queue.resume();
    await clock.advance(1_000);
    expect(state.sent).toEqual([]);
    state.account = { wallet: SAFE, chainId: CHAIN };
    queue.resume();
    await clock.advance(1_000);
    expect(state.sent).toEqual([4]);
    const many = Array.from({ length: MAX_OPEN + 1 }, (_, index) => call(100 + index));
    expect(() => queue.add(many)).toThrow(`at most ${MAX_OPEN}`);
  });

  it('stops at an alarm of the wallet, and continues after it was answered', async () => {
    const { clock, state, queue } = openBench();
    state.alarm = new WalletError({ code: 'WALLET_CHANGED', parameters: { changes: [] } }, 'Changed');
    queue.add([call(4)]);
    await expect(queue.settled(call(4).hash)).rejects.toBe(state.alarm);
    await clock.advance(60_000);
    expect(state.sent).toEqual([]);
    state.alarm = null;
    queue.resume();
    await clock.advance(1_000);
    expect(state.sent).toEqual([4]);
  });

  it('keeps a call until the budget allows it, and sends it then', async () => {
    const { clock, state, queue, at } = openBench();
    let isLimited = true;
    const untilMs = clock.now() + 90_000;
    state.onRelay = (execute) => {
      if (isLimited) throw new Error('429');
      execute();
    };
    state.explain = () => ({ kind: 'notSent', untilMs });
    queue.add([call(4)]);
    await clock.advance(60_000);
    expect([at(), queue.waitsUntilMs()]).toEqual([['signed'], untilMs]);
    isLimited = false;
    await clock.advance(31_000);
    expect([at(), queue.waitsUntilMs()]).toEqual([['executed'], null]);
  });

  it('drops the calls behind one that is refused', async () => {
    const { clock, state, queue, at } = openBench();
    state.onRelay = () => {
      throw new Error('422');
    };
    state.explain = () => ({ kind: 'refused', reason: 'a.b' });
    queue.add([call(4), call(5), call(6, { wallet: address('7c') })]);
    await clock.advance(1_000);
    expect(at()).toEqual(['refused', 'dropped', 'signed']);
    expect(state.sent).toEqual([4]);
  });

  it('shows a call as late, ends it, and still finds a late effect', async () => {
    const { clock, state, queue, at, execute } = openBench();
    state.onRelay = () => undefined;
    queue.add([call(4)]);
    const settled = queue.settled(call(4).hash);
    await clock.advance(LATE_AFTER_MS + 11_000);
    expect((await settled).at).toBe('relayed');
    await clock.advance(FAILED_AFTER_MS);
    expect(at()).toEqual(['notExecuted']);
    execute();
    await clock.advance(WATCH_AFTER_MS);
    expect(queue.entries()[0]).toMatchObject({ at: 'executed', effect: 'full' });
    expect(state.sent).toEqual([4]);
  });

  it('keeps a stopped call apart from the one that is signed with its nonce', async () => {
    const { clock, state, queue } = openBench();
    state.onRelay = () => undefined;
    queue.add([call(4)]);
    await clock.advance(1_000);
    expect(queue.stop(call(4).hash)).toBe(true);
    expect(queue.stop(call(4).hash)).toBe(false);
    state.onRelay = (execute) => execute();
    const again = parseHex32(`0x${'ab'.repeat(32)}`);
    queue.add([call(4, { hash: again })]);
    await clock.advance(1_000);
    expect(queue.entries().map((entry) => [entry.hash === again, entry.at])).toEqual([
      [false, 'superseded'],
      [true, 'executed'],
    ]);
  });
});

describe('after a kill when the call was', () => {
  const started = async () => {
    const bench = openBench();
    bench.state.account = null;
    bench.queue.add([call(4)]);
    await bench.clock.settle();
    bench.state.account = { wallet: SAFE, chainId: CHAIN };
    return bench;
  };

  it('signed and stored, it is sent once', async () => {
    const bench = await started();
    bench.restart();
    await bench.clock.advance(2_000);
    expect([bench.state.sent, bench.at()]).toEqual([[4], ['executed']]);
    bench.restart();
    await bench.clock.advance(60_000);
    expect(bench.state.sent).toEqual([4]);
  });

  it.each<[string, boolean, string]>([
    ['marked and not sent', false, 'notExecuted'],
    ['executed and not answered', true, 'executed'],
  ])('%s, reads decide and nothing is sent again', async (_name, isExecuted, expected) => {
    const bench = await started();
    const atMs = bench.clock.now();
    bench.restart((file) =>
      file
        .replace('"at":"signed"', '"at":"sending"')
        .replace('"before":null', '"before":"1000"')
        .replace('"sentAtMs":null', `"sentAtMs":${atMs}`),
    );
    if (isExecuted) bench.execute();
    await bench.clock.advance(90_000);
    expect([bench.state.sent, bench.at()]).toEqual([[], [expected]]);
  });

  it('answered, its effect is found', async () => {
    const bench = await started();
    bench.state.onRelay = () => undefined;
    bench.restart();
    await bench.clock.advance(1_000);
    expect(bench.at()).toEqual(['relayed']);
    bench.execute();
    bench.restart();
    await bench.clock.advance(1_000);
    expect(bench.queue.entries()[0]).toMatchObject({ at: 'executed', effect: 'full', tx: '0xabc' });
    expect(bench.state.sent).toEqual([4]);
  });

  it('executed, nothing more happens', async () => {
    const bench = await started();
    bench.restart();
    await bench.clock.advance(1_000);
    const before = bench.state.file;
    bench.restart();
    await bench.clock.advance(60_000);
    expect([bench.state.file, bench.state.sent]).toEqual([before, [4]]);
    expect(bench.queue.entries().some(isOpen)).toBe(false);
  });
});

it('learns a higher next nonce from elsewhere, never a lower one, and knows it after a restart', () => {
  const bench = openBench();
  const { queue } = bench;
  queue.noteNonce(SAFE, CHAIN, 9);
  queue.noteNonce(SAFE, CHAIN, 7);
  expect(queue.nextNonce(SAFE, CHAIN, null)).toBe(9);
  bench.restart();
  expect(bench.queue.nextNonce(SAFE, CHAIN, null)).toBe(9);
});

it('stores when requests left, which a repeated signature does not remove, and not those that did not leave', async () => {
  const bench = openBench();
  const { clock, state, queue } = bench;
  const times = (): readonly number[] => parseRelayFile(JSON.parse(state.file)).sentTimesMs;
  state.explain = () => ({ kind: 'refused', reason: 'no' });
  state.onRelay = () => {
    throw new Error('refused');
  };
  for (let count = 0; count < 2; count += 1) {
    queue.add([call(4)]);
    await clock.advance(1_000);
  }
  expect(times()).toHaveLength(2);
  state.explain = () => ({ kind: 'notSent', untilMs: null });
  queue.add([call(4)]);
  await clock.advance(1_000);
  expect(times()).toHaveLength(2);
  state.onRelay = () => undefined;
  queue.resume();
  await clock.advance(1_000);
  expect(times()).toHaveLength(3);
  // Version 2 had the time of each call's latest request alone.
  const { sentTimesMs: _times, ...older } = JSON.parse(state.file) as Record<string, unknown>;
  expect(parseRelayFile({ ...older, version: 2 }).sentTimesMs).toEqual(times().slice(-1));
});

it('is stored with the calls of session keys, and reads what the version before them wrote', () => {
  const x = parseHex32(`0x${'5'.repeat(64)}`);
  const ended = { at: 'executed', reason: null, tx: null, effect: null, createdAtMs: 1, sentAtMs: 1, updatedAtMs: 1 };
  const entry = { ...call(4, { action: { kind: 'session', x }, lines: [] }), ...ended } as StoredRelays['entries'][0];
  const file = encodeRelayFile({ entries: [entry], nonces: {}, sentTimesMs: [] });
  expect(parseRelayFile(file)).toMatchObject({ version: 3, entries: [{ action: { kind: 'session', x } }] });
  expect(parseRelayFile({ version: 1, entries: [], nonces: { a: 4 } })).toMatchObject({ nonces: { a: 4 } });
  expect(() => parseRelayFile({ version: 4, entries: [], nonces: {} })).toThrow('relayed calls');
});

describe('what a call waits for', () => {
  it('is the earlier call without an answer, until it counts as not executed', async () => {
    const { state, clock, queue } = openBench();
    state.onRelay = () => {
      throw new Error('no answer');
    };
    queue.add([call(4), call(5)]);
    await clock.settle();
    const untilMs = clock.now() + 60_000;
    expect(queue.waitOf(call(4).hash)).toEqual({ code: 'reads', parameters: { untilMs } });
    expect(queue.waitOf(call(5).hash)).toEqual({
      code: 'earlierCall',
      parameters: { nonce: 4, at: 'unknown', untilMs },
    });
    await clock.advance(75_000);
    expect(queue.entries().map(({ at }) => at)).toEqual(['notExecuted', 'dropped']);
    expect(queue.waitOf(call(5).hash)).toBeNull();
  });

  it('has no end by time where the exchange states no nonce', async () => {
    const { state, clock, queue } = openBench();
    state.nextNonce = null;
    state.onRelay = () => {
      throw new Error('no answer');
    };
    queue.add([call(4), call(5)]);
    await clock.settle();
    expect(queue.waitOf(call(4).hash)).toEqual({ code: 'reads', parameters: { untilMs: null } });
    expect(queue.waitOf(call(5).hash)).toMatchObject({ code: 'earlierCall', parameters: { untilMs: null } });
  });

  it('is the chain, the budget, the account, or a person after an alarm', async () => {
    const { state, clock, queue } = openBench();
    state.onRelay = () => undefined;
    queue.add([call(4)]);
    await clock.settle();
    expect(queue.waitOf(call(4).hash)).toMatchObject({ code: 'chain' });
    state.account = null;
    expect(queue.waitOf(call(4).hash)).toEqual({ code: 'account', parameters: {} });
    state.account = { wallet: SAFE, chainId: CHAIN };
    state.alarm = new WalletError({ code: 'moreOwners', parameters: { threshold: 2 } } as never, 'alarm');
    queue.resume();
    await clock.settle();
    expect(queue.waitOf(call(4).hash)).toEqual({ code: 'alarm', parameters: {} });
  });

  it('is the budget while the exchange allows no more calls', async () => {
    const { state, clock, queue } = openBench();
    const untilMs = clock.now() + 30_000;
    state.explain = () => ({ kind: 'notSent', untilMs });
    state.onRelay = () => {
      throw new Error('no budget');
    };
    queue.add([call(4)]);
    await clock.settle();
    expect(queue.waitOf(call(4).hash)).toEqual({ code: 'budget', parameters: { untilMs } });
  });
});
