/** Probes of a strict schema: what it accepts in the place of each value of a sample. */

/** Values at and beyond the bounds in use, and values of other types. */
const PROBES: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  '../x',
  {},
  [],
  ['rejected'],
  ['other'],
  [1],
  [1, 1],
  -1,
  0,
  0.5,
  1,
  2,
  4,
  6,
  7,
  199,
  200,
  201,
  499,
  500,
  501,
  999,
  1_000,
  1_001,
  1_999,
  2_000,
  9_000,
  9_001,
  9_999,
  10_000,
  999_999,
  1_000_000,
  3_600_000,
  3_600_001,
  86_400_000,
  86_400_001,
  2_592_000_000,
  2_592_000_001,
  1e12,
  1e12 + 1,
  8.64e15,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  'yes',
  'above',
  'atOrBelow',
  'buy',
  'bid',
  'book',
  'account',
  'join',
  'cross',
  'report',
  'cancel',
  'race',
];

/** By the path of a value: one digit a probe, 1 where the sample with it is accepted; then the sample with one more key in it. */
export type Probed = Readonly<Record<string, string>>;

export function probeSchema(sample: object, accepts: (value: unknown) => boolean): Probed {
  const found: Record<string, string> = {};
  const visit = (value: unknown, path: readonly (string | number)[]): void => {
    if (path.length > 0) {
      const results = PROBES.map((probe) => accepts(replaceAt(sample, path, probe)));
      found[path.join('.')] = results.map((isFine) => (isFine ? '1' : '0')).join('');
    }
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) {
      const isFine = accepts(replaceAt(sample, [...path, 'extraKey'], 1));
      found[[...path, 'extraKey'].join('.')] = isFine ? '1' : '0';
    }
    for (const [key, part] of Object.entries(value)) visit(part, [...path, key]);
  };
  visit(sample, []);
  return found;
}

/** `undefined` removes the key. */
function replaceAt(value: unknown, [key, ...rest]: readonly (string | number)[], next: unknown): unknown {
  if (key === undefined) return next;
  if (Array.isArray(value)) return value.map((part, at) => (String(at) === key ? replaceAt(part, rest, next) : part));
  const { [key]: part, ...others } = value as Readonly<Record<string, unknown>>;
  return rest.length === 0 && next === undefined ? others : { ...others, [key]: replaceAt(part, rest, next) };
}
