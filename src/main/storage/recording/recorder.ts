/**
 * Recorder: one sequence of what reached main and what main decided, encoded here and written by a worker.
 *
 * Units       A part leaves for the worker half a second after its first record; a block ends at 32 kB, or after 2 min.
 * Invariants  A record costs the caller the encoding alone; nothing waits for the disk. A block ends between two turns of main,
 *             and its last record is the hash of main's state then. The first block of a run, every 16th, and the one after a
 *             reconnect begin with the whole state; a time without records is a gap with its reason.
 * Errors      Nothing here throws into a caller: what cannot be recorded stops the recorder, which starts again after a pause.
 * Source      docs/recording.md
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import { findAccountChange } from '#shared/ipc/frames/accountChange.ts';
import type { RecordedDay, RecordingHealth, RecordingSettings, RecordingStop } from '#shared/ipc/recording.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { type Book, levelsOf } from '#shared/market/book.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import { createBlockEncoder } from '#shared/recording/block.ts';
import type { BookState, FactKind, Facts, GapReason, RecordedSession } from '#shared/recording/record.ts';
import { hashState, type TerminalState } from '#shared/recording/replayState.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { startOfDay } from '#shared/units/time.ts';
import type { PartMessage, StoreAnswer, StoreMessage, Usage } from './blockStore.ts';

const FLUSH_MS = 500;
const BLOCK_BYTES = 32_768;
const BLOCK_MS = 120_000;
const BLOCKS_OF_STATE = 16;
/** Reconnects closer together share a state. */
const STATE_AGAIN_MS = 10_000;
/** Parts that the worker has not written yet. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 30_000;
const NO_USAGE: Usage = { bytes: 0, todayBytes: 0, days: 0 };
const NO_INTEREST: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

/** The thread with the block store of one account. */
export interface StoreThread {
  post(message: StoreMessage): void;
  /** Resolves when it has written what was posted before, and has ended. */
  close(): Promise<void>;
}

export interface StoreThreadOptions {
  readonly folder: string;
  readonly settings: RecordingSettings;
  onAnswer(answer: StoreAnswer): void;
  /** It ended by itself. */
  onEnded(error: unknown): void;
}

/** What is recorded: market data, and the account that trades. */
export interface RecordingSource {
  /** Of the account's recordings. */
  readonly folder: string;
  session(): RecordedSession;
  /** Main's own state, for hashes and for the state at the start of a block. */
  state(): TerminalState;
}

export interface RecorderOptions {
  readonly now: Now;
  readonly schedule: Scheduler;
  readonly settings: RecordingSettings;
  startStore(options: StoreThreadOptions): StoreThread;
  onFault(error: unknown): void;
}

export interface Recorder {
  /** Records this source from now on; the source before has ended. */
  begin(source: RecordingSource): void;
  /** Resolves when everything is written. */
  end(): Promise<void>;
  /** Before market data has the event. */
  notePublic(event: PublicEvent): void;
  /** Before market data has the interest. */
  noteInterest(interest: PublicInterest): void;
  noteTrust(market: MarketId, health: BookHealth): void;
  note<K extends Exclude<FactKind, 'state' | 'hash' | 'gap' | 'session' | 'account' | 'accountChange'>>(
    kind: K,
    fact: Facts[K],
  ): void;
  /** Runs what a timer of a part of main does; the timer is recorded where it decides something. */
  runTimer(part: string, run: () => void): void;
  /** The account changed: what changed is recorded with the next part. */
  noteAccount(): void;
  isRecording(): boolean;
  health(): RecordingHealth;
  setSettings(settings: RecordingSettings): void;
  listDays(): Promise<readonly RecordedDay[]>;
  deleteDay(day: string): Promise<'none' | 'notThere' | 'failed'>;
}

