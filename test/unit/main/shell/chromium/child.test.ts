import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startNodeChild } from '#main/shell/chromium/child.ts';

const entry = path.join(import.meta.dirname, 'fixture/child.ts');

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('startNodeChild', () => {
  it('starts a TypeScript module, exchanges messages with it, and ends it', async () => {
    const child = await startNodeChild(entry, ['--embedded', '--seed', '3']);
    const messages: unknown[] = [];
    const arrived = Promise.withResolvers<void>();
    child.onMessage((value) => {
      messages.push(value);
      if (messages.length === 1) child.send({ n: 1 });
      else arrived.resolve();
    });
    await arrived.promise;
    expect(messages[0]).toMatchObject({ kind: 'hello', args: ['--embedded', '--seed', '3'] });
    // Less garbage of new objects than Node keeps by default.
    expect((messages[0] as { options: string[] }).options).toContain('--max-semi-space-size=4');
    expect(messages[1]).toEqual({ kind: 'echo', value: { n: 1 } });
    const codes: (number | null)[] = [];
    child.onExit((code) => codes.push(code));
    await child.kill();
    expect(codes).toHaveLength(1);
    expect(isRunning((messages[0] as { pid: number }).pid)).toBe(false);
    await child.kill();
    child.onExit((code) => codes.push(code));
    expect(codes).toHaveLength(2);
  });
});
