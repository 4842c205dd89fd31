/**
 * Block store: writes the parts and blocks that the recorder sends, and keeps the folder within its limits.
 *
 * Shape       Runs in the recorder's worker; one call a message. A block's parts go to the tail, the whole of it to the day file.
 * Invariants  After a failure everything is dropped until a block begins with a state. A tail that a killed program left is
 *             written as a block before anything else.
 * Errors      Never throws: the answer has the reason. A damaged file is set aside, and the next block starts another one.
 * Source      docs/recording.md
 */
import { rmSync, statfsSync } from 'node:fs';
import { findStorageFault } from '#shared/base/storageFault.ts';
import type { RecordedDay, RecordingSettings, RecordingStop } from '#shared/ipc/recording.ts';
import { CODEC_VERSION } from '#shared/recording/record.ts';
import { RecordingError } from '#shared/recording/recordingError.ts';
import { DAY_MS, startOfDay } from '#shared/units/time.ts';
import { type DayFile, openDayFile } from './dayFile.ts';
import { dayOf, listDayFiles, listDays, openFolder, pathOf, removeDay, setAside, tailOf } from './recordingFolder.ts';
import { openTailFile, readTailFile, type TailFile } from './tailFile.ts';

/** Space that the recorder leaves for what the program must write. */
export const LEAST_FREE_BYTES = 256 * 1024 * 1024;
const GIGABYTE = 1e9;
/** Files of one day that another program keeps this one from writing. */
const MAX_FILES_OF_DAY = 20;

export interface BlockStart {
  readonly fromMs: number;
  readonly hasState: boolean;
}

/** A part of the open block. `start` is that of a block's first part. */
export interface PartMessage {
  readonly kind: 'part';
  /** Rises whenever the recorder drops its open block. */
  readonly run: number;
  readonly start: BlockStart | null;
  readonly bytes: Uint8Array;
  readonly records: number;
  readonly untilMs: number;
  /** The block ends with this part. */
  readonly isLast: boolean;
}

export type StoreMessage =
  | PartMessage
  | { readonly kind: 'settings'; readonly settings: RecordingSettings }
  | { readonly kind: 'listDays'; readonly call: number }
  | { readonly kind: 'deleteDay'; readonly call: number; readonly day: string }
  | { readonly kind: 'close' };

export interface Usage {
  readonly bytes: number;
  readonly todayBytes: number;
  readonly days: number;
}

export type StoreAnswer =
  /** Of a part; not written: it is of a block that was lost. `usage` is null while a block is open. */
  | { readonly kind: 'written'; readonly bytes: number; readonly isWritten: boolean; readonly usage: Usage | null }
  /** Nothing is written until a block begins with a state. */
  | { readonly kind: 'stopped'; readonly run: number; readonly bytes: number; readonly stop: RecordingStop }
  | { readonly kind: 'days'; readonly call: number; readonly days: readonly RecordedDay[] }
  | { readonly kind: 'deleted'; readonly call: number; readonly failure: 'none' | 'notThere' | 'failed' }
  | { readonly kind: 'closed' };

export interface BlockStoreOptions {
  readonly folder: string;
  readonly settings: RecordingSettings;
  now(): number;
  /** Absent: the file system's own answer. */
  freeBytes?(folder: string): number;
}

export interface BlockStore {
  handle(message: StoreMessage): StoreAnswer | null;
}

interface Open {
  readonly day: string;
  readonly file: DayFile;
  readonly tail: TailFile;
}

interface Block {
  readonly start: BlockStart;
  readonly parts: Uint8Array[];
  records: number;
  untilMs: number;
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export function openBlockStore(options: BlockStoreOptions): BlockStore {
  const { folder, now } = options;
  const freeBytes = options.freeBytes ?? readFreeBytes;
  let settings = options.settings;
  let open: Open | null = null;
  let block: Block | null = null;
  /** A block was lost: only one with a state may follow. */
  let isBroken = false;
  let hasRecovered = false;

  /** Writes what a program that was killed left open, of any day. */
  function recover(): void {
    if (hasRecovered) return;
    openFolder(folder);
    for (const path of listDayFiles(folder)) {
      const left = readTailFile(tailOf(path));
      if (left !== null && left.codec === CODEC_VERSION) recoverBlock(path, left);
      rmSync(tailOf(path), { force: true });
    }
    hasRecovered = true;
  }

  function recoverBlock(path: string, left: NonNullable<ReturnType<typeof readTailFile>>): void {
    let file: DayFile;
    try {
      file = openDayFile(path);
    } catch (error) {
      // A file of a newer program, or a damaged one: its tail is of no use without it.
      if (error instanceof RecordingError || findStorageFault(error) === 'damaged') return;
      throw error;
    }
    try {
      // A block that was written, and whose tail was not cleared, is there already.
      if (left.number === (file.last()?.number ?? 0) + 1) {
        const { records, fromMs, untilMs, hasState, raw } = left;
        file.append({ records, fromMs, untilMs, hasState, isWhole: false }, raw);
      }
    } finally {
      file.close();
    }
  }

  function openDay(day: string): Open {
    if (open !== null && open.day === day) return open;
    closeDay();
    recover();
    for (let count = 1; count <= MAX_FILES_OF_DAY; count += 1) {
      const path = pathOf(folder, day, count);
      let file: DayFile;
      try {
        file = openDayFile(path);
      } catch (error) {
        if (error instanceof RecordingError) continue;
        if (findStorageFault(error) !== 'damaged') throw error;
        setAside(path, now());
        file = openDayFile(path);
      }
      try {
        open = { day, file, tail: openTailFile(tailOf(path)) };
        return open;
      } catch (error) {
        file.close();
        throw error;
      }
    }
    throw new RecordingError(`Expected a file of ${day} that this program can write, found ${MAX_FILES_OF_DAY} others`);
  }

  function closeDay(): void {
    const closing = open;
    open = null;
    if (closing === null) return;
    closing.tail.close();
    closing.file.close();
    // What a block lacks that could not be written is still in its tail.
    if (!isBroken) rmSync(tailOf(closing.file.path), { force: true });
    hasRecovered = !isBroken;
  }

  /** What keeps a new block from being written, after the days that may go are gone. */
  function findStop(today: string): RecordingStop | null {
    const days = listDays(folder);
    const oldest = startOfDay(now()) - (settings.keepDays - 1) * DAY_MS;
    let used = days.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { day, bytes } of days) {
      const isOver = used > settings.maxGigabytes * GIGABYTE;
      if (day >= today || (day >= dayOf(oldest) && !isOver)) continue;
      removeDay(folder, day);
      used -= bytes;
    }
    if (used > settings.maxGigabytes * GIGABYTE) return { code: 'atLimit', parameters: {} };
    const free = freeBytes(folder);
    return free < LEAST_FREE_BYTES ? { code: 'noSpace', parameters: { freeBytes: free } } : null;
  }

