/**
 * The message of anything thrown, for logs: never empty, never a stack, and cleaned, because it may quote the exchange's text.
 *
 * Invariants  No message of a SyntaxError: JSON.parse and BigInt quote what they were given, which may be a secret.
 */
import { cleanText } from './cleanText.ts';

const MAX_MESSAGE = 1_000;

export function describeError(error: unknown): string {
  if (error instanceof SyntaxError) return 'Expected text that can be parsed, found other text';
  if (error instanceof Error) return error.message === '' ? error.name : cleanText(error.message, MAX_MESSAGE);
  return typeof error === 'string' && error !== '' ? cleanText(error, MAX_MESSAGE) : 'no reason given';
}
