/** Words of the recorder: what it does, why it stopped, what it uses. */
import type { StorageFault } from '../base/storageFault.ts';
import type { RecordingHealth, RecordingStops } from '../ipc/recording.ts';
import { formatTime } from './times.ts';

const FAULTS: Readonly<Record<StorageFault, string>> = {
  full: 'the disk is full',
  readOnly: 'the disk can only be read',
  notAllowed: 'this user may not write there',
  notAFile: 'something else is in the place of its file',
  damaged: 'its file was damaged and is set aside',
  busy: 'another program uses its file',
  other: 'its file could not be written',
};

const STOPS: { readonly [C in keyof RecordingStops]: (parameters: RecordingStops[C]) => string } = {
  fault: ({ fault }) => FAULTS[fault],
  slow: () => 'the disk is slower than the market',
  noSpace: ({ freeBytes }) => `only ${formatSize(freeBytes)} of the disk are free`,
  atLimit: () => 'today alone uses the most that Settings allow',
};

/** '1.2 GB', '340 MB', '12 kB': powers of ten, as file managers show them. */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const rounded = value < 10 && unit > 0 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${rounded} ${units[unit]}`;
}

/** One sentence: 'Recording since 09:12:30', 'Stopped since 09:12:30: the disk is full. Trading goes on.' */
export function formatRecording({ at, sinceMs, stop }: RecordingHealth): string {
  const since = formatTime(sinceMs, 'machine');
  if (at === 'off') return 'Off. Settings turn it on.';
  if (at === 'recording' || stop === null) return `Recording since ${since}`;
  const why = (STOPS[stop.code] as (parameters: unknown) => string)(stop.parameters);
  return `Stopped since ${since}: ${why}. Trading goes on, and recording is tried again.`;
}

/** Labels of the recorder in Settings and Health. */
export const RECORDING_LABELS = {
  deleteForGood: 'Delete for good',
  keep: 'Keep',
  keepDays: 'Days to keep',
  largestSize: 'Most space',
  lastWritten: 'Last written',
  noDays: 'Nothing is recorded yet.',
  noRecorder: 'This program has no recorder.',
  notRecorded: 'Times not recorded',
  onDisk: 'On disk',
  recordedDays: 'Recorded days (UTC)',
  records: 'Records of this run',
  showDays: 'Show days',
  today: 'Today',
  what: 'Market data, your orders, fills and positions, and what you and the program did with them. The files are readable by your user alone and not encrypted.',
  whatIsLeftOut: 'Keys, passwords, phrases, secrets and signatures are never in them.',
  daysUnit: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  gigabytes: (count: number) => `${count} GB`,
  deleteDay: (day: string) => `Delete ${day}`,
  keepDay: (day: string) => `Keep ${day}`,
  deleteDayForGood: (day: string) => `Delete ${day} for good`,
};
