import { describe, expect, it } from 'vitest';
import type { RecordingHealth } from '#shared/ipc/recording.ts';
import { formatRecording, formatSize, RECORDING_LABELS } from '#shared/text/recording.ts';

const HEALTH: RecordingHealth = {
  at: 'recording',
  sinceMs: 0,
  stop: null,
  bytes: 0,
  todayBytes: 0,
  days: 0,
  writtenAtMs: null,
  records: 0,
  gaps: 0,
};

describe('formatSize', () => {
  it('has one decimal below ten, and none of bytes', () => {
    const sizes = [0, 999, 1_000, 9_949, 12_400, 3_440_000, 999_999_999, 1_249_000_000, 5e12];
    expect(sizes.map(formatSize)).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '9.9 kB',
      '12 kB',
      '3.4 MB',
      '1000 MB',
      '1.2 GB',
      '5000 GB',
    ]);
  });
});

describe('formatRecording', () => {
  it('says why it stopped, and that trading goes on', () => {
    expect(formatRecording(HEALTH)).toMatch(/^Recording since /);
    expect(formatRecording({ ...HEALTH, at: 'off' })).toBe('Off. Settings turn it on.');
    const stops: RecordingHealth['stop'][] = [
      { code: 'fault', parameters: { fault: 'full' } },
      { code: 'slow', parameters: {} },
      { code: 'noSpace', parameters: { freeBytes: 12_000_000 } },
      { code: 'atLimit', parameters: {} },
    ];
    expect(
      stops.map((stop) => formatRecording({ ...HEALTH, at: 'stopped', stop }).replace(/since [^:]+:\d\d:\d\d/, 'at')),
    ).toEqual([
      'Stopped at: the disk is full. Trading goes on, and recording is tried again.',
      'Stopped at: the disk is slower than the market. Trading goes on, and recording is tried again.',
      'Stopped at: only 12 MB of the disk are free. Trading goes on, and recording is tried again.',
      'Stopped at: today alone uses the most that Settings allow. Trading goes on, and recording is tried again.',
    ]);
  });

  it('names one day and many', () => {
    expect([1, 2].map(RECORDING_LABELS.daysUnit)).toEqual(['1 day', '2 days']);
  });
});
