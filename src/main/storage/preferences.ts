/**
 * Preferences: settings of the display, and their stored form. Limits and lock times are in protectedSettings.ts.
 *
 * Shape       Version 1 has a `version`; version 0 had none.
 * Errors      Never throws: each value that does not fit is reported and replaced by its default.
 */
import { z } from 'zod';
import { describeIssues } from './storedData.ts';

export interface Preferences {
  readonly theme: 'dark' | 'light';
  readonly palette: 'standard' | 'colour-blind';
}

export const PREFERENCES_VERSION = 1;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'dark',
  palette: 'standard',
};

/** Values of earlier versions that are protected settings now. */
export const LEGACY_LIMITS = ['maxOrderCost', 'screenLockMinutes', 'autoLockMinutes'] as const;

const SCHEMAS: { readonly [K in keyof Preferences]: z.ZodType<Preferences[K]> } = {
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
    theme: read('theme'),
    palette: read('palette'),
  };
}
