/** The exchange's time in Unix ms: a number, numeric text, ISO text or `{timestamp}`. Source: docs/assumptions.md#timestamp-shape. */
import { isRecord, JsonPath, readTime } from './reader.ts';

/** Parses the body as text, because a bare ISO time is not JSON. */
export function parseTimestamp(text: string): number {
  const place = new JsonPath('timestamp');
  let value: unknown = text.trim();
  try {
    value = JSON.parse(text);
  } catch {
    // A bare ISO time stays text.
  }
  return isRecord(value) ? readTime(value.timestamp, place.at('timestamp')) : readTime(value, place);
}
