/** A recorder on a block store in the same thread, with books that a test drives as market data does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BlockStoreOptions, openBlockStore, type StoreAnswer } from '#main/storage/recording/blockStore.ts';
import { openRecorder, type Recorder } from '#main/storage/recording/recorder.ts';
import { DEFAULT_RECORDING, type RecordingSettings } from '#shared/ipc/recording.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { applyIncrement, applySnapshot, type Book, buildBook } from '#shared/market/book.ts';
import { acceptsChanges, type BookHealth } from '#shared/market/bookHealth.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type FakeClock, openFakeClock } from '#test/slice/fakeClock.ts';

export interface RecorderBench {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly recorder: Recorder;
  readonly books: Map<MarketId, { readonly book: Book; health: BookHealth }>;
  readonly faults: unknown[];
  /** The account's view, which a test replaces. */
  account: AccountView | null;
  clockOffsetMs: number | null;
  /** As the venue's event reaches the recorder and then market data. */
  emit(event: PublicEvent): void;
  trust(market: MarketId, health: BookHealth): void;
  watch(markets: readonly MarketId[]): void;
  begin(folder?: string): void;
}

export interface BenchOptions {
  readonly settings?: RecordingSettings;
  readonly store?: Partial<BlockStoreOptions>;
  /** Null: the worker answers nothing. */
  readonly answerOf?: ((answer: StoreAnswer) => StoreAnswer) | null;
}

const folders: string[] = [];

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-recording-'));
  folders.push(folder);
  return folder;
}

export function openRecorderBench(options: BenchOptions = {}, clock = openFakeClock()): RecorderBench {
  const folder = makeFolder();
  const settings = options.settings ?? DEFAULT_RECORDING;
  const books: RecorderBench['books'] = new Map();
  const faults: unknown[] = [];
  const recorder = openRecorder({
    now: clock.now,
    schedule: clock.schedule,
    settings,
    startStore({ folder: at, settings: chosen, onAnswer }) {
      const store = openBlockStore({
        folder: at,
        settings: chosen,
        now: clock.now,
        // Whatever else this machine's disk has.
        freeBytes: () => 1e12,
        ...options.store,
      });
      return {
        post(message) {
          const answer = store.handle(message);
          if (answer === null || options.answerOf === null) return;
          onAnswer(options.answerOf?.(answer) ?? answer);
        },
        close: async () => void store.handle({ kind: 'close' }),
      };
    },
    onFault: (error) => faults.push(error),
  });
  const bench: RecorderBench = {
    folder,
    clock,
    recorder,
    books,
    faults,
    account: null,
    clockOffsetMs: null,
    emit(event) {
      recorder.notePublic(event);
      if (event.kind !== 'bookSnapshot' && event.kind !== 'bookIncrement') return;
      const entry = books.get(event.market);
      if (entry === undefined) return;
      if (event.kind === 'bookSnapshot') applySnapshot(entry.book, event.update);
      else if (acceptsChanges(entry.health)) applyIncrement(entry.book, event.update);
    },
    trust(market, health) {
      books.get(market)!.health = health;
      recorder.noteTrust(market, health);
    },
    watch(markets) {
      recorder.noteInterest({ books: markets, tapes: [], candles: [], underlyings: [] });
      for (const market of books.keys()) if (!markets.includes(market)) books.delete(market);
      for (const market of markets)
        if (!books.has(market)) books.set(market, { book: buildBook(), health: { at: 'waiting' } });
    },
    begin: (at = folder) =>
      recorder.begin({
        folder: at,
        session: () => ({
          program: '0.1.0',
          runtime: 'test',
          platform: 'test',
          network: 'paper',
          account: 'first',
          settings: {},
          limits: null,
        }),
        state: () => ({ books, ticks: new Map(), account: bench.account, clockOffsetMs: bench.clockOffsetMs }),
      }),
  };
  return bench;
}
