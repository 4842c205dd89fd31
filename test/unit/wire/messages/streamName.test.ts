import { describe, expect, it } from 'vitest';
import { parseMarketId } from '#shared/units/ids.ts';
import { buildStreamQuery, formatStream, parseStream, type StreamName } from '#wire/messages/streamName.ts';

const market = parseMarketId('rain-101');

describe('stream names', () => {
  it('parses what it formats', () => {
    const names: [StreamName, string][] = [
      [{ kind: 'ob-inc', market }, 'rain-101.ob-inc'],
      [{ kind: 'ob-snap', market }, 'rain-101.ob-snap'],
      [{ kind: 'trades', market }, 'rain-101.trades'],
      [{ kind: 'kline', market, period: '15m' }, 'rain-101.kline-15m'],
      [{ kind: 'crypto', symbol: 'BTC-USD' }, 'crypto.BTC-USD'],
      [{ kind: 'position' }, 'position'],
    ];
    for (const [name, text] of names) {
      expect(formatStream(name)).toBe(text);
      expect(parseStream(text)).toEqual(name);
    }
  });

  it('returns null for unknown names', () => {
    for (const text of [
      '',
      '.',
      'rain.',
      '.ob-inc',
      'a b.trades',
      'rain-101.kline-7m',
      'a b.kline-1m',
      'global.tickers',
      'success',
    ]) {
      expect(parseStream(text)).toBeNull();
    }
  });

  it('writes the query without encoding and refuses names that need encoding', () => {
    expect(buildStreamQuery(['101.ob-inc', 'crypto.BTC-USD', 'order'])).toBe(
      'stream=101.ob-inc&stream=crypto.BTC-USD&stream=order',
    );
    for (const bad of ['a&b', 'a b', 'a%2E', 'a=b', '']) expect(() => buildStreamQuery([bad])).toThrow('a stream name');
  });
});
