/** The whole terminal with its embedded exchange, ended and started again on the same data folder. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTerminal } from '#main/app/terminal.ts';
import { startNodeChild } from '#main/shell/chromium/child.ts';
import type { ChildHandle, DataPort, InvokeHandler, Shell } from '#main/shell/port.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { CommandName } from '#shared/ipc/commands.ts';
import type { Input, Outputs } from '#shared/ipc/contract.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { foldFrame } from './foldFrame.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

const PASSWORD = 'correct horse battery';
const PAPER_ENTRY = join(import.meta.dirname, '../../src/paper/main.ts');
const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000, interval: 20 });

interface Running {
  readonly shown: Partial<Frame>;
  readonly children: ChildHandle[];
  call<N extends CommandName>(name: N, input: Input<N>): Promise<Outputs[N]>;
  close(): Promise<void>;
}

/** An exchange that says where it listens, and where nothing does. */
const SILENT: ChildHandle = {
  onMessage: (listener) => listener({ kind: 'listening', port: 1, token: 'a token' }),
  send: () => undefined,
  onExit: () => undefined,
  kill: async () => undefined,
};

async function start(dataFolder: string, exchange: ChildHandle | null = null): Promise<Running> {
  const shown: Partial<Frame> = {};
  const children: ChildHandle[] = [];
  let invoke: InvokeHandler = async () => '';
  let openPort = (_port: DataPort, _window: number): void => undefined;
  const shell: Shell = {
    kind: 'chromium',
    dataFolder,
    serveInvokes: (next) => {
      invoke = next;
    },
    onDataPort: (next) => {
      openPort = next;
    },
    openWindow: async ({ id }) => ({
      id,
      focus: () => undefined,
      close: async () => undefined,
      bounds: async () => null,
      onClosed: () => undefined,
    }),
    async startChild(_entry, args) {
      const child = exchange ?? (await startNodeChild(PAPER_ENTRY, args));
      children.push(child);
      return child;
    },
    confirm: async () => true,
    readChosenFile: async () => null,
    chooseSavePath: async () => null,
    notify: () => undefined,
    onLockReason: () => undefined,
    onPageRefusal: () => undefined,
    onLeave: () => undefined,
    onQuit: () => undefined,
    quit: async () => undefined,
  };
  const terminal = await openTerminal({ shell, version: 'test', network: { kind: 'paper' }, keychain: null });
  let hearAck = (_value: unknown): void => undefined;
  openPort(
    {
      post(buffer) {
        const frame = decodeFrame(buffer);
        foldFrame(shown, frame);
        setImmediate(() => hearAck({ ack: frame.seq }));
      },
      onMessage: (next) => {
        hearAck = next;
      },
      onClose: () => undefined,
    },
    1,
  );
  return {
    shown,
    children,
    async call(name, input) {
      const answer = decodeMessage(
        await invoke({ trusted: true, window: 1, name, text: encodeMessage(input) }),
      ) as Result<never>;
      if (!answer.ok) throw new Error(`Expected ${name} to answer, found ${JSON.stringify(answer.error)}`);
      return answer.value;
    },
    close: () => terminal.close(),
  };
}

async function watchFirst(running: Running): Promise<MarketId> {
  const market = await until(() => running.shown.catalogue!.markets.find((one) => one.result === null)!.id);
  await running.call('feed.watch', { books: [market], tapes: [], candles: [], underlyings: [] });
  await until(() => expect(running.shown.books?.find((book) => book.market === market)?.health.at).toBe('live'));
  return market;
}

/** Buys what the best ask offers, and rests a bid far below. */
async function trade(running: Running, market: MarketId): Promise<void> {
  await running.call('account.arm', { armed: true });
  const ask = running.shown.books!.find((book) => book.market === market)!.asks[0]!;
  const order = { market, side: 'yes', direction: 'buy', bookVersion: null } as const;
  const taken = { ...order, intentId: 'restart-take', price: ask + 20_000, shares: 5_000_000, postOnly: false };
  expect(await running.call('order.place', taken)).toMatchObject({ outcome: 'accepted' });
  const resting = { ...order, intentId: 'restart-rest', price: 20_000, shares: 10_000_000, postOnly: true };
  expect(await running.call('order.place', resting)).toMatchObject({ outcome: 'accepted' });
  await until(() => expect(running.shown.account?.positions).toMatchObject([{ quantity: 5_000_000 }]));
  await until(() => expect(lifeOf(running, 'restart-take')).toBe('done'));
}

const lifeOf = (running: Running, intentId: string): string | undefined =>
  running.shown.account?.orders.find((order) => order.intentId === intentId)?.life.at;

