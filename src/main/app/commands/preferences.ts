/**
 * Commands of the preferences: read them, change some.
 *
 * Errors      SAVE_FAILED when the file could not be written; the stored values are then unchanged.
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Recorder } from '../../storage/recording/recorder.ts';
import type { Settings } from '../../storage/settings/settings.ts';
import type { FaultLog } from '../faultLog.ts';
import { pickSettings } from '../recording/edges.ts';

export interface PreferenceCommandOptions {
  readonly trader: {
    readonly settings: Pick<Settings, 'preferences' | 'savePreferences' | 'replacedPreferences' | 'workspacesAside'>;
    readonly onFault: FaultLog;
    readonly recorder: Pick<Recorder, 'note' | 'setSettings'> | null;
  };
}

export function buildPreferenceCommands({
  trader: { settings, recorder, onFault },
}: PreferenceCommandOptions): CommandsOf<'preferences'> {
  return {
    'preferences.load': async () =>
      succeed({
        preferences: settings.preferences(),
        replaced: settings.replacedPreferences,
        workspacesAside: settings.workspacesAside,
      }),
    'preferences.save': async ({ change }) => {
      try {
        const saved = settings.savePreferences(change);
        recorder?.note('settings', pickSettings(saved));
        if (change.recording !== undefined) recorder?.setSettings(saved.recording);
        return succeed(saved);
      } catch (error) {
        onFault('preferences', error);
        return fail('SAVE_FAILED', { reason: 'settings' });
      }
    },
  };
}
