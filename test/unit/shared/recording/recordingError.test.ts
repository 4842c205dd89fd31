import { expect, it } from 'vitest';
import { RecordingError } from '#shared/recording/recordingError.ts';

it('is an error of its own name', () => {
  expect(new RecordingError('Expected a block, found none')).toMatchObject({ name: 'RecordingError' });
});
