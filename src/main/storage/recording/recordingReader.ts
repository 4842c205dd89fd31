/**
 * Recording reader: the terminal's state at any recorded time, and a replay that is compared with what was live.
 *
 * Units       Times in Unix ms of the machine's clock at the recording.
 * Shape       Reads day files and the open block's tail, also while the program writes them. No vault and no socket.
 * Errors      RecordingError where a block is missing or was changed, and for a recording of a newer program.
 * Source      docs/recording.md#replay
 */
import { decodeBlock } from '#shared/recording/block.ts';
import { CODEC_VERSION, type GapReason, type RecordedEvent } from '#shared/recording/record.ts';
import { applyRecord, buildReplayState, hashState, type ReplayState } from '#shared/recording/replayState.ts';
import { type BlockHead, type DayReader, readDayFile } from './dayFile.ts';
import { listDayFiles, tailOf } from './recordingFolder.ts';
import { readTailFile } from './tailFile.ts';

export interface RecordedGap {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly reason: GapReason;
}

export interface Seeked {
  readonly state: ReplayState;
  /** Time of the last record that the state has. */
  readonly atMs: number;
  /** Blocks and records that were read for it. */
  readonly blocks: number;
  readonly records: number;
}

export interface ReplayResult {
  readonly blocks: number;
  readonly records: number;
  /** Hashes that were compared. */
  readonly compared: number;
  /** Blocks whose replay is not what was live, as `file block`. */
  readonly differing: readonly string[];
  readonly gaps: readonly RecordedGap[];
}

export interface RecordingReader {
  /** Null: nothing was recorded at or before this time. */
  seek(atMs: number): Seeked | null;
  /** Visits every record in order, and compares the hash of every block; `visit` gets the state after the record. */
  replay(visit?: (record: RecordedEvent, state: ReplayState) => void): ReplayResult;
  close(): void;
}

interface Block {
  readonly head: Pick<BlockHead, 'number' | 'fromMs' | 'hasState'>;
  readonly raw: Uint8Array;
}

/** Opens the recordings of one account. */
export function openRecordingReader(folder: string): RecordingReader {
  const days: DayReader[] = [];
  const close = (): void => {
    for (const day of days) day.close();
  };
  try {
    for (const path of listDayFiles(folder)) days.push(readDayFile(path));
  } catch (error) {
    close();
    throw error;
  }

  /** Blocks of a day from this number on, and the one that is open. */
  function* blocksOf(day: DayReader, from: number): Generator<Block> {
    let next = from;
    for (const block of day.read(from)) {
      yield block;
      next = block.head.number + 1;
    }
    const tail = readTailFile(tailOf(day.path));
    if (tail !== null && tail.number === next && tail.codec <= CODEC_VERSION) yield { head: tail, raw: tail.raw };
  }

  /** The newest block with a state at or before this time, of any day. */
  function findStart(atMs: number): { readonly day: DayReader; readonly number: number } | null {
    for (const day of days.toReversed()) {
      const found = day.findState(atMs);
      if (found !== null) return { day, number: found.number };
      const tail = readTailFile(tailOf(day.path));
      if (tail?.number === 1 && tail.hasState && tail.fromMs <= atMs) return { day, number: 1 };
    }
    return null;
  }

  return {
    seek(atMs) {
      const start = findStart(atMs);
      if (start === null) return null;
      const state = buildReplayState();
      let blocks = 0;
      let records = 0;
      let lastMs = Number.NEGATIVE_INFINITY;
      let isPast = false;
      for (const { head, raw } of blocksOf(start.day, start.number)) {
        blocks += 1;
        decodeBlock(raw, head.fromMs, (record) => {
          isPast = record.atMs > atMs;
          if (isPast) return false;
          applyRecord(state, record);
          records += 1;
          lastMs = record.atMs;
          return true;
        });
        if (isPast) break;
      }
      return { state, atMs: lastMs, blocks, records };
    },
    replay(visit) {
      const state = buildReplayState();
      const differing: string[] = [];
      const gaps: RecordedGap[] = [];
      let blocks = 0;
      let records = 0;
      let compared = 0;
      let lastMs: number | null = null;
      for (const day of days) {
        for (const { head, raw } of blocksOf(day, 1)) {
          blocks += 1;
          decodeBlock(raw, head.fromMs, (record) => {
            if (record.kind === 'hash') {
              compared += 1;
              if (record.fact.hash !== hashState(state)) differing.push(`${day.path} ${head.number}`);
            }
            const gapFromMs = record.kind === 'gap' ? (record.fact.fromMs ?? lastMs) : null;
            if (record.kind === 'gap' && gapFromMs !== null)
              gaps.push({ fromMs: gapFromMs, untilMs: record.atMs, reason: record.fact.reason });
            applyRecord(state, record);
            records += 1;
            lastMs = record.atMs;
            visit?.(record, state);
          });
        }
      }
      return { blocks, records, compared, differing, gaps };
    },
    close,
  };
}
