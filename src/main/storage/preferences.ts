/**
 * Preferences: settings that a person may change, and their stored form.
 *
 * Shape       Version 1 has a `version`; version 0 had none. Amounts are decimal text.
 * Errors      Never throws: each value that does not fit is reported and replaced by its default.
 */
import { z } from 'zod';
import { parseUsd } from '#shared/units/usd.ts';
import { describeIssues } from './storedData.ts';

export interface Preferences {
  readonly maxOrderCost: string;
  /** The screen locks after this long without activity. */
  readonly screenLockMinutes: number;
  /** The keys leave memory after this long without activity. */
  readonly autoLockMinutes: number;
  readonly theme: 'dark' | 'light';
  readonly palette: 'standard' | 'colour-blind';
}

export const PREFERENCES_VERSION = 1;

export const DEFAULT_PREFERENCES: Preferences = {
  maxOrderCost: '5000',
  screenLockMinutes: 10,
  autoLockMinutes: 30,
  theme: 'dark',
  palette: 'standard',
};

export const MAX_LOCK_MINUTES = 60;
/** No limit of one order may be set above this. */
export const MAX_ORDER_COST = parseUsd('1000000');

const minutes = z.number().min(1).max(MAX_LOCK_MINUTES);
const SCHEMAS: { readonly [K in keyof Preferences]: z.ZodType<Preferences[K]> } = {
  maxOrderCost: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,6})?$/)
    .refine((text) => parseUsd(text) > 0n && parseUsd(text) <= MAX_ORDER_COST, 'Out of range'),
  screenLockMinutes: minutes,
  autoLockMinutes: minutes,
  theme: z.enum(['dark', 'light']),
  palette: z.enum(['standard', 'colour-blind']),
};

export function parsePreferences(
  stored: Readonly<Record<string, unknown>>,
  onProblem: (problem: string) => void = () => {},
): Preferences {
  const { version } = stored;
  if (version !== undefined && version !== PREFERENCES_VERSION) {
    onProblem(`Expected preferences of version ${PREFERENCES_VERSION}, found ${String(version)}`);
  }
  const read = <K extends keyof Preferences>(name: K): Preferences[K] => {
    const value = stored[name];
    if (value === undefined) return DEFAULT_PREFERENCES[name];
    const result = SCHEMAS[name].safeParse(value);
    if (result.success) return result.data;
    onProblem(describeIssues(result.error, name));
    return DEFAULT_PREFERENCES[name];
  };
  return {
    maxOrderCost: read('maxOrderCost'),
    screenLockMinutes: read('screenLockMinutes'),
    autoLockMinutes: read('autoLockMinutes'),
    theme: read('theme'),
    palette: read('palette'),
  };
}
