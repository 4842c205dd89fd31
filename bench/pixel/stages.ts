/**
 * The split of *event to pixel*: when each frame passed from one part of the program to the next.
 *
 * Units       Unix ms with fractions, of clocks of one machine.
 * Invariants  The product's own parts: the shell's data port and the page's MessagePort are watched, not replaced.
 */
import type { Page } from 'playwright-core';
import type { DataPort, Shell } from '../../src/main/shell/port.ts';
import { openFrame } from '../../src/shared/ipc/frames/frameCodec.ts';

const now = (): number => performance.timeOrigin + performance.now();

interface Sent {
  readonly changedAtMs: number | undefined;
  readonly sentAtMs: number;
  readonly bytes: number;
}

/** Seen by the page; on its window, because the next reading is another call. */
interface Seen {
  /** Triples: sequence of a frame, its arrival, its acknowledgement. */
  readonly frames: number[];
  /** Pairs: begin and end of what a screen frame runs of the page. */
  readonly draws: number[];
}

type WatchedWindow = Window & { adytonSeen?: Seen };

export const STAGES = [
  'main: until the frame is sent',
  'to the page',
  'page: decoded and stored',
  'page: until the screen frame',
  'page: drawn',
] as const;
export type Stage = (typeof STAGES)[number];

export interface StageTimes {
  readonly stages: Readonly<Record<Stage, readonly number[]>>;
  readonly together: readonly number[];
  readonly frames: number;
  readonly draws: number;
  readonly bytes: number;
}

export interface StageWatch {
  readonly shell: Shell;
  /** Of the newest list that main sent. */
  markets(): readonly string[];
  /** Watches the page too, which loads again for it. */
  start(page: Page): Promise<void>;
  /** What passed since the last reading. */
  read(page: Page): Promise<StageTimes>;
}

/** Runs in the page before its scripts. */
function watchPage(): void {
  const seen: Seen = { frames: [], draws: [] };
  (window as WatchedWindow).adytonSeen = seen;
  const clock = (): number => performance.timeOrigin + performance.now();
  const onMessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!;
  const post = MessagePort.prototype.postMessage;
  let arrivedMs = 0;
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...onMessage,
    set(this: MessagePort, listener: (event: MessageEvent) => void) {
      onMessage.set!.call(this, (event: MessageEvent) => {
        arrivedMs = clock();
        listener(event);
      });
    },
  });
  MessagePort.prototype.postMessage = function watched(this: MessagePort, value: unknown, ...rest: never[]) {
    const ack = (value as { ack?: unknown } | null)?.ack;
    if (typeof ack === 'number') seen.frames.push(ack, arrivedMs, clock());
    post.call(this, value, ...rest);
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((atMs) => {
      const begin = clock();
      callback(atMs);
      seen.draws.push(begin, clock());
    });
}

export function watchStages(shell: Shell): StageWatch {
  const sent = new Map<number, Sent>();
  let markets: readonly string[] = [];
  function watchPort(port: DataPort): DataPort {
    return {
      ...port,
      post(frame) {
        const { seq, changedAtMs, catalogue } = openFrame(frame);
        if (catalogue !== undefined) markets = catalogue.markets.map(({ id }) => id);
        sent.set(seq, { changedAtMs, sentAtMs: now(), bytes: frame.byteLength });
        port.post(frame);
      },
    };
  }
  return {
    shell: {
      ...shell,
      onDataPort: (listener) =>
        shell.onDataPort((port, window) => {
          sent.clear();
          listener(watchPort(port), window);
        }),
    },
    markets: () => markets,
    async start(page) {
      await page.addInitScript(watchPage);
      await page.reload({ waitUntil: 'load' });
    },
    async read(page) {
      const { frames, draws } = await page.evaluate(() => {
        const seen = (window as WatchedWindow).adytonSeen!;
        return { frames: seen.frames.splice(0), draws: seen.draws.splice(0) };
      });
      const times = Object.fromEntries(STAGES.map((stage): [Stage, number[]] => [stage, []])) as Record<
        Stage,
        number[]
      >;
      const together: number[] = [];
      let bytes = 0;
      let draw = 0;
      for (let at = 0; at + 2 < frames.length; at += 3) {
        const [seq, arrivedMs, ackedMs] = [frames[at]!, frames[at + 1]!, frames[at + 2]!];
        while (draw < draws.length && draws[draw]! < ackedMs) draw += 2;
        const one = sent.get(seq);
        bytes += one?.bytes ?? 0;
        if (one?.changedAtMs === undefined || draw >= draws.length) continue;
        const [beginMs, endMs] = [draws[draw]!, draws[draw + 1]!];
        const marks = [one.changedAtMs, one.sentAtMs, arrivedMs, ackedMs, beginMs, endMs];
        for (const [place, stage] of STAGES.entries()) times[stage].push(marks[place + 1]! - marks[place]!);
        together.push(endMs - one.changedAtMs);
      }
      sent.clear();
      return { stages: times, together, frames: frames.length / 3, draws: draws.length / 2, bytes };
    },
  };
}
