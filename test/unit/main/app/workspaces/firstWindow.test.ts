import { describe, expect, it } from 'vitest';
import { openFirstWindow } from '#main/app/workspaces/firstWindow.ts';
import type {
  DataPort,
  InvokeHandler,
  InvokeRequest,
  PageRefusal,
  WindowHandle,
  WindowRequest,
} from '#main/shell/port.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame } from '#shared/ipc/frames/frameCodec.ts';

const request = (name: string): InvokeRequest => ({ window: 1, trusted: true, name, text: '{}' });
const windowOf = (id: number): WindowRequest => ({ id, kind: id === 1 ? 'main' : 'detached', bounds: null });

function open() {
  const opened: number[] = [];
  let handler: InvokeHandler = async () => '';
  let onPort: (port: DataPort, window: number) => void = () => undefined;
  let onRefusal: (what: PageRefusal) => void = () => undefined;
  const first = openFirstWindow(
    {
      openWindow: async ({ id }) => {
        opened.push(id);
        return { id } as WindowHandle;
      },
      serveInvokes: (next) => {
        handler = next;
      },
      onDataPort: (listener) => {
        onPort = listener;
      },
      onPageRefusal: (listener) => {
        onRefusal = listener;
      },
    },
    () => 7,
  );
  return {
    first,
    opened,
    call: (name: string) => handler(request(name)),
    connect: (port: DataPort) => onPort(port, 1),
    refuse: (what: PageRefusal) => onRefusal(what),
  };
}

function makePort(): DataPort & { close(): void; readonly frames: Frame[] } {
  const listeners: (() => void)[] = [];
  const frames: Frame[] = [];
  return {
    frames,
    post: (frame) => void frames.push(decodeFrame(frame)),
    onMessage: () => undefined,
    onClose: (listener) => listeners.push(listener),
    close: () => {
      for (const listener of listeners) listener();
    },
  };
}

describe('the first window', () => {
  it('is opened at once, and given to the request for the main window', async () => {
    const { first, opened } = open();
    expect(opened).toEqual([1]);
    expect(await first.openWindow(windowOf(1))).toMatchObject({ id: 1 });
    expect(opened).toEqual([1]);
    await first.openWindow(windowOf(2));
    // A main window that is opened again is a new one.
    await first.openWindow(windowOf(1));
    expect(opened).toEqual([1, 2, 1]);
  });

  it('shows its pages what main does before it serves them, and one that comes later the newest', () => {
    const { first, connect } = open();
    const [early, late, served] = [makePort(), makePort(), makePort()];
    connect(early);
    first.show({ done: 0, total: 9 });
    first.show({ done: 5, total: 9 });
    connect(late);
    first.serve(
      async () => '',
      () => undefined,
    );
    connect(served);
    expect(early.frames.map(({ starting }) => starting)).toEqual([
      { done: 0, total: 9 },
      { done: 5, total: 9 },
    ]);
    expect(late.frames).toEqual([{ seq: 0, sentAtMs: 7, clockOffsetMs: null, starting: { done: 5, total: 9 } }]);
    expect(served.frames).toEqual([]);
  });

  it('has its calls answered in their order once main can, and later ones at once', async () => {
    const { first, call } = open();
    const answers = [call('a'), call('b')];
    const seen: string[] = [];
    first.serve(
      async ({ name }) => {
        seen.push(name);
        return `answer to ${name}`;
      },
      () => undefined,
    );
    expect(await Promise.all(answers)).toEqual(['answer to a', 'answer to b']);
    expect(await call('c')).toBe('answer to c');
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('keeps the data ports that are still open', () => {
    const { first, connect } = open();
    const [closed, kept, later] = [makePort(), makePort(), makePort()];
    connect(closed);
    connect(kept);
    closed.close();
    const served: DataPort[] = [];
    first.serve(
      async () => '',
      (port) => served.push(port),
    );
    connect(later);
    expect(served).toEqual([kept, later]);
  });

  it('reports what the page was refused before main listens, and later ones at once', () => {
    const { first, refuse } = open();
    refuse('navigation');
    const seen: PageRefusal[] = [];
    first.onPageRefusal((what) => seen.push(what));
    refuse('window');
    expect(seen).toEqual(['navigation', 'window']);
  });
});
