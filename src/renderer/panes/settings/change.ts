/** Saves a changed preference and says so where that failed. */
import type { Preferences } from '#shared/ipc/preferences.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { savePreferences } from '../../domain/preferences.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';

/** Applies a change and says so where it could not be saved; it is then undone. */
export async function change(part: Partial<Preferences>): Promise<void> {
  const result = await savePreferences(part);
  const { notify, endAttempt } = useOverlay.getState();
  if (result.ok) endAttempt('setting');
  else notify('bad', 'The setting was not saved', formatBridgeError(result.error), attemptOf('setting'));
}
