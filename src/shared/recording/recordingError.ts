/** Data of a recording that no version of this program wrote, or that was changed since. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
