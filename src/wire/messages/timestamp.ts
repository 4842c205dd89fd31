/** The exchange's time: a number, numeric text, ISO text or `{timestamp}`. Source: docs/assumptions.md#timestamp-shape. */
import { JsonPath } from './jsonPath.ts';
import { isRecord } from './jsonReader.ts';
import { readClockTime } from './plausible.ts';

/** Parses the body into Unix ms; the body may be a bare ISO time, which is not JSON. */
export function parseTimestamp(text: string): number {
  const path = new JsonPath('timestamp');
  let value: unknown = text.trim();
  try {
    value = JSON.parse(text);
  } catch {
    // A bare ISO time.
  }
  return isRecord(value) ? readClockTime(value.timestamp, path.at('timestamp')) : readClockTime(value, path);
}
