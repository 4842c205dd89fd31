import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';

describe('message codec', () => {
  it('carries bigints, nested and negative', () => {
    const value = { balance: { total: 10n ** 30n, change: -5n }, list: [1n, 2], text: '5n', none: null };
    expect(decodeMessage(encodeMessage(value))).toEqual(value);
  });

  it('leaves values that only resemble a tagged bigint unchanged', () => {
    for (const text of [
      '{"$bigint":5}',
      '{"$bigint":"x"}',
      '{"$bigint":"1","more":1}',
      `{"$bigint":"${'1'.repeat(81)}"}`,
    ]) {
      expect(decodeMessage(text)).toEqual(JSON.parse(text));
    }
  });

  it('throws SyntaxError on text that is not a message', () => {
    for (const text of ['', '{', 'undefined', '['.repeat(200_000) + ']'.repeat(200_000)]) {
      expect(() => decodeMessage(text)).toThrow(SyntaxError);
    }
  });

  it('keeps prototypes out of reach of a message', () => {
    const value = decodeMessage('{"__proto__":{"armed":true}}') as { armed?: boolean };
    expect(value.armed).toBeUndefined();
    expect(({} as { armed?: boolean }).armed).toBeUndefined();
  });
});
