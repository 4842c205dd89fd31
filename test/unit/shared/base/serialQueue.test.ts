import { describe, expect, it } from 'vitest';
import { createSerialQueue } from '#shared/base/serialQueue.ts';

describe('serial queue', () => {
  it('starts a task only after the one before it ended, and gives each its own result', async () => {
    const queue = createSerialQueue();
    const log: string[] = [];
    const gate = Promise.withResolvers<string>();
    const first = queue.run(async () => {
      log.push('first starts');
      const value = await gate.promise;
      log.push('first ends');
      return value;
    });
    const second = queue.run(async () => {
      log.push('second starts');
      return 2;
    });
    await Promise.resolve();
    expect(log).toEqual(['first starts']);
    gate.resolve('done');
    expect(await Promise.all([first, second])).toEqual(['done', 2]);
    expect(log).toEqual(['first starts', 'first ends', 'second starts']);
  });

  it('goes on after a task that failed', async () => {
    const queue = createSerialQueue();
    const failed = queue.run(async () => {
      throw new Error('broken');
    });
    const next = queue.run(async () => 'next');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('next');
    await queue.idle();
  });
});