export function openRecorder(options: RecorderOptions): Recorder {
  const { now, schedule, onFault } = options;
  const block = createBlockEncoder();
  let { settings } = options;
  let source: RecordingSource | null = null;
  let thread: StoreThread | null = null;
  let at: 'off' | 'recording' | 'stopped' = 'off';
  let sinceMs = now();
  let stop: RecordingStop | null = null;
  let cancelRetry = (): void => {};
  /** Parts are numbered by the run that sent them: answers of an earlier one say nothing about this one. */
  let run = 0;
  let waitingBytes = 0;
  let usage = NO_USAGE;
  let writtenAtMs: number | null = null;
  let records = 0;
  let gaps = 0;
  let calls = 0;
  const answers = new Map<number, (answer: StoreAnswer | null) => void>();

  let interest = NO_INTEREST;
  /** A block is open: it has a first record. */
  let isOpen = false;
  let blockFromMs = 0;
  let sentBytes = 0;
  let sentRecords = 0;
  let isFirstPart = true;
  let hasState = false;
  let blocksUntilState = 0;
  let wantsState = true;
  let lastStateMs = 0;
  let isReconnecting = false;
  let gap: Facts['gap'] | null = null;
  let isInBatch = false;
  let timer: string | null = null;
  let knownAccount: AccountView | null = null;
  let isAccountDirty = false;
  let knownOffsetMs: number | null = null;
  let cancelFlush: (() => void) | null = null;
  let cancelEnd = (): void => {};

  function openBlock(state: () => TerminalState): void {
    const atMs = now();
    // The day has a file of its own.
    const isNewDay = startOfDay(atMs) !== startOfDay(blockFromMs);
    isOpen = true;
    block.begin(atMs);
    blockFromMs = Math.round(atMs);
    sentBytes = 0;
    sentRecords = 0;
    isFirstPart = true;
    hasState = wantsState || isNewDay || blocksUntilState <= 0;
    blocksUntilState -= 1;
    cancelEnd = schedule(BLOCK_MS, () => guard(endBlock));
    if (!hasState) return;
    if (gap !== null) {
      block.fact('gap', gap, atMs, false);
      gaps += 1;
      gap = null;
    }
    writeState(state(), atMs);
  }

  function writeState({ books, ticks, account, clockOffsetMs }: TerminalState, atMs: number): void {
    if (source !== null) block.fact('session', source.session(), atMs, false);
    const health = [...books].map(([market, one]) => ({ market, health: one.health }));
    block.fact('state', { interest, health, ticks: [...ticks.values()], account, clockOffsetMs }, atMs, false);
    for (const [market, { book }] of books)
      if (book.sequence !== null) block.bookState(toBookState(market, book), atMs);
    knownAccount = account;
    knownOffsetMs = clockOffsetMs;
    isAccountDirty = false;
    wantsState = false;
    lastStateMs = atMs;
    blocksUntilState = BLOCKS_OF_STATE - 1;
  }

  /** True for the first record of a turn of main's event loop. */
  function beginBatch(): boolean {
    if (isInBatch) return false;
    isInBatch = true;
    queueMicrotask(endBatch);
    return true;
  }

  function endBatch(): void {
    isInBatch = false;
    if (!isOpen) return;
    const isDue = wantsState && now() - lastStateMs >= STATE_AGAIN_MS;
    if (block.length() >= BLOCK_BYTES || isDue) guard(endBlock);
  }

  function guard(write: () => void): void {
    try {
      write();
    } catch (error) {
      onFault(error);
      halt({ code: 'fault', parameters: { fault: 'other' } });
    }
  }

  /** Opens a block where none is, and writes the timer that led to the record. Null: nothing is recorded. */
  function prepare(): boolean | null {
    if (at !== 'recording' || source === null) return null;
    if (!isOpen) openBlock(source.state);
    cancelFlush ??= schedule(FLUSH_MS, flush);
    const begins = beginBatch();
    if (timer === null) return begins;
    const part = timer;
    timer = null;
    block.fact('timer', { part }, now(), begins);
    return false;
  }

  function writeDerived(state: TerminalState): void {
    const { clockOffsetMs } = state;
    if (clockOffsetMs !== null && clockOffsetMs !== knownOffsetMs) {
      block.fact('clock', { offsetMs: clockOffsetMs }, now(), false);
      knownOffsetMs = clockOffsetMs;
    }
    isAccountDirty = false;
    // Also where its change is not announced yet: main announces all changes of a turn at once.
    const { account } = state;
    if (account === null || account === knownAccount) return;
    if (knownAccount === null) block.fact('account', account, now(), false);
    else block.fact('accountChange', findAccountChange(knownAccount, account), now(), false);
    knownAccount = account;
  }

  function flush(): void {
    cancelFlush = null;
    guard(() => {
      if (!isOpen || source === null) return;
      if (isAccountDirty) writeDerived(source.state());
      post(false);
    });
  }

  function endBlock(): void {
    if (!isOpen || source === null) return;
    const state = source.state();
    writeDerived(state);
    block.fact('hash', { hash: hashState(state) }, now(), false);
    post(true);
    closeBlock();
  }

  function closeBlock(): void {
    isOpen = false;
    cancelEnd();
    cancelFlush?.();
    cancelFlush = null;
  }

  function post(isLast: boolean): void {
    const bytes = block.slice(sentBytes);
    if (bytes.length === 0 && !isLast) return;
    const count = block.count() - sentRecords;
    const part: PartMessage = {
      kind: 'part',
      run,
      start: isFirstPart ? { fromMs: blockFromMs, hasState } : null,
      bytes,
      records: count,
      untilMs: Math.round(now()),
      isLast,
    };
    isFirstPart = false;
    sentBytes = block.length();
    sentRecords = block.count();
    records += count;
    waitingBytes += bytes.length;
    thread?.post(part);
    if (waitingBytes > MAX_WAITING_BYTES) halt({ code: 'slow', parameters: {} });
  }

  /** Nothing is recorded from here on, until it is tried again. */
  function halt(why: RecordingStop): void {
    if (at !== 'recording') return;
    at = 'stopped';
    stop = why;
    sinceMs = now();
    dropBlock(toGapReason(why));
    cancelRetry = schedule(RETRY_MS, resume);
  }

  function dropBlock(reason: GapReason): void {
    gap ??= { fromMs: Math.round(isOpen ? blockFromMs : now()), reason };
    closeBlock();
    wantsState = true;
    run += 1;
  }

  function resume(): void {
    cancelRetry();
    if (source === null || !settings.isOn) return;
    if (waitingBytes > 0 && stop?.code === 'slow') {
      cancelRetry = schedule(RETRY_MS, resume);
      return;
    }
    at = 'recording';
    sinceMs = now();
    stop = null;
    startThread(source.folder);
    guard(() => {
      openBlock(source!.state);
      cancelFlush ??= schedule(FLUSH_MS, flush);
    });
  }

  function startThread(folder: string): void {
    if (thread !== null) return;
    waitingBytes = 0;
    const started = options.startStore({
      folder,
      settings,
      onAnswer: (answer) => {
        if (thread === started) onAnswer(answer);
      },
      onEnded(error) {
        if (thread !== started) return;
        onFault(error);
        thread = null;
        waitingBytes = 0;
        settleCalls();
        halt({ code: 'fault', parameters: { fault: 'other' } });
      },
    });
    thread = started;
  }

  function settleCalls(): void {
    for (const settle of answers.values()) settle(null);
    answers.clear();
  }

  function onAnswer(answer: StoreAnswer): void {
    switch (answer.kind) {
      case 'written':
        waitingBytes -= answer.bytes;
        if (answer.isWritten) writtenAtMs = now();
        if (answer.usage !== null) usage = answer.usage;
        return;
      case 'stopped':
        waitingBytes -= answer.bytes;
        if (answer.run === run) halt(answer.stop);
        return;
      case 'days':
      case 'deleted': {
        answers.get(answer.call)?.(answer);
        answers.delete(answer.call);
        return;
      }
      case 'closed':
        return;
    }
  }

  /** Asks the thread of this account; one that is off has a thread while it is asked. */
  function ask(build: (call: number) => StoreMessage): Promise<StoreAnswer | null> {
    const from = source;
    if (from === null) return Promise.resolve(null);
    startThread(from.folder);
    calls += 1;
    const call = calls;
    return new Promise((resolve) => {
      answers.set(call, resolve);
      thread?.post(build(call));
    });
  }

  async function closeThread(): Promise<void> {
    const closing = thread;
    thread = null;
    settleCalls();
    await closing?.close();
  }

  function turnOff(): void {
    cancelRetry();
    if (at === 'recording' && isOpen) guard(endBlock);
    gap = { fromMs: Math.round(now()), reason: { code: 'turnedOff', parameters: {} } };
    at = 'off';
    stop = null;
    sinceMs = now();
    closeBlock();
    wantsState = true;
    run += 1;
  }

  return {
    begin(next) {
      source = next;
      gap = { fromMs: null, reason: { code: 'notRunning', parameters: {} } };
      usage = NO_USAGE;
      wantsState = true;
      knownAccount = null;
      if (settings.isOn) resume();
    },
    async end() {
      cancelRetry();
      if (at === 'recording' && isOpen) guard(endBlock);
      at = 'off';
      stop = null;
      closeBlock();
      source = null;
      run += 1;
      await closeThread();
    },
    notePublic(event) {
      if (at !== 'recording') return;
      try {
        const begins = prepare();
        if (begins === null) return;
        block.market(event, begins);
      } catch (error) {
        onFault(error);
        halt({ code: 'fault', parameters: { fault: 'other' } });
        return;
      }
      if (event.kind === 'disconnected') isReconnecting = true;
      else if (isReconnecting && event.kind === 'bookSnapshot') {
        isReconnecting = false;
        wantsState = true;
      }
    },
    noteInterest(next) {
      note('interest', next);
      interest = next;
    },
    noteTrust: (market, health) => note('trust', { market, health }),
    note,
    runTimer(part, work) {
      timer = part;
      try {
        work();
      } finally {
        timer = null;
      }
    },
    noteAccount() {
      if (at !== 'recording') return;
      isAccountDirty = true;
      guard(() => {
        if (!isOpen && source !== null) openBlock(source.state);
        cancelFlush ??= schedule(FLUSH_MS, flush);
      });
    },
    isRecording: () => at === 'recording',
    health: () => ({ at, sinceMs, stop, ...usage, writtenAtMs, records, gaps }),
    setSettings(next) {
      const wasOn = settings.isOn;
      settings = next;
      thread?.post({ kind: 'settings', settings: next });
      if (wasOn && !next.isOn) turnOff();
      else if (!wasOn && next.isOn) resume();
    },
    async listDays() {
      const answer = await ask((call) => ({ kind: 'listDays', call }));
      return answer?.kind === 'days' ? answer.days : [];
    },
    async deleteDay(day) {
      const answer = await ask((call) => ({ kind: 'deleteDay', call, day }));
      if (answer?.kind !== 'deleted') return 'failed';
      // Today's file is another one now.
      if (at === 'recording') {
        dropBlock({ code: 'deleted', parameters: {} });
        resume();
      }
      return answer.failure;
    },
  };

  function note<K extends FactKind>(kind: K, fact: Facts[K]): void {
    if (at !== 'recording') return;
    guard(() => {
      const begins = prepare();
      if (begins !== null) block.fact(kind, fact, now(), begins);
    });
  }
}

function toBookState(market: MarketId, book: Book): BookState {
  const read = (side: 'bid' | 'ask'): BookState['bids'] => {
    const pairs = levelsOf(book, side);
    return Array.from({ length: pairs.length / 2 }, (_, at) => ({
      price: pairs[at * 2] as BookState['bids'][number]['price'],
      shares: pairs[at * 2 + 1] as BookState['bids'][number]['shares'],
    }));
  };
  return { market, sequence: book.sequence, bids: read('bid'), asks: read('ask') };
}

function toGapReason(why: RecordingStop): GapReason {
  switch (why.code) {
    case 'fault':
      return { code: 'fault', parameters: why.parameters };
    case 'noSpace':
      return { code: 'noSpace', parameters: {} };
    default:
      return { code: why.code, parameters: {} };
  }
}
