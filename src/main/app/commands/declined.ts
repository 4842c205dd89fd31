/** Answer to a command whose confirmation was declined. */
import { fail } from '#shared/ipc/result.ts';

export const declined = (what: string) => fail('CANCELLED', `Expected ${what} to be confirmed, found it refused`);
