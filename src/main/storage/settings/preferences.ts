/**
 * Stored form of the preferences. Limits and lock times are in protectedSettings.ts.
 *
 * Shape       Version 1 has a `version`; version 0 had none. A value that is absent is the default.
 * Errors      Never throws: each value that does not fit is reported and replaced by its default.
 */
import { PREFERENCE_SCHEMAS } from '#shared/ipc/preferenceSchemas.ts';
import {
  DEFAULT_PREFERENCES,
  PREFERENCE_NAMES,
  type PreferenceName,
  type Preferences,
} from '#shared/ipc/preferences.ts';
import { describeIssues } from '../storedData.ts';

export const PREFERENCES_VERSION = 1;

/** Values of earlier versions that are protected settings now. */
export const LEGACY_LIMITS = ['maxOrderCost', 'screenLockMinutes', 'autoLockMinutes'] as const;

/** Says what was expected and found; `name` is null where the whole file is meant. */
export type ReportProblem = (problem: string, name: PreferenceName | null) => void;

export function parsePreferences(
  stored: Readonly<Record<string, unknown>>,
  onProblem: ReportProblem = () => {},
): Preferences {
  const { version } = stored;
  if (version !== undefined && version !== PREFERENCES_VERSION) {
    onProblem(`Expected preferences of version ${PREFERENCES_VERSION}, found ${String(version)}`, null);
  }
  const read = (name: PreferenceName): unknown => {
    const value = stored[name];
    if (value === undefined) return DEFAULT_PREFERENCES[name];
    const result = PREFERENCE_SCHEMAS[name].safeParse(value);
    if (result.success) return result.data;
    onProblem(describeIssues(result.error, name), name);
    return DEFAULT_PREFERENCES[name];
  };
  // Each value comes from the schema of its name.
  return Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, read(name)])) as unknown as Preferences;
}
