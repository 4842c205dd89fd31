import { describe, expect, it } from 'vitest';
import { FRAME_INTERVAL_MS, type FrameParts, openFramePump } from '#main/ipc/framePump.ts';
import type { DataPort } from '#main/shell/port.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame } from '#shared/ipc/frames/frameCodec.ts';

/** A clock that moves only on request and runs what is due. */
function openClock() {
  let nowMs = 1_000;
  const waiting = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    now: () => nowMs,
    schedule(delayMs: number, run: () => void) {
      const entry = { atMs: nowMs + delayMs, run };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pending: () => waiting.size,
    move(ms: number) {
      nowMs += ms;
      for (const entry of [...waiting]) {
        if (entry.atMs > nowMs) continue;
        waiting.delete(entry);
        entry.run();
      }
    },
  };
}

function openPort() {
  const frames: Frame[] = [];
  let tellMessage: (value: unknown) => void = () => undefined;
  let tellClose = () => {};
  let isBroken = false;
  const port: DataPort = {
    post: (bytes) => {
      if (isBroken) throw new Error('gone');
      frames.push(decodeFrame(bytes));
    },
    onMessage: (listener) => {
      tellMessage = listener;
    },
    onClose: (listener) => {
      tellClose = listener;
    },
  };
  return {
    port,
    frames,
    say: (value: unknown) => tellMessage(value),
    ack: () => tellMessage({ ack: frames.at(-1)?.seq }),
    close: () => tellClose(),
    breakDown: () => {
      isBroken = true;
    },
  };
}

function openBench() {
  const clock = openClock();
  const faults: unknown[] = [];
  let version = 0;
  let more = 0;
  let collect = (cursor: { seen: number }): FrameParts | null => {
    if (cursor.seen === version) return null;
    cursor.seen = version;
    return { ticks: [] };
  };
  const pump = openFramePump({
    now: clock.now,
    schedule: clock.schedule,
    buildCursor: () => ({ seen: -1 }),
    collect: (cursor) => collect(cursor),
    hasMore() {
      more = Math.max(0, more - 1);
      return more > 0;
    },
    clockOffsetMs: () => 25,
    onFault: (error) => faults.push(error),
  });
  return {
    clock,
    pump,
    faults,
    change(withinMs = 0, changedAtMs?: number) {
      version += 1;
      pump.requestFrame(withinMs, changedAtMs);
    },
    /** The next change takes so many frames. */
    fill(frames: number) {
      more = frames;
      collect = () => ({ ticks: [] });
    },
    collectWith(next: typeof collect) {
      collect = next;
    },
  };
}

