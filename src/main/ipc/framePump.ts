/**
 * Frame pump: sends frames to the data ports, at most one per port in 8 ms.
 *
 * Invariants  No frame is sent to a page that has not acknowledged the last one. Frames are state, so a slow page has no
 *             queue: its next frame contains what it missed. Without a change nothing is scheduled.
 * Errors      A port that closes or fails is dropped; exceptions of `collect` go to `onFault`.
 */

import type { Scheduler } from '#shared/base/clock.ts';
import type { Frame, FrameAck } from '#shared/ipc/frames/frame.ts';
import { encodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { DataPort } from '../shell/port.ts';

/**
 * Shortest time between two frames of one port in ms: half a screen frame at 60 Hz. With a whole one, what just missed a frame
 * arrives up to a screen frame later, and then waits for the next screen frame.
 */
export const FRAME_INTERVAL_MS = 8;

export type FrameParts = Omit<Frame, 'seq' | 'sentAtMs' | 'clockOffsetMs' | 'changedAtMs'>;

export interface FramePumpOptions<Cursor> {
  now(): number;
  readonly schedule: Scheduler;
  /** Creates the cursor of a new port: the versions last sent to it. */
  buildCursor(): Cursor;
  /** Collects the changes since `cursor` and advances it; null when nothing changed. */
  collect(cursor: Cursor): FrameParts | null;
  /** True when changes had no room in the collected parts: another frame follows. */
  hasMore?(cursor: Cursor): boolean;
  /** Exchange clock minus this machine's clock in ms; null until measured. */
  clockOffsetMs?(): number | null;
  onFault?(error: unknown): void;
}

export interface FramePump {
  add(port: DataPort): void;
  /**
   * Schedules a frame within `withinMs`; any number of calls before it makes one frame. A change that may wait goes with another.
   * `changedAtMs`: when a change arrived whose way to the screen is measured.
   */
  requestFrame(withinMs?: number, changedAtMs?: number): void;
  /** Frames that were due before the page acknowledged the last one. */
  framesSkipped(): number;
  /** Number of open ports. */
  portCount(): number;
  close(): void;
}

interface Connection<Cursor> {
  readonly port: DataPort;
  readonly cursor: Cursor;
  seq: number;
  awaitsAck: boolean;
  hasSkipped: boolean;
  /** Arrival of the oldest measured change that was not sent. */
  changedAtMs: number | null;
}

function isAckOf(value: unknown, seq: number): value is FrameAck {
  return value !== null && typeof value === 'object' && (value as Partial<FrameAck>).ack === seq;
}

export function openFramePump<Cursor>(options: FramePumpOptions<Cursor>): FramePump {
  const connections = new Set<Connection<Cursor>>();
  let cancelRun: (() => void) | null = null;
  let runAtMs = 0;
  let lastRunAtMs = Number.NEGATIVE_INFINITY;
  let skipped = 0;
  let isClosed = false;

  function send(connection: Connection<Cursor>): void {
    if (connection.awaitsAck) {
      skipped += 1;
      connection.hasSkipped = true;
      return;
    }
    connection.hasSkipped = false;
    const parts = options.collect(connection.cursor);
    const { changedAtMs } = connection;
    connection.changedAtMs = null;
    if (options.hasMore?.(connection.cursor)) {
      connection.changedAtMs = changedAtMs;
      scheduleRun();
    }
    if (parts === null) return;
    connection.seq += 1;
    connection.awaitsAck = true;
    const frame = {
      seq: connection.seq,
      sentAtMs: options.now(),
      clockOffsetMs: options.clockOffsetMs?.() ?? null,
      ...(changedAtMs === null ? {} : { changedAtMs }),
      ...parts,
    };
    const bytes = encodeFrame(frame);
    try {
      connection.port.post(bytes);
    } catch {
      connections.delete(connection);
    }
  }

  function run(): void {
    cancelRun = null;
    lastRunAtMs = options.now();
    for (const connection of connections) {
      try {
        send(connection);
      } catch (error) {
        options.onFault?.(error);
      }
    }
  }

  function scheduleRun(withinMs = 0): void {
    if (isClosed || connections.size === 0) return;
    const nowMs = options.now();
    const atMs = Math.max(lastRunAtMs + FRAME_INTERVAL_MS, nowMs + withinMs);
    if (cancelRun !== null && runAtMs <= atMs) return;
    cancelRun?.();
    runAtMs = atMs;
    cancelRun = options.schedule(Math.max(0, atMs - nowMs), run);
  }

  return {
    add(port) {
      const connection: Connection<Cursor> = {
        port,
        cursor: options.buildCursor(),
        seq: 0,
        awaitsAck: false,
        hasSkipped: false,
        changedAtMs: null,
      };
      connections.add(connection);
      port.onMessage((value) => {
        if (!connection.awaitsAck || !isAckOf(value, connection.seq)) return;
        connection.awaitsAck = false;
        if (connection.hasSkipped) scheduleRun();
      });
      port.onClose(() => connections.delete(connection));
      scheduleRun();
    },
    requestFrame(withinMs, changedAtMs) {
      if (changedAtMs !== undefined) for (const connection of connections) connection.changedAtMs ??= changedAtMs;
      scheduleRun(withinMs);
    },
    framesSkipped: () => skipped,
    portCount: () => connections.size,
    close() {
      isClosed = true;
      cancelRun?.();
      cancelRun = null;
      connections.clear();
    },
  };
}
