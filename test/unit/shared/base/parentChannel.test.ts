import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type ChildSide, openParentChannel, QUIT } from '#shared/base/parentChannel.ts';

function open(side: ChildSide) {
  const heard: unknown[] = [];
  let ends = 0;
  const channel = openParentChannel(
    side,
    () => {
      ends += 1;
    },
    (message) => heard.push(message),
  );
  return { channel, heard, ends: () => ends };
}

describe('openParentChannel', () => {
  it("uses Electron's port, which wraps what it brings and reports no close", () => {
    const sent: unknown[] = [];
    const parentPort = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => sent.push(message) });
    // Electron's process also has `send` where Node's launcher forked it: its own port comes first.
    const side = Object.assign(new EventEmitter(), { parentPort, send: () => undefined });
    const { channel, heard, ends } = open(side);
    channel?.post({ at: 'ready' });
    parentPort.emit('message', { data: 'request', ports: [] });
    parentPort.emit('message', { data: null, ports: [] });
    expect([sent, heard, ends()]).toEqual([[{ at: 'ready' }], ['request', null], 0]);
    expect(parentPort.eventNames()).toEqual(['message']);
    parentPort.emit('message', { data: QUIT, ports: [] });
    expect([heard, ends()]).toEqual([['request', null], 1]);
  });

  it("uses a fork's channel, and ends with it", () => {
    const sent: unknown[] = [];
    const side = Object.assign(new EventEmitter(), { send: (message: unknown) => sent.push(message) });
    const { channel, heard, ends } = open(side);
    channel?.post({ at: 'ready' });
    side.emit('message', { kind: 'other' });
    expect([sent, heard, ends()]).toEqual([[{ at: 'ready' }], [{ kind: 'other' }], 0]);
    side.emit('message', QUIT);
    side.emit('disconnect');
    expect(ends()).toBe(2);
  });

  it('is none for a process that no parent started', () => {
    const side = new EventEmitter();
    expect(open(side).channel).toBeNull();
    expect(side.eventNames()).toEqual([]);
  });
});
