import { vi } from 'vitest';

/** Waits until a check stops throwing, long enough for a busy machine. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 });
