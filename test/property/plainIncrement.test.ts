import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlainIncrement } from '#wire/messages/plainIncrement.ts';
import { parseAnyMessage, parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { WireError } from '#wire/messages/wireError.ts';

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^0\.\d{1,6}$/) },
  { weight: 3, arbitrary: fc.stringMatching(/^\d{1,11}(\.\d{1,7})?$/) },
  { weight: 1, arbitrary: fc.constantFrom('', '0', '0.0', '.5', '5.', '-1', '+1', '1e3', '1_0', ' 1', '٣', '\\u0031') },
);
const side = fc
  .array(fc.tuple(amount, amount), { maxLength: 4 })
  .map((levels) => `[${levels.map(([price, volume]) => `["${price}","${volume}"]`).join(',')}]`);
const sequence = fc.oneof(fc.nat().map(String), fc.constantFrom('01', '-0', '1.0', '"7"', '9007199254740993', 'null'));
const increment = fc
  .record({ bids: side, asks: side, sequence })
  .chain((fields) => fc.shuffledSubarray(Object.entries(fields), { minLength: 1 }))
  .map((fields) => `{"101.ob-inc":{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}}`);
const changed = fc
  .tuple(increment, fc.nat(), fc.nat(2), fc.constantFrom('', ' ', ',', '"', ']', '}', '[', '{', '0', '\\', '.', ':'))
  .map(([text, at, cut, added]) => {
    const from = at % text.length;
    return text.slice(0, from) + added + text.slice(from + cut);
  });

function readOrError<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) return error.message;
    throw error;
  }
}

describe('the reader of plain increments', () => {
  it('answers what the general parser answers, for whole and for changed texts', () => {
    fc.assert(
      fc.property(fc.oneof(increment, changed), (text) => {
        const general = readOrError(() => parseAnyMessage(text));
        expect(readOrError(() => parseStreamMessage(text))).toEqual(general);
        const plain = parsePlainIncrement(text);
        if (plain !== null) expect([{ kind: 'increment', ...plain }]).toEqual(general);
      }),
      { numRuns: 2_000 },
    );
  });
});
