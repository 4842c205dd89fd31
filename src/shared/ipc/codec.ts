/**
 * Message codec of the bridge, the same in both shells: JSON with tagged bigints.
 *
 * Errors      Throws SyntaxError on text that is not JSON; schemas check the rest.
 */
const TAG = '$bigint';

export function encodeMessage(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? tagBigint(item) : item));
}

/** Form of a bigint in a message. */
export function tagBigint(value: bigint): unknown {
  return { [TAG]: value.toString() };
}

/** Without a reviver: that costs several times the decoding. */
export function decodeMessage(text: string): unknown {
  const value: unknown = JSON.parse(text);
  try {
    return untag(value);
  } catch (error) {
    // Deep nesting exceeds the stack.
    if (error instanceof RangeError) throw new SyntaxError('Expected a message of fewer levels, found too many');
    throw error;
  }
}

/** Replaces tagged bigints in place. */
function untag(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const record = value as Record<string, unknown>;
  const digits = Object.hasOwn(record, TAG) ? record[TAG] : undefined;
  if (typeof digits === 'string' && Object.keys(record).length === 1 && /^-?\d{1,80}$/.test(digits))
    return BigInt(digits);
  for (const key of Object.keys(record)) {
    const item = record[key];
    if (item === null || typeof item !== 'object') continue;
    const plain = untag(item);
    if (plain !== item) record[key] = plain;
  }
  return value;
}
