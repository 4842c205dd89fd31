import { expect, test, vi } from 'vitest';
import { DIGEST_START_MS, playDigest } from '#paper/digest.ts';

// Whole minutes are played: a busy machine needs longer for that than for other tests.
vi.setConfig({ testTimeout: 60_000 });

test('is the same in two runs and another for another seed, start or length', () => {
  const first = playDigest(7, DIGEST_START_MS, 60_000);
  expect(first.messages).toBeGreaterThan(5_000);
  expect(playDigest(7, DIGEST_START_MS, 60_000)).toEqual(first);
  const others = [
    playDigest(8, DIGEST_START_MS, 60_000),
    playDigest(7, DIGEST_START_MS + 1_000, 60_000),
    playDigest(7, DIGEST_START_MS, 61_000),
  ];
  expect(new Set([first, ...others].map(({ hash }) => hash)).size).toBe(4);
});

test('crosses the end of a window: its settlement is part of what is hashed', () => {
  const start = DIGEST_START_MS + 870_000;
  expect(playDigest(7, start, 60_000)).toEqual(playDigest(7, start, 60_000));
});
