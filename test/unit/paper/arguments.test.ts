import { expect, test } from 'vitest';
import { parsePaperArguments } from '#paper/arguments.ts';

const PLAIN = {
  embedded: false,
  port: 0,
  seed: 7,
  speed: 1,
  factor: 1,
  data: null,
  markets: null,
  strict: false,
  direction: null,
  faults: null,
  atMs: null,
  digestMs: null,
  actions: null,
  chain: false,
};

test('reads what it is told, and serves from memory on a free port at real speed without it', () => {
  expect(parsePaperArguments([])).toEqual(PLAIN);
  expect(parsePaperArguments(['--embedded', '--seed', '12', '--port', '8080', '--speed', '10', '--data', 'x'])).toEqual(
    {
      ...PLAIN,
      embedded: true,
      port: 8_080,
      seed: 12,
      speed: 10,
      data: 'x',
    },
  );
  expect(parsePaperArguments(['--at', '2026-01-05T12:00:00Z', '--digest', '10m'])).toEqual({
    ...PLAIN,
    atMs: 1_767_614_400_000,
    digestMs: 600_000,
  });
  expect(parsePaperArguments(['--check', '1000', '--strict', '--faults', 'f.json', '--markets', '50000'])).toEqual({
    ...PLAIN,
    actions: 1_000,
    markets: 50_000,
    strict: true,
    faults: 'f.json',
  });
});

test('refuses what it does not know or cannot do', () => {
  for (const args of [
    ['--port', '70000'],
    ['--speed', '0'],
    ['--factor', '0'],
    ['--seed', 'x'],
    ['--host', '0.0.0.0'],
    ['stray'],
    ['--at', 'tomorrow'],
    ['--at', '2026-13-05T12:00:00Z'],
    ['--digest', '0m'],
    ['--digest', '10'],
    ['--check', '0'],
  ]) {
    expect(() => parsePaperArguments(args)).toThrow();
  }
});

test('settles on a chain with a market of this machine and of this run alone', () => {
  expect(parsePaperArguments(['--chain', '--port', '8080', '--strict'])).toEqual({
    ...PLAIN,
    chain: true,
    port: 8_080,
    strict: true,
  });
  for (const other of [['--data', 'x'], ['--faults', 'f'], ['--factor', '2'], ['--digest', '1m'], ['--embedded']]) {
    expect(() => parsePaperArguments(['--chain', ...other])).toThrow(other[0]);
  }
});

test('reads how an order without a signature says its direction', () => {
  expect(parsePaperArguments(['--direction', 'way,bid,ask']).direction).toEqual({
    name: 'way',
    buy: 'bid',
    sell: 'ask',
  });
  for (const text of ['way', 'way,bid', 'way,bid,bid', ',bid,ask', 'way,bid,ask,more'])
    expect(() => parsePaperArguments(['--direction', text])).toThrow('--direction FIELD,BUY,SELL');
});
