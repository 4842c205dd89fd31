/** The message of anything thrown, for logs: never empty, never a stack, and cleaned, because it may quote the exchange's text. */
import { cleanText } from './cleanText.ts';

const MAX_MESSAGE = 1_000;

export function describeError(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : cleanText(error.message, MAX_MESSAGE);
  return typeof error === 'string' && error !== '' ? cleanText(error, MAX_MESSAGE) : 'no reason given';
}
