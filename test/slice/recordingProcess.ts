/** Records a made market with the real thread until it kills itself, and notes in a file what it had recorded when. */
import { appendFileSync } from 'node:fs';
import { openRecorder } from '#main/storage/recording/recorder.ts';
import { startStoreThread } from '#main/storage/recording/storeThread.ts';
import { DEFAULT_RECORDING } from '#shared/ipc/recording.ts';
import { applyIncrement, applySnapshot, buildBook } from '#shared/market/book.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import { schedule } from './realTimers.ts';
import { emptySnapshot, type KillSetup, MARKET, updateOf } from './recordingKills.ts';

const setup = JSON.parse(process.argv[2]!) as KillSetup;
const STEP_MS = 5;
const LIVE: BookHealth = { at: 'live' };

const book = buildBook();
const books = new Map([[MARKET, { book, health: LIVE }]]);
const recorder = openRecorder({
  now: Date.now,
  schedule,
  settings: DEFAULT_RECORDING,
  startStore: startStoreThread,
  onFault(error) {
    throw error;
  },
});
const session = { program: '', runtime: '', platform: '', network: 'paper', account: '', settings: {}, limits: null };
recorder.begin({
  folder: setup.folder,
  session: () => session,
  state: () => ({ books, ticks: new Map(), account: null, clockOffsetMs: null }),
});
recorder.noteInterest({ books: [MARKET], tapes: [], candles: [], underlyings: [] });
recorder.notePublic({ kind: 'bookSnapshot', market: MARKET, update: emptySnapshot, receivedAtMs: Date.now() });
applySnapshot(book, emptySnapshot);
recorder.noteTrust(MARKET, LIVE);

let sequence = 1;
setInterval(() => {
  for (let count = 0; count < setup.perStep; count += 1) {
    sequence += 1;
    const update = updateOf(sequence);
    recorder.notePublic({ kind: 'bookIncrement', market: MARKET, update, receivedAtMs: Date.now() });
    applyIncrement(book, update);
  }
  appendFileSync(setup.notes, `${Date.now()} ${sequence}\n`);
}, STEP_MS);
setTimeout(() => {
  appendFileSync(setup.notes, `${Date.now()} killed\n`);
  process.kill(process.pid, 'SIGKILL');
}, setup.killAfterMs);
