/**
 * Layout, preferences, budgets and what is remembered of custody in the data folder, as files of mode 0600.
 *
 * Invariants  A layout that loads is kept as last good; a broken one gives way to it. A file that can't be read is set aside
 *             under another name, never overwritten.
 * Errors      Throws what the disk throws on writing.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { parseUsd } from '#shared/units/usd.ts';
import { type Custody, parseCustody } from './custodyMemory.ts';

/** What a person may set; amounts as decimal text. */
export interface Preferences {
  readonly maxOrderCost: string;
  /** The screen locks itself after this long without an act. */
  readonly screenLockMinutes: number;
  /** The keys leave memory after this long without an act. */
  readonly autoLockMinutes: number;
  readonly theme: 'dark' | 'light';
  readonly palette: 'standard' | 'colour-blind';
}

export const DEFAULT_PREFERENCES: Preferences = {
  maxOrderCost: '5000',
  screenLockMinutes: 10,
  autoLockMinutes: 30,
  theme: 'dark',
  palette: 'standard',
};

export const MOST_LOCK_MINUTES = 60;
/** No limit of one order may be set above this. */
export const MOST_ORDER_COST = parseUsd('1000000');
const MOST_LAYOUT_BYTES = 100_000;

export interface Settings {
  /** The layout's JSON text, or the last good one, or null. */
  loadLayout(): string | null;
  saveLayout(json: string): void;
  preferences(): Preferences;
  savePreferences(change: Partial<Preferences>): Preferences;
  /** What is left of the exchange's budgets at one server, as it was saved: whoever uses it checks it. */
  budgets(server: string): unknown;
  saveBudgets(server: string, memory: unknown): void;
  /** What is remembered of the vault and its locks at one server; nothing secret. */
  custody(server: string): Custody;
  saveCustody(server: string, custody: Custody): void;
  /** Files that could not be read and were set aside when this opened. */
  readonly setAside: readonly string[];
}

interface LayoutFile {
  current: string;
  lastGood: string;
}

export function openSettings(folder: string, now: () => number): Settings {
  const setAside: string[] = [];
  const open = <T extends Record<string, unknown>>(name: string): Conf<T> => {
    const options = {
      cwd: folder,
      configName: name,
      clearInvalidConfig: false,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    };
    try {
      return new Conf<T>(options);
    } catch {
      const path = join(folder, `${name}.json`);
      const aside = join(folder, `${name}.broken-${now()}.json`);
      if (existsSync(path)) {
        renameSync(path, aside);
        setAside.push(aside);
      }
      return new Conf<T>(options);
    }
  };
  const layout = open<Partial<LayoutFile> & Record<string, unknown>>('layout');
  const preferences = open<Record<string, unknown>>('preferences');
  const budgets = open<Record<string, unknown>>('budgets');
  const custody = open<Record<string, unknown>>('custody');

  return {
    setAside,
    loadLayout() {
      const current = layout.get('current');
      if (isLayout(current)) {
        if (layout.get('lastGood') !== current) layout.set('lastGood', current);
        return current;
      }
      const lastGood = layout.get('lastGood');
      return isLayout(lastGood) ? lastGood : null;
    },
    saveLayout(json) {
      if (!isLayout(json)) throw new TypeError('Expected a layout as a JSON object, found other text');
      if (layout.get('current') !== json) layout.set('current', json);
    },
    preferences: () => readPreferences(preferences.store),
    budgets: (server) => budgets.get(server),
    saveBudgets: (server, memory) => budgets.set(server, memory),
    custody: (server) => parseCustody(custody.get(server)),
    saveCustody: (server, next) => custody.set(server, next),
    savePreferences(change) {
      const next = readPreferences({ ...preferences.store, ...change });
      preferences.set({ ...next });
      return next;
    },
  };
}

function isLayout(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MOST_LAYOUT_BYTES) return false;
  try {
    const parsed: unknown = JSON.parse(value);
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

/** Each value that fits, the default for each that does not. */
function readPreferences(stored: Readonly<Record<string, unknown>>): Preferences {
  const { maxOrderCost, screenLockMinutes, autoLockMinutes, theme, palette } = stored;
  return {
    maxOrderCost: isOrderCost(maxOrderCost) ? maxOrderCost : DEFAULT_PREFERENCES.maxOrderCost,
    screenLockMinutes: isMinutes(screenLockMinutes) ? screenLockMinutes : DEFAULT_PREFERENCES.screenLockMinutes,
    autoLockMinutes: isMinutes(autoLockMinutes) ? autoLockMinutes : DEFAULT_PREFERENCES.autoLockMinutes,
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULT_PREFERENCES.theme,
    palette: palette === 'colour-blind' || palette === 'standard' ? palette : DEFAULT_PREFERENCES.palette,
  };
}

function isOrderCost(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{1,7}(\.\d{1,6})?$/.test(value)) return false;
  const cost = parseUsd(value);
  return cost > 0n && cost <= MOST_ORDER_COST;
}

function isMinutes(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= MOST_LOCK_MINUTES;
}