let folder: string;
let running: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-restart-'));
  running = await start(folder);
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a restarted terminal', () => {
  it('restores account, position, resting order and history once unlocked', async () => {
    const { owner } = await running.call('vault.create', { password: PASSWORD, key: { kind: 'random' } });
    const account = await running.call('account.open', {});
    const setup = await running.call('wallet.read', {});
    await running.call('wallet.setup', { password: PASSWORD, hashes: setup.calls.map((call) => call.hash) });
    await until(() => expect(running.shown.account?.at).toBe('live'));
    await trade(running, await watchFirst(running));
    const before = await until(() => {
      expect(running.shown.account?.balance?.locked).toBe(200_000n);
      return running.shown.account!;
    });
    await running.close();

    running = await start(folder);
    await until(() => expect(running.shown.wallet).toMatchObject({ vault: 'locked', owner }));
    expect(running.shown.account).toMatchObject({ at: 'none', orders: [] });
    await running.call('vault.unlock', { password: PASSWORD });
    await until(() => expect(running.shown.account).toMatchObject({ at: 'live', armed: false }));
    const after = running.shown.account!;
    expect(running.shown.wallet?.setup).toMatchObject({ safe: account.safe, status: 'ready' });
    expect(after.balance).toMatchObject({ total: before.balance!.total, locked: 200_000n });
    expect(after.positions).toMatchObject([{ quantity: 5_000_000, averagePrice: before.positions[0]!.averagePrice }]);
    expect(after.fills.map((fill) => fill.id)).toEqual(before.fills.map((fill) => fill.id));
    expect(lifeOf(running, 'restart-rest')).toBe('resting');
    expect(lifeOf(running, 'restart-take')).toBe('done');
    expect(after.orders).toHaveLength(2);
    const { orderId } = after.orders.find((order) => order.intentId === 'restart-rest')!;
    expect(await running.call('order.cancel', { orderId: orderId! })).toMatchObject({ outcome: 'cancelled' });
    await until(() => expect(running.shown.account?.balance?.locked).toBe(0n));
  });

  it('keeps the account when the exchange’s process crashes and restarts', async () => {
    const market = await watchFirst(running);
    await running.call('account.arm', { armed: true });
    const order = { market, side: 'yes', direction: 'buy', bookVersion: null } as const;
    const intent = { ...order, intentId: 'restart-crash', price: 20_000, shares: 10_000_000, postOnly: true };
    expect(await running.call('order.place', intent)).toMatchObject({ outcome: 'accepted' });
    const [child] = running.children;
    await child!.kill();
    await until(() => expect(running.children).toHaveLength(2));
    await until(() => expect(running.shown.account).toMatchObject({ at: 'live', reason: null }));
    expect(lifeOf(running, 'restart-crash')).toBe('resting');
    await until(() => expect(running.shown.books?.find((book) => book.market === market)?.health.at).toBe('live'));
  });

  it('shows the markets of the last run, without prices and books, while the exchange does not answer', async () => {
    const listed = running.shown.catalogue!;
    expect(listed.at).toBe('live');
    await running.close();
    running = await start(folder, SILENT);
    const stored = await until(() => {
      expect(running.shown.catalogue).toBeDefined();
      return running.shown.catalogue!;
    });
    expect(stored).toMatchObject({ at: 'stale', receivedAtMs: expect.any(Number), failure: { code: 'lastRun' } });
    expect(stored.markets.map(({ title }) => title)).toEqual(listed.markets.map(({ title }) => title));
    expect(stored.markets.every(({ lastPrice, yesPrice }) => lastPrice === null && yesPrice === null)).toBe(true);
    await running.call('feed.watch', { books: [stored.markets[0]!.id], tapes: [], candles: [], underlyings: [] });
    await until(() =>
      expect(running.shown.catalogue?.failure?.parameters).toMatchObject({
        failure: { code: 'unreachable', parameters: { fault: 'connect' } },
      }),
    );
    expect(running.shown.books).toBeUndefined();
  });

  it('starts without the markets of the last run where their file is damaged, and says so in the log', async () => {
    await running.close();
    writeFileSync(join(folder, 'paper/last-markets.json'), '{"version":1,"markets":[{');
    running = await start(folder, SILENT);
    await until(() => expect(running.shown.catalogue?.failure?.code).toBe('readFailed'));
    expect(running.shown.catalogue).toMatchObject({ at: 'loading', markets: [] });
    const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'));
    const lines = logs.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
    expect(lines).toMatch(/could not be read and was set aside.*last-markets\.json\.broken/);
  });
});
