import { vi } from 'vitest';

/** Waits until a check no longer throws, for as long as a busy machine may need. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 });
