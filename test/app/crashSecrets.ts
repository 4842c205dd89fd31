/** What must not be found after a crash, and the ways to crash. */
export const CANARY_PASSWORD = 'Canary-91-of-a-crashed-program';
export const CANARY_KEY = `5e${'b9'.repeat(30)}2f`;

export type CrashWay = 'abort' | 'fault' | 'exception' | 'rejection';
