/** Answer to a command whose confirmation was declined. */
import { fail } from '#shared/ipc/result.ts';

export const declined = () => fail('CANCELLED', { reason: 'declined' });
