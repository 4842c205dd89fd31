/**
 * Settings in the data folder: workspaces, preferences, request budgets and custody memory.
 *
 * Shape       One private JSON file each, with a version. `conf` writes the preferences, atomically too.
 * Invariants  Unreadable data is set aside under another name, never overwritten.
 * Errors      Saving throws what the file system throws.
 */

import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import Conf from 'conf';
import { z } from 'zod';
import { describeReading } from '#shared/base/storageFault.ts';
import { PREFERENCE_SCHEMAS } from '#shared/ipc/preferenceSchemas.ts';
import {
  DEFAULT_PREFERENCES,
  PREFERENCE_NAMES,
  type PreferenceName,
  type Preferences,
} from '#shared/ipc/preferences.ts';
import { writePrivateFile } from '../atomicWrite.ts';
import { describeIssues, parseServers, parseStored } from '../storedData.ts';
import { nameAside, openVersionedFile, type SetAside, type VersionedFileOptions } from '../versionedFile.ts';
import { NO_LAYOUT, parseLayoutFile } from '../workspaces/layoutFile.ts';
import { migrateLayout, parseWorkspacesFile, type WorkspacesFile } from '../workspaces/workspacesFile.ts';
import { type Custody, type CustodyFile, NO_CUSTODY, parseCustodyFile } from './custodyMemory.ts';

/**
 * Stored form of the preferences. Limits and lock times are in protectedSettings.ts.
 *
 * Shape       Version 1 has a `version`; version 0 had none. A value that is absent is the default.
 * Errors      Never throws: each value that does not fit is reported and replaced by its default.
 */
const PREFERENCES_VERSION = 1;

/** Values of earlier versions that are protected settings now. */
const LEGACY_LIMITS = ['maxOrderCost', 'screenLockMinutes', 'autoLockMinutes'] as const;

/** Says what was expected and found; `name` is null where the whole file is meant. */
type ReportProblem = (problem: string, name: PreferenceName | null) => void;

function parsePreferences(stored: Readonly<Record<string, unknown>>, onProblem: ReportProblem = () => {}): Preferences {
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

export interface Settings {
  workspaces(): WorkspacesFile;
  saveWorkspaces(file: WorkspacesFile): void;
  preferences(): Preferences;
  savePreferences(change: Partial<Preferences>): Preferences;
  /** Preferences that were not readable when this opened, and are the default now. */
  readonly replacedPreferences: readonly PreferenceName[];
  /** Name of the file with the workspaces as they were found, where not all were readable; else null. */
  readonly workspacesAside: string | null;
  /** Limits and lock times that an earlier version stored in the preferences, unchecked. */
  legacyLimits(): Readonly<Record<string, unknown>>;
  removeLegacyLimits(): void;
  /** Saved request budgets of one server; their owner parses them. */
  budgets(server: string): unknown;
  saveBudgets(server: string, memory: unknown): void;
  /** Custody memory of one server; nothing in it is secret. */
  custody(server: string): Custody;
  saveCustody(server: string, custody: Custody): void;
  /** Unreadable data that was set aside when this opened. */
  readonly setAside: readonly SetAside[];
}

interface BudgetFile {
  readonly version: 1;
  readonly servers: Readonly<Record<string, unknown>>;
}

const NO_BUDGETS: BudgetFile = { version: 1, servers: {} };
const NO_CUSTODY_FILE: CustodyFile = { version: 1, servers: {} };

export function openSettings(folder: string, now: () => number): Settings {
  const setAside: SetAside[] = [];
  const open = <T>(name: string, format: Pick<VersionedFileOptions<T>, 'parse' | 'empty'>) => {
    const file = openVersionedFile<T>({ path: join(folder, `${name}.json`), now, ...format });
    if (file.setAside) setAside.push(file.setAside);
    return file;
  };
  // Only before the first save of workspaces: later changes of the older file concern an older program.
  const isNew = !existsSync(join(folder, 'workspaces.json'));
  const layout = isNew ? open('layout', { parse: parseLayoutFile, empty: NO_LAYOUT }).value() : NO_LAYOUT;
  const workspaces = open('workspaces', { parse: parseWorkspacesFile, empty: migrateLayout(layout) });
  const budgets = open('budgets', { parse: parseBudgetFile, empty: NO_BUDGETS });
  const custody = open('custody', { parse: parseCustodyFile, empty: NO_CUSTODY_FILE });
  const replacedPreferences: PreferenceName[] = [];
  const preferences = openPreferences(folder, now, setAside, replacedPreferences);

  return {
    setAside,
    replacedPreferences,
    workspacesAside: workspaces.setAside && basename(workspaces.setAside.path),
    workspaces: workspaces.value,
    saveWorkspaces: workspaces.save,
    preferences: () => parsePreferences(preferences.store),
    savePreferences(change) {
      const next = parsePreferences({ ...preferences.store, ...change });
      preferences.set({ version: PREFERENCES_VERSION, ...next });
      return next;
    },
    legacyLimits: () => Object.fromEntries(LEGACY_LIMITS.map((name) => [name, preferences.get(name)])),
    removeLegacyLimits() {
      for (const name of LEGACY_LIMITS) preferences.delete(name);
    },
    budgets: (server) => find(budgets.value().servers, server),
    saveBudgets(server, memory) {
      budgets.save({ version: 1, servers: { ...budgets.value().servers, [server]: memory } });
    },
    custody: (server) => find(custody.value().servers, server) ?? NO_CUSTODY,
    saveCustody(server, next) {
      custody.save({ version: 1, servers: { ...custody.value().servers, [server]: next } });
    },
  };
}

function parseBudgetFile(value: unknown): BudgetFile {
  return { version: 1, servers: Object.fromEntries(parseServers(value, 'saved budgets')) };
}

function find<T>(servers: Readonly<Record<string, T>>, server: string): T | undefined {
  return Object.hasOwn(servers, server) ? servers[server] : undefined;
}

/** A JSON object of any content. */
const stored = z.record(z.string(), z.unknown());

function openPreferences(
  folder: string,
  now: () => number,
  setAside: SetAside[],
  replaced: PreferenceName[],
): Conf<Record<string, unknown>> {
  const path = join(folder, 'preferences.json');
  const aside = nameAside(path, now());
  const open = (): Conf<Record<string, unknown>> =>
    new Conf({
      cwd: folder,
      configName: 'preferences',
      clearInvalidConfig: false,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
  if (!existsSync(path)) return open();
  const problems: string[] = [];
  let text: string;
  let found: Preferences;
  try {
    text = readFileSync(path, 'utf8');
    found = parsePreferences(parseStored(stored, JSON.parse(text), 'preferences'), (problem, name) => {
      problems.push(problem);
      if (name !== null) replaced.push(name);
    });
  } catch (error) {
    renameSync(path, aside);
    replaced.push(...PREFERENCE_NAMES);
    setAside.push({ path: aside, why: describeReading(error) });
    return open();
  }
  const preferences = open();
  if (problems.length > 0) {
    writePrivateFile(aside, text);
    setAside.push({ path: aside, why: problems.join('; ') });
    preferences.set({ version: PREFERENCES_VERSION, ...found });
  }
  return preferences;
}
