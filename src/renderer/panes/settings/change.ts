/** Saves a changed preference and says so where that failed. */
import type { Preferences } from '#shared/ipc/preferences.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { savePreferences } from '../../domain/preferences.ts';
import { useOverlay } from '../../ui/overlay.ts';

/** Applies a change and says so where it could not be saved; it is then undone. */
export async function change(part: Partial<Preferences>): Promise<void> {
  const result = await savePreferences(part);
  if (!result.ok) useOverlay.getState().notify('bad', 'The setting was not saved', formatBridgeError(result.error));
}
