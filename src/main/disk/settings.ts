/**
 * Layout, preferences and budgets in the data folder, as files of mode 0600.
 *
 * Invariants  A layout that loads is kept as last good; a broken one gives way to it. A file that can't be read is set aside
 *             under another name, never overwritten.
 * Errors      Throws what the disk throws on writing.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';

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
  const fits = typeof maxOrderCost === 'string' && /^\d{1,9}(\.\d{1,6})?$/.test(maxOrderCost);
  return {
    maxOrderCost: fits ? maxOrderCost : DEFAULT_PREFERENCES.maxOrderCost,
    screenLockMinutes: isMinutes(screenLockMinutes, 60) ? screenLockMinutes : DEFAULT_PREFERENCES.screenLockMinutes,
    autoLockMinutes: isMinutes(autoLockMinutes, 1440) ? autoLockMinutes : DEFAULT_PREFERENCES.autoLockMinutes,
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULT_PREFERENCES.theme,
    palette: palette === 'colour-blind' || palette === 'standard' ? palette : DEFAULT_PREFERENCES.palette,
  };
}

function isMinutes(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 1 && value <= most;
}
