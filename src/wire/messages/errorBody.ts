/**
 * Error codes in the body of a refused request.
 *
 * Shape       `{errors: [code]}`, `{errors: code}`, `{error: code}` (docs/assumptions.md#error-body).
 * Errors      Never throws: a body without a code gives an empty list.
 */
import { isRecord } from './jsonReader.ts';
import { cleanServed } from './servedText.ts';

const MAX_CODES = 20;

export function parseErrorCodes(text: string): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isRecord(body)) return [];
  const errors = body.errors ?? body.error;
  const list: unknown[] = Array.isArray(errors) ? errors : [errors];
  return list
    .filter((code): code is string => typeof code === 'string' && code !== '')
    .slice(0, MAX_CODES)
    .map((code) => cleanServed('errorCode', code));
}
