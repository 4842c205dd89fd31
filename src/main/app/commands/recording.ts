/**
 * Commands of recordings: list the days, delete one.
 *
 * Errors      NOT_FOUND for a day without a recording, SAVE_FAILED where its files could not be deleted.
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Recorder } from '../../storage/recording/recorder.ts';

export interface RecordingCommandOptions {
  readonly trader: { readonly recorder: Pick<Recorder, 'listDays' | 'deleteDay'> | null };
}

export function buildRecordingCommands({ trader: { recorder } }: RecordingCommandOptions): CommandsOf<'recording'> {
  const list = async () => succeed({ days: recorder === null ? [] : await recorder.listDays() });
  return {
    'recording.listDays': list,
    async 'recording.deleteDay'({ day }) {
      const failure = recorder === null ? 'notThere' : await recorder.deleteDay(day);
      if (failure === 'notThere') return fail('NOT_FOUND', { what: 'recording' });
      return failure === 'failed' ? fail('SAVE_FAILED', { reason: 'recording' }) : list();
    },
  };
}