describe('openFramePump', () => {
  it('sends the whole state to a new port at once, with sequence, time and clock offset', () => {
    const { clock, pump } = openBench();
    const page = openPort();
    pump.add(page.port);
    clock.move(0);
    expect(page.frames).toEqual([{ seq: 1, sentAtMs: 1_000, clockOffsetMs: 25, ticks: [] }]);
  });

  it('sends at most one frame per 8 ms for any number of changes', () => {
    const { clock, pump, change } = openBench();
    const page = openPort();
    pump.add(page.port);
    const sentAt: number[] = [];
    for (let ms = 0; ms < 160; ms += 1) {
      change();
      const before = page.frames.length;
      clock.move(1);
      if (page.frames.length > before) {
        expect(page.frames.length).toBe(before + 1);
        sentAt.push(clock.now());
        page.ack();
      }
    }
    // A screen frame of 16 ms has room for two: what just misses one goes with the next.
    expect(sentAt.length).toBeGreaterThanOrEqual(18);
    for (const [index, atMs] of sentAt.entries()) {
      if (index > 0) expect(atMs - (sentAt[index - 1] ?? 0)).toBeGreaterThanOrEqual(FRAME_INTERVAL_MS);
    }
  });

  it('sends what had no room in the frames that follow, and measures it from its own arrival', () => {
    const { clock, pump, change, fill } = openBench();
    const page = openPort();
    pump.add(page.port);
    clock.move(0);
    page.ack();
    fill(3);
    change(0, 990);
    for (let ms = 0; ms < 80; ms += 1) {
      clock.move(1);
      page.ack();
    }
    expect(page.frames.map(({ changedAtMs }) => changedAtMs)).toEqual([undefined, 990, 990, 990]);
  });

  it('skips and counts frames until the page acknowledges the last one, then sends the newest state only', () => {
    const { clock, pump, change } = openBench();
    const page = openPort();
    pump.add(page.port);
    clock.move(0);
    for (let i = 0; i < 5; i += 1) {
      change();
      clock.move(FRAME_INTERVAL_MS);
    }
    expect(page.frames).toHaveLength(1);
    expect(pump.framesSkipped()).toBe(5);
    page.ack();
    clock.move(FRAME_INTERVAL_MS);
    expect(page.frames.map(({ seq }) => seq)).toEqual([1, 2]);
    page.ack();
    clock.move(FRAME_INTERVAL_MS);
    expect(page.frames).toHaveLength(2);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', '1'],
    ['another number', { ack: 2 }],
    ['a number as text', { ack: '1' }],
  ])('takes %s for no acknowledgement', (_what, value) => {
    const { clock, pump, change } = openBench();
    const page = openPort();
    pump.add(page.port);
    clock.move(0);
    page.say(value);
    change();
    clock.move(FRAME_INTERVAL_MS);
    expect(page.frames).toHaveLength(1);
  });

  it('schedules nothing without a change', () => {
    const { clock, pump, change } = openBench();
    change();
    expect(clock.pending()).toBe(0);
    const page = openPort();
    pump.add(page.port);
    clock.move(0);
    page.ack();
    expect(clock.pending()).toBe(0);
    change();
    change();
    expect(clock.pending()).toBe(1);
  });

  it('lets a change that may wait go with the next frame, and alone when there is none in time', () => {
    const { clock, pump, change } = openBench();
    const page = openPort();
    pump.add(page.port);
    clock.move(0);
    page.ack();
    clock.move(FRAME_INTERVAL_MS);
    change(500);
    clock.move(400);
    expect(page.frames).toHaveLength(1);
    change();
    clock.move(0);
    expect(page.frames).toHaveLength(2);
    page.ack();
    expect(clock.pending()).toBe(0);
    change(500);
    change(500);
    clock.move(499);
    expect(page.frames).toHaveLength(2);
    clock.move(1);
    expect(page.frames).toHaveLength(3);
  });

  it('says when the oldest change of a frame arrived, once', () => {
    const { clock, pump, change } = openBench();
    const page = openPort();
    pump.add(page.port);
    clock.move(0);
    change(0, 7.5);
    change(0, 9);
    clock.move(FRAME_INTERVAL_MS);
    change(0, 11);
    page.ack();
    clock.move(FRAME_INTERVAL_MS);
    page.ack();
    change();
    clock.move(FRAME_INTERVAL_MS);
    expect(page.frames.map(({ changedAtMs }) => changedAtMs)).toEqual([undefined, 7.5, undefined]);
  });

  it('sends to one page while another is slow', () => {
    const { clock, pump, change } = openBench();
    const slow = openPort();
    const quick = openPort();
    pump.add(slow.port);
    pump.add(quick.port);
    for (let i = 0; i < 4; i += 1) {
      clock.move(FRAME_INTERVAL_MS);
      quick.ack();
      change();
    }
    expect(slow.frames).toHaveLength(1);
    expect(quick.frames.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('drops a port that closes and a port that fails', () => {
    const { clock, pump, change } = openBench();
    const closing = openPort();
    const broken = openPort();
    pump.add(closing.port);
    pump.add(broken.port);
    closing.close();
    broken.breakDown();
    clock.move(0);
    expect(pump.portCount()).toBe(0);
    change();
    expect(clock.pending()).toBe(0);
  });

  it('reports an exception of `collect` and continues with the next change', () => {
    const { clock, pump, faults, change, collectWith } = openBench();
    const page = openPort();
    collectWith(() => {
      throw new Error('no book');
    });
    pump.add(page.port);
    clock.move(0);
    expect(faults).toHaveLength(1);
    collectWith(() => ({ ticks: [] }));
    change();
    clock.move(FRAME_INTERVAL_MS);
    expect(page.frames).toHaveLength(1);
  });

  it('sends nothing after it closed', () => {
    const { clock, pump, change } = openBench();
    const page = openPort();
    pump.add(page.port);
    pump.close();
    change();
    clock.move(FRAME_INTERVAL_MS);
    expect(page.frames).toEqual([]);
    expect(clock.pending()).toBe(0);
  });
});
