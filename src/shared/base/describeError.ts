/** The message of anything thrown, for logs: never empty, never a stack. */
export function describeError(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return typeof error === 'string' && error !== '' ? error : 'no reason given';
}
