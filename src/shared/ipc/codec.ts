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
  return JSON.parse(text, (_key, item: unknown) => {
    if (item !== null && typeof item === 'object' && TAG in item) {
      const digits = (item as Record<string, unknown>)[TAG];
      if (Object.keys(item).length === 1 && typeof digits === 'string' && /^-?\d{1,80}$/.test(digits))
        return BigInt(digits);
    }
    return item;
  });
}
