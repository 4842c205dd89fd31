/**
 * Sends frames down the data ports: at most one per 16 ms a port, none while the page owes an acknowledgement.
 *
 * Invariants  A slow page never queues: what it missed is in its next frame, because frames are state.
 *             Nothing is scheduled while nothing is dirty.
 * Errors      A port that closes, or that cannot take a frame, is dropped; what `collect` throws goes to `onFault`.
 */

import type { Frame, FrameAck } from '#shared/ipc/frame.ts';
import { encodeFrame } from '#shared/ipc/frameCodec.ts';
import type { DataPort } from '../shell/port.ts';

/** Shortest time between two frames of one port, in ms: one screen frame at 60 Hz. */
export const FRAME_INTERVAL_MS = 16;

export type FrameParts = Omit<Frame, 'seq' | 'sentAtMs' | 'clockOffsetMs'>;

export interface FramePumpOptions<Cursor> {
  now(): number;
  /** Runs once after `afterMs`; answers a function that calls it off. */
  schedule(run: () => void, afterMs: number): () => void;
  /** What a port has seen; a new port starts with a new one. */
  buildCursor(): Cursor;
  /** What changed since `cursor`, which it moves forward; null when nothing did. */
  collect(cursor: Cursor): FrameParts | null;
  /** Exchange clock less this machine's in ms, null until measured. */
  clockOffsetMs?(): number | null;
  onFault?(error: unknown): void;
}

export interface FramePump {
  add(port: DataPort): void;
  /** Something may have changed: call it as often as you like. */
  onDirty(): void;
  /** Frames that were due while a page had not acknowledged the one before. */
  framesSkipped(): number;
  /** Ports that are open now. */
  portCount(): number;
  close(): void;
}

interface Lane<Cursor> {
  readonly port: DataPort;
  readonly cursor: Cursor;
  seq: number;
  owesAck: boolean;
  missedOne: boolean;
}

function isAckOf(value: unknown, seq: number): value is FrameAck {
  return value !== null && typeof value === 'object' && (value as Partial<FrameAck>).ack === seq;
}

export function openFramePump<Cursor>(options: FramePumpOptions<Cursor>): FramePump {
  const lanes = new Set<Lane<Cursor>>();
  let callOff: (() => void) | null = null;
  let lastRunAtMs = Number.NEGATIVE_INFINITY;
  let skipped = 0;
  let isClosed = false;

  function send(lane: Lane<Cursor>): void {
    if (lane.owesAck) {
      skipped += 1;
      lane.missedOne = true;
      return;
    }
    lane.missedOne = false;
    const parts = options.collect(lane.cursor);
    if (parts === null) return;
    lane.seq += 1;
    lane.owesAck = true;
    const frame = {
      seq: lane.seq,
      sentAtMs: options.now(),
      clockOffsetMs: options.clockOffsetMs?.() ?? null,
      ...parts,
    };
    const bytes = encodeFrame(frame);
    try {
      lane.port.post(bytes);
    } catch {
      lanes.delete(lane);
    }
  }

  function run(): void {
    callOff = null;
    lastRunAtMs = options.now();
    for (const lane of lanes) {
      try {
        send(lane);
      } catch (error) {
        options.onFault?.(error);
      }
    }
  }

  function wake(): void {
    if (isClosed || callOff !== null || lanes.size === 0) return;
    const waitMs = Math.max(0, lastRunAtMs + FRAME_INTERVAL_MS - options.now());
    callOff = options.schedule(run, waitMs);
  }

  return {
    add(port) {
      const lane: Lane<Cursor> = {
        port,
        cursor: options.buildCursor(),
        seq: 0,
        owesAck: false,
        missedOne: false,
      };
      lanes.add(lane);
      port.onMessage((value) => {
        if (!lane.owesAck || !isAckOf(value, lane.seq)) return;
        lane.owesAck = false;
        if (lane.missedOne) wake();
      });
      port.onClose(() => lanes.delete(lane));
      wake();
    },
    onDirty: wake,
    framesSkipped: () => skipped,
    portCount: () => lanes.size,
    close() {
      isClosed = true;
      callOff?.();
      callOff = null;
      lanes.clear();
    },
  };
}
