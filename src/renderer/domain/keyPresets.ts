/**
 * Key presets: sets of bindings to choose from, what one of them would change, and the bindings before the last choice.
 *
 * Invariants  A preset replaces every own key. An action that needs a key keeps one.
 * Source      TradingView-like: github.com/id-webdev/chart-wiki (Shortcuts.md), pinewizards.com (drawing hotkeys).
 *             Bloomberg-like: aspenres.com (Bloomberg: F2 to F12 choose the market sector), bookdown.org/robohay (F1 is Help).
 */
import { create } from 'zustand';
import type { KeyBindings } from '#shared/ipc/preferences.ts';
import type { Action } from './actions.ts';
import { keysOf } from './hotkeys.ts';
import type { Key } from './keys.ts';

export interface KeyPreset {
  readonly name: string;
  readonly about: string;
  readonly keys: KeyBindings;
}

/** For what gets a trader out, without function keys. */
const LETTERS_TO_GET_OUT: KeyBindings = {
  'trading.arm': ['Mod+Shift+A'],
  'trading.panic': ['Mod+Shift+P'],
  'trading.cancelAll': ['Mod+Shift+X'],
  'trading.cancelMarket': ['Alt+X'],
  'trading.flattenMarket': ['Alt+Shift+X'],
};

export const KEY_PRESETS: readonly KeyPreset[] = [
  { name: 'Adyton', about: 'Function keys for what gets you out', keys: {} },
  {
    name: 'Without function keys',
    about: 'For keyboards whose function keys need another key',
    keys: LETTERS_TO_GET_OUT,
  },
  {
    name: 'TradingView-like',
    about: 'Alt H draws a level, Alt R resets the zoom, Alt I turns the chart over, as in its charts',
    keys: { 'chart.addLevel': ['Alt+H'], 'chart.resetZoom': ['Alt+R'], 'chart.switchOutcome': ['Alt+I'] },
  },
  {
    name: 'Bloomberg-like',
    about: 'F1 is Help and F2 to F10 choose what is shown, as its yellow keys do; panic and arming have letters',
    keys: {
      ...LETTERS_TO_GET_OUT,
      'panes.markets': ['F2'],
      'panes.event': ['F3'],
      'panes.ladder': ['F4'],
      'panes.chart': ['F6'],
      'panes.orders': ['F7'],
      'panes.positions': ['F8'],
      'panes.fills': ['F9'],
      'panes.pnl': ['F10'],
      'panes.next': ['Alt+PageDown'],
      'panes.previous': ['Alt+PageUp'],
    },
  },
];

export interface KeyChange {
  readonly action: Action;
  readonly before: readonly Key[];
  readonly after: readonly Key[];
  /** It has a key now and would have none. */
  readonly losesKey: boolean;
}

/** Every action whose keys would change, those that would be left without one first. */
export function listKeyChanges(actions: readonly Action[], now: KeyBindings, next: KeyBindings): readonly KeyChange[] {
  const changes = actions.flatMap((action): KeyChange[] => {
    const before = keysOf(action, now);
    const after = keysOf(action, next);
    if (before.join(' ') === after.join(' ')) return [];
    return [{ action, before, after, losesKey: before.length > 0 && after.length === 0 }];
  });
  return [...changes.filter(({ losesKey }) => losesKey), ...changes.filter(({ losesKey }) => !losesKey)];
}

export function isPreset(bindings: KeyBindings, { keys }: KeyPreset): boolean {
  const written = (of: KeyBindings): string => JSON.stringify(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  return written(bindings) === written(keys);
}

/** The bindings before the last preset or reset of all; null when there was none since the window opened. */
export const useKeysBefore = create<{ readonly bindings: KeyBindings | null }>(() => ({ bindings: null }));
