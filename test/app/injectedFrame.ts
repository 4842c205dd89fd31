/** Shows data in the page that no exchange has: a frame through a data port of its own, beside the one of main. */
import type { Page } from '@playwright/test';
import { PORT_MESSAGE } from '../../src/shared/ipc/channels.ts';
import type { BookFrame, Frame } from '../../src/shared/ipc/frames/frame.ts';
import { encodeFrame } from '../../src/shared/ipc/frames/frameCodec.ts';
import { parseMarketId } from '../../src/shared/units/ids.ts';

export interface MeasuredCell {
  /** The name of a cell whose text is drawn. */
  readonly text: string;
  /** A canvas notes a text that it cut. */
  readonly isCut: boolean;
  /** Position and size, to compare. */
  readonly box: string;
}

/**
 * Applies the frame, waits until it is drawn, and answers the text of every cell that `selector` finds, with whether it is cut.
 * Main's next frame replaces what was injected, so both are one step in the page.
 */
export async function measureInjected(
  page: Page,
  part: Omit<Partial<Frame>, 'seq' | 'sentAtMs'>,
  selector: string,
): Promise<readonly MeasuredCell[]> {
  const frame: Frame = { seq: 1, sentAtMs: Date.now(), clockOffsetMs: 0, ...part };
  const base64 = Buffer.from(encodeFrame(frame)).toString('base64');
  return page.evaluate(
    async ({ text, message, cells }) => {
      const { port1, port2 } = new MessageChannel();
      const applied = new Promise((resolve) => {
        port2.onmessage = resolve;
      });
      window.postMessage(message, '*', [port1]);
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      port2.postMessage(bytes.buffer);
      await applied;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return [...document.querySelectorAll<HTMLElement>(cells)].map((cell) => ({
        text: cell.textContent || (cell.ariaLabel ?? ''),
        isCut: cell.scrollWidth > cell.clientWidth || cell.dataset.clipped !== undefined,
        box: JSON.stringify(cell.getBoundingClientRect()),
      }));
    },
    { text: base64, message: PORT_MESSAGE, cells: selector },
  );
}

/** A live book of twenty levels a side around 0.50, the best of `size` contracts; by default sizes of seven digits. */
export function makeLargeBook(market: string, size = 8_888_888): BookFrame {
  const nowMs = Date.now();
  const side = (from: number, step: number): Float64Array =>
    Float64Array.from(Array.from({ length: 20 }, (_, at) => [from + at * step, (size - at) * 1_000_000]).flat());
  return {
    market: parseMarketId(market),
    health: { at: 'live' } as BookFrame['health'],
    version: 1_000_000_000,
    sequence: 1,
    exchangeTimeMs: nowMs,
    provedAtMs: nowMs,
    bids: side(490_000, -10_000),
    asks: side(510_000, 10_000),
    traded: new Float64Array(),
    lastPrice: 500_000,
  };
}
