/** Lock reasons in words, such as 'the computer went to sleep'. */
import { formatMinutes } from '../../base/formatDuration.ts';
import type { LockReason, LockReasonCodes } from '../../ipc/custody.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';

/** Each follows a colon: no capital letter, no final period. */
const LOCK_REASONS: Catalogue<LockReasonCodes> = {
  manual: () => 'you locked it',
  suspend: () => 'the computer went to sleep',
  'lock-screen': () => 'the screen was locked',
  'last window closed': () => 'the last window was closed',
  'renderer crash': () => 'the window crashed',
  'user switch': () => 'another user signed in on this computer',
  quit: () => 'Adyton quit',
  idle: ({ minutes }) => `no activity for ${formatMinutes(minutes)}`,
};

export function formatLockReason(reason: LockReason): string {
  return formatCoded(LOCK_REASONS, reason);
}
