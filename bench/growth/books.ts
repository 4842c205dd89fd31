/**
 * Growth of main in the number of shown books: what an update costs it, each book at the same number of updates a second.
 *
 * Units       Processor time of the whole process, from the socket's bytes to the frame's bytes, in microseconds an update; a page
 *             that acknowledges each frame at once. The exchange has a process of its own.
 */
import { randomBytes } from 'node:crypto';
import { openFrames } from '../../src/main/app/frames.ts';
import { openAccountStores } from '../../src/main/app/stores.ts';
import { openAccountTrader } from '../../src/main/app/trader.ts';
import { openTraderBase, type TraderBase } from '../../src/main/app/traderBase.ts';
import { FRAME_INTERVAL_MS } from '../../src/main/ipc/framePump.ts';
import type { DataPort } from '../../src/main/shell/port.ts';
import { scheduleTimer } from '../../src/main/venue/timing.ts';
import { cheapKdf } from '../../test/unit/main/vault/cheapKdf.ts';
import { pass, readCpu } from '../measure.ts';
import { type Child, startChild } from '../paper/child.ts';
import { buildFigures } from '../row.ts';
import { nameGrowth } from './law.ts';
import type { MeasureGrowth } from './measure.ts';
import { BOOK_UPDATE } from './names.ts';

/** Of each book. */
const RATE = 50;
const ROUNDS = 5;
const ROUND_MS = 2_000;
/** The compiler is at work in the first seconds. */
const SETTLE_MS = 15_000;
const WAIT_MS = 60_000;

/** A page that shows nothing, and is ready for the next frame when the event loop turns. */
function openPagePort(noteFrame: (bytes: number) => void): DataPort {
  const listeners: ((value: unknown) => void)[] = [];
  let seq = 0;
  return {
    post(frame) {
      noteFrame(frame.byteLength);
      seq += 1;
      const value = { ack: seq };
      setImmediate(() => {
        for (const listener of listeners) listener(value);
      });
    },
    onMessage: (listener) => void listeners.push(listener),
    onClose: () => undefined,
  };
}

function openBase(dataFolder: string, child: Child): TraderBase {
  return openTraderBase({
    dataFolder,
    exchange: {
      network: 'paper',
      baseUrl: `http://127.0.0.1:${child.port}`,
      wsBaseUrl: `ws://127.0.0.1:${child.port}`,
      headers: {},
    },
    log: { path: '', write: () => undefined },
    now: () => Date.now(),
    steadyMs: () => performance.now(),
    schedule: scheduleTimer,
    random: { uniform: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
    keychain: null,
    kdf: cheapKdf,
  });
}

async function waitFor(what: string, check: () => boolean): Promise<void> {
  for (const endMs = performance.now() + WAIT_MS; !check(); await pass(50)) {
    if (performance.now() > endMs) throw new Error(`Expected ${what} within ${WAIT_MS / 1_000} s, found none`);
  }
}

export const measureBooks: MeasureGrowth = async (count, folder) => {
  const child = await startChild(new URL('./booksExchange.ts', import.meta.url), [String(count), String(RATE)]);
  const base = openBase(folder, child);
  const trader = openAccountTrader(
    base,
    openAccountStores(base.options, base.stores.settings, base.vault.selectedAccount()),
  );
  const nothing = (): (() => void) => () => undefined;
  const frames = openFrames({
    accounts: { base, trader: () => trader, onSwitched: nothing },
    workspaces: {
      view: () => ({ selected: '', list: [] }) as never,
      onChange: nothing,
      pointedAt: () => null,
      onPointed: nothing,
    },
    schedule: scheduleTimer,
    preciseNow: () => performance.timeOrigin + performance.now(),
  });
  let [updates, sent, bytes] = [0, 0, 0];
  base.venue.onPublic((event) => {
    if (event.kind === 'bookIncrement') updates += 1;
  });
  frames.add(
    openPagePort((length) => {
      sent += 1;
      bytes += length;
    }),
  );
  await waitFor('a list of markets', () => base.market.catalogue().markets.length >= count);
  const books = base.market
    .catalogue()
    .markets.slice(0, count)
    .map(({ id }) => id);
  base.interest.watch(1, { books, tapes: books.slice(0, 1), candles: [], underlyings: [] });
  await waitFor('live books', () => books.every((id) => base.market.top(id)?.health.at === 'live'));
  await pass(SETTLE_MS);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [cpu, before, startMs] = [readCpu(), updates, performance.now()];
    sent = 0;
    bytes = 0;
    await pass(ROUND_MS);
    const seconds = (performance.now() - startMs) / 1_000;
    costs.push((readCpu() - cpu) / (updates - before));
    const rate = (updates - before) / seconds;
    console.error(
      `  ${count} books: ${rate.toFixed(0)} updates and ${(sent / seconds).toFixed(0)} frames a second (at most ${1_000 / FRAME_INTERVAL_MS}), ` +
        `${(bytes / sent / 1_024).toFixed(1)} kB each, ${costs.at(-1)!.toFixed(1)} µs an update`,
    );
  }
  frames.close();
  await trader.close();
  await base.close();
  child.process.disconnect();
  return [buildFigures(nameGrowth(BOOK_UPDATE, count), 'µs', costs)];
};