  function readUsage(today: string): Usage {
    const days = listDays(folder);
    return {
      bytes: days.reduce((sum, { bytes }) => sum + bytes, 0),
      todayBytes: days.find(({ day }) => day === today)?.bytes ?? 0,
      days: days.length,
    };
  }

  function writePart(part: PartMessage): StoreAnswer {
    const { length } = part.bytes;
    if (part.start !== null) {
      if (isBroken && !part.start.hasState) return dropped(length);
      openFolder(folder);
      const day = dayOf(part.start.fromMs);
      const stop = findStop(day);
      if (stop !== null) return lose(part, stop);
      const { file, tail } = openDay(day);
      isBroken = false;
      block = { start: part.start, parts: [], records: 0, untilMs: part.start.fromMs };
      tail.begin({ ...part.start, codec: CODEC_VERSION, number: (file.last()?.number ?? 0) + 1 });
    }
    if (block === null || open === null) return dropped(length);
    block.parts.push(part.bytes);
    block.records += part.records;
    block.untilMs = part.untilMs;
    if (!part.isLast) {
      open.tail.append(part.bytes, part.records, part.untilMs);
      return { kind: 'written', bytes: length, isWritten: true, usage: null };
    }
    const { start, parts, records, untilMs } = block;
    block = null;
    const raw = parts.length === 1 ? parts[0]! : new Uint8Array(Buffer.concat(parts));
    open.file.append({ ...start, records, untilMs, isWhole: true }, raw);
    open.tail.clear();
    return { kind: 'written', bytes: length, isWritten: true, usage: readUsage(open.day) };
  }

  function dropped(bytes: number): StoreAnswer {
    return { kind: 'written', bytes, isWritten: false, usage: null };
  }

  function lose({ run, bytes }: PartMessage, stop: RecordingStop): StoreAnswer {
    block = null;
    isBroken = true;
    return { kind: 'stopped', run, bytes: bytes.length, stop };
  }

  /** After a failure: the file may be damaged, and is opened again for the next block. */
  function fail(part: PartMessage, error: unknown): StoreAnswer {
    const fault = findStorageFault(error);
    const path = open?.file.path ?? null;
    isBroken = true;
    try {
      closeDay();
      if (fault === 'damaged' && path !== null) setAside(path, now());
    } catch {
      // The next block opens the file again, and reports what is wrong with it then.
    }
    open = null;
    return lose(part, { code: 'fault', parameters: { fault } });
  }

  function deleteDay(day: string): 'none' | 'notThere' | 'failed' {
    try {
      if (!listDays(folder).some((one) => one.day === day)) return 'notThere';
      if (open?.day === day) {
        block = null;
        isBroken = true;
        closeDay();
      }
      removeDay(folder, day);
      return 'none';
    } catch {
      return 'failed';
    }
  }

  return {
    handle(message) {
      switch (message.kind) {
        case 'part':
          try {
            return writePart(message);
          } catch (error) {
            return fail(message, error);
          }
        case 'settings':
          settings = message.settings;
          return null;
        case 'listDays':
          try {
            return { kind: 'days', call: message.call, days: listDays(folder) };
          } catch {
            return { kind: 'days', call: message.call, days: [] };
          }
        case 'deleteDay':
          return { kind: 'deleted', call: message.call, failure: deleteDay(message.day) };
        case 'close':
          try {
            closeDay();
          } catch {
            // Everything that was written stays; the next run finds the tail.
          }
          return { kind: 'closed' };
      }
    },
  };
}
