/** Recording section of the settings pane: on or off, its limits, and the days on disk. */
import { useState } from 'react';
import { PREFERENCES } from '#shared/ipc/preferences.ts';
import type { RecordedDay, RecordingSettings } from '#shared/ipc/recording.ts';
import { formatSize, RECORDING_LABELS } from '#shared/text/recording.ts';
import { useCommand } from '../../act/useCommand.ts';
import { usePreferences } from '../../domain/preferences.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { change } from './change.ts';
import { Row, Section, SwitchRow } from './rows.tsx';

const KEEP_DAYS = [1, 7, 30, 90, 365];
const MAX_GIGABYTES = [1, 5, 10, 50, 200];

export function Recording() {
  const { recording } = usePreferences();
  const set = (part: Partial<RecordingSettings>): void => void change({ recording: { ...recording, ...part } });
  return (
    <Section title={PREFERENCES.recording.label}>
      <SwitchRow
        label={PREFERENCES.recording.label}
        note={`${RECORDING_LABELS.what} ${RECORDING_LABELS.whatIsLeftOut}`}
        isOn={recording.isOn}
        onChange={(isOn) => set({ isOn })}
      />
      <NumberRow
        label={RECORDING_LABELS.keepDays}
        note="Older days are deleted."
        value={recording.keepDays}
        values={KEEP_DAYS}
        format={RECORDING_LABELS.daysUnit}
        onChange={(keepDays) => set({ keepDays })}
      />
      <NumberRow
        label={RECORDING_LABELS.largestSize}
        note="Of one account; the oldest days are deleted first."
        value={recording.maxGigabytes}
        values={MAX_GIGABYTES}
        format={RECORDING_LABELS.gigabytes}
        onChange={(maxGigabytes) => set({ maxGigabytes })}
      />
      <Days />
    </Section>
  );
}

function NumberRow(props: {
  readonly label: string;
  readonly note: string;
  readonly value: number;
  readonly values: readonly number[];
  readonly format: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  // A file may have a number that is none of the choices.
  const values = [...new Set([...props.values, props.value])].sort((a, b) => a - b);
  return (
    <Row label={props.label} note={props.note}>
      <Segmented
        label={props.label}
        value={String(props.value)}
        choices={values.map((value) => ({ value: String(value), label: props.format(value) }))}
        onChange={(chosen) => props.onChange(values.find((value) => String(value) === chosen)!)}
      />
    </Row>
  );
}

/** Days are listed on request: another window, or the passing of time, changes them. */
function Days() {
  const [days, setDays] = useState<readonly RecordedDay[] | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const command = useCommand(false);
  const list = async (): Promise<void> => {
    const result = await command.run('recording.listDays', {});
    if (result?.ok) setDays(result.value.days);
  };
  const remove = async (day: string): Promise<void> => {
    const result = await command.run('recording.deleteDay', { day });
    setAsked(null);
    if (result?.ok) setDays(result.value.days);
  };
  return (
    <>
      <Row label={RECORDING_LABELS.recordedDays}>
        <button type="button" className="button" disabled={command.isBusy} onClick={() => void list()}>
          {RECORDING_LABELS.showDays}
        </button>
      </Row>
      {command.error === null ? null : <ErrorMessage error={command.error} />}
      {days?.length === 0 ? <p className="dim">{RECORDING_LABELS.noDays}</p> : null}
      {days?.map(({ day, bytes }) => (
        <Row key={day} label={day} note={formatSize(bytes)}>
          {asked === day ? (
            <span className="settings-volume">
              <button
                type="button"
                className="button danger"
                aria-label={RECORDING_LABELS.deleteDayForGood(day)}
                disabled={command.isBusy}
                onClick={() => void remove(day)}
              >
                {RECORDING_LABELS.deleteForGood}
              </button>
              <button
                type="button"
                className="button"
                aria-label={RECORDING_LABELS.keepDay(day)}
                onClick={() => setAsked(null)}
              >
                {RECORDING_LABELS.keep}
              </button>
            </span>
          ) : (
            <button
              type="button"
              className="button"
              aria-label={RECORDING_LABELS.deleteDay(day)}
              onClick={() => setAsked(day)}
            >
              Delete
            </button>
          )}
        </Row>
      ))}
    </>
  );
}
