/** Feed of the page: receives frames from the data port, acknowledges them and updates the mirror. */
import { type DependencyList, useEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { PORT_MESSAGE } from '#shared/ipc/channels.ts';
import type { FrameAck } from '#shared/ipc/frames/frame.ts';
import { openFrame } from '#shared/ipc/frames/frameCodec.ts';
import { openFrameClock } from './frameClock.ts';
import { openFrameRequests } from './frameRequests.ts';
import { openLatency } from './latency.ts';
import { type Mirror, openMirror } from './mirror.ts';

const isVisible = (): boolean => document.visibilityState === 'visible';

export const latency = openLatency(() => performance.timeOrigin + performance.now(), isVisible);

/** Noted by `openFeed`. */
let isHidden = false;

const frames = openFrameRequests({
  isVisible: () => !isHidden,
  requestFrame: (run) => window.requestAnimationFrame(run),
  schedule: (run) => window.setTimeout(run, 0),
});

export const feed: Mirror = openMirror(
  openFrameClock(frames.request, (run) => {
    flushSync(run);
    latency.noteDrawn();
  }),
);

/** Opens the feed; called once, before the first render. */
export function openFeed(): void {
  const noteVisibility = (): void => {
    isHidden = !isVisible();
    frames.noteVisibility();
  };
  document.addEventListener('visibilitychange', noteVisibility);
  noteVisibility();
  window.addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.source !== window || event.data !== PORT_MESSAGE || !port) return;
    port.onmessage = (message: MessageEvent<unknown>) => {
      if (!(message.data instanceof ArrayBuffer)) return;
      const frame = openFrame(message.data);
      feed.applyFrame(frame);
      // Only a frame that changes something on screen has an event-to-pixel time.
      if (feed.clock.isDue()) latency.noteFrame(frame.changedAtMs);
      port.postMessage({ ack: frame.seq } satisfies FrameAck);
    };
  });
}

/** Reads a value of the mirror and renders again when one of `keys` becomes dirty. */
export function useFeed<T>(keys: readonly string[], read: (mirror: Mirror) => T): T {
  const version = useRef(0);
  const joined = keys.join('\n');
  useSyncExternalStore(
    useStable((onDirty: () => void) => {
      const list = joined === '' ? [] : joined.split('\n');
      return feed.clock.subscribe(list, () => {
        version.current += 1;
        onDirty();
      });
    }, joined),
    () => version.current,
  );
  return read(feed);
}

/** Reads a primitive or an immutable value of the mirror and renders again only when it changes. */
export function useFeedValue<T>(keys: readonly string[], read: (mirror: Mirror) => T): T {
  const joined = keys.join('\n');
  return useSyncExternalStore(
    useStable((onDirty: () => void) => feed.clock.subscribe(joined === '' ? [] : joined.split('\n'), onDirty), joined),
    () => read(feed),
  );
}

/** Calls `draw` at mount and on each screen frame in which one of `keys` is dirty; for canvases. */
export function useFeedFrame(keys: readonly string[], draw: (mirror: Mirror) => void, deps: DependencyList = []): void {
  useEveryFrame('subscribe', keys, draw, deps);
}

/** The same for code that writes into elements without React; runs after every canvas. */
export function useFeedWrite(keys: readonly string[], write: (mirror: Mirror) => void, deps: DependencyList): void {
  useEveryFrame('subscribeWriter', keys, write, deps);
}

function useEveryFrame(
  subscribe: 'subscribe' | 'subscribeWriter',
  keys: readonly string[],
  run: (mirror: Mirror) => void,
  deps: DependencyList,
): void {
  const latest = useRef(run);
  latest.current = run;
  const joined = keys.join('\n');
  useEffect(() => {
    latest.current(feed);
    return feed.clock[subscribe](joined.split('\n'), () => latest.current(feed));
  }, [subscribe, joined, ...deps]);
}

/** The function of the first render with this key. */
function useStable<F>(value: F, key: string): F {
  const stable = useRef<{ key: string; value: F } | null>(null);
  if (stable.current?.key !== key) stable.current = { key, value };
  return stable.current.value;
}
