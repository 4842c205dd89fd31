/**
 * Values that faults change: one field of another type, an order state that no document names.
 *
 * Source      docs/paper-market.md, Faults.
 */

const UNKNOWN_STATE = 'suspended';

/** Gives one field another type: the `turn`th, of the first row where the value is a list. */
export function mistype(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : [mistype(value[0], turn), ...value.slice(1)];
  if (typeof value !== 'object' || value === null) return {};
  const names = Object.keys(value);
  if (names.length === 0) return [];
  const name = names[turn % names.length]!;
  return { ...value, [name]: typeof (value as Fields)[name] === 'boolean' ? 'x' : true };
}

/** Mistypes the payload of a stream message. */
export function mistypeMessage(text: string, turn: number): string {
  const message = JSON.parse(text) as Fields;
  return JSON.stringify(Object.fromEntries(Object.entries(message).map(([key, value]) => [key, mistype(value, turn)])));
}

type Fields = Readonly<Record<string, unknown>>;

/** Every open order's state becomes an unknown one, at any depth. */
export function changeState(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(changeState);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, field]): [string, unknown] =>
    key === 'state' && (field === 'wait' || field === 'pending') ? [key, UNKNOWN_STATE] : [key, changeState(field)],
  );
  return Object.fromEntries(fields);
}
