/** The page's single feed: takes the data port from the preload, decodes frames, acknowledges them. */
import { type DependencyList, useEffect, useRef, useSyncExternalStore } from 'react';
import type { FrameAck } from '#shared/ipc/frame.ts';
import { decodeFrame } from '#shared/ipc/frameCodec.ts';
import { PORT_MESSAGE } from '#shared/ipc/names.ts';
import { openFrameClock } from './frameClock.ts';
import { type Mirror, openMirror } from './mirror.ts';

export const feed: Mirror = openMirror(openFrameClock((callback) => window.requestAnimationFrame(callback)));

/** Starts listening; call once, before the first render. */
export function openFeed(): void {
  window.addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.source !== window || event.data !== PORT_MESSAGE || !port) return;
    port.onmessage = (message: MessageEvent<unknown>) => {
      if (!(message.data instanceof ArrayBuffer)) return;
      const frame = decodeFrame(message.data);
      feed.applyFrame(frame);
      port.postMessage({ ack: frame.seq } satisfies FrameAck);
    };
  });
}

/** Reads one value of the mirror and re-renders when one of `keys` became dirty; for panes that React draws. */
export function useFeed<T>(keys: readonly string[], read: (mirror: Mirror) => T): T {
  const version = useRef(0);
  const joined = keys.join('\n');
  useSyncExternalStore(
    useStable((wake: () => void) => {
      const list = joined === '' ? [] : joined.split('\n');
      return feed.clock.subscribe(list, () => {
        version.current += 1;
        wake();
      });
    }, joined),
    () => version.current,
  );
  return read(feed);
}

/** Reads a primitive or a value replaced when it changes, and re-renders only then; for what books move all the time. */
export function useFeedValue<T>(keys: readonly string[], read: (mirror: Mirror) => T): T {
  const joined = keys.join('\n');
  return useSyncExternalStore(
    useStable((wake: () => void) => feed.clock.subscribe(joined === '' ? [] : joined.split('\n'), wake), joined),
    () => read(feed),
  );
}

/** Calls `draw` on every screen frame in which one of `keys` became dirty, and once at mount; for canvases. */
export function useFeedFrame(keys: readonly string[], draw: (mirror: Mirror) => void, deps: DependencyList = []): void {
  const latest = useRef(draw);
  latest.current = draw;
  const joined = keys.join('\n');
  useEffect(() => {
    latest.current(feed);
    return feed.clock.subscribe(joined.split('\n'), () => latest.current(feed));
  }, [joined, ...deps]);
}

function useStable<F>(make: F, key: string): F {
  const held = useRef<{ key: string; make: F } | null>(null);
  if (held.current?.key !== key) held.current = { key, make };
  return held.current.make;
}
