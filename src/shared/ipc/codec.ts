/**
 * Text form of everything that crosses the bridge, the same in both shells: JSON, with bigints tagged.
 *
 * Errors      Throws SyntaxError on text that is not JSON; schemas judge the rest.
 */
const TAG = '$bigint';

export function encodeMessage(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? { [TAG]: item.toString() } : item));
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
    // Deep nesting overruns the stack of the reviver.
    if (error instanceof RangeError) throw new SyntaxError('Expected a message of few levels, found too many');
    throw error;
  }
}
