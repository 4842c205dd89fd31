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

export function decodeMessage(text: string): unknown {
  try {
    return JSON.parse(text, (_key, item: unknown) => {
      if (item !== null && typeof item === 'object' && Object.hasOwn(item, TAG)) {
        const digits = (item as Record<string, unknown>)[TAG];
        if (Object.keys(item).length === 1 && typeof digits === 'string' && /^-?\d{1,80}$/.test(digits))
          return BigInt(digits);
      }
      return item;
    });
  } catch (error) {
    // The reviver recurses, so deep nesting exceeds the stack.
    if (error instanceof RangeError) throw new SyntaxError('Expected a message of fewer levels, found too many');
    throw error;
  }
}
