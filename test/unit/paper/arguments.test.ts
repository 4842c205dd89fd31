import { expect, test } from 'vitest';
import { parsePaperArguments } from '#paper/arguments.ts';

test('reads port, seed and speed, and stands on a free port at real speed without them', () => {
  expect(parsePaperArguments([])).toEqual({ embedded: false, port: 0, seed: 7, speed: 1 });
  expect(parsePaperArguments(['--embedded', '--seed', '12', '--port', '8080', '--speed', '10'])).toEqual({
    embedded: true,
    port: 8_080,
    seed: 12,
    speed: 10,
  });
});

test('refuses what it does not know or cannot do', () => {
  for (const args of [['--port', '70000'], ['--speed', '0'], ['--seed', 'x'], ['--host', '0.0.0.0'], ['stray']]) {
    expect(() => parsePaperArguments(args)).toThrow();
  }
});
