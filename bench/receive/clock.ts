/** Microseconds of the machine's monotonic clock, which all its processes share. */
export function readMicros(): number {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1_000_000 + nanos / 1_000;
}
