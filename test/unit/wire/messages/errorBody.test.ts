import { describe, expect, it } from 'vitest';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';

describe('parseErrorCodes', () => {
  it('reads the three shapes', () => {
    expect(parseErrorCodes('{"errors":["a.b","c.d"]}')).toEqual(['a.b', 'c.d']);
    expect(parseErrorCodes('{"errors":"a.b"}')).toEqual(['a.b']);
    expect(parseErrorCodes('{"error":"a.b"}')).toEqual(['a.b']);
  });

  it('gives an empty list without a code, and never throws', () => {
    for (const text of [
      '',
      'x',
      '[]',
      'null',
      '{}',
      '{"errors":[]}',
      '{"errors":[1,null,""]}',
      '{"errors":{"a":1}}',
      '<html>',
    ]) {
      expect(parseErrorCodes(text)).toEqual([]);
    }
  });

  it('bounds the number and length of codes', () => {
    const codes = parseErrorCodes(JSON.stringify({ errors: new Array(100).fill('x'.repeat(500)) }));
    expect(codes).toHaveLength(20);
    expect(codes[0]).toHaveLength(200);
  });
});
