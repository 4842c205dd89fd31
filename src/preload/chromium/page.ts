/** Page script of the Chromium shell: defines `window.adyton` before any script of the page runs. */
import { buildSurface } from '../surface.ts';
import { LINK_MESSAGE, type LinkAnswer, type LinkCall, openChannel } from './link.ts';

interface PageGlobal {
  readonly top: unknown;
  readonly window: unknown;
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
}

// The compiler of the preloads knows Node's globals only.
const page = globalThis as unknown as PageGlobal;

function expose(): void {
  const { port1, port2 } = openChannel();
  const waiting = new Map<number, (text: string) => void>();
  let lastId = 0;
  port1.onmessage = ({ data }) => {
    // Only the isolated world has the other end.
    const { id, text } = data as LinkAnswer;
    waiting.get(id)?.(text);
    waiting.delete(id);
  };
  const surface = buildSurface(
    (name, text) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        port1.postMessage({ id: lastId, name, text } satisfies LinkCall);
      }),
  );
  Object.defineProperty(globalThis, 'adyton', { value: surface, enumerable: true });
  page.postMessage(LINK_MESSAGE, '*', [port2]);
}

if (page.top === page.window) expose();
